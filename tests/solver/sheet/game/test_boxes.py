"""What a box scores, against the printed rules and by counting throws."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.sheet.game.boxes import Box, Pays, chance, groups, number, straight
from solver.sheet.game.sheet import find_sheet
from tests.support.solver.reference_rulebook import yahtzee_score, yatzy_score

THROWS = tuple(itertools.product(range(1, 7), repeat=5))


def scoring(game: str, box: str) -> int:
    sheet = find_sheet(game)
    return sum(sheet.boxes[sheet.index(box)].score(dice) > 0 for dice in THROWS)


@pytest.mark.parametrize("box", find_sheet("yahtzee").boxes, ids=lambda box: box.name)
def test_a_box_of_yahtzee_scores_all_throws_as_the_printed_rules_do(box: Box) -> None:
    assert [box.score(dice) for dice in THROWS] == [yahtzee_score(box.name, dice) for dice in THROWS]


@pytest.mark.parametrize("box", find_sheet("yatzy").boxes, ids=lambda box: box.name)
def test_a_box_of_yatzy_scores_all_throws_as_the_printed_rules_do(box: Box) -> None:
    assert [box.score(dice) for dice in THROWS] == [yatzy_score(box.name, dice) for dice in THROWS]


@pytest.mark.parametrize(
    ("game", "box", "count"),
    [
        ("yahtzee", "yahtzee", 6),
        ("yahtzee", "four-of-a-kind", 6 + 150),
        ("yahtzee", "three-of-a-kind", 6 + 150 + 300 + 1200),
        ("yahtzee", "full-house", 300),
        ("yahtzee", "small-straight", 1200),
        ("yahtzee", "large-straight", 240),
        ("yatzy", "one-pair", 7776 - 720),
        ("yatzy", "two-pairs", 1800 + 300),
        ("yatzy", "full-house", 300),
        ("yatzy", "small-straight", 120),
        ("hooligan", "hooligan", 240),
    ],
)
def test_so_many_of_7776_throws_score(game: str, box: str, count: int) -> None:
    assert scoring(game, box) == count


def most_by_trying(sizes: tuple[int, ...], dice: tuple[int, ...]) -> int | None:
    """Return the most that groups of these sizes show in sum, by trying every face for every group."""
    counts = Counter(dice)
    fitting = [
        sum(face * size for face, size in zip(faces, sizes, strict=True))
        for faces in itertools.permutations(range(1, 7), len(sizes))
        if all(counts[face] >= size for face, size in zip(faces, sizes, strict=True))
    ]
    return max(fitting, default=None)


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple),
    st.lists(st.integers(1, 6), min_size=1, max_size=8).map(tuple),
)
def test_groups_take_the_choice_that_is_worth_most(sizes: tuple[int, ...], dice: tuple[int, ...]) -> None:
    own = most_by_trying(sizes, dice)
    assert groups("own", *sizes, pays=Pays.OWN).score(dice) == (own or 0)
    assert groups("all", *sizes, pays=Pays.ALL).score(dice) == (0 if own is None else sum(dice))
    assert groups("points", *sizes, pays=9).score(dice) == (0 if own is None else 9)


@pytest.mark.parametrize(("dice", "sides"), [(1, 2), (2, 3), (3, 4), (4, 3), (5, 6), (2, 7)])
def test_a_box_is_said_never_to_score_when_no_throw_does(dice: int, sides: int) -> None:
    throws = tuple(itertools.product(range(1, sides + 1), repeat=dice))
    boxes = [
        *(number("number", face) for face in range(1, 8)),
        *(groups("groups", *sizes, pays=pays) for sizes in [(1,), (2,), (5,), (2, 2), (1, 1, 1)] for pays in (0, 7)),
        *(straight("straight", length, 5, start) for length in (2, 3, 5) for start in range(4)),
        chance(),
    ]
    for box in boxes:
        assert (box.needs(dice, sides) is None) == any(box.score(throw) for throw in throws), box


def test_a_joker_is_what_a_box_asks_for() -> None:
    dice = (3, 3, 3, 3, 3)
    for box in find_sheet("yahtzee").boxes:
        paid = {"full-house": 25, "small-straight": 30, "large-straight": 40}
        assert box.as_joker(dice) == paid.get(box.name, box.score(dice))
    assert groups("two-pairs", 2, 2, pays=Pays.OWN).as_joker(dice) == 12
    assert groups("full-house", 3, 2, pays=Pays.ALL).as_joker(dice) == 15

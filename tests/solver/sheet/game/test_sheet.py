"""What a box scores, by the printed rules and by counting throws; the sheets by name and rule, and what is none."""

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import OptionError, SolverError, UnknownNameError
from solver.sheet.game.sheet import SHEETS, UPPER, Box, Joker, Pays, Sheet, chance, find_sheet, groups, number, straight
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


def test_games_are_found_by_name_and_rule() -> None:
    assert find_sheet("yahtzee") == find_sheet("yahtzee", "forced")
    assert [find_sheet("yahtzee", rule).joker for rule in ("forced", "free", "plain")] == [
        Joker.FORCED,
        Joker.FREE,
        Joker.NONE,
    ]
    assert [find_sheet("yahtzee", rule).extra for rule in ("forced", "free", "plain")] == [100, 100, 0]
    assert replace(find_sheet("kniffel"), name="yahtzee") == find_sheet("yahtzee", "plain")
    assert find_sheet("hooligan", commit=True) == replace(find_sheet("hooligan"), commit=True)


@pytest.mark.parametrize(
    ("game", "boxes", "bonus", "from_"),
    [("yahtzee", 13, 35, 63), ("kniffel", 13, 35, 63), ("yatzy", 15, 50, 63), ("hooligan", 7, 0, 0)],
)
def test_a_sheet_has_its_boxes_and_its_bonus(game: str, boxes: int, bonus: int, from_: int) -> None:
    for sheet in SHEETS[game]:
        assert (len(sheet.boxes), sheet.bonus, sheet.bonus_from) == (boxes, bonus, from_)
        assert (sheet.dice, sheet.sides, sheet.throws, sheet.commit) == (5, 6, 3, False)
        assert sheet.names[:6] == UPPER
        assert sheet.upper == tuple(range(6))
        assert sheet.lower == tuple(range(6, boxes))


def test_the_yahtzee_box_is_the_one_for_all_dice_alike() -> None:
    for game, name in (("yahtzee", "yahtzee"), ("yatzy", "yatzy")):
        sheet = find_sheet(game)
        assert sheet.yahtzee == sheet.index(name)
    assert find_sheet("hooligan").yahtzee is None


def sheet_of(*boxes: object, **fields: object) -> Callable[[], Sheet]:
    return lambda: Sheet("own", "plain", boxes, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("refused", "error", "advice"),
    [
        (lambda: find_sheet("yahtze"), UnknownNameError, "did you mean yahtzee"),
        (lambda: find_sheet("yahtzee", "force"), UnknownNameError, "did you mean forced"),
        (lambda: find_sheet("kniffel", "forced"), OptionError, "kniffel has no forced rule: its rules are plain"),
        (lambda: find_sheet("yatzy", "free"), OptionError, "yatzy has no free rule"),
        (lambda: find_sheet("yahtzee", commit=True), OptionError, "leave commit out, or play hooligan"),
        (
            lambda: find_sheet("yahtzee").index("small"),
            UnknownNameError,
            "unknown box 'small': known are ones, .*small-straight",
        ),
        (sheet_of(), OptionError, "needs a box"),
        (sheet_of(chance(), throws=0), OptionError, "a throw"),
        (sheet_of(chance(), dice=0), OptionError, "a die"),
        (sheet_of(chance(), sides=1), OptionError, "two sides"),
        (sheet_of(chance(), chance()), OptionError, "two boxes are called chance"),
        (sheet_of(number("sevens", 7)), OptionError, "box sevens never scores with 5d6: no die shows 7"),
        (sheet_of(groups("six", 6, pays=5)), OptionError, "box six never scores with 5d6: it needs 6 dice"),
        (sheet_of(groups("three", 1, 1, 1, pays=5), sides=2), OptionError, "it needs dice with 3 sides"),
        (sheet_of(straight("run", 4, 5, 4)), OptionError, "box run never scores with 5d6: it needs a die that shows 7"),
        (sheet_of(straight("run", 6, 5)), OptionError, "box run never scores with 5d6: it needs 6 dice"),
        (sheet_of(straight("run", 3, 0)), OptionError, "box run never scores with 5d6: it pays 0 points"),
        (sheet_of(number("ones", 1), bonus=-1), OptionError, "no less than 0"),
        (sheet_of(number("ones", 1), bonus=5), OptionError, "give both, or neither"),
        (sheet_of(chance(), extra=100), OptionError, "need one box that pays points for 5 alike"),
        (sheet_of(groups("y", 5, pays=Pays.ALL), joker=Joker.FREE), OptionError, "need one box that pays points"),
        (sheet_of(groups("y", 5, pays=9), groups("z", 5, pays=9), extra=1), OptionError, "need one box"),
        (sheet_of(groups("y", 5, pays=9), joker=Joker.FORCED, commit=True), OptionError, "take another joker"),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_line(
    refused: Callable[[], object], error: type[SolverError], advice: str
) -> None:
    with pytest.raises(error, match=advice) as refusal:
        refused()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200

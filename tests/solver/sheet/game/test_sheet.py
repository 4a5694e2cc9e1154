"""What a box scores by the printed rules and by counting throws, and what no play of a sheet may do."""

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.action import HOLD, Action
from solver.errors import OptionError, PositionError, RuleError, SolverError, UnknownNameError
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.custom_sheet import SHEETS, find_sheet
from solver.sheet.game.rules import SheetState, keeps
from solver.sheet.game.sheet import Joker, Pays, Sheet
from tests.support.solver.acts import commit, keep, score
from tests.support.solver.boxes import chance, groups, number, straight
from tests.support.solver.reference_rulebook import yahtzee_score, yatzy_score

THROWS = tuple(itertools.product(range(1, 7), repeat=5))
PRINTED = {"yahtzee": yahtzee_score, "yatzy": yatzy_score}


def most_by_trying(sizes: tuple[int, ...], dice: tuple[int, ...]) -> int | None:
    """Return the most that groups of these sizes show in sum, by trying every face for every group."""
    counts = Counter(dice)
    fitting = [
        sum(face * size for face, size in zip(faces, sizes, strict=True))
        for faces in itertools.permutations(range(1, 7), len(sizes))
        if all(counts[face] >= size for face, size in zip(faces, sizes, strict=True))
    ]
    return max(fitting, default=None)


def sheet_of(*boxes: object, **fields: object) -> Callable[[], Sheet]:
    return lambda: Sheet("own", "plain", boxes, **fields)  # type: ignore[arg-type]


SHEET_GAMES = [*(sheet for sheets in SHEETS.values() for sheet in sheets), find_sheet("hooligan", commit=True)]

YAHTZEE, YATZY = find_sheet("yahtzee"), find_sheet("yatzy")
HOOLIGAN, EARLY = find_sheet("hooligan"), find_sheet("hooligan", commit=True)


def begin(sheet: Sheet, *dice: int, card: str = "", rolls_left: int = 2) -> SheetState:
    return SheetState((read_card(sheet, card),), dice=dice, rolls_left=rolls_left)


OVER = SheetState((Card(HOOLIGAN, (0,) * 7),))

BLANK = Card.blank(YAHTZEE)

ONES = read_card(YAHTZEE, "ones=3")


@pytest.mark.parametrize(("game", "box"), [(game, box) for game in PRINTED for box in find_sheet(game).names])
def test_a_box_scores_all_throws_as_the_printed_rules_do(game: str, box: str) -> None:
    sheet = find_sheet(game)
    assert [sheet.boxes[sheet.index(box)].score(dice) for dice in THROWS] == [
        PRINTED[game](box, dice) for dice in THROWS
    ]


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple),
    st.lists(st.integers(1, 6), min_size=1, max_size=8).map(tuple),
)
def test_groups_take_the_choice_that_is_worth_most(sizes: tuple[int, ...], dice: tuple[int, ...]) -> None:
    own = most_by_trying(sizes, dice)
    assert groups("own", *sizes, pays=Pays.OWN).score(dice) == (own or 0)
    assert groups("all", *sizes, pays=Pays.ALL).score(dice) == (0 if own is None else sum(dice))
    assert groups("points", *sizes, pays=9).score(dice) == (0 if own is None else 9)


def test_a_joker_is_what_a_box_asks_for() -> None:
    dice = (3, 3, 3, 3, 3)
    for box in find_sheet("yahtzee").boxes:
        paid = {"full-house": 25, "small-straight": 30, "large-straight": 40}
        assert box.as_joker(dice) == paid.get(box.name, box.score(dice))
    assert groups("two-pairs", 2, 2, pays=Pays.OWN).as_joker(dice) == 12
    assert groups("full-house", 3, 2, pays=Pays.ALL).as_joker(dice) == 15


def test_rules_differ_in_jokers_and_hooligan_has_no_yahtzee_box() -> None:
    rules = [(sheet.joker, sheet.extra) for sheet in SHEETS["yahtzee"]]
    assert rules == [(Joker.FORCED, 100), (Joker.FREE, 100), (Joker.NONE, 0)]
    assert replace(find_sheet("kniffel"), name="yahtzee") == find_sheet("yahtzee", "plain")
    assert YATZY.yahtzee == YATZY.index("yatzy")
    assert HOOLIGAN.yahtzee is None
    assert sum(HOOLIGAN.boxes[HOOLIGAN.index("hooligan")].score(dice) > 0 for dice in THROWS) == 240


@pytest.mark.parametrize(
    ("refused", "error", "advice"),
    [
        (lambda: find_sheet("yahtze"), UnknownNameError, "did you mean yahtzee"),
        (lambda: find_sheet("yahtzee", "force"), UnknownNameError, "did you mean forced"),
        (lambda: find_sheet("kniffel", "forced"), OptionError, "kniffel has no forced rule: choose from plain"),
        (lambda: find_sheet("yahtzee", commit=True), OptionError, "leave commit out, or play hooligan"),
        (
            lambda: find_sheet("yahtzee").index("small"),
            UnknownNameError,
            "unknown box 'small': choose from ones, .*small-straight",
        ),
        (sheet_of(), OptionError, "at least one box"),
        (sheet_of(chance(), throws=0), OptionError, "one throw"),
        (sheet_of(chance(), dice=0), OptionError, "one die"),
        (sheet_of(chance(), sides=1), OptionError, "two sides"),
        (sheet_of(straight("run", 4, 5, 4)), OptionError, "box run never scores with 5d6: ask"),
        (sheet_of(number("ones", 1), bonus=-1), OptionError, "cannot be below 0"),
        (sheet_of(number("ones", 1), bonus=5), OptionError, "give both, or neither"),
        (sheet_of(groups("y", 5, pays=Pays.ALL), joker=Joker.FREE), OptionError, "need one box that pays points"),
        (sheet_of(groups("y", 5, pays=9), groups("z", 5, pays=9), extra=1), OptionError, "need one box"),
        (sheet_of(groups("y", 5, pays=9), joker=Joker.FORCED, commit=True), OptionError, "choose another joker"),
    ],
)
def test_what_is_no_sheet_is_refused(refused: Callable[[], object], error: type[SolverError], advice: str) -> None:
    with pytest.raises(error, match=advice) as refusal:
        refused()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5).map(lambda dice: tuple(sorted(dice))))
def test_keeps_come_in_the_order_that_breaks_ties(dice: tuple[int, ...]) -> None:
    kept = [action.keep or () for action in keeps(dice)]
    masks = itertools.product((False, True), repeat=len(dice))
    assert set(kept) == {tuple(itertools.compress(dice, mask)) for mask in masks if not all(mask)}
    assert len(kept) == len(set(kept))
    for better, worse in itertools.pairwise(kept):
        assert (len(better), sorted(better, reverse=True)) > (len(worse), sorted(worse, reverse=True))


def test_boxes_come_before_keeps_in_the_order_of_the_sheet() -> None:
    state = SheetState.start(YAHTZEE).apply(keep(), (6, 3, 3, 4, 5))
    assert state.legal_actions()[:13] == tuple(score(box) for box in YAHTZEE.names)
    assert state.legal_actions()[13:15] == (keep(3, 4, 5, 6), keep(3, 3, 5, 6))
    assert state.legal_actions()[-2:] == (keep(3), keep())


DIFFER, ALIKE, CHOSEN = begin(YAHTZEE, 1, 2, 3, 4, 4), begin(YAHTZEE, 1, 1, 1, 1, 2), begin(EARLY, 1, 1, 1, 1, 2)


@pytest.mark.parametrize(
    ("state", "action", "throw", "advice"),
    [
        (DIFFER, keep(4, 4, 4), (1, 1), "4 cannot be kept"),
        (SheetState.start(YAHTZEE), keep(6), (1, 1, 1, 1), "on the table are no dice"),
        (DIFFER, keep(1, 2, 3, 4, 4), (), "throw none: score a box"),
        (DIFFER, keep(4, 4), (1, 1), "1 1 is not a throw of 3 dice"),
        (DIFFER, keep(1, 2, 3, 4), (7,), "not a throw of one die"),
        (DIFFER, keep(1, 2, 3, 4), (0,), "of the faces 1 to 6"),
        (SheetState.start(YAHTZEE), keep(), (1,) * 1000, "not a throw of 5 dice"),
        (SheetState.start(YAHTZEE), score("ones"), (), "a turn begins with a throw"),
        (SheetState.start(EARLY), commit("ones"), (), "a turn begins with a throw"),
        (begin(YAHTZEE, 1, 1, 1, 1, 2, rolls_left=0), keep(1), (1,) * 4, "all 3 throws"),
        (ALIKE, score("ones"), (1,), "give no throw"),
        (begin(YAHTZEE, 1, 1, 1, 1, 2, card="ones=4"), score("ones"), (), "box ones is filled"),
        (ALIKE, score("ons"), (), "did you mean ones"),
        (ALIKE, commit("ones"), (), "keep dice or score a box"),
        (ALIKE, HOLD, (), "keep dice, or score"),
        (begin(YAHTZEE, 4, 4, 4, 4, 4, card="yahtzee=50"), score("full-house"), (), "house here: choose from fours"),
        (begin(YAHTZEE, 4, 4, 4, 4, 4, card="yahtzee=0,fours=4"), score("ones"), (), "from three-of-a-kind, four"),
        (CHOSEN, score("ones"), (), "commit to a box first"),
        (CHOSEN, keep(1, 1), (1, 1, 1), "commit to one"),
        (begin(EARLY, 1, 1, 1, 1, 2, card="ones=4"), commit("ones"), (), "box ones is filled"),
        (CHOSEN.apply(commit("ones")), score("twos"), (), "ones is the box of this turn"),
        (CHOSEN.apply(commit("ones")), commit("twos"), (), "score it"),
        (OVER, keep(), (1, 1, 1, 1, 1), "the game is over"),
    ],
)
def test_what_rules_forbid_is_refused(state: SheetState, action: Action, throw: tuple[int, ...], advice: str) -> None:
    with pytest.raises(UnknownNameError if "did you mean" in advice else RuleError, match=advice) as refusal:
        state.apply(action, throw)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 160


@pytest.mark.parametrize(
    ("refused", "advice"),
    [
        (lambda: SheetState(()), "there are 0 cards"),
        (lambda: SheetState((BLANK,) * 9), "there are 9 cards"),
        (lambda: SheetState((BLANK, Card.blank(find_sheet("kniffel")))), "for different sheets"),
        (lambda: SheetState((BLANK,), player=1), "there is no player 1"),
        (lambda: SheetState((BLANK,), player=-1), "there is no player -1"),
        (
            lambda: SheetState((ONES, BLANK)),
            "have 1, 0 boxes filled: players take turns in order, so it is not the turn of player 1",
        ),
        (lambda: SheetState((BLANK, ONES), player=1), "players take turns in order"),
        (lambda: SheetState((BLANK,), dice=(1, 2, 3), rolls_left=2), "1 2 3 is not a throw of 5 dice"),
        (lambda: SheetState((BLANK,), dice=(1, 2, 3, 4, 7), rolls_left=2), "of the faces 1 to 6"),
        (lambda: SheetState((BLANK,), dice=(2, 1, 3, 4, 5), rolls_left=2), "do not rise"),
        (lambda: SheetState((BLANK,), rolls_left=2), "2 throws cannot be left here: give 3"),
        (lambda: SheetState((BLANK,), dice=(1, 1, 1, 1, 1), rolls_left=3), "throws cannot be left here: give 0 to 2"),
        (lambda: SheetState((BLANK,), dice=(1, 1, 1, 1, 1), rolls_left=-1), "throws cannot be left here: give 0 to 2"),
        (lambda: replace(OVER, dice=(1, 1, 1, 1, 1), rolls_left=2), "the game is over"),
        (lambda: SheetState((BLANK,), committed="ones"), "no box is committed to"),
        (lambda: SheetState((BLANK,), dice=(1,) * 5, rolls_left=2, committed="ones"), "no box is committed to"),
        (lambda: SheetState((Card.blank(EARLY),), committed="ones"), "no box is committed to"),
        (lambda: SheetState((Card.blank(EARLY),), dice=(1,) * 5, rolls_left=1), "give the one committed to"),
    ],
)
def test_states_that_no_game_has_are_refused_in_one_line(refused: Callable[[], object], advice: str) -> None:
    with pytest.raises(PositionError, match=advice) as refusal:
        refused()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 160


def test_a_box_that_is_committed_to_is_open_and_of_the_sheet() -> None:
    filled = Card.blank(EARLY).with_score("ones", (1, 1, 2, 3, 4))
    with pytest.raises(PositionError, match="box ones is filled: choose from twos"):
        SheetState((filled,), dice=(1, 1, 1, 1, 1), rolls_left=1, committed="ones")
    with pytest.raises(UnknownNameError, match="did you mean hooligan"):
        SheetState((filled,), dice=(1, 1, 1, 1, 1), rolls_left=1, committed="holigan")


def test_a_turn_of_one_throw_has_one() -> None:
    quick = replace(YAHTZEE, throws=1)
    state = SheetState.start(quick).apply(keep(), (1, 1, 1, 1, 2))
    assert state.legal_actions() == tuple(score(box) for box in YAHTZEE.names)

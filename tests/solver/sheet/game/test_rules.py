"""Rules of score-sheet games: whole games kept as text, and what no game may do."""

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import PositionError, RuleError, SolverError, UnknownNameError
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.rules import Commit, Keep, Score, SheetState, action_json, keeps
from solver.sheet.game.sheet import SHEETS, Sheet, find_sheet
from tests.support.solver.sheet_transcripts import replayed

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.txt"))
SHEET_GAMES = [*(sheet for sheets in SHEETS.values() for sheet in sheets), find_sheet("hooligan", commit=True)]
YAHTZEE = find_sheet("yahtzee")
HOOLIGAN = find_sheet("hooligan")
EARLY = find_sheet("hooligan", commit=True)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whole_games_replay_as_their_text_says(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(replayed(lines)) == lines


def test_there_are_games_of_each_sheet_to_replay() -> None:
    told = {path.read_text(encoding="utf-8").split(" for ", maxsplit=1)[0] for path in GAMES}
    assert told == {f"{sheet.name} {sheet.rule}{' commit' * sheet.commit}" for sheet in SHEET_GAMES}


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(SHEET_GAMES), st.integers(1, 8), st.integers(0, 2**32))
def test_any_play_keeps_to_the_rules(sheet: Sheet, players: int, seed: int) -> None:
    chance = random.Random(seed)
    state = SheetState.start(sheet, players)
    turns = 0
    while not state.over:
        before, action = state, chance.choice(state.legal_actions())
        assert state.winners == ()
        assert state.returns() == (0.0,) * players
        if isinstance(action, Keep):
            # Dice that are often alike, so that jokers come.
            faces = chance.choice([range(1, 7), [chance.randint(1, 6)]])
            throw = tuple(chance.choice(faces) for _ in range(5 - len(action.dice)))
            state = state.apply(action, throw)
            assert state.dice == tuple(sorted((*action.dice, *throw)))
            assert state.rolls_left == before.rolls_left - 1
            assert state.cards == before.cards
        else:
            state = state.apply(action)
        if isinstance(action, Score):
            turns += 1
            assert state.player == turns % players
            assert state.cards[before.player] == before.card.with_score(action.box, before.dice)
            assert (state.dice, state.rolls_left, state.committed) == ((), 3, None)
        if isinstance(action, Commit):
            assert [choice for choice in state.legal_actions() if isinstance(choice, Score)] == [Score(action.box)]
    assert turns == players * len(sheet.boxes)
    assert state.legal_actions() == ()
    most = max(card.total for card in state.cards)
    assert state.winners == tuple(player for player in range(players) if state.cards[player].total == most)
    assert sum(state.returns()) == pytest.approx(most if players == 1 else 1)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5).map(lambda dice: tuple(sorted(dice))))
def test_keeps_come_in_the_order_that_breaks_ties(dice: tuple[int, ...]) -> None:
    kept = [keep.dice for keep in keeps(dice)]
    masks = itertools.product((False, True), repeat=len(dice))
    assert set(kept) == {tuple(itertools.compress(dice, mask)) for mask in masks if not all(mask)}
    assert len(kept) == len(set(kept))
    for better, worse in itertools.pairwise(kept):
        assert (len(better), sorted(better, reverse=True)) > (len(worse), sorted(worse, reverse=True))


def test_boxes_come_before_keeps_in_the_order_of_the_sheet() -> None:
    state = SheetState.start(YAHTZEE).apply(Keep(()), (6, 3, 3, 4, 5))
    assert state.legal_actions()[:13] == tuple(Score(box) for box in YAHTZEE.names)
    assert state.legal_actions()[13:15] == (Keep((3, 4, 5, 6)), Keep((3, 3, 5, 6)))
    assert state.legal_actions()[-2:] == (Keep((3,)), Keep(()))


def test_actions_are_told_as_the_command_line_prints_them() -> None:
    assert action_json(Keep((3, 3))) == {"keep": [3, 3]}
    assert action_json(Score("fours")) == {"score": "fours"}
    assert action_json(Commit("fours")) == {"commit": "fours"}


def begun(sheet: Sheet, *dice: int, card: str = "", rolls_left: int = 2) -> SheetState:
    return SheetState((read_card(sheet, card),), dice=dice, rolls_left=rolls_left)


OVER = SheetState((Card(HOOLIGAN, (0,) * 7),))


@pytest.mark.parametrize(
    ("refused", "error", "advice"),
    [
        (lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((4, 4, 4)), (1, 1)), RuleError, "4 cannot be kept"),
        (
            lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((6,)), (1, 1, 1, 1)),
            RuleError,
            "on the table are 1 2 3 4 4",
        ),
        (lambda: SheetState.start(YAHTZEE).apply(Keep((6,)), (1, 1, 1, 1)), RuleError, "on the table are no dice"),
        (lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((1, 2, 3, 4, 4))), RuleError, "none is thrown: score a box"),
        (lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((4, 4)), (1, 1)), RuleError, "1 1 is not a throw of 3 dice"),
        (
            lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((4, 4))),
            RuleError,
            "nothing is not a throw of 3 dice: give 3",
        ),
        (lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((1, 2, 3, 4)), (7,)), RuleError, "not a throw of one die"),
        (lambda: begun(YAHTZEE, 1, 2, 3, 4, 4).apply(Keep((1, 2, 3, 4)), (0,)), RuleError, "of the faces 1 to 6"),
        (lambda: SheetState.start(YAHTZEE).apply(Keep(()), (1,) * 1000), RuleError, "not a throw of 5 dice"),
        (lambda: SheetState.start(YAHTZEE).apply(Score("ones")), RuleError, "a turn begins with a throw"),
        (lambda: SheetState.start(EARLY).apply(Commit("ones")), RuleError, "a turn begins with a throw"),
        (lambda: begun(YAHTZEE, 1, 1, 1, 1, 2, rolls_left=0).apply(Keep((1,)), (1,) * 4), RuleError, "all 3 throws"),
        (lambda: begun(YAHTZEE, 1, 1, 1, 1, 2).apply(Score("ones"), (1,)), RuleError, "give no throw"),
        (lambda: begun(YAHTZEE, 1, 1, 1, 1, 2, card="ones=4").apply(Score("ones")), RuleError, "box ones is filled"),
        (lambda: begun(YAHTZEE, 1, 1, 1, 1, 2).apply(Score("ons")), UnknownNameError, "did you mean ones"),
        (lambda: begun(YAHTZEE, 1, 1, 1, 1, 2).apply(Commit("ones")), RuleError, "keep dice or score a box"),
        (
            lambda: begun(YAHTZEE, 4, 4, 4, 4, 4, card="yahtzee=50").apply(Score("full-house")),
            RuleError,
            "a further Yahtzee may not go to full-house here: choose from fours",
        ),
        (
            lambda: begun(YAHTZEE, 4, 4, 4, 4, 4, card="yahtzee=0,fours=4").apply(Score("ones")),
            RuleError,
            "may not go to ones here: choose from three-of-a-kind, four",
        ),
        (lambda: begun(EARLY, 1, 1, 1, 1, 2).apply(Score("ones")), RuleError, "commit to a box first"),
        (lambda: begun(EARLY, 1, 1, 1, 1, 2).apply(Keep((1, 1)), (1, 1, 1)), RuleError, "commit to one"),
        (lambda: begun(EARLY, 1, 1, 1, 1, 2, card="ones=4").apply(Commit("ones")), RuleError, "box ones is filled"),
        (lambda: begun(EARLY, 1, 1, 1, 1, 2).apply(Commit("one")), UnknownNameError, "did you mean ones"),
        (
            lambda: begun(EARLY, 1, 1, 1, 1, 2).apply(Commit("ones")).apply(Score("twos")),
            RuleError,
            "ones is the box of this turn",
        ),
        (lambda: begun(EARLY, 1, 1, 1, 1, 2).apply(Commit("ones")).apply(Commit("twos")), RuleError, "score it"),
        (lambda: OVER.apply(Keep(()), (1, 1, 1, 1, 1)), RuleError, "the game is over"),
        (lambda: OVER.apply(Score("ones")), RuleError, "the game is over"),
        (lambda: OVER.apply(Commit("ones")), RuleError, "the game is over"),
    ],
)
def test_what_the_rules_forbid_is_refused_in_one_line(
    refused: Callable[[], object], error: type[SolverError], advice: str
) -> None:
    with pytest.raises(error, match=advice) as refusal:
        refused()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 160


BLANK = Card.blank(YAHTZEE)
ONES = read_card(YAHTZEE, "ones=3")


@pytest.mark.parametrize(
    ("refused", "advice"),
    [
        (lambda: SheetState(()), "0 cards do not make a game"),
        (lambda: SheetState((BLANK,) * 9), "9 cards do not make a game"),
        (lambda: SheetState.start(YAHTZEE, 0), "1 to 8 players"),
        (lambda: SheetState((BLANK, Card.blank(find_sheet("kniffel")))), "of different sheets"),
        (lambda: SheetState((BLANK,), player=1), "there is no player 1"),
        (lambda: SheetState((BLANK,), player=-1), "there is no player -1"),
        (
            lambda: SheetState((ONES, BLANK)),
            "have 1, 0 boxes filled: players go in order, and it is not the turn of player 1",
        ),
        (lambda: SheetState((BLANK, BLANK), player=1), "players go in order"),
        (lambda: SheetState((BLANK, ONES), player=1), "players go in order"),
        (lambda: SheetState((BLANK,), dice=(1, 2, 3), rolls_left=2), "1 2 3 is not a throw of 5 dice"),
        (lambda: SheetState((BLANK,), dice=(1, 2, 3, 4, 7), rolls_left=2), "of the faces 1 to 6"),
        (lambda: SheetState((BLANK,), dice=(2, 1, 3, 4, 5), rolls_left=2), "do not rise"),
        (lambda: SheetState((BLANK,), rolls_left=2), "2 throws are never left here: give 3"),
        (lambda: SheetState((BLANK,), dice=(1, 1, 1, 1, 1), rolls_left=3), "throws are never left here: give 0 to 2"),
        (lambda: SheetState((BLANK,), dice=(1, 1, 1, 1, 1), rolls_left=-1), "throws are never left here: give 0 to 2"),
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
    state = SheetState.start(quick).apply(Keep(()), (1, 1, 1, 1, 2))
    assert state.legal_actions() == tuple(Score(box) for box in YAHTZEE.names)

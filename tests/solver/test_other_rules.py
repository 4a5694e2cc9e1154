"""Rules: whole games kept as text, and for one, many and all at once what is refused."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.action import HOLD, ROLL, SIT, STAND, Action
from solver.errors import OptionError, PositionError, RuleError
from solver.games import parse
from solver.multiplayer.states import MultiplayerState
from solver.notation import read_move
from solver.race.rules import RACES
from solver.sheet.game.custom_sheet import SHEETS
from solver.simultaneous.states import SimultaneousState, SkunkState, SwineHerdState
from solver.single.exact import SOLITAIRES
from solver.single.states import PigReachState, PigScoreState, PigTurnsState, ThinkState


def describe(state: Any) -> str:
    """Return a state as the texts of games tell it: as its line, with what players may do."""
    ways = state.legal_actions()
    some = [*map(str, ways)] if all(isinstance(way, Action) for way in ways) else [f"{len(ways)} ways"]
    can = ", ".join(some) if len(some) < 4 else f"{some[0]} to {some[-1]}"
    return f"{state}  {'over' if state.over else can}"


def replay(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again from the state of the first, and yield the whole text as it should be."""
    state: Any = parse(lines[0].partition("  ")[0])
    yield describe(state)
    for line in lines:
        if line.startswith("> "):
            yield line
            state = state.apply(*read_move(state, line.removeprefix("> ")))
            yield describe(state)
    yield f"returns {state.returns()}" if hasattr(state, "returns") else f"winner {state.winner}"


GAMES = sorted((Path(__file__).parent / "games").glob("*/*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whole_games_replay_as_their_text_says(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(replay(lines)) == lines


def test_there_are_games_of_each_kind_to_replay() -> None:
    kinds = {path.read_text(encoding="utf-8").split()[0] for path in GAMES}
    assert kinds == {*RACES, "hog", *SOLITAIRES, *SHEETS, "pig-four", "swine-herd", "skunk"}


@settings(deadline=None)
@given(st.integers(3, 10), st.integers(2, 60), st.lists(st.tuples(st.booleans(), st.integers(1, 6)), max_size=500))
def test_any_play_of_many_keeps_to_the_rules(players: int, goal: int, choices: list[tuple[bool, int]]) -> None:
    state = MultiplayerState((0,) * players, goal)
    for hold, face in choices:
        if state.winner is not None:
            break
        before = state
        held = hold and state.turn_total > 0
        state = state.apply(HOLD) if held else state.apply(ROLL, (face,))
        assert sum(state.scores) == sum(before.scores) + (before.turn_total if held else 0)
        moved_on = held or face == 1
        assert state.player == (before.player + moved_on) % players
        assert sum(state.returns()) == (state.winner is not None)
        assert len(state.in_order) == players
        assert state.in_order[0] == state.scores[state.player]


@settings(deadline=None)
@given(
    st.sampled_from([SwineHerdState, SkunkState]),
    st.integers(2, 10),
    st.lists(st.tuples(st.integers(0, 2**10 - 1), st.integers(1, 6), st.integers(1, 6)), max_size=300),
)
def test_any_play_together_keeps_to_the_rules(
    rules: Callable[[tuple[int, ...]], SimultaneousState], players: int, moves: list[tuple[int, int, int]]
) -> None:
    state = rules((0,) * players)
    for mask, first, second in moves:
        if state.over:
            break
        sitting = [p for p in state.standing if mask >> p & 1 and SIT in state.stances(p)]
        before = state
        banked = [score + state.round_total * (p in sitting) for p, score in enumerate(state.scores)]
        nobody = len(sitting) == len(state.standing) or (state.goal is not None and max(banked) >= state.goal)
        throw = () if nobody else (first, second)[: state.thrown.dice]
        state = state.apply(sitting, throw)
        for player, score in enumerate(state.scores):
            ruined = len(throw) == 2 and throw == (1, 1) and player not in {*before.seated, *sitting}
            assert score == (0 if ruined else banked[player])
        if 1 in throw or nobody:
            assert (state.round_total, state.seated) == (0, frozenset())
        else:
            assert state.round_total == before.round_total + sum(throw)
        assert sum(state.returns()) == pytest.approx(float(state.over))


@pytest.mark.parametrize(
    ("refused", "error"),
    [
        (lambda: PigReachState(goal=0), OptionError),
        (lambda: PigReachState(turns=0), OptionError),
        (lambda: PigScoreState(score=-1), PositionError),
        (lambda: PigTurnsState(score=100, turn_total=3), PositionError),
        (lambda: PigTurnsState().apply(HOLD), RuleError),
        (lambda: PigTurnsState(turn_total=3).apply(HOLD, (3,)), RuleError),
        (lambda: ThinkState().apply(ROLL, (3,)), RuleError),
        (lambda: ThinkState().apply(ROLL, (3, 7)), RuleError),
        (lambda: PigScoreState(taken=5).apply(ROLL, (3,)), RuleError),
        (lambda: MultiplayerState((0, 0)), PositionError),
        (lambda: MultiplayerState((0,) * 11), PositionError),
        (lambda: MultiplayerState((100, 100, 3)), PositionError),
        (lambda: MultiplayerState((100, 1, 3), turn_total=3), PositionError),
        (lambda: MultiplayerState((1, 1, 3), player=3), PositionError),
        (lambda: MultiplayerState((1, 1, 3), turn_total=-3), PositionError),
        (lambda: MultiplayerState((1, 1, 3), goal=10_000), OptionError),
        (lambda: MultiplayerState((1, 1, 3)).apply(HOLD), RuleError),
        (lambda: MultiplayerState((1, 1, 3)).apply(ROLL, (0,)), RuleError),
        (lambda: MultiplayerState((100, 1, 3)).apply(ROLL, (2,)), RuleError),
        (lambda: MultiplayerState((1, 1, 3), turn_total=4).apply(HOLD, (2,)), RuleError),
        (lambda: SwineHerdState((0,)), PositionError),
        (lambda: SwineHerdState((0, 0), frozenset({0, 1}), 5), PositionError),
        (lambda: SwineHerdState((0, 0), frozenset({0})), PositionError),
        (lambda: SwineHerdState((100, 0), round_total=4), PositionError),
        (lambda: SwineHerdState((0, 0)).apply([0], (3,)), RuleError),
        (lambda: SwineHerdState((0, 0), frozenset({0}), 5).apply([0], (3,)), RuleError),
        (lambda: SwineHerdState((0, 0), frozenset(), 5).apply([0, 1], (3,)), RuleError),
        (lambda: SwineHerdState((99, 0), frozenset(), 5).apply([0], (3,)), RuleError),
        (lambda: SwineHerdState((100, 0)).apply([], (3,)), RuleError),
        (lambda: SkunkState((0, 0)).apply([], (3,)), RuleError),
        (lambda: SkunkState((0, 0), taken=6), PositionError),
        (lambda: SkunkState((0, 0), round_total=3, taken=5), PositionError),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(refused: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error) as refusal:
        refused()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 160


def test_legal_actions_follow_the_round() -> None:
    state = SkunkState((0, 0, 0))
    assert [state.stances(player) for player in range(3)] == [(STAND,)] * 3
    state = state.apply([], (3, 4)).apply([1], (2, 2))
    assert state.stances(1) == ()
    assert list(itertools.chain.from_iterable(state.stances(p) for p in (0, 2))) == [STAND, SIT] * 2

"""The rules of Pig: whole games kept as text, and what no game may do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import GoalError, PositionError, RuleError
from solver.pig import Action, PigState
from solver.reach import Reach

GAMES = sorted((Path(__file__).parent / "games").glob("*.txt"))


def told(state: PigState) -> str:
    """Return a state as the texts of games tell it."""
    legal = ",".join(state.legal_actions()) or "over"
    first, second = state.scores
    return f"player {state.player}  {first}-{second}  turn {state.turn_total}  {legal}"


def replayed(lines: list[str]) -> Iterator[str]:
    """Play the moves in `lines` again and yield the whole text as it should be."""
    goal = int(lines[0].removeprefix("pig to "))
    state = PigState(goal)
    yield lines[0]
    yield told(state)
    for line in lines[1:]:
        if line.startswith("> "):
            action, *throw = line.removeprefix("> ").split()
            state = state.apply(Action(action), tuple(int(face) for face in throw))
            yield line
            yield told(state)
    yield f"winner {state.winner}  returns {state.returns()}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whole_games_replay_as_their_text_says(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(replayed(lines)) == lines


def test_there_are_games_to_replay() -> None:
    assert len(GAMES) == 3


@settings(deadline=None)
@given(st.integers(2, 60), st.lists(st.tuples(st.booleans(), st.integers(1, 6)), max_size=400))
def test_any_play_keeps_to_the_rules(goal: int, choices: list[tuple[bool, int]]) -> None:
    state = PigState(goal)
    for hold, face in choices:
        if state.winner is not None:
            break
        before = state
        if hold and state.turn_total > 0:
            state = state.apply(Action.HOLD)
            assert sum(state.scores) == sum(before.scores) + before.turn_total
        else:
            state = state.apply(Action.ROLL, (face,))
            assert state.scores == before.scores
        if state.winner is None:
            assert state.returns() == (0.0, 0.0)
            assert max(state.scores) < goal
        else:
            assert state.winner == before.player
            assert state.returns()[before.player] == 1.0
            assert sum(state.returns()) == 0.0
            assert state.legal_actions() == ()


@pytest.mark.parametrize("throw", [(), (0,), (7,), (-1,), (3, 4)])
def test_only_one_die_with_six_faces_is_a_throw(throw: tuple[int, ...]) -> None:
    with pytest.raises(RuleError, match="no throw of one die"):
        PigState().apply(Action.ROLL, throw)


def test_a_turn_begins_with_a_throw() -> None:
    with pytest.raises(RuleError, match="at least one throw"):
        PigState().apply(Action.HOLD)


def test_a_hold_has_no_throw() -> None:
    with pytest.raises(RuleError, match="a hold has no throw"):
        PigState(turn_total=4).apply(Action.HOLD, (4,))


def test_nothing_is_played_after_the_end() -> None:
    over = PigState(scores=(99, 4), turn_total=3).apply(Action.HOLD)
    assert over.winner == 0
    for action, throw in ((Action.ROLL, (3,)), (Action.HOLD, ())):
        with pytest.raises(RuleError, match="the game is over"):
            over.apply(action, throw)


@pytest.mark.parametrize(
    "fields",
    [
        {"scores": (-1, 0)},
        {"turn_total": -1},
        {"player": 2},
        {"scores": (100, 100)},
        {"scores": (100, 3), "turn_total": 2},
    ],
)
def test_impossible_states_are_refused(fields: dict[str, int]) -> None:
    with pytest.raises(PositionError):
        PigState(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("goal", [-3, 0, 1, 1001, 10_000, 10**30])
def test_absurd_goals_are_refused_in_one_line(goal: int) -> None:
    with pytest.raises(GoalError) as refusal:
        PigState(goal)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 160


def test_a_goal_too_large_is_told_with_what_it_would_need() -> None:
    with pytest.raises(GoalError, match=r"10,000 is too large: it would need 68 GB of memory and about 34 minutes"):
        PigState(10_000)


def arrived_at(goal: int) -> set[tuple[int, int, int]]:
    """Return all positions (own score, other score, turn total) of games in which a winning hold is always taken."""
    seen: set[PigState] = set()
    ahead = [PigState(goal)]
    while ahead:
        state = ahead.pop()
        if state in seen or state.winner is not None:
            continue
        seen.add(state)
        if state.me + state.turn_total < goal:
            ahead.extend(state.apply(Action.ROLL, (face,)) for face in range(1, 7))
        if state.turn_total > 0:
            ahead.append(state.apply(Action.HOLD))
    return {(state.me, state.opponent, state.turn_total) for state in seen}


@pytest.mark.parametrize("goal", [2, 3, 4, 5, 7, 8, 12, 17])
def test_reachable_is_what_a_search_of_all_games_finds(goal: int) -> None:
    positions = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal + 9)]
    reach = Reach(goal, PigState.law(PigState.die()))
    assert {position for position in positions if reach(*position)} == arrived_at(goal)

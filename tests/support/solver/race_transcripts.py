"""Whole games as text: a heading, then each state and each move, as they are kept and replayed."""

from collections.abc import Iterator, Sequence

from solver.race.hog import HogState
from solver.race.rules import rules_of
from solver.race.state import Action, RaceState, TwoPlayerState
from tests.support.solver.transcripts import replay


def described(state: TwoPlayerState) -> str:
    """Return a state as the texts of games tell it."""
    first, second = state.scores
    line = f"player {state.player}  {first}-{second}"
    if isinstance(state, HogState):
        legal = state.legal_actions()
        return f"{line}  {f'{legal[0]} to {legal[-1]} dice' if legal else 'over'}"
    assert isinstance(state, RaceState)
    return f"{line}  turn {state.turn_total}  {','.join(state.legal_actions()) or 'over'}"


def moved(state: TwoPlayerState, move: str) -> TwoPlayerState:
    """Return the state after a move of a text."""
    action, *faces = move.split()
    throw = tuple(int(face) for face in faces)
    if isinstance(state, HogState):
        return state.apply(len(throw), throw)
    assert isinstance(state, RaceState)
    return state.apply(Action(action), throw)


def ending(state: TwoPlayerState) -> list[str]:
    return [f"winner {state.winner}  returns {state.returns()}"]


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again and yield the whole text as it should be."""
    game, _, goal = lines[0].partition(" to ")
    return replay(lines, rules_of(game)(int(goal)), described, moved, ending)

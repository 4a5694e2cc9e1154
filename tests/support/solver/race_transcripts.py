"""Whole games as text: a heading, then each state and each move, as they are kept and replayed."""

from collections.abc import Iterator, Sequence

from solver.race.hog import HogState
from solver.race.rules import rules_of
from solver.race.state import Action, RaceState, TwoPlayerState


def described(state: TwoPlayerState) -> str:
    """Return a state as the texts of games tell it."""
    first, second = state.scores
    line = f"player {state.player}  {first}-{second}"
    if isinstance(state, HogState):
        legal = state.legal_actions()
        return f"{line}  {f'{legal[0]} to {legal[-1]} dice' if legal else 'over'}"
    assert isinstance(state, RaceState)
    return f"{line}  turn {state.turn_total}  {','.join(state.legal_actions()) or 'over'}"


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again and yield the whole text as it should be."""
    game, _, goal = lines[0].partition(" to ")
    state = rules_of(game)(int(goal))
    yield lines[0]
    yield described(state)
    for line in lines[1:]:
        if line.startswith("> "):
            action, *faces = line.removeprefix("> ").split()
            throw = tuple(int(face) for face in faces)
            if isinstance(state, HogState):
                state = state.apply(len(throw), throw)
            elif isinstance(state, RaceState):
                state = state.apply(Action(action), throw)
            yield line
            yield described(state)
    yield f"winner {state.winner}  returns {state.returns()}"

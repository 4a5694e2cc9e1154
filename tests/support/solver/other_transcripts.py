"""Whole games for one, for many and for all at once as text, as they are kept and replayed."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from solver.multiplayer.states import MultiplayerState
from solver.race.state import Action
from solver.risk.battle import RiskAction, RiskState
from solver.simultaneous.states import SimultaneousState, SkunkState, SwineHerdState
from solver.single.states import PigReachState, PigScoreState, PigTurnsState, SinglePlayerState, ThinkState
from tests.support.solver.transcripts import replay

State: TypeAlias = SinglePlayerState | MultiplayerState | SimultaneousState | RiskState


def opening(heading: str) -> State:
    """Return the first state of the game that the first line of a text names."""
    match heading.split():
        case ["pig-reach", goal, turns]:
            return PigReachState(goal=int(goal), turns=int(turns))
        case ["pig-score", turns]:
            return PigScoreState(turns=int(turns))
        case ["think", turns]:
            return ThinkState(turns=int(turns))
        case ["pig-turns", goal]:
            return PigTurnsState(goal=int(goal))
        case ["pig-crowd", goal, players]:
            return MultiplayerState((0,) * int(players), int(goal))
        case ["swine-herd", goal, players]:
            return SwineHerdState((0,) * int(players), goal=int(goal))
        case ["skunk", rounds, players]:
            return SkunkState((0,) * int(players), rounds=int(rounds))
        case ["risk", armies, *territories]:
            return RiskState(int(armies), tuple(int(army) for army in territories))
    raise ValueError(f"{heading} is no game")


def described(state: State) -> str:
    """Return a state as the texts of games tell it."""
    match state:
        case SinglePlayerState():
            legal = ",".join(state.legal_actions()) or "over"
            return f"score {state.score}  taken {state.taken}  turn {state.turn_total}  {legal}"
        case MultiplayerState():
            scores = "-".join(map(str, state.scores))
            return (
                f"player {state.player}  {scores}  turn {state.turn_total}  {','.join(state.legal_actions()) or 'over'}"
            )
        case SimultaneousState():
            scores, standing = "-".join(map(str, state.scores)), ",".join(map(str, state.standing))
            return f"{scores}  up {state.round_total}  standing {standing or 'nobody'}"
        case RiskState():
            ahead = " ".join(map(str, state.territories))
            return f"{state.armies} against {ahead or 'none'}  dice {state.dice()}"


def moved(state: State, move: str) -> State:
    """Return the state after a move of a text."""
    word, *numbers = move.split()
    throw = tuple(int(number) for number in numbers)
    match state:
        case SinglePlayerState() | MultiplayerState():
            return state.apply(Action(word), throw)
        case SimultaneousState():
            sitting = [] if word == "all-stand" else [int(player) for player in word.removeprefix("sit:").split(",")]
            return state.apply(sitting, throw)
        case RiskState():
            return state.apply(RiskAction(word), throw)


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again and yield the whole text as it should be."""
    return replay(lines, opening(lines[0]), described, moved, lambda state: [f"returns {state.returns()}"])

"""Whole games as text: a heading, then each state and each move, as they are kept and replayed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from solver.action import Action
from solver.multiplayer.states import MultiplayerState
from solver.race.hog import DICE, HogState
from solver.race.rules import rules_of
from solver.race.state import RaceState, TwoPlayerState
from solver.risk.conquest import RiskState
from solver.simultaneous.states import SimultaneousState, SkunkState, SwineHerdState
from solver.single.states import PigReachState, PigScoreState, PigTurnsState, SinglePlayerState, ThinkState

S = TypeVar("S")
State: TypeAlias = TwoPlayerState | SinglePlayerState | MultiplayerState | SimultaneousState | RiskState


def opening(heading: str) -> State:
    """Return the first state of the game that the first line of a text names."""
    match heading.split():
        case [game, "to", goal]:
            return rules_of(game)(int(goal))
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
        case HogState():
            legal = state.legal_actions()
            can = f"{legal[0].count} to {legal[-1]}" if legal else "over"
            return f"player {state.player}  {'-'.join(map(str, state.scores))}  {can}"
        case RaceState() | MultiplayerState():
            can = ",".join(map(str, state.legal_actions())) or "over"
            return f"player {state.player}  {'-'.join(map(str, state.scores))}  turn {state.turn_total}  {can}"
        case SinglePlayerState():
            can = ",".join(map(str, state.legal_actions())) or "over"
            return f"score {state.score}  taken {state.taken}  turn {state.turn_total}  {can}"
        case SimultaneousState():
            scores, standing = "-".join(map(str, state.scores)), ",".join(map(str, state.standing))
            return f"{scores}  up {state.round_total}  standing {standing or 'nobody'}"
        case RiskState():
            ahead = " ".join(map(str, state.territories))
            return f"{state.armies} against {ahead or 'none'}  dice {state.dice()}"
    raise TypeError(state)


def moved(state: State, move: str) -> State:
    """Return the state after a move of a text."""
    word, *numbers = move.split()
    throw = tuple(int(number) for number in numbers)
    match state:
        case HogState():
            return state.apply(DICE[len(throw) - 1], throw)
        case SimultaneousState():
            sitting = [] if word == "all-stand" else [int(player) for player in word.removeprefix("sit:").split(",")]
            return state.apply(sitting, throw)
        case RaceState() | SinglePlayerState() | MultiplayerState() | RiskState():
            return state.apply(Action.of_json(word), throw)
    raise TypeError(state)


def replay(
    lines: Sequence[str],
    state: S,
    described: Callable[[S], str],
    moved: Callable[[S, str], S],
    ending: Callable[[S], Iterable[str]],
) -> Iterator[str]:
    """Play the moves in `lines` again from `state`, and yield the whole text as it should be."""
    yield lines[0]
    yield described(state)
    for line in lines[1:]:
        if line.startswith("> "):
            state = moved(state, line.removeprefix("> "))
            yield line
            yield described(state)
    yield from ending(state)


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again and yield the whole text as it should be."""

    def ending(state: State) -> list[str]:
        return [
            f"winner {state.winner}" if isinstance(state, TwoPlayerState | RiskState) else f"returns {state.returns()}"
        ]

    return replay(lines, opening(lines[0]), described, moved, ending)

"""Decisions and win probabilities in Pig for three and more players, by the state of a game."""

from pathlib import Path

from solver.decision import Decision
from solver.multiplayer.approximation import approximate_plan
from solver.multiplayer.games import PigMultiplayer, PigThree, PigThreeOptions
from solver.multiplayer.states import LEAST_PLAYERS, MultiplayerState
from solver.multiplayer.three_file import three_table
from solver.options import GoalOptions


def multiplayer_decision(state: MultiplayerState, folder: Path | None = None) -> Decision:
    """Return the approximately best decision of the player whose turn it is; the table for three is kept in `folder`.

    Raises RuleError or PositionError for a game that is over, MissingNumbaError for three players.
    """
    players = len(state.scores)
    if players == LEAST_PLAYERS:
        three = PigThree()
        return three.advise(PigThreeOptions(goal=state.goal, cache=folder), **_position(three.position, state))
    game = PigMultiplayer(players)
    return game.advise(GoalOptions(goal=state.goal), **_position(game.position, state))


def multiplayer_chances(state: MultiplayerState, folder: Path | None = None) -> tuple[float, ...]:
    """Return each player's chance to win as this turn began, in order of the seats.

    Raises MissingNumbaError for three players.
    """
    first, *rest = state.in_order
    if len(rest) == LEAST_PLAYERS - 1:
        second, third = rest
        found = tuple(map(float, three_table(state.goal, None, folder).win[first, second, third]))
    else:
        found = approximate_plan(state.in_order, state.goal).chances
    back = len(found) - state.player
    return found[back:] + found[:back]


def _position(names: tuple[str, ...], state: MultiplayerState) -> dict[str, int]:
    return dict(zip(names, (*state.in_order, state.turn_total), strict=True))

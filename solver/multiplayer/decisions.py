"""What to do in Pig for three and more, and everybody's chance to win, by the state of a game."""

from pathlib import Path

from solver.decision import Decision
from solver.game import Options
from solver.multiplayer.approximation import approximate_plan
from solver.multiplayer.games import PigMultiplayer, PigThree
from solver.multiplayer.states import LEAST_PLAYERS, MultiplayerState
from solver.multiplayer.three_file import three_table


def multiplayer_decision(state: MultiplayerState, folder: Path | None = None) -> Decision:
    """Return what looks best to the player whose turn it is; the table for three is kept in `folder`.

    Raises RuleError or PositionError for a game that is over, MissingNumbaError for three players.
    """
    options = Options(goal=state.goal)
    players = len(state.scores)
    if players == LEAST_PLAYERS:
        game: PigThree | PigMultiplayer = PigThree()
        options = Options(goal=state.goal, cache=folder)
    else:
        game = PigMultiplayer(players)
    *others, turn = game.position
    place = dict(zip(others, state.in_order, strict=True))
    return game.advise(options, **place, **{turn: state.turn_total})


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

"""Rules of keep-and-throw games, and games that are played out."""

import random
from collections.abc import Sequence

from solver.action import Action
from solver.keep_and_throw.player import KeepPlayer
from solver.keep_and_throw.rules import KeepRules
from solver.keep_and_throw.state import KeepState
from tests.support.own_games import own_game
from tests.support.solver.playouts import play_to_end

SMALL = own_game("small")
"""Rules of a game of three dice."""
HOUSE = own_game("house")
"""House rules of Farkle: combinations that its base has too, and others."""
UNLIKE = ((1, 1, 1, 1, 1, 1), (3, 1, 1, 1, 1, 2), (0, 2, 1, 1, 4, 1))
"""How often each face of three dice that differ falls."""


def play_out(rules: KeepRules, players: Sequence[KeepPlayer], chance: random.Random) -> int | None:
    """Return who wins a game of these players."""

    def act(state: KeepState) -> tuple[Action, int]:
        action = players[state.player].decide(state).action
        return action, state.dice_left(action.keep or ()) if action.throws else 0

    start = KeepState(rules, (0,) * len(players), blanks=(0,) * len(players))
    return play_to_end(start, act, chance).winner

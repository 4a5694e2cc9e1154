"""How often any strategy of a keep-and-throw game beats any other, from either seat: exactly, not simulated."""

import itertools
from collections.abc import Sequence

import numpy as np

from solver.errors import OptionError
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.strategies import KNOWN, OPTIMAL, preferences
from solver.keep_and_throw.turn_kernels import follow_best, follow_choices
from solver.race.evaluate import Rating, Turns, win_rates


def rate_keep(table: KeepTable, names: Sequence[str] | None = None) -> list[Rating]:
    """Return how often each strategy in `names`, by default all that are known, beats each of them as it begins.

    The one that begins has the dice of the first seat. Raises UnknownNameError, MissingNumbaError,
    or OptionError for a game with a penalty.
    """
    if table.rules.penalty:
        raise OptionError("strategies are compared without a penalty: leave out --penalty")
    chosen = tuple(dict.fromkeys(KNOWN if names is None else names))
    begins = {name: turns_of(name, table, 0) for name in chosen}
    alike = table.laws[0] == table.laws[1]
    follows = begins if alike else {name: turns_of(name, table, 1) for name in chosen}
    return [
        Rating(first, second, float(win_rates(begins[first], follows[second])[0, 0, 0]))
        for first, second in itertools.product(chosen, repeat=2)
    ]


def turns_of(name: str, table: KeepTable, seat: int) -> Turns:
    """Return how turns of the player of `seat` end by the strategy called `name`. Raises UnknownNameError."""
    hands, goal = table.hands(seat), table.steps
    opening = table.rules.opening // table.rules.step
    nothing = np.zeros((goal, goal))
    if name == OPTIMAL:
        best = np.zeros((goal, goal, goal)), np.zeros((goal, goal)), np.zeros((goal, goal))
        follow_best(hands.throws, opening, table.start[1 - seat][0, 0], best)
        return Turns(*best, nothing)
    banked, wins, lost = np.zeros((goal, goal)), np.zeros(goal), np.zeros(goal)
    liked = preferences(name, hands, goal)
    follow_choices(hands.throws, opening, (liked.prefers, liked.holds), (banked, wins, lost))
    whole = (goal, goal)
    every = np.broadcast_to(banked[:, None, :], (goal, goal, goal))
    return Turns(every, np.broadcast_to(wins[:, None], whole), np.broadcast_to(lost[:, None], whole), nothing)

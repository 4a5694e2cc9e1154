"""How often a strategy of a keep-and-throw game beats another, and what one turn of it scores, both exactly."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver.errors import OptionError
from solver.game import TurnOutcomes
from solver.keep_and_throw.keep_kernels import follow_best, follow_choices
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.rules import MOST_STEPS, KeepRules
from solver.keep_and_throw.strategies import KNOWN, OPTIMAL, preferences
from solver.race.evaluate import Turns, Wins, win_rates
from solver.throw_distribution import Laws


def rate_keep(table: KeepTable, names: Sequence[str] | None = None) -> Wins:
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
    return {
        (first, second): float(win_rates(begins[first], follows[second])[0, 0, 0])
        for first, second in itertools.product(chosen, repeat=2)
    }


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


def aside_outcomes(rules: KeepRules, laws: Laws, strategy: str) -> TurnOutcomes:
    """Return the outcomes of a turn of a player whose dice have the `laws`, far from the goal.

    What reaches the most points that any game is played to is counted there.
    Raises UnknownNameError, OptionError for the optimal strategy, which depends on the scores, and MissingNumbaError.
    """
    if strategy == OPTIMAL:
        raise OptionError("optimal play depends on both scores: name another strategy, such as most-points")
    far = replace(rules, goal=MOST_STEPS * rules.step, penalty=0)
    nothing = np.zeros((1, 1, MOST_STEPS, MOST_STEPS))
    turns = turns_of(strategy, KeepTable(far, (laws, laws), (nothing, nothing)), 0)
    banked, lost, reached = turns.banked[0, 0], float(turns.lost[0, 0]), float(turns.wins[0, 0])
    chances = {0: lost} | {k * rules.step: float(banked[k]) for k in range(1, MOST_STEPS) if banked[k] > 0}
    if reached > 0:
        chances[far.goal] = reached
    return TurnOutcomes({"strategy": strategy}, chances)

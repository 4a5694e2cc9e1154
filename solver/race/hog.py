"""Hog: choose how many dice to throw, once; one 1 among them and the turn scores nothing. Rules and exact values.

A throw of n dice is worth a + p (1 - y): p is the chance of a 1 among them, y the other player's chance from the same
scores, and a what the sums are worth, all at a higher sum of scores. Pairs with the same sum of scores are independent
and solved together, as in `solver.race.exact`, by policy iteration over the numbers of dice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.action import Action, Verb
from solver.errors import DistributionError, RuleError
from solver.race.state import TIE, TwoPlayerState, check_throw
from solver.throw_distribution import LEAST_HOPE, Chance

PIG_OUT = 1
MOST_DICE = 30
DICE = tuple(Action(Verb.ROLL, count=dice) for dice in range(1, MOST_DICE + 1))
"""All actions: throws of 1 to 30 dice."""
# A pair is solved when another round changes it only by rounding.
STILL = 1e-14


@dataclass(frozen=True, slots=True)
class HogState(TwoPlayerState):
    """The state of a game of Hog: each turn is one throw of 1 to 30 dice, which scores its sum if it shows no 1."""

    game = "hog"
    thing = "dice"

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the throws that the player may make: none if the game is over."""
        return () if self.winner is not None else DICE

    def apply(self, action: Action, throw: Sequence[int] = ()) -> Self:
        """Return the state after a `throw` of that many dice; for a throw with a 1, the dice up to it are enough.

        Raises RuleError if the game is over, for a number of dice outside 1 to 30, or for a throw of other dice.
        """
        if self.winner is not None:
            raise RuleError(f"{action} cannot be thrown: the game is over")
        if action not in DICE:
            raise RuleError(f"{action} cannot be thrown: choose from 1 to {MOST_DICE}")
        dice = action.count
        whole = (*throw, *(PIG_OUT,) * (dice - len(throw) if PIG_OUT in throw else 0))
        check_throw(whole, dice, self.faces, self.thing if dice > 1 else "die")
        gain = 0 if PIG_OUT in throw else sum(throw)
        return replace(self, scores=self.with_score(self.me + gain), player=1 - self.player)


def throw_sums(die: Sequence[Chance], most: int = MOST_DICE) -> NDArray[np.float64]:
    """Return the chance that n dice, 1 to `most`, score s points, at [n - 1, s]; s = 0 is a throw with a 1.

    Raises DistributionError for a die that always or never shows a 1.
    """
    if not 0 < die[PIG_OUT - 1] <= 1 - LEAST_HOPE:
        raise DistributionError(
            "Hog needs a die that shows a 1 sometimes, and not nearly always: give it a chance between"
        )
    face = np.array([0.0, 0.0, *map(float, die[PIG_OUT:])])
    sums = np.zeros((most, most * len(die) + 1))
    scored = np.ones(1)
    for dice in range(1, most + 1):
        scored = np.convolve(scored, face)
        sums[dice - 1, : len(scored)] = scored
        sums[dice - 1, 0] = 1.0 - (1.0 - float(die[PIG_OUT - 1])) ** dice
    return sums


def settle_hog(goal: int, sums: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Return what turn starts are worth and the best numbers of dice, at [i, j], from the `sums` of `throw_sums`."""
    lost, scored = sums[:, 0], sums[:, 1:].T
    reach = len(scored)
    # beyond[s, n - 1]: the chance of n dice to score more than s points.
    beyond = np.zeros((max(reach, goal) + 1, len(lost)))
    beyond[:reach] = scored[::-1].cumsum(axis=0)[::-1]
    start = np.empty((goal, goal))
    best = np.empty((goal, goal), np.uint8)
    # waiting[a, j]: the chance of a player who has just ended a turn with a points against j.
    waiting = np.ones((2 * goal, goal))
    for both in range(2 * goal - 2, -1, -1):
        mine = np.arange(max(0, both - goal + 1), min(both, goal - 1) + 1)
        theirs = both - mine
        steps = np.arange(1, min(reach, goal - mine[0]) + 1)
        sure = waiting[mine[:, None] + steps, theirs[:, None]] @ scored[: len(steps)] + beyond[len(steps)]
        start[mine, theirs], best[mine, theirs] = _settle(sure, lost)
        waiting[mine, theirs] = 1.0 - start[theirs, mine]
    return start, best


def _settle(sure: NDArray[np.float64], lost: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the value of each lane and how many dice it throws; the partner of a lane is the lane mirrored.

    `sure[lane, n - 1]` is what sums of n dice are worth, `lost[n - 1]` the chance of a 1 among them.
    """
    lanes = np.arange(len(sure))
    x = np.full(len(sure), 0.5)
    while True:
        choice = (sure + lost * (1.0 - x[::-1, None])).argmax(axis=1)
        a, p = sure[lanes, choice], lost[choice]
        b, q = a[::-1], p[::-1]
        slack = 1.0 - p * q
        solved = (a + p * (1.0 - b - q)) / slack
        change = float((slack * np.abs(solved - x)).max())
        x = solved
        if change <= STILL:
            values = sure + lost * (1.0 - x[::-1, None])
            return x, 1 + (values >= values.max(axis=1, keepdims=True) - TIE).argmax(axis=1)

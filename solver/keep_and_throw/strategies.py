"""How strategies of keep-and-throw games choose: by preferences for what a choice leads to.

A strategy prefers one of the choices after a throw by a number for each pair of a turn total and a hand that is left,
and holds or throws by a mask over such pairs. Whoever can hold and win does, whatever the strategy.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import UnknownNameError
from solver.keep_and_throw.hands import ThrownHands

OPTIMAL, MOST_POINTS, GREEDY, RANDOM = "optimal", "most-points", "greedy", "random"
SAFE = 300
HOLD_AT = re.compile(r"hold-([1-9][0-9]{0,5})-([0-5])")
KNOWN = (OPTIMAL, MOST_POINTS, GREEDY, "safe300", "hold-500-2", RANDOM)
FORMS = "optimal, most-points, greedy, safe300, random, and hold-<points>-<dice> as hold-500-2"
LEAST_TO_THROW = 3


@dataclass(frozen=True, slots=True, eq=False)
class Preferences:
    """What a strategy does with k steps at risk and hand h left.

    Of the choices after a throw it takes those with the highest `prefers[k, h]`, each as often as the others. Then it
    holds with the chance `holds[k, h]`.
    """

    prefers: NDArray[np.float64]
    holds: NDArray[np.float64]


def dice_left(hands: ThrownHands) -> NDArray[np.int64]:
    return np.array([sum(hand) for hand in hands.hands])


def preferences(name: str, hands: ThrownHands, goal: int) -> Preferences:
    """Return what the strategy called `name` prefers, for totals up to `goal` steps.

    greedy sets aside all that scores, and throws on while three dice or more are left; safe300 does so too, but holds
    from 300 points on; hold-n-d holds from n points on, or with at most d dice left; most-points takes the most points
    that a turn can bring on average; random takes any choice and tosses a coin to hold. Raises UnknownNameError.
    """
    step = hands.rules.step
    totals = np.arange(goal + 1.0)[:, None]
    dice = dice_left(hands)[None, :]
    # All that scores: the most points, and of equal points the fewest dice that are left; none left are all again.
    greedy: NDArray[np.float64] = totals * 10.0 - np.where(dice == hands.rules.dice, 0, dice)
    if name == MOST_POINTS:
        return _most_points(hands, goal)
    if name == GREEDY:
        return _holding(greedy, dice < LEAST_TO_THROW)
    if name == f"safe{SAFE}":
        return _holding(greedy, (dice < LEAST_TO_THROW) | (totals * step >= SAFE))
    if at := HOLD_AT.fullmatch(name):
        return _holding(greedy, (dice <= int(at[2])) | (totals * step >= int(at[1])))
    if name == RANDOM:
        return Preferences(np.zeros_like(greedy), np.full_like(greedy, 0.5))
    raise UnknownNameError.of("strategy", name, KNOWN, FORMS)


def _most_points(hands: ThrownHands, goal: int) -> Preferences:
    from solver.keep_and_throw.exact import most_turn_points

    found = most_turn_points(hands.rules, hands.laws).values
    beyond = np.repeat(np.arange(len(found), goal + 1)[:, None] * hands.rules.step, found.shape[1], axis=1)
    worth = np.concatenate((found, beyond))[: goal + 1].astype(np.float64)
    holds = worth <= np.arange(len(worth))[:, None] * hands.rules.step
    return _holding(worth, holds)


def _holding(prefers: NDArray[np.float64], holds: NDArray[np.bool_]) -> Preferences:
    return Preferences(prefers, np.broadcast_to(holds, prefers.shape).astype(np.float64))

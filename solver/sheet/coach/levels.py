"""Levels of play on score sheets, from child to perfect: how far a robot looks ahead, and how often it errs."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.action import Action
from solver.decision import Decision
from solver.reason import SLIP
from solver.sheet.coach.advise import decide
from solver.sheet.coach.decide import Weighed, compute_written, further_pay, weigh, weigh_ends
from solver.sheet.exact.table import SheetValues
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet

# An error never takes an action that looks worse by more than this many times the softness.
REACH = 3


@dataclass(frozen=True, slots=True)
class Level:
    """How well somebody plays.

    This player values an end of a turn at the points that it brings at once, plus a share `foresight`, 0 to 1, of all
    that comes later, the bonus included. The player takes the action that looks best by these values, except in a share
    `slips` of the choices. There the player may take any action: one that looks worse by d points with a weight of
    exp(-d / softness), and none that looks worse by more than three times the softness. `softness` is in points, 0 for
    a player who never slips.
    """

    name: str
    foresight: float
    slips: float
    softness: float


LEVELS = (
    Level("child", 0.0, 0.9, 6.0),
    Level("beginner", 0.0, 0.5, 5.0),
    Level("casual", 0.25, 0.8, 1.5),
    Level("strong", 0.75, 0.3, 2.0),
    Level("perfect", 1.0, 0.0, 0.0),
)
GREEDY = Level("greedy", 0.0, 0.0, 0.0)
"""A player who takes the most points at once."""


def choice_chances(level: Level, options: Sequence[tuple[Action, float]]) -> list[float]:
    """Return the chance of each option, given as they look at this level, best first; the sum is 1."""
    if not level.slips:
        return [1.0] + [0.0] * (len(options) - 1)
    behind = [(options[0][1] - value) / level.softness for _, value in options]
    weights = [math.exp(-steps) if steps <= REACH else 0.0 for steps in behind]
    total = math.fsum(weights)
    shares = [level.slips * weight / total for weight in weights]
    return [1.0 - level.slips + shares[0], *shares[1:]]


class LevelPlayer:
    """A player at a level, for points; each choice draws one number from `chance`.

    `values` are those of the sheet and the dice; they may be bounds.
    """

    def __init__(self, level: Level, values: SheetValues, chance: random.Random) -> None:
        self.name = level.name
        self._level = level
        self._values = values
        self._chance = chance

    def act(self, state: SheetState) -> Action:
        """Return what the player whose turn it is does, without its value. Raises as `weigh` does."""
        return self._choose(weigh(self._values, state))

    def decide(self, state: SheetState) -> Decision:
        """Return what the player whose turn it is does, with every option valued for best play afterwards."""
        weighed = weigh(self._values, state)
        action = self._choose(weighed)
        misses = weighed.worth(action) < weighed.options[0][1] - TIE
        return decide(self._values, weighed, action, SLIP) if misses else decide(self._values, weighed)

    def chances(self, state: SheetState) -> tuple[tuple[Action, float], ...]:
        """Return the chance of each action of the player whose turn it is, likeliest first."""
        options = self._foresee(weigh(self._values, state))
        shares = choice_chances(self._level, options)
        return tuple((action, share) for (action, _), share in zip(options, shares, strict=True))

    def _choose(self, weighed: Weighed) -> Action:
        options = self._foresee(weighed)
        if len(options) > 1 and self._level.slips:
            drawn = self._chance.random()
            for (action, _), share in zip(options, choice_chances(self._level, options), strict=True):
                drawn -= share
                if drawn < 0:
                    return action
        return options[0][0]

    def _foresee(self, weighed: Weighed) -> tuple[tuple[Action, float], ...]:
        """Return the options as they look at this level, best first."""
        share = self._level.foresight
        if share == 1:
            return weighed.options
        card, dice, ends = weighed.state.card, weighed.lattice, weighed.all_ends
        written = [compute_written(card, dice, first=first) + further_pay(card, dice) for first in (False, True)]
        at_once = written[0] if ends.ndim == 2 else np.array([written[0]] * (len(ends) - 1) + written[1:])
        legal = np.isfinite(ends)
        later = np.where(legal, ends, 0.0) / _worth_of_a_point(card.sheet) - at_once
        return weigh_ends(weighed.state, dice, np.where(legal, at_once + share * later, -np.inf)).options


def _worth_of_a_point(sheet: Sheet) -> float:
    """Return what a written point is worth in the end, on average over all `totals`; 1 without conversion."""
    if not sheet.totals:
        return 1.0
    (_, few), (most, many) = sheet.totals[0], sheet.totals[-1]
    return (many - few) / most if many > few and most > 0 else 1.0

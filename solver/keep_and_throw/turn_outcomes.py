"""One turn of a keep-and-throw game by a strategy: the chance of each score, and their mean."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from solver.errors import OptionError
from solver.keep_and_throw.hands import Laws
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.rating import turns_of
from solver.keep_and_throw.rules import MOST_STEPS, KeepRules
from solver.keep_and_throw.strategies import OPTIMAL


@dataclass(frozen=True, slots=True)
class AsideOutcomes:
    """One turn by the `strategy`, far from the goal.

    `chances` gives each possible score in points, rising, with its probability; 0 is a turn that scores nothing. What
    reaches `most` points is counted there. `mean` is in points.
    """

    strategy: str
    chances: Mapping[int, float]
    mean: float
    most: int

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as the command line prints them, all digits kept; scores are keys."""
        chances = {str(score): chance for score, chance in self.chances.items()}
        return {"strategy": self.strategy, "outcomes": chances, "mean": self.mean}


def aside_outcomes(rules: KeepRules, laws: Laws, strategy: str) -> AsideOutcomes:
    """Return the outcomes of a turn of a player whose dice have the `laws`.

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
    mean = sum(score * chance for score, chance in chances.items())
    return AsideOutcomes(strategy, MappingProxyType(chances), mean, far.goal)

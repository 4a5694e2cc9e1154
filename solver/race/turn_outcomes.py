"""One turn of Pig under hold-at-n: the chance of each score, their mean, and the chance of a hundred."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from solver.errors import PositionError
from solver.race.pig import PigState
from solver.throw_distribution import Chance

MOST_HOLD = 9999
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class HoldOutcomes:
    """One turn of a player who throws until the turn total is `hold` or more.

    `chances` gives each possible score, rising, with its probability; 0 is a turn lost to a 1. `mean` is in points.
    `hundred` is the chance of a turn that is never held below 100: a player who throws until the turn total is 100 or
    more gets there before a 1.
    """

    hold: int
    chances: Mapping[int, float]
    mean: float
    hundred: float

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as the command line prints them, all digits kept; scores are keys."""
        return {
            "hold": self.hold,
            "outcomes": {str(score): chance for score, chance in self.chances.items()},
            "mean": self.mean,
            "hundred": self.hundred,
        }


def outcomes(hold: int = 20, die: Sequence[Chance] | None = None) -> HoldOutcomes:
    """Return the outcomes of one turn under hold-at-`hold` (1 to 9999), with a die or without one with a fair die.

    Face f has chance `die[f - 1]`.
    Source of the table for 20: Neller and Presser, "Optimal Play of the Dice Game Pig", 2004. Raises PositionError for
    a number outside the range, DistributionError for chances that no die can have.
    """
    if not 1 <= hold <= MOST_HOLD:
        raise PositionError(f"hold at {hold} is no rule: choose a turn total from 1 to {MOST_HOLD}")
    die = PigState.die() if die is None else die
    chances = turn_scores(hold, die)
    mean = sum(score * chance for score, chance in chances.items())
    _, *reached = turn_scores(HUNDRED, die).values()
    return HoldOutcomes(hold, MappingProxyType(chances), mean, sum(reached))


def turn_scores(hold: int, die: Sequence[Chance]) -> dict[int, float]:
    """Return each possible score of a turn with its chance, by following the turn total forwards."""
    distribution = PigState.distribution(die)
    totals = [1.0] + [0.0] * (hold - 1 + distribution.gains[-1])
    lost = 0.0
    for total in range(hold):
        lost += distribution.bust * totals[total]
        for gain, chance in zip(distribution.gains, distribution.chances, strict=True):
            totals[total + gain] += chance * totals[total]
    return {0: lost} | {score: totals[score] for score in range(hold, len(totals)) if totals[score] > 0}

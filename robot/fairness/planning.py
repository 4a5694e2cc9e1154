"""How many throws a question needs, and what a number of throws can see."""

import math

import numpy as np
from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

from robot.errors import UsageError
from robot.fairness.models import covariance, wald
from robot.fairness.reading_law import FACES, Floats, ReadingLaw, fair_die
from solver.race.other_die import play_with

LEAST, MOST = 0.1, 16.0
"""Points between which a deviation that costs so much is sought."""
ENDLESS = 9
"""Decades of throws that are more than any study."""


def opposed(points: float, rare: int = 1) -> Floats:
    """Return a die whose face `rare`, 1 to 6, falls less often by `points` of 100, and its opposite as much more often.

    Raises UsageError where such a die cannot be.
    """
    if not 0 < points < 100 / FACES:
        raise UsageError(f"a face cannot be off by {points:g} points and its opposite too: give 0.1 to 16.6")
    faces = fair_die()
    faces[rare - 1] -= points / 100
    faces[FACES - rare] += points / 100
    return faces


def throws_needed(faces: Floats, law: ReadingLaw, level: float, power: float, spread: Floats | None = None) -> int:
    """Return the throws after which a die with chances `faces` is found not fair with chance `power`.

    `level` is the chance to accuse a fair die, in (0, 1), and below `power`. The likelihood ratio against a fair die
    has, in the limit, a noncentral chi-square law with a degree of freedom less than faces, whose noncentrality
    grows by `signal` with each throw (Agresti, "Categorical Data Analysis", 2013, section 6.6). `spread` is the
    covariance, shape (6, 6), that a reader adds which is not known exactly. Raises UsageError, also where that
    hides the die however often it is thrown.
    """
    each = signal(faces, law)
    if each < 1e-12:
        raise UsageError("this die is fair: name the deviation that matters")
    freedom = law.faces - 1
    wanted = noncentrality(bound_of(level, power, freedom), power, freedom)
    least = math.ceil(wanted / each)
    if spread is None or not spread.any():
        return least
    off = faces - fair_die(law.faces)

    def beyond(decades: float) -> float:
        variance = covariance(fair_die(law.faces), law, 10**decades) + spread
        return wald(off, np.eye(law.faces)[1:], variance)[0] - wanted

    if beyond(ENDLESS) <= 0:
        raise UsageError("this reader is not known well enough to find that: let it read more known dice")
    return max(least, math.ceil(math.pow(10, brentq(beyond, 0, ENDLESS))))


def throws_for_points(points: float, law: ReadingLaw, level: float, power: float, spread: Floats | None = None) -> int:
    """Return the throws that find a face off by `points` of 100, and its opposite, whichever face it is.

    The other arguments are those of `throws_needed`. Raises UsageError.
    """
    return max(throws_needed(opposed(points, rare), law, level, power, spread) for rare in range(1, FACES + 1))


def points_that_cost(cost: float, game: str) -> float:
    """Return the smallest deviation, in points of 100 of a face and its opposite, by which a game loses `cost`.

    `cost` is what play for a fair die loses to play for the die, in chance to win over both seats, in (0, 0.5). Raises
    UsageError where no such die costs so much, and what `play_with` raises.
    """
    if not 0 < cost < 0.5:
        raise UsageError(f"a cost of {100 * cost:g} % of games cannot be: give one from 0.01% to 50%")

    def edge(points: float, rare: int) -> float:
        return play_with(game, tuple(map(float, opposed(points, rare)))).edge - cost

    found = math.inf
    for rare in range(1, FACES + 1):
        most = min(found, MOST)
        if edge(most, rare) > 0 > edge(LEAST, rare):
            found = float(brentq(edge, LEAST, most, (rare,), xtol=1e-3))
    if not math.isfinite(found):
        raise UsageError(
            f"no face that is off by {LEAST:g} to {MOST:g} points costs {100 * cost:g} % of {game}: name another cost"
        )
    return found


def power_of(faces: Floats, law: ReadingLaw, level: float, throws: int) -> float:
    """Return the chance that a die with chances `faces` is found not fair after `throws` throws."""
    return float(ncx2.sf(chi2.isf(level, law.faces - 1), law.faces - 1, throws * signal(faces, law)))


def smallest_seen(
    law: ReadingLaw, bound: float, power: float, throws: int, spread: Floats | None = None
) -> float | None:
    """Return the smallest deviation, in points of 100, that `throws` throws find, whichever face and opposite have it.

    A die is found where the likelihood ratio exceeds `bound`. `spread` is the covariance, shape (6, 6), that a reader
    adds which is not known exactly. None is returned where not even a face that never falls would be found.
    """
    variance = covariance(fair_die(), law, throws) + (0 if spread is None else spread)
    each = min(wald(opposed(1, rare) - fair_die(), np.eye(FACES)[1:], variance)[0] for rare in range(1, FACES + 1))
    points = math.sqrt(noncentrality(bound, power, law.faces - 1) / each)
    return points if points < 100 / FACES else None


def signal(faces: Floats, law: ReadingLaw) -> float:
    """Return what a throw adds to the noncentrality: the squared distance of its readings from those of a fair die."""
    fair, off = law.of_readings(fair_die(law.faces)), law.of_readings(faces)
    possible = fair > 0
    return float((((off - fair) ** 2)[possible] / fair[possible]).sum())


def bound_of(level: float, power: float, freedom: int) -> float:
    """Return the bound of a chi-square test at `level`, which has to lie below its `power`. Raises UsageError."""
    if not 0 < level < power < 1:
        raise UsageError(
            f"a level of {level:g} and a power of {power:g} make no test: "
            "give 0 < level < power < 1, such as 0.05 and 0.8"
        )
    return float(chi2.isf(level, freedom))


def noncentrality(bound: float, power: float, freedom: int) -> float:
    """Return the noncentrality at which a chi-square statistic exceeds `bound` with chance `power`."""
    return float(brentq(lambda sought: ncx2.sf(bound, freedom, sought) - power, 1e-9, 1e4, xtol=1e-10))

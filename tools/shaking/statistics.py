"""Statistics of many throws of a shake: faces, repeats, neighbours, cocked dice."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2, chisquare

NEIGHBOURS = ((1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6))
LEAST_P, DEVIATIONS, MOST_COCKED = 0.001, 3.0, 0.02
"""The requirements: p of each well and pair, deviation in standard errors, share of cocked dice."""
LEANING = 8.0
"""Lean in degrees above which a die counts as cocked."""


@dataclass(frozen=True, slots=True)
class ThrowRecord:
    """One throw: faces of wells 1 to 6 before and after, number of cocked dice, and seconds until all is at rest."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    cocked: int
    seconds: float


@dataclass(slots=True)
class ThrowStatistics:
    """Counts over throws."""

    faces: NDArray[np.int64] = field(default_factory=lambda: np.zeros((6, 6), np.int64))
    """Number of each face in each well."""
    pairs: NDArray[np.int64] = field(default_factory=lambda: np.zeros((len(NEIGHBOURS), 6, 6), np.int64))
    moves: NDArray[np.int64] = field(default_factory=lambda: np.zeros((6, 6), np.int64))
    """Number of transitions from face to face, over all wells."""
    cocked: int = 0
    longest: float = 0.0

    def add(self, throws: Iterable[ThrowRecord]) -> "ThrowStatistics":
        """Add these throws."""
        for throw in throws:
            for well, (was, value) in enumerate(zip(throw.before, throw.after, strict=True)):
                self.faces[well, value - 1] += 1
                self.moves[was - 1, value - 1] += 1
            for number, (one, other) in enumerate(NEIGHBOURS):
                self.pairs[number, throw.after[one - 1] - 1, throw.after[other - 1] - 1] += 1
            self.cocked += throw.cocked
            self.longest = max(self.longest, throw.seconds)
        return self

    @property
    def dice(self) -> int:
        """Number of thrown dice."""
        return int(self.faces.sum())

    @property
    def repeated(self) -> float:
        """The share of dice that repeated their face."""
        return float(np.trace(self.moves)) / self.dice

    @property
    def opposite(self) -> float:
        """The share of dice that showed the opposite face."""
        return float(np.trace(self.moves[:, ::-1])) / self.dice

    @property
    def error(self) -> float:
        """The standard error of both shares for fair dice."""
        return math.sqrt(5 / 36 / self.dice)

    @property
    def deviations(self) -> tuple[float, float]:
        """Deviations of the repeated and the opposite share from one sixth, in standard errors."""
        return (self.repeated - 1 / 6) / self.error, (self.opposite - 1 / 6) / self.error

    @property
    def face_p(self) -> tuple[float, ...]:
        """For each well the p of chi-square that its faces are fair."""
        return tuple(chisquare(self.faces, axis=1).pvalue.tolist())

    @property
    def neighbour_p(self) -> tuple[float, ...]:
        """For each pair of neighbours the p of chi-square that they are independent."""
        found = []
        for table in self.pairs:
            expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
            found.append(float(chi2.sf(((table - expected) ** 2 / np.maximum(expected, 1e-9)).sum(), 25)))
        return tuple(found)

    def failures(self) -> list[str]:
        """Return the unmet requirements."""
        failed = [f"faces of well {well}: p {p:.2g}" for well, p in enumerate(self.face_p, 1) if p <= LEAST_P]
        failed += [
            f"wells {one} and {other}: p {p:.2g}"
            for (one, other), p in zip(NEIGHBOURS, self.neighbour_p, strict=True)
            if p <= LEAST_P
        ]
        for name, share, away in zip(
            ("repeated", "opposite"), (self.repeated, self.opposite), self.deviations, strict=True
        ):
            if abs(away) > DEVIATIONS:
                failed.append(f"{name} faces: {share:.2%}, {away:+.1f} standard errors")
        if self.cocked > MOST_COCKED * self.dice:
            failed.append(f"cocked: {self.cocked / self.dice:.2%}")
        return failed

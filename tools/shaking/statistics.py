"""Statistics of many throws of a shake: faces, repeats, neighbours, cocked dice."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

NEIGHBOURS = ((1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6))
LEANING = 8.0
"""Lean in degrees above which a die counts as cocked."""


@dataclass(frozen=True, slots=True)
class ThrowRecord:
    """A throw: faces of wells 1 to 6 before and after, number of cocked dice, and seconds until all is at rest."""

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

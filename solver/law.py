"""The law of a throw: what it can add to the turn total, and how likely it ends the turn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import LawError
from solver.pig import PIG_OUT

FAIR_DIE = (1 / 6,) * 6


@dataclass(frozen=True, slots=True)
class ThrowLaw:
    """A throw adds `gains[m]` points with probability `chances[m]`, or loses the turn total with probability `bust`.

    Gains are whole, positive and rising; the probabilities are positive and sum to 1. Raises LawError otherwise.
    """

    gains: tuple[int, ...]
    chances: tuple[float, ...]
    bust: float

    def __post_init__(self) -> None:
        if not self.gains or self.gains[0] < 1 or list(self.gains) != sorted(set(self.gains)):
            raise LawError(f"gains {self.gains} cannot be solved: give whole, positive, rising numbers")
        if len(self.chances) != len(self.gains) or not min(*self.chances, self.bust) > 0:
            raise LawError("every gain, and the end of a turn, needs a chance above 0: give one for each")
        if not math.isclose(sum(self.chances) + self.bust, 1, abs_tol=1e-12):
            raise LawError(f"the chances of a throw sum to {sum(self.chances) + self.bust}: make them sum to 1")


def pig_law(die: Sequence[float] = FAIR_DIE) -> ThrowLaw:
    """Return the law of one throw of Pig with a die whose face f has probability `die[f - 1]`."""
    faces = [(face, chance) for face, chance in enumerate(die, start=1) if face != PIG_OUT]
    return ThrowLaw(tuple(face for face, _ in faces), tuple(chance for _, chance in faces), die[PIG_OUT - 1])

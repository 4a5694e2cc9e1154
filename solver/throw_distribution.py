"""The distribution of a throw: the points it can add, and how likely it ends the turn or ruins the score."""

import enum
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from solver.decision import count_in_words
from solver.errors import DistributionError

Chance: TypeAlias = float | Fraction
Laws: TypeAlias = tuple[tuple[Chance, ...], ...]
"""The chances of the faces of each die of a player."""

FACES = 6
"""A die has this many sides by default."""
MOST_SIDES = 100
# Chances that people type with nine or more digits count as summing to 1.
TYPED = 1e-9
ROUNDED = 1e-12
# With less of a chance to score, rounding takes more than ten digits leave: here it took 1e-11 of Pig to 100.
LEAST_HOPE = 2e-5


class Effect(enum.IntEnum):
    """What a throw does to the turn."""

    ON = 0
    BUST = 1
    RUIN = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a throw.

    ON adds `gain` to the turn total and the turn goes on; BUST ends the turn, its total is lost, and `gain` is banked;
    RUIN ends the turn and takes the whole score.
    """

    chance: Chance
    gain: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class ThrowDistribution:
    """All outcomes of a throw: one BUST, at most one RUIN, and at least one ON, the latter with rising positive gains.

    Chances are positive and sum to 1; Fractions stay exact for those who compute with them. Raises DistributionError
    otherwise. With `exact`, gains that lead past the goal end the turn as a BUST does.
    """

    outcomes: tuple[Outcome, ...]
    exact: bool = False

    def __post_init__(self) -> None:
        if not all(0 < outcome.chance <= 1 for outcome in self.outcomes):
            raise DistributionError("every outcome of a throw needs a chance above 0: leave out impossible outcomes")
        total = sum(outcome.chance for outcome in self.outcomes)
        if not math.isclose(total, 1, abs_tol=ROUNDED):
            raise DistributionError(f"the chances of a throw sum to {float(total)}: make them sum to 1")
        busts = self._of(Effect.BUST)
        if not busts:
            raise DistributionError("with these chances no throw ends a turn: give faces that end it a chance above 0")
        if len(busts) > 1 or busts[0].gain < 0 or len(self._of(Effect.RUIN)) > 1:
            raise DistributionError(
                "a throw can end a turn in only one way, and ruin the score in only one way: merge the outcomes"
            )
        gains = self.gains
        if gains and sum(self.chances) < LEAST_HOPE:
            raise DistributionError(
                "with these chances all but 1 throw in 50,000 end the turn, too many to compute ten digits: give the "
                "faces that score a larger chance"
            )
        if not gains:
            raise DistributionError(
                "with these chances every throw ends the turn: give the faces that score a chance above 0"
            )
        if gains[0] < 1 or list(gains) != sorted(set(gains)):
            raise DistributionError(f"gains {gains} are impossible: give whole, positive, rising numbers")

    def _of(self, effect: Effect) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.effect is effect]

    @property
    def gains(self) -> tuple[int, ...]:
        """The points that a throw can add to the turn total, rising."""
        return tuple(outcome.gain for outcome in self._of(Effect.ON))

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each of the gains."""
        return tuple(float(outcome.chance) for outcome in self._of(Effect.ON))

    @property
    def bust(self) -> float:
        """The chance that the turn ends with the turn total lost and the score kept."""
        return float(self._of(Effect.BUST)[0].chance)

    @property
    def bust_gain(self) -> int:
        """The points that such a turn banks."""
        return self._of(Effect.BUST)[0].gain

    @property
    def ruin(self) -> float:
        """The chance that the whole score is lost, 0 in most games."""
        return sum(float(outcome.chance) for outcome in self._of(Effect.RUIN))


def throw_distribution(
    judge: Callable[[tuple[int, ...]], tuple[Effect, int]], dice: int, die: Sequence[Chance]
) -> ThrowDistribution:
    """Return the distribution of a throw of `dice` dice; face f has chance `die[f - 1]`, `judge` rates a throw."""
    merged: dict[tuple[Effect, int], Chance] = {}
    for throw in itertools.product(range(1, len(die) + 1), repeat=dice):
        if chance := math.prod(die[face - 1] for face in throw):
            kind = judge(throw)
            merged[kind] = merged.get(kind, 0) + chance
    return ThrowDistribution(tuple(Outcome(chance, gain, effect) for (effect, gain), chance in sorted(merged.items())))


def fair_die(sides: int) -> tuple[Fraction, ...]:
    """Return the chances of a fair die with 2 to 100 sides. Raises DistributionError."""
    if not 2 <= sides <= MOST_SIDES:
        raise DistributionError(
            f"a die with {count_in_words(sides, 'side', 'sides')} is not supported: choose from 2 to {MOST_SIDES}"
        )
    return (Fraction(1, sides),) * sides


def die_json(die: Sequence[Chance]) -> list[str | float]:
    """Return the chances of the faces as files keep them: fractions as text, others as numbers."""
    return [str(chance) if isinstance(chance, Fraction) else float(chance) for chance in die]


def check_die(die: Sequence[Chance]) -> tuple[Chance, ...]:
    """Return the chances of a die's faces if they sum to 1, to nine digits. Raises DistributionError."""
    if not 2 <= len(die) <= MOST_SIDES:
        faces = count_in_words(len(die), "face", "faces")
        raise DistributionError(f"a die with {faces} is not supported: give the chances of 2 to {MOST_SIDES} faces")
    for face, chance in enumerate(die, start=1):
        if not 0 <= chance <= 1:
            raise DistributionError(f"the chance {chance} of face {face} is out of range: give numbers from 0 to 1")
    total = sum(die)
    if not math.isclose(total, 1, abs_tol=TYPED):
        raise DistributionError(f"the chances of the faces sum to {float(total):.10g}: make them sum to 1")
    exact = math.isclose(total, 1, abs_tol=ROUNDED / 10)
    return tuple(die) if exact else tuple(chance / total for chance in die)


def weigh_die(weights: Sequence[Chance]) -> tuple[Chance, ...]:
    """Return the chances of faces that fell `weights` times each, exact for whole weights. Raises DistributionError."""
    if not all(0 <= weight < math.inf for weight in weights) or not sum(weights) > 0:
        raise DistributionError("weights are how often each face fell: give numbers from 0 up, not all of them 0")
    if all(float(weight).is_integer() for weight in weights):
        total = sum(int(weight) for weight in weights)
        return tuple(Fraction(int(weight), total) for weight in weights)
    return tuple(float(weight) / math.fsum(weights) for weight in weights)

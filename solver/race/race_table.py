"""Tables of solved games for two players: the value of each turn's start, and what to do in each state."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.goal import check_written_out, states
from solver.race.rules import race_rules
from solver.throw_distribution import Chance, ThrowDistribution

MASKS_KEPT = 2


@dataclass(frozen=True, slots=True, eq=False)
class TwoPlayerTable(ABC):
    """Everything that is needed to play the game `game` to `goal` perfectly; `die` holds the chances of the faces.

    `turn_start[i, j]` is the mover's win probability with i points against j, float64, goal x goal; `policy` is what
    to do, as bytes.
    """

    game: str
    goal: int
    die: tuple[Chance, ...]
    turn_start: NDArray[np.float64]
    policy: NDArray[np.uint8]

    def __post_init__(self) -> None:
        self.turn_start.flags.writeable = False
        self.policy.flags.writeable = False

    @property
    def value(self) -> float:
        """Win probability of the player who begins."""
        return float(self.turn_start[0, 0])

    @property
    @abstractmethod
    def states(self) -> int:
        """How many states the table decides."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceTable(TwoPlayerTable):
    """The table of a race in which players roll or hold.

    `policy` has one bit a state (i, j, k) with i + k < goal, in C order, the first in the highest bit of the first
    byte, set where the player rolls.
    """

    @property
    def distribution(self) -> ThrowDistribution:
        """The distribution of a throw."""
        return race_rules(self.game).distribution(self.die)

    @property
    def states(self) -> int:
        """How many states the table decides."""
        return states(self.goal)

    @property
    def policy_sha256(self) -> str:
        """SHA-256 of the packed policy, in hexadecimal."""
        return hashlib.sha256(self.policy.tobytes()).hexdigest()

    def rolls(self, me: int, opponent: int, turn: int) -> bool:
        """Whether the policy rolls with `me` + `turn` below the goal."""
        before = me * self.goal * (2 * self.goal - me + 1) // 2
        place = before + opponent * (self.goal - me) + turn
        return bool(self.policy[place >> 3] >> (7 - (place & 7)) & 1)

    def roll_mask(self) -> NDArray[np.bool_]:
        """Return whether the policy rolls, as goal x goal x goal [i, j, k]; False where holding wins.

        Raises OptionError for a goal above 250.
        """
        check_written_out(self.goal, "write out a policy")
        return _unpacked(self)


@dataclass(frozen=True, slots=True, eq=False)
class RaceSolution(RaceTable):
    """A freshly solved table, with the `seconds` that solving took.

    Where scores can be ruined, `contraction` is the factor of a sweep and `bound` the largest error of any value,
    rounding aside; else both are 0.
    """

    seconds: float
    contraction: float
    bound: float


@lru_cache(MASKS_KEPT)
def _unpacked(table: RaceTable) -> NDArray[np.bool_]:
    bits = np.unpackbits(table.policy)
    mask = np.zeros((table.goal,) * 3, np.bool_)
    place = 0
    for i in range(table.goal):
        left = table.goal - i
        mask[i, :, :left] = bits[place : place + table.goal * left].reshape(table.goal, left)
        place += table.goal * left
    mask.flags.writeable = False
    return mask


@dataclass(frozen=True, slots=True, eq=False)
class HogTable(TwoPlayerTable):
    """The table of Hog: `policy` is how many dice to throw, one byte a pair of scores (i, j) in C order."""

    @property
    def states(self) -> int:
        """How many states the table decides."""
        return self.goal**2

    def dice(self, me: int, opponent: int) -> int:
        """Return how many dice to throw."""
        return int(self.policy[me * self.goal + opponent])


@dataclass(frozen=True, slots=True, eq=False)
class HogSolution(HogTable):
    """A freshly solved table, with the `seconds` that solving took."""

    seconds: float

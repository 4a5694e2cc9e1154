"""Dice of simulated games, whose numbers depend on the place of a throw in its game alone, not on what was decided."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.game.dice import Lattice

# Odd numbers whose bits look random: the golden ratio, and the mixing steps of SplitMix64 (Steele, Lea and Flood, "Fast
# splittable pseudorandom number generators", OOPSLA 2014, variant 13 of Stafford).
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_FIRST = np.uint64(0xBF58476D1CE4E5B9)
MIX_SECOND = np.uint64(0x94D049BB133111EB)


class Cup(NamedTuple):
    """Dice as the kernels throw them.

    `up_to[f]` is the chance of face f + 1 or a lower one. `sizes[k]` is how many dice keep k of the Lattice has, and
    `one_more[k, f]` the keep that face f + 1 makes of it; `first_roll` is the first keep of all dice.
    """

    up_to: NDArray[np.float64]
    sizes: NDArray[np.int64]
    one_more: NDArray[np.int64]
    first_roll: int


class Luck(NamedTuple):
    """Whose dice are thrown in which games: those of `seat`, by a `seed`, from game number `first` on."""

    cup: Cup
    seed: int
    first: int
    seat: int


def cup_of(lattice: Lattice) -> Cup:
    """Return the dice of `lattice` as the kernels throw them."""
    sizes = np.array([len(keep) for keep in lattice.keeps])
    up_to = np.cumsum(lattice.chances)
    # Rounding must not leave room above the last face that can fall.
    up_to[np.flatnonzero(lattice.chances)[-1] :] = 1.0
    return Cup(up_to, sizes, lattice.one_more, lattice.first_roll)


@compiled
def stirred(number: np.uint64) -> np.uint64:
    """Return 64 bits that look random and depend on all of `number`."""
    number = (number ^ (number >> np.uint64(30))) * MIX_FIRST
    number = (number ^ (number >> np.uint64(27))) * MIX_SECOND
    return number ^ (number >> np.uint64(31))


@compiled
def stream(seed: int, game: int, seat: int) -> np.uint64:
    """Return where the numbers of one seat in one game begin."""
    begin = stirred(np.uint64(seed) + GOLDEN)
    begin = stirred(begin ^ (np.uint64(game) + np.uint64(1)) * GOLDEN)
    return stirred(begin + np.uint64(seat) * GOLDEN)


@compiled
def throw(cup: Cup, begin: np.uint64, place: int, keep: int) -> int:
    """Return the roll, a place among the keeps, that throwing the missing dice makes of `keep`.

    `place` counts all throws of one seat in a game, three a turn where a turn has three, thrown or not; each has a
    number for every die, and n missing dice take the first n of them.
    """
    dice = cup.sizes[-1]
    for die in range(dice - cup.sizes[keep]):
        bits = stirred(begin + np.uint64(place * dice + die + 1) * GOLDEN)
        chance = (bits >> np.uint64(11)) * (1.0 / 9007199254740992.0)
        face = 0
        while chance >= cup.up_to[face]:
            face += 1
        keep = cup.one_more[keep, face]
    return keep

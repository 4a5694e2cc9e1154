"""Dice in decision processes: how they fall, and which of them are kept."""

import itertools
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from solver.throw_distribution import Chance

MASKS = 4096


@dataclass(frozen=True)
class Falls:
    """All ways in which dice can fall: the `chances`, which sum to 1, and the `dice` of each."""

    chances: tuple[float, ...]
    dice: tuple[tuple[int, ...], ...]

    @cached_property
    def up_to(self) -> tuple[float, ...]:
        """The chance of each way and of all before it together."""
        return tuple(itertools.accumulate(self.chances))

    def draw(self, random: np.random.Generator) -> int:
        """Return the number of a way that chance picks."""
        return min(bisect_right(self.up_to, random.random()), len(self.chances) - 1)


@lru_cache
def throws_of_dice(law: tuple[Chance, ...], dice: int, *, rising: bool = True) -> Falls:
    """Return all throws of that many dice: each rising, or each die by itself."""
    thrown = np.indices((len(law),) * dice).reshape(dice, -1).T
    chances = np.prod(np.array([float(chance) for chance in law])[thrown], axis=1)
    if rising:
        thrown, number = np.unique(np.sort(thrown, axis=1), axis=0, return_inverse=True)
        chances = np.bincount(number.reshape(-1), chances)
    possible = np.flatnonzero(chances)
    return Falls(tuple(chances[possible].tolist()), tuple(tuple(row) for row in (thrown[possible] + 1).tolist()))


@lru_cache
def keep_masks(dice: int) -> tuple[int, ...]:
    """Return which dice can be kept while others are thrown, one bit each, more dice first, then higher ones.

    Dice lie in rising order, so that this is the order in which the solver breaks ties.
    """
    masks = range((1 << dice) - 1)
    return tuple(sorted(masks, key=lambda mask: (mask.bit_count(), mask), reverse=True))


@lru_cache(MASKS)
def mask_of(dice: tuple[int, ...], kept: tuple[int, ...], *, last: bool = True) -> int:
    """Return the bits of the dice that are kept, of rising `dice`; of equal dice the last ones, or the first ones."""
    left, mask = Counter(kept), 0
    for place in reversed(range(len(dice))) if last else range(len(dice)):
        if left[dice[place]]:
            left[dice[place]] -= 1
            mask |= 1 << place
    return mask

"""Dice in decision processes: how they fall, and which of them are kept."""

from collections import Counter
from functools import lru_cache

import numpy as np

from solver.environments.models.model import Falls
from solver.throw_distribution import Chance

PLACES = 4096


@lru_cache
def throws_of_dice(law: tuple[Chance, ...], dice: int) -> Falls:
    """Return all throws of so many dice, each rising."""
    thrown = np.sort(np.indices((len(law),) * dice).reshape(dice, -1).T, axis=1)
    chances = np.prod(np.array([float(chance) for chance in law])[thrown], axis=1)
    every, number = np.unique(thrown, axis=0, return_inverse=True)
    summed = np.bincount(number.reshape(-1), chances)
    possible = np.flatnonzero(summed)
    return Falls(tuple(summed[possible].tolist()), tuple(tuple(row) for row in (every[possible] + 1).tolist()))


@lru_cache
def keep_masks(dice: int) -> tuple[int, ...]:
    """Return which dice can be kept while others are thrown, one bit each, more dice first, then higher ones.

    Dice lie in rising order, so that this is the order in which the solver breaks ties.
    """
    masks = range((1 << dice) - 1)
    return tuple(sorted(masks, key=lambda mask: (mask.bit_count(), mask), reverse=True))


@lru_cache(PLACES)
def mask_of(dice: tuple[int, ...], kept: tuple[int, ...]) -> int:
    """Return the bits of the dice that are kept, of rising `dice`; of equal dice the last ones."""
    left, mask = Counter(kept), 0
    for place in range(len(dice) - 1, -1, -1):
        if left[dice[place]]:
            left[dice[place]] -= 1
            mask |= 1 << place
    return mask


def places_of(mask: int, dice: int) -> str:
    """Return the places of the dice of a mask, from 1, for the name of an action."""
    return ",".join(str(place + 1) for place in range(dice) if mask >> place & 1)

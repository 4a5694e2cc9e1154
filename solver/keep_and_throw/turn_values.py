"""Win probabilities within one turn, solved in place from the beginnings of turns; numpy is enough for that."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.keep_and_throw.hands import Throws
from solver.keep_and_throw.keep_table import KeepTable

TURNS_KEPT = 64


@lru_cache(TURNS_KEPT)
def turn_values(
    table: KeepTable, seat: int, scores: tuple[int, int], blanks: tuple[int, int] = (0, 0)
) -> NDArray[np.float64]:
    """Return the win probability with k steps at risk before hand h is thrown, at [k, h]; 1 at the goal and beyond.

    `scores`, in steps, and `blanks` are those of the player of `seat` and of the other. A total that can be held and
    is worth more so, has the value of holding. Row 0 is that of a throw, since nobody holds nothing.
    """
    bust, first, chance, option, gain, left = table.hands(seat).throws
    holds = table.held(seat, scores, blanks)
    reach = len(holds)
    value = np.ones((reach + int(gain.max()), len(bust)))
    flat, places = value.reshape(-1), gain * len(bust) + left
    for k in range(reach - 1, -1, -1):
        best = np.maximum.reduceat(flat[places + k * len(bust)], option[:-1])
        value[k] = np.maximum(np.add.reduceat(chance * best, first[:-1]) + bust * holds[0], holds[k] if k else 0.0)
    value.flags.writeable = False
    return value


def scored(throws: Throws, value: NDArray[np.float64], total: int, hand: int) -> float:
    """Return what the scoring outcomes of a throw of `hand` add to its win probability with `total` steps at risk."""
    outcomes = slice(throws.first[hand], throws.first[hand + 1])
    options = slice(throws.option[outcomes.start], throws.option[outcomes.stop])
    best = np.maximum.reduceat(
        value[total + throws.gain[options], throws.left[options]], throws.option[outcomes] - options.start
    )
    return float(throws.chance[outcomes] @ best)

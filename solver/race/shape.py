"""Describes a policy for two in words, with numbers counted in its table."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

LEAST_ROWS = 3
"""With fewer scores there is none that others can be both above and below."""


def tell_risks(risks: NDArray[np.int64], does: str) -> Iterator[str]:
    """Yield whether a player behind or ahead risks more; `does` says what a player with this risk does.

    `risks[i, j]` is what a player with i points risks against j, a square. At each score that others can be above and
    below, it compares the means over both kinds of others.
    """
    if len(risks) < LEAST_ROWS:
        return
    behind, ahead = [], []
    more = less = 0
    for i in range(1, len(risks) - 1):
        below, above = risks[i, :i], risks[i, i + 1 :]
        behind.append(above.mean())
        ahead.append(below.mean())
        order = int(above.sum()) * len(below) - int(below.sum()) * len(above)
        more += order > 0
        less += order < 0
    means = sum(behind) / len(behind), sum(ahead) / len(ahead)
    if more == less == 0:
        yield f"Behind or ahead, the risk is the same: {does.format(f'{means[0]:.1f}')} on average."
        return
    much = "more" if means[0] > means[1] else "less" if means[0] < means[1] else "as much"
    yield (
        f"Behind, risk {much}: {does.format(f'{means[0]:.1f}')} on average against players with more,"
        f" {means[1]:.1f} against players with less; at {more} of {len(behind)} own scores it is more, at {less} less."
    )


def tell_ends(races: NDArray[np.bool_]) -> Iterator[str]:
    """Yield the scores from which it is all or nothing: if `races[i, j]`, a player with i against j never holds.

    One point below the goal nobody holds.
    """
    mine, theirs = (_from(np.asarray(races.all(axis=axis))) for axis in (1, 0))
    if mine == 0:
        yield "All or nothing: you throw until you win, whatever the scores."
        return
    other = f" and from {theirs} points of the other on" if theirs < len(races) else ""
    yield (
        f"Near the goal, all or nothing: in {100 * races.mean():.1f} of 100 pairs of scores you throw until you win,"
        f" always from {mine} own points on{other}."
    )


def _from(rows: NDArray[np.bool_]) -> int:
    """Return the least number from which all rows are true."""
    return len(rows) - int(np.argmin(np.append(rows[::-1], False)))

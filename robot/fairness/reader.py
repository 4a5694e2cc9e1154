"""How a reader did on dice whose values are known, and how often it errs therefore."""

import csv
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.stats import binomtest

from robot.errors import UsageError
from vision.paths import printable_path

FACES = 6
UNREAD = -1
"""A die that was left in doubt, and the last of the counts, which counts such dice."""
READER_SHARE = 0.1
"""The share of the allowed error that the reader's interval gets; the throws get the rest."""

Floats: TypeAlias = npt.NDArray[np.float64]
ReaderCounts: TypeAlias = tuple[tuple[int, ...], ...]
"""How often each face was read as each of them, and left in doubt, shape (6, 7), rows what lay there."""


def exact_interval(seen: float, throws: float, error: float) -> tuple[float, float]:
    """Return the interval that fails with a chance of at most `error` to hold the chance of what was `seen` so often.

    Clopper and Pearson, "The Use of Confidence or Fiducial Limits", Biometrika 26 (1934).
    """
    found = binomtest(int(seen), int(throws)).proportion_ci(1 - error, "exact")
    return float(found.low), float(found.high)


def reader_error(counts: ReaderCounts, error: float) -> tuple[float, float]:
    """Return the interval of the chance that a die is misread or left in doubt, whichever face it shows.

    Its ends are the least and the most of the exact intervals of the six faces, which hold together; all of it fails
    with a chance of at most `error`.
    """
    ends = [exact_interval(sum(row) - row[face], sum(row), error / FACES) for face, row in enumerate(counts)]
    return min(low for low, _ in ends), max(high for _, high in ends)


def misread(shares: Floats, faces: Floats, most: float) -> Floats:
    """Return the readings nearest to `shares` of a die with chances `faces`, all of shape (faces,).

    A die that shows a face is read as another one, or is left in doubt, with a chance of at most `most`. Readings of a
    given sum that make chi-square smallest are in proportion to the shares wherever no bound stops them. Of many sums
    the best one is taken.
    """
    if not most:
        return faces
    low, high = faces * (1 - most), faces + most * (1 - faces)
    ends = np.concatenate([low, high]) / np.maximum(np.tile(shares, 2), 1e-9)
    scales = np.concatenate([ends, np.geomspace(ends.min(), ends.max(), 1000)])
    found = np.clip(np.multiply.outer(scales, shares), low, high)
    found /= found.sum(axis=1, keepdims=True)
    best: Floats = found[((shares - found) ** 2 / found).sum(axis=1).argmin()]
    return best


def check_reader(counts: ReaderCounts) -> None:
    """Raise UsageError for counts that say nothing of a reader."""
    if len(counts) != FACES or any(len(row) != FACES + 1 for row in counts) or min(map(min, counts)) < 0:
        raise UsageError("a reader's counts are six lines of seven whole numbers: as 1 to 6, and in doubt")
    if not all(map(sum, counts)):
        raise UsageError("a reader's counts need known dice of every face: label some of each")


def read_reader_counts(path: Path) -> ReaderCounts:
    """Read six lines of seven whole numbers with commas between them. Raises UsageError."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = tuple(tuple(int(cell) for cell in row) for row in csv.reader(file) if row)
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(
            f"{printable_path(path)} holds no counts of a reader: give six lines of seven whole numbers, "
            "for each face how often it was read as 1 to 6 and left in doubt"
        ) from error
    check_reader(rows)
    return rows

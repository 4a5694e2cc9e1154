"""How a reader did on dice whose values are known: the counts from which its errors are estimated."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from robot.errors import UsageError
from robot.fairness.reading_law import FACES, Floats, ReadingLaw
from vision.paths import printable_path

PRIOR = 0.5
"""What each kind of reading is allowed beyond its count (Jeffreys): one that was never seen may happen all the same."""


@dataclass(frozen=True, slots=True)
class ReaderCounts:
    """How often each face was read as each of them, and left in doubt: `counts` has shape (6, 7), rows what lay there.

    Raises UsageError for counts from which no law can be estimated.
    """

    counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        wide = all(len(row) == FACES + 1 for row in self.counts)
        if len(self.counts) != FACES or not wide or min(min(row) for row in self.counts) < 0:
            raise UsageError("a reader's counts are six lines of seven whole numbers: as 1 to 6, and in doubt")
        if not all(sum(row) for row in self.counts):
            raise UsageError("a reader's counts need known dice of every face: label some of each")
        self.law()

    def law(self) -> ReadingLaw:
        """Return the mean of all laws that the counts allow. Raises UsageError where it tells two faces not apart.

        No reading is impossible in it: a study may see one that the known dice never gave.
        """
        counts = np.array(self.counts, dtype=np.float64) + PRIOR
        return ReadingLaw(counts / counts.sum(axis=1, keepdims=True))

    def drawn(self, draws: int, rng: np.random.Generator) -> Floats:
        """Return as many laws that the counts allow, shape (draws, 6, 7): each row from its posterior."""
        rows = [rng.dirichlet(np.array(row) + PRIOR, size=draws) for row in self.counts]
        return np.stack(rows, axis=1)


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
    return ReaderCounts(rows)

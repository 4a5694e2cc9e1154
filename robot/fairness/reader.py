"""What a reader says of each face, and how it did on dice whose values are known."""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from robot.errors import UsageError
from vision.paths import printable_path

FACES = 6
UNREAD = -1
"""A die that was left in doubt, and the last of the counts, which counts such dice."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ReadingLaw:
    """The chances of what a reader says.

    `chances` has shape (faces, faces + 1): row f is a die that shows its face f; its columns are the chances that it is
    read as each face, and, last, that it is left in doubt. Raises UsageError if a row does not sum to 1 or if the
    rows are so alike that readings say nothing of a face.
    """

    chances: Floats

    def __post_init__(self) -> None:
        if self.chances.ndim != 2 or self.chances.shape[1] != self.faces + 1:
            raise UsageError("a reading law has a row for each face: read as each of them, and left in doubt")
        if not np.isfinite(self.chances).all() or (self.chances < 0).any() or (self.chances > 1).any():
            raise UsageError("a reading law holds chances: give numbers from 0 to 1")
        if np.abs(self.chances.sum(axis=1) - 1).max() > 1e-9:
            raise UsageError("each row of a reading law is all that can be read of a face: make it sum to 1")
        if np.linalg.matrix_rank(self.chances, tol=1e-6) < self.faces:
            raise UsageError("two faces are read alike by this law: their counts cannot be told apart")

    @property
    def faces(self) -> int:
        """How many faces the die has."""
        return len(self.chances)

    def of_readings(self, die: Floats) -> Floats:
        """Return the chances of all readings, shape (…, faces + 1), of dice with chances `die`, shape (…, faces)."""
        readings: Floats = die @ self.chances
        return readings


def exact_reader(faces: int = FACES) -> ReadingLaw:
    """Return the law of a reader that names every face and is never in doubt."""
    return ReadingLaw(np.hstack([np.eye(faces), np.zeros((faces, 1))]))


def erring_reader(wrong: Floats, unread: Floats) -> ReadingLaw:
    """Return the law of a reader from its rates.

    `wrong`, shape (faces, faces), holds the chance that a face that is read is read as another one (its diagonal is not
    looked at); `unread`, shape (faces,), the chance of each face to be left in doubt. Raises UsageError.
    """
    read = wrong.copy()
    np.fill_diagonal(read, 0)
    np.fill_diagonal(read, 1 - read.sum(axis=1))
    return ReadingLaw(np.hstack([read * (1 - unread)[:, None], unread[:, None]]))


def fair_die(faces: int = FACES) -> Floats:
    """Return the chances of the faces of a fair die."""
    return np.full(faces, 1 / faces)


JEFFREYS = 0.5
"""What each kind of reading is allowed beyond its count (Jeffreys): one that was never seen may happen all the same."""


ReaderCounts: TypeAlias = tuple[tuple[int, ...], ...]
"""How often each face was read as each of them, and left in doubt, shape (6, 7), rows what lay there."""


def estimated_reader(counts: ReaderCounts | None) -> ReadingLaw:
    """Return the mean of all laws that counts allow, that of an exact reader for None.

    No reading is impossible in it: a study may see one that the known dice never gave. Raises UsageError for
    counts from which no law can be estimated, also where it tells two faces not apart.
    """
    if counts is None:
        return exact_reader()
    if len(counts) != FACES or any(len(row) != FACES + 1 for row in counts) or min(map(min, counts)) < 0:
        raise UsageError("a reader's counts are six lines of seven whole numbers: as 1 to 6, and in doubt")
    if not all(map(sum, counts)):
        raise UsageError("a reader's counts need known dice of every face: label some of each")
    held = np.array(counts, dtype=np.float64) + JEFFREYS
    return ReadingLaw(held / held.sum(axis=1, keepdims=True))


def draw_readers(counts: ReaderCounts, draws: int, rng: np.random.Generator) -> Floats:
    """Return as many laws that counts allow, shape (draws, 6, 7): each row from its posterior."""
    return np.stack([rng.dirichlet(np.array(row) + JEFFREYS, size=draws) for row in counts], axis=1)


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
    estimated_reader(rows)
    return rows

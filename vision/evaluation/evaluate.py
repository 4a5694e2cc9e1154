"""Score a reader against labels.jsonl: right values, wrong values and doubts, for each folder and in all."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from vision.errors import PictureError, VisionError, printable_path
from vision.evaluation.comparison import SAID, TRUE, ReadingComparison, ReadingScore, compare, score_of
from vision.evaluation.labels import Label, load_labels
from vision.evaluation.reliability import Reliability
from vision.pictures import load_picture
from vision.reading import PictureReader, Reading

Confusion = Mapping[str, Mapping[str, int]]
"""How often each true value (1 to 6, none) was read as 1 to 6, doubted, or not detected."""


@dataclass(frozen=True, slots=True)
class PictureResult:
    """The reading of one picture and its label; `reading` is None if the file could not be read."""

    label: Label
    reading: Reading | None
    size: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    error: str | None = None

    @property
    def comparison(self) -> ReadingComparison:
        """The reading compared with the truth, die by die; empty if the file could not be read."""
        return ReadingComparison(()) if self.reading is None else compare(self.label, self.reading, self.size)

    @property
    def score(self) -> ReadingScore:
        """The score of the picture; zero if the file could not be read."""
        return ReadingScore() if self.reading is None else score_of(self.comparison, self.seconds)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of a folder of labelled pictures, in the order of its labels."""

    outcomes: tuple[PictureResult, ...]

    @property
    def unread(self) -> tuple[str, ...]:
        """One line for each picture that is missing or cannot be read; scores leave such pictures out."""
        return tuple(outcome.error for outcome in self.outcomes if outcome.error is not None)

    @property
    def total(self) -> ReadingScore:
        """The score over all pictures."""
        return sum((outcome.score for outcome in self.outcomes), ReadingScore())

    @property
    def folders(self) -> dict[str, ReadingScore]:
        """The score of each folder."""
        return {name: part.total for name, part in self.parts.items()}

    @property
    def kinds(self) -> dict[str, ReadingScore]:
        """The score of each kind of picture: scene, crop, empty."""
        return {name: part.total for name, part in self._group_by(lambda label: label.kind).items()}

    @property
    def parts(self) -> dict[str, "Evaluation"]:
        """The results of each folder."""
        return self._group_by(lambda label: label.folder)

    @property
    def confusion(self) -> Confusion:
        """The confusion matrix. It leaves out things that are no dice and were not taken for dice."""
        counted = {truth: dict.fromkeys(SAID, 0) for truth in TRUE}
        for outcome in self.outcomes:
            for pair in outcome.comparison.pairs:
                truth, said = pair.cell
                counted[truth][said] += 1
        return counted

    @property
    def reliability(self) -> Reliability:
        """How often values are right at each confidence."""
        return Reliability.measure(self._list_said())

    def _list_said(self) -> list[tuple[float, bool]]:
        pairs = (pair for outcome in self.outcomes for pair in outcome.comparison.pairs)
        return [(p.die.confidence, p.right) for p in pairs if p.die is not None and p.said is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the scores by folder, by kind and in all, and the files that could not be read."""
        return {
            "folders": {name: part._figures() for name, part in self.parts.items()},
            "kinds": {name: score.to_json() for name, score in self.kinds.items()},
            "total": self._figures(),
            "reliability": self.reliability.to_json(),
            "unread": list(self.unread),
        }

    def _figures(self) -> dict[str, Any]:
        return {**self.total.to_json(), "confusion": self.confusion}

    def _group_by(self, key: Callable[[Label], str]) -> dict[str, "Evaluation"]:
        groups: dict[str, list[PictureResult]] = {}
        for outcome in self.outcomes:
            groups.setdefault(key(outcome.label), []).append(outcome)
        return {name: Evaluation(tuple(group)) for name, group in sorted(groups.items())}


def evaluate(
    folder: str | Path,
    reader_factory: Callable[[], PictureReader],
    *,
    jobs: int = 1,
    chosen: Callable[[Label], bool] = lambda _: True,
    clock: Callable[[], float] = time.perf_counter,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Read the labelled pictures of ``folder`` and score them, with ``jobs`` processes.

    ``reader_factory`` makes a reader for each share of the work; with more than one job it and ``clock`` must be
    picklable. ``chosen`` selects labels. ``progress`` is called with the number of finished pictures and the total.
    A missing or damaged picture is named in ``unread``. Raises VisionError.
    """
    root = Path(folder)
    labels = [label for label in load_labels(root) if chosen(label)]
    shares = [labels[start : start + 16] for start in range(0, len(labels), 16)]
    outcomes: list[PictureResult] = []
    read = partial(_read_share, root, reader_factory=reader_factory, clock=clock)
    with ProcessPoolExecutor(jobs) if jobs > 1 and len(shares) > 1 else nullcontext() as pool:
        for share in pool.map(read, shares) if pool else map(read, shares):
            outcomes.extend(share)
            if progress is not None:
                progress(len(outcomes), len(labels))
    return Evaluation(tuple(outcomes))


def _read_share(
    root: Path, labels: Sequence[Label], reader_factory: Callable[[], PictureReader], clock: Callable[[], float]
) -> list[PictureResult]:
    reader = reader_factory()
    return [_outcome(root, label, reader, clock) for label in labels]


def _outcome(root: Path, label: Label, reader: PictureReader, clock: Callable[[], float]) -> PictureResult:
    try:
        exposures = [load_picture(root / name) for name in (label.file, *label.more)]
        start = clock()
        reading = reader.read(*exposures)
        seconds = clock() - start
    except PictureError as error:
        return PictureResult(label, None, error=str(error))
    except VisionError as error:
        return PictureResult(label, None, error=f"{printable_path(root / label.file)}: {error}")
    return PictureResult(label, reading, (exposures[0].shape[1], exposures[0].shape[0]), seconds)

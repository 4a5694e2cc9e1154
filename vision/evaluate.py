"""Readings scored against labels.jsonl: what is right, what is wrong, what is left in doubt, per folder and in all."""

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from vision.errors import LabelsError, PictureError
from vision.pictures import Image, load_picture
from vision.reading import Box, Die, Reading

LABELS = "labels.jsonl"
KINDS = ("scene", "crop", "empty")
TOP_PIPS = "pips of top face"

# A die cut by the picture's edge may be unlabelled: what is found this near to it (share of the side) is not too many.
EDGE = 0.01


class PictureReader(Protocol):
    """Anything that reads dice in pictures."""

    def read(self, *exposures: Image) -> Reading: ...


@dataclass(frozen=True, slots=True)
class Label:
    """One line of labels.jsonl: the truth of one picture; ``boxes`` is None where only the values are known."""

    file: str
    kind: str
    values: tuple[int, ...]
    boxes: tuple[tuple[Box, int], ...] | None
    pips_only: bool

    @property
    def folder(self) -> str:
        """The first part of the file's path."""
        return Path(self.file).parts[0]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over pictures; add them with ``+``.

    A picture is right if each of its labelled dice is read with its value and nothing else is taken for a die; it is
    wrong if a value is said that is not there. ``dice`` counts labelled dice, ``read`` those of which a value is said,
    ``said`` all values said, also of what is no die, ``correct`` those that are right, ``doubts`` dice seen without a
    value.
    """

    pictures: int = 0
    right: int = 0
    wrong: int = 0
    dice: int = 0
    read: int = 0
    said: int = 0
    correct: int = 0
    doubts: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.pictures + other.pictures,
            self.right + other.right,
            self.wrong + other.wrong,
            self.dice + other.dice,
            self.read + other.read,
            self.said + other.said,
            self.correct + other.correct,
            self.doubts + other.doubts,
            self.seconds + other.seconds,
        )

    def to_json(self) -> dict[str, Any]:
        """Return counts, shares (null where there is nothing to divide by) and milliseconds a picture."""
        return {
            "pictures": self.pictures,
            "right": self.right,
            "right_share": _share(self.right, self.pictures),
            "wrong": self.wrong,
            "wrong_share": _share(self.wrong, self.pictures),
            "dice": self.dice,
            "read": self.read,
            "read_share": _share(self.read, self.dice),
            "said": self.said,
            "correct": self.correct,
            "correct_share": _share(self.correct, self.said),
            "doubts": self.doubts,
            "milliseconds": _share(self.seconds * 1000, self.pictures),
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read in one picture and how it scored; ``reading`` is None if the picture could not be loaded."""

    label: Label
    reading: Reading | None
    score: Score
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All outcomes of a folder of labelled pictures, in the order of its labels."""

    outcomes: tuple[Outcome, ...]

    @property
    def unread(self) -> tuple[str, ...]:
        """One line for each picture that is missing or cannot be loaded; such pictures count in no score."""
        return tuple(outcome.error for outcome in self.outcomes if outcome.error is not None)

    @property
    def total(self) -> Score:
        """The score over all pictures."""
        return sum((outcome.score for outcome in self.outcomes), Score())

    @property
    def folders(self) -> dict[str, Score]:
        """The score of each folder."""
        return self._by(lambda label: label.folder)

    @property
    def kinds(self) -> dict[str, Score]:
        """The score of each kind of picture: scene, crop, empty."""
        return self._by(lambda label: label.kind)

    def to_json(self) -> dict[str, Any]:
        """Return the scores by folder, by kind and in all, and the pictures that were not read."""
        return {
            "folders": {name: score.to_json() for name, score in self.folders.items()},
            "kinds": {name: score.to_json() for name, score in self.kinds.items()},
            "total": self.total.to_json(),
            "unread": list(self.unread),
        }

    def _by(self, key: Callable[[Label], str]) -> dict[str, Score]:
        scores: dict[str, Score] = {}
        for outcome in self.outcomes:
            name = key(outcome.label)
            scores[name] = scores.get(name, Score()) + outcome.score
        return dict(sorted(scores.items()))


def load_labels(folder: str | Path) -> tuple[Label, ...]:
    """Return the labels in ``folder``/labels.jsonl; raises LabelsError that names the bad line."""
    path = Path(folder) / LABELS
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
        raise LabelsError(f"cannot read {path} ({reason}): give a folder that holds a {LABELS}") from None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise LabelsError(f"{path} is empty: one JSON object a line is needed, with file, kind, values and boxes")
    return tuple(_label(line, f"line {number} of {path}") for number, line in lines)


def score_reading(label: Label, reading: Reading, size: tuple[int, int], seconds: float = 0.0) -> Score:
    """Return the score of one picture of ``size`` (width, height) pixels.

    Whole-die boxes and pips-only boxes are matched to the dice read one to one, nearest centres first: the centre of
    either must lie in the other's box. Without boxes the values are compared as multisets. A die read without a
    partner is one too many, unless its box reaches the picture's edge in a picture whose boxes are known.
    """
    values = reading.values
    doubts = len(reading.dice) - len(values)
    if label.boxes is None:
        correct = (Counter(label.values) & Counter(values)).total()
        wrong, right = correct < len(values), correct == len(label.values) == len(reading.dice)
        read = min(len(values), len(label.values))
        return Score(1, int(right), int(wrong), len(label.values), read, len(values), correct, doubts, seconds)
    partners = _match(label.boxes, reading.dice)
    correct = sum(die.value == value for die, value in partners.values())
    extra = [die for n, die in enumerate(reading.dice) if n not in partners and not _at_edge(die.box, size)]
    wrong = any(die.value is not None for die in extra) or any(
        die.value is not None and die.value != value for die, value in partners.values()
    )
    read = sum(die.value is not None for die, _ in partners.values())
    said = read + sum(die.value is not None for die in extra)
    right = correct == len(label.boxes) and not extra
    return Score(1, int(right), int(wrong), len(label.boxes), read, said, correct, doubts, seconds)


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

    ``reader_factory`` makes a reader (one for each share of the work; with more than one job it and ``clock`` must be
    picklable); ``chosen`` says which labels take part; ``progress`` is told how many pictures are done and how many
    there are. A missing or broken picture is counted and named in ``unread``. Raises LabelsError.
    """
    root = Path(folder)
    labels = [label for label in load_labels(root) if chosen(label)]
    shares = [labels[start : start + 16] for start in range(0, len(labels), 16)]
    outcomes: list[Outcome] = []
    work = ((root, share, reader_factory, clock) for share in shares)
    if jobs > 1 and len(shares) > 1:
        with ProcessPoolExecutor(jobs) as pool:
            done: Iterable[list[Outcome]] = pool.map(_read_share, *zip(*work, strict=True))
            _collect(done, outcomes, len(labels), progress)
    else:
        _collect((_read_share(*part) for part in work), outcomes, len(labels), progress)
    return Evaluation(tuple(outcomes))


def _collect(
    done: Iterable[list[Outcome]], outcomes: list[Outcome], total: int, progress: Callable[[int, int], None] | None
) -> None:
    for share in done:
        outcomes.extend(share)
        if progress is not None:
            progress(len(outcomes), total)


def _read_share(
    root: Path, labels: Sequence[Label], reader_factory: Callable[[], PictureReader], clock: Callable[[], float]
) -> list[Outcome]:
    reader = reader_factory()
    outcomes = []
    for label in labels:
        try:
            image = load_picture(root / label.file)
        except PictureError as error:
            outcomes.append(Outcome(label, None, Score(), str(error)))
            continue
        start = clock()
        reading = reader.read(image)
        seconds = clock() - start
        score = score_reading(label, reading, (image.shape[1], image.shape[0]), seconds)
        outcomes.append(Outcome(label, reading, score))
    return outcomes


def _match(boxes: Sequence[tuple[Box, int]], dice: Sequence[Die]) -> dict[int, tuple[Die, int]]:
    pairs = []
    for n, die in enumerate(dice):
        for m, (box, _) in enumerate(boxes):
            if _holds(box, _centre(die.box)) or _holds(die.box, _centre(box)):
                pairs.append((math.dist(_centre(box), _centre(die.box)), n, m))
    partners: dict[int, tuple[Die, int]] = {}
    taken: set[int] = set()
    for _, n, m in sorted(pairs):
        if n not in partners and m not in taken:
            partners[n] = (dice[n], boxes[m][1])
            taken.add(m)
    return partners


def _label(line: str, where: str) -> Label:
    try:
        entry = json.loads(line)
        values = tuple(int(value) for value in entry["values"])
        boxes = entry["boxes"]
        pairs = None if boxes is None else tuple((_box(box), int(box[4])) for box in boxes)
        label = Label(str(entry["file"]), str(entry["kind"]), values, pairs, entry.get("box_means") == TOP_PIPS)
    except (ValueError, KeyError, TypeError, IndexError):
        raise LabelsError(f"{where} is no label: it needs file, kind, values and boxes (or null)") from None
    told = values if pairs is None else values + tuple(value for _, value in pairs)
    if label.kind not in KINDS or not label.file or any(not 1 <= value <= 6 for value in told):
        raise LabelsError(f"{where} is no label: kind is one of {', '.join(KINDS)} and values are 1 to 6")
    return label


def _box(sides: Sequence[Any]) -> Box:
    x0, y0, x1, y1 = map(float, sides[:4])
    return x0, y0, x1, y1


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _at_edge(box: Box, size: tuple[int, int]) -> bool:
    width, height = size
    x, y = EDGE * width, EDGE * height
    return box[0] <= x or box[1] <= y or box[2] >= width - x or box[3] >= height - y


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None

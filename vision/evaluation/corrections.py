"""Known errors in the photographs' labels, and their correction."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vision.reading import Box

WRONG_LABELS = Path(__file__).with_name("wrong_labels.jsonl")
"""Found by eye: on contact sheets sorted by labelled value, and wherever template matching read another value."""


@dataclass(frozen=True, slots=True)
class WrongLabel:
    """An error in labels.jsonl.

    ``labelled`` is the value in the label file, None if the die has no box there. ``there`` is the true value, None if
    the box holds no die with a single top face.
    """

    file: str
    box: Box
    labelled: int | None
    there: int | None


def wrong_labels() -> tuple[WrongLabel, ...]:
    """Return the list of wrong labels that ships with the project."""
    entries = (json.loads(line) for line in WRONG_LABELS.read_text(encoding="utf-8").splitlines())
    return tuple(WrongLabel(e["file"], _box(e["box"]), e["labelled"], e["there"]) for e in entries)


def correct_boxes(
    file: str, boxes: Iterable[tuple[Box, int]], wrong: Iterable[WrongLabel]
) -> tuple[tuple[tuple[Box, int], ...], tuple[Box, ...]]:
    """Return the boxes of ``file`` with their true values, and the boxes without a readable die."""
    mine = {(w.box, w.labelled): w for w in wrong if w.file == file}
    mended, void = [], []
    for box, value in boxes:
        entry = mine.get((box, value))
        if entry is None:
            mended.append((box, value))
        elif entry.there is None:
            void.append(box)
        else:
            mended.append((box, entry.there))
    mended += [(w.box, w.there) for w in mine.values() if w.labelled is None and w.there is not None]
    return tuple(mended), tuple(void)


def _box(sides: Iterable[float]) -> Box:
    x0, y0, x1, y1 = map(float, sides)
    return x0, y0, x1, y1

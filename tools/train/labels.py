"""Labelled photographs: centre, side and value of each top face, and boxes where the truth is unknown."""

import json
import math
import statistics
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tools.train.wrong_labels import WrongLabel, correct_boxes, load_wrong_labels
from vision.evaluation.labels import LABELS, Label, load_labels
from vision.pictures import load_picture
from vision.reading import Box

MEASURED = Path(__file__).with_name("faces.jsonl")
"""Measured faces, which were fitted to the pips of each labelled die, or else to its outline, and checked by eye."""

FOLDERS = ("nell", "damian", "aws", "matteo", "machine", "cloth", "trays")
"""The folders with a licence that allows training; ``cup`` and the others state none."""

FITTED_ON = ("nell", "damian", "aws", "matteo", "machine")
"""The folders for fitting the confidence model: their labels are right, or known to be wrong."""

PLACES = "places"
"""A folder among the photographs with further folders and labels of their own; it may be missing."""

UNLABELLED_BORDER = {"aws": 0.7, "trays": 0.7}
"""Width of the border in which a folder's dice may lack a label, in sides of a die's box."""

UNREADABLE = 0
"""The value of an unreadable face: cocked, covered, or marked with something other than pips."""


@dataclass(frozen=True, slots=True)
class LabelledFace:
    """The top face of a die: centre in pixels, side (the root of its area), value 1 to 6 or ``UNREADABLE``.

    Places are from the picture's corner: the middle of its first pixel is (0.5, 0.5). ``down`` is the vector in the
    picture from the centre of the top face to that of the face below, in sides; None if it is unknown.
    """

    x: float
    y: float
    side: float
    value: int
    down: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """The relation of a folder's boxes to top faces: the face's side and its centre's rise, in shares of the box."""

    side: float
    rise: float = 0.0


SHAPES = {
    "nell": Shape(0.64),
    "aws": Shape(0.69, 0.06),
    "machine": Shape(0.79),
    "matteo": Shape(1.25),
    "trays": Shape(0.69),
}
"""For boxes without measured faces: medians over the measured ones."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A photograph with its faces and the boxes in which the truth is unknown."""

    file: str
    path: Path
    faces: tuple[LabelledFace, ...]
    ignore: tuple[Box, ...]

    @property
    def folder(self) -> str:
        """The first part of the file's path."""
        return Path(self.file).parts[0]


def load_pictures(
    root: str | Path,
    folders: Collection[str] = FOLDERS,
    *,
    measured: Path = MEASURED,
    wrong: Sequence[WrongLabel] | None = None,
) -> tuple[Picture, ...]:
    """Return the scenes below ``root`` that have faces or are known to be empty.

    Faces come from the list of ``measured`` ones if it has the picture, else from the label's boxes. ``wrong`` labels
    (None: the project's list) are corrected. Raises VisionError and the errors of ``load_picture``.
    """
    known = measured_faces(measured)
    errors = load_wrong_labels() if wrong is None else wrong
    pictures = []
    for label, path in labelled_files(root):
        if label.folder not in folders or label.kind == "crop":
            continue
        faces = known.get(label.file)
        void: tuple[Box, ...] = ()
        if label.boxes is not None:
            boxes, void = correct_boxes(label.file, label.boxes, errors)
            faces = faces_of(label, boxes) if faces is None else faces
        if faces is not None:
            strips = _border(path, label)
            pictures.append(Picture(label.file, path, faces, void + strips))
    return tuple(pictures)


def labelled_files(root: str | Path) -> list[tuple[Label, Path]]:
    """Return each label of the photographs below ``root``, and its file; those in ``PLACES`` come last."""
    roots = [Path(root)]
    if (roots[0] / PLACES / LABELS).is_file():
        roots.append(roots[0] / PLACES)
    return [(label, base / label.file) for base in roots for label in load_labels(base)]


def measured_faces(path: Path = MEASURED) -> dict[str, tuple[LabelledFace, ...]]:
    """Return the measured faces by file."""
    if not path.is_file():
        return {}
    entries = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {entry["file"]: tuple(LabelledFace(*face) for face in entry["faces"]) for entry in entries}


def faces_of(label: Label, boxes: Iterable[tuple[Box, int]]) -> tuple[LabelledFace, ...]:
    """Return the faces estimated from a folder's boxes; they are not exact to the pixel."""
    shape = SHAPES.get(label.folder, Shape(0.64))
    faces = [face_in(box, value, shape) for box, value in boxes]
    if label.pips_only and faces:
        # A box around a few pips says little about the face; the dice in a picture are alike.
        side = statistics.median([f.side for f in faces if f.value > 3] or [f.side * 1.2 for f in faces])
        faces = [LabelledFace(f.x, f.y, side, f.value) for f in faces]
    return tuple(faces)


def face_in(box: Box, value: int, shape: Shape) -> LabelledFace:
    """Return the face of the given ``shape`` in a box."""
    x0, y0, x1, y1 = box
    side = math.sqrt((x1 - x0) * (y1 - y0)) * shape.side
    return LabelledFace((x0 + x1) / 2, (y0 + y1) / 2 - shape.rise * (y1 - y0), side, value)


def _border(path: Path, label: Label) -> tuple[Box, ...]:
    share = UNLABELLED_BORDER.get(label.folder)
    if share is None or not label.boxes:
        return ()
    height, width = load_picture(path).shape[:2]
    deep = share * statistics.median(math.sqrt((b[2] - b[0]) * (b[3] - b[1])) for b, _ in label.boxes)
    # Small boxes stay small when the picture is turned.
    across, down = (np.arange(0, length, deep).tolist() for length in (width, height))
    corners = [(x, y) for x in across for y in (0, height - deep)] + [(x, y) for y in down for x in (0, width - deep)]
    return tuple((x, y, x + deep, y + deep) for x, y in corners)

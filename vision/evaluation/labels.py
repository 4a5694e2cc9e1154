"""labels.jsonl: the true values of the dice in pictures, one JSON object on each line."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Literal, get_args

from vision.errors import VisionError, printable_path
from vision.reading import Box

LABELS = "labels.jsonl"
KINDS = ("scene", "crop", "empty")
TOP_PIPS = "pips of top face"

Oddity = Literal["cocked", "double", "foreign", "empty-well"]
ODDITIES: tuple[Oddity, ...] = get_args(Oddity)

SMALLEST, SMALLEST_PIPS = 24.0, 16.0
"""Smallest shorter side in pixels of a box that counts: for boxes of whole dice, and for boxes of the pips alone."""


@dataclass(frozen=True, slots=True)
class OddThing:
    """Something that must not get a value: its box, and its well (1 to 6) if it lies in one."""

    what: Oddity
    box: Box
    well: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """One line of labels.jsonl: the truth of one picture; ``boxes`` is None if only the values are known.

    ``odd`` things must be noticed and not be read. ``more`` names further exposures of the same still scene. In the
    ``void`` boxes the truth is unknown.
    """

    file: str
    kind: str
    values: tuple[int, ...]
    boxes: tuple[tuple[Box, int], ...] | None
    pips_only: bool
    odd: tuple[OddThing, ...] = ()
    more: tuple[str, ...] = ()
    void: tuple[Box, ...] = ()

    @property
    def folder(self) -> str:
        """The first folder of the file's path, "." if it has none."""
        parts = Path(self.file).parts
        return parts[0] if len(parts) > 1 else "."

    @property
    def smallest(self) -> float:
        """The smallest shorter side, in pixels, of a box that counts."""
        return SMALLEST_PIPS if self.pips_only else SMALLEST


def load_labels(folder: str | Path) -> tuple[Label, ...]:
    """Return the labels in ``folder``/labels.jsonl; raises VisionError that names the bad line."""
    path = Path(folder) / LABELS
    lines = [(n, line) for n, line in enumerate(_text(path, f"give a folder that holds a {LABELS}"), 1) if line.strip()]
    if not lines:
        raise VisionError(
            f"{printable_path(path)} is empty: write one JSON object a line, with file, kind, values and boxes"
        )
    labels: list[Label] = []
    first: dict[str, int] = {}
    for number, line in lines:
        label = _label(line, f"line {number} of {printable_path(path)}")
        before = first.setdefault(label.file, number)
        if before != number:
            raise VisionError(
                f"line {number} of {printable_path(path)} names the same picture as line {before}: remove one of them"
            )
        labels.append(label)
    return tuple(labels)


def _text(path: Path, remedy: str) -> list[str]:
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is not a file")
        # Not splitlines: in JSON a name may hold what Unicode takes for the end of a line.
        return path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise VisionError(f"cannot read {printable_path(path)} ({reason}): {remedy}") from None


def _label(line: str, where: str) -> Label:
    try:
        entry = json.loads(line)
        file, kind = _names([entry["file"], entry["kind"]])
        boxes = entry["boxes"]
        pairs = None if boxes is None else tuple((_box(box[:-1]), _value(box[-1])) for box in boxes)
        label = Label(
            file,
            kind,
            tuple(_value(value) for value in entry["values"]),
            pairs,
            entry.get("box_means") == TOP_PIPS,
            tuple(_read_odd(odd) for odd in entry.get("odd", ())),
            _names(entry.get("more", [])),
        )
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError):
        raise VisionError(
            f"{where} is not a label: it needs file, kind, values from 1 to 6 and boxes of five numbers (or null); "
            "more, if there, is a list of names"
        ) from None
    against = _contradiction(label)
    if against is not None:
        raise VisionError(f"{where} is not a label: {against}")
    return label


def _contradiction(label: Label) -> str | None:
    """Return what is inconsistent in a label, and what to do about it; None if nothing is."""
    if label.kind not in KINDS or not Path(label.file).parts:
        return f"file names a picture and kind is one of {', '.join(KINDS)}"
    for name in (label.file, *label.more):
        if PurePath(name).is_absolute() or ".." in PurePath(name).parts:
            return f"{printable_path(name)} does not lie below the folder of the labels: name a path within it"
    if label.kind == "empty" and (label.values or label.boxes):
        return "an empty picture has no dice: leave out values and boxes, or say scene"
    if label.boxes is not None and sorted(value for _, value in label.boxes) != sorted(label.values):
        return "values and boxes do not say the same: give each value a box, or null for boxes"
    return None


def _names(entry: Any) -> tuple[str, ...]:
    if not isinstance(entry, list) or not all(isinstance(name, str) for name in entry):
        raise TypeError
    return tuple(entry)


def _read_odd(entry: Any) -> OddThing:
    well = entry.get("well")
    if entry["what"] not in ODDITIES:
        raise ValueError
    return OddThing(entry["what"], _box(entry["box"]), None if well is None else _value(well))


def _value(number: Any) -> int:
    # True is 1 for Python, and a box of pips may hold 2.0.
    if isinstance(number, bool) or number not in {1, 2, 3, 4, 5, 6}:
        raise ValueError
    return int(number)


def _box(sides: Sequence[Any]) -> Box:
    x0, y0, x1, y1 = map(float, sides)
    if not all(map(math.isfinite, (x0, y0, x1, y1))) or x0 > x1 or y0 > y1:
        raise ValueError
    return x0, y0, x1, y1

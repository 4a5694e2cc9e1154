"""Fit the weights by which free faces are judged, from labelled photographs, and write them as vision/weights.py."""

import math
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.crowd import beside, gather
from vision.evaluate import Label, load_labels
from vision.free import propose, shrink
from vision.judge import CLIP, GROUP, Candidate, weigh
from vision.pictures import load_picture
from vision.pips import Floats
from vision.weights import Logistic

FREE = 2
"""The last numbers of each row name the value; they alone may count either way."""

RIDGE = 4.0

STAGES = 2
"""How often faces are judged beside each other, each time by what the time before said of the others."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights for faces alone, by group, and for faces beside each other, by stage and group."""

    alone: tuple[Logistic, ...]
    beside: tuple[tuple[Logistic, ...], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """The candidates of one labelled picture and which of them are right."""

    label: Label
    candidates: tuple[Candidate, ...]
    right: NDArray[np.bool_]


def examples(folder: Path, labels: Sequence[Label]) -> list[Example]:
    """Return the candidates of the pictures with boxes; those on a die are right if value, place and size agree."""
    found = []
    for label in labels:
        if label.boxes is None:
            continue
        image, scale = shrink(load_picture(folder / label.file))
        candidates = propose(image)
        if candidates:
            right = np.array([is_right(label, c, scale) for c in candidates])
            found.append(Example(label, tuple(candidates), right))
    return found


def is_right(label: Label, c: Candidate, scale: float) -> bool:
    """Return whether value, place and size of a face agree with a label; ``scale`` as from ``free.shrink``."""
    x, y = (c.face.centre * scale).tolist()
    for (x0, y0, x1, y1), value in label.boxes or ():
        if value != c.face.value:
            continue
        width, height = x1 - x0, y1 - y0
        across, down = abs(x - (x0 + x1) / 2), abs(y - (y0 + y1) / 2)
        size = math.sqrt(width * height)
        if label.pips_only:
            slack = 0.3 if value == 1 else 0.25
            good = across < slack * width + 3 and down < slack * height + 3
            good &= value != 1 or 0.25 < 2 * c.radius * scale / size < 1.5
        else:
            good = across < 0.4 * width and down < 0.4 * height and 0.4 < c.side * scale / size < 1.25
            if value == 1:
                good &= across < 0.3 * width and down < 0.36 * height and 0.04 < c.radius * scale / size < 0.2
        if good:
            return True
    return False


def fit(chosen: Sequence[Example]) -> Weights:
    """Return the weights for faces alone and beside each other; every folder counts alike."""
    group = np.concatenate([[GROUP[c.face.value] for c in e.candidates] for e in chosen])
    right = np.concatenate([e.right for e in chosen]).astype(np.float64)
    within = np.concatenate([_within(e) for e in chosen])
    counts: dict[str, float] = {}
    for e in chosen:
        counts[e.label.folder] = counts.get(e.label.folder, 0) + float(e.right.sum())
    share = np.concatenate(
        [
            np.full(len(e.right), 200 / max(counts[e.label.folder], 100) / math.sqrt(max(1, len(e.right) / 30)))
            for e in chosen
        ]
    )
    numbers = np.concatenate([[c.alone for c in e.candidates] for e in chosen])
    alone = _fit_groups(numbers, right, share * ~within, group)
    weight = share * np.where(within, 0.3, 1.0)
    first = [weigh(alone, e.candidates, np.stack([c.alone for c in e.candidates])) for e in chosen]
    crowds = [gather(e.candidates) for e in chosen]
    belief, stages = first, []
    for _ in range(STAGES):
        rows = [beside(crowd, own, now) for crowd, own, now in zip(crowds, first, belief, strict=True)]
        stages.append(_fit_groups(np.concatenate(rows), right, weight, group))
        belief = [weigh(stages[-1], e.candidates, row) for e, row in zip(chosen, rows, strict=True)]
    return Weights(alone, tuple(stages))


def _within(example: Example) -> NDArray[np.bool_]:
    """Return which wrong candidates are part of a right one with more pips, which rules them out anyway."""
    whole = [set(c.face.members) for c, right in zip(example.candidates, example.right, strict=True) if right]
    parts = [set(c.face.members) for c in example.candidates]
    return np.array([any(part & face and len(part) < len(face) for face in whole) for part in parts]) & ~example.right


def _fit_groups(
    numbers: Floats, right: NDArray[np.float64], weight: NDArray[np.float64], group: NDArray[np.int64]
) -> tuple[Logistic, ...]:
    return tuple(
        fit_one(numbers[group == k].astype(np.float64), right[group == k], weight[group == k]) for k in range(3)
    )


def fit_one(numbers: NDArray[np.float64], right: NDArray[np.float64], weight: NDArray[np.float64]) -> Logistic:
    """Return the logistic regression of ``right`` (n,) on ``numbers`` (n, k), by Newton's method.

    A number that would count against its sense is dropped, the worst first; the last ``FREE`` may count either way.
    """
    mean, scale = numbers.mean(axis=0), numbers.std(axis=0) + 1e-3
    z = np.concatenate([np.clip((numbers - mean) / scale, -CLIP, CLIP), np.ones((len(numbers), 1))], axis=1)
    columns = np.arange(z.shape[1])
    while True:
        part = z[:, columns]
        ridge = np.diag(np.where(columns == z.shape[1] - 1, 1e-3, RIDGE))
        slope = np.zeros(len(columns))
        for _ in range(50):
            p = 1 / (1 + np.exp(-np.clip(part @ slope, -30, 30)))
            gradient = part.T @ (weight * (p - right)) + ridge @ slope
            step = np.linalg.solve((part.T * (weight * p * (1 - p) + 1e-6)) @ part + ridge, gradient)
            slope -= step * min(1, 3 / np.abs(step).max())
            if np.abs(step).max() < 1e-5:
                break
        sensed = np.where(columns < z.shape[1] - 1 - FREE, slope, 0)
        if sensed.min() >= 0:
            break
        columns = np.delete(columns, sensed.argmin())
    full = np.zeros(z.shape[1])
    full[columns] = slope
    return Logistic(_rounded(mean), _rounded(scale), _rounded(full[:-1]), round(float(full[-1]), 4))


def _rounded(row: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(x), 4) for x in row)


def write_weights(path: Path, weights: Weights) -> None:
    """Write the weights in place of those in ``path``, keeping its head."""
    head = path.read_text(encoding="utf-8").split("# fmt: off")[0]
    stages = "".join(f"    (\n{_rows(stage)}    ),\n" for stage in weights.beside)
    text = (
        f"{head}# fmt: off\nALONE: tuple[Logistic, ...] = (\n{_rows(weights.alone)})\n\n"
        f"BESIDE: tuple[tuple[Logistic, ...], ...] = (\n{stages})\n"
    )
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def _rows(weights: Sequence[Logistic]) -> str:
    return "".join(
        f"    Logistic(\n{_wrapped(w.mean)}\n{_wrapped(w.scale)}\n{_wrapped(w.slope)}\n        {w.offset},\n    ),\n"
        for w in weights
    )


def _wrapped(row: tuple[float, ...]) -> str:
    return textwrap.fill(f"{row},", 110, initial_indent=" " * 8, subsequent_indent=" " * 9)


def main(folder: str, step: str = "2") -> None:
    """Fit on every ``step``-th scene with boxes in ``folder`` and write the weights; judge by the others."""
    labels = [label for label in load_labels(folder) if label.kind != "crop"][:: int(step)]
    write_weights(Path(__file__).with_name("weights.py"), fit(examples(Path(folder), labels)))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Values said of dice that lean: `python -m tools.campaigns leaning DIR`, for pictures as tools.path_traced renders.

Prints how many of the leaning dice were given a value, by their angle, and what was said of the upright ones.
"""

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from vision.evaluation.comparison import compare, find_nearest_box
from vision.evaluation.labels import LABELS, Label, load_labels
from vision.evaluation.reliability import SURE
from vision.photograph.reader import PhotographReader
from vision.picture_reader import PictureReader
from vision.pictures import load_picture
from vision.reading import Box, Die

BANDS = ((0, 15), (15, 20), (20, 25), (25, 30), (30, 40), (40, 90))
"""Ranges of the angle in degrees."""


@dataclass
class LeaningCount:
    """Leaning dice, of how many a value was said, and with a confidence of 0.99 or more; upright ones by their fate.

    `elsewhere` counts values of what is no die.
    """

    leaning: Counter[tuple[int, int]] = field(default_factory=Counter)
    said: Counter[tuple[int, int]] = field(default_factory=Counter)
    surely: Counter[tuple[int, int]] = field(default_factory=Counter)
    upright: Counter[str] = field(default_factory=Counter)
    surely_wrong: int = 0
    elsewhere: int = 0
    lines: list[str] = field(default_factory=list)


def leans(folder: Path) -> dict[tuple[str, Box], float]:
    """Return how far each leaning die leans in degrees, by its picture and box."""
    found = {}
    for line in (folder / LABELS).read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        for odd in entry.get("odd", ()):
            x0, y0, x1, y1 = map(float, odd["box"])
            found[entry["file"], (x0, y0, x1, y1)] = float(odd["lean"])
    return found


def measure(reader: PictureReader, folder: Path, labels: Iterable[Label]) -> LeaningCount:
    """Return what a reader says of the labelled pictures in a folder."""
    count, angles = LeaningCount(), leans(folder)
    for label in labels:
        image = load_picture(folder / label.file)
        compared = compare(label, reader.read(image), (image.shape[1], image.shape[0]))
        without: list[Die] = []
        for pair in compared.pairs:
            if pair.truth is None:
                without += [pair.die] if pair.die is not None and pair.said is not None else []
            else:
                fate = "right" if pair.right else "wrong" if pair.wrong else "in doubt" if pair.die else "not seen"
                count.upright[fate] += 1
                count.surely_wrong += bool(pair.wrong and pair.die and pair.die.confidence >= SURE)
        boxes = [odd.box for odd in label.odd]
        for n, box in enumerate(boxes):
            lean = angles[label.file, box]
            band = next(band for band in BANDS if lean < band[1])
            values = [die for die in without if find_nearest_box(boxes, die.box) == n]
            count.leaning[band] += 1
            count.said[band] += bool(values)
            count.surely[band] += any(die.confidence >= SURE for die in values)
            count.lines += [f"{label.file}: {d.value} with {d.confidence:.3f}, leans by {lean:g}" for d in values]
        count.elsewhere += sum(find_nearest_box(boxes, die.box) is None for die in without)
    return count


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder with a labels.jsonl")


def run(options: Namespace) -> Iterator[str]:
    """Yield what is said of the pictures."""
    count = measure(PhotographReader(), options.folder, load_labels(options.folder))
    yield from count.lines
    for low, high in (band for band in BANDS if count.leaning[band]):
        part = (low, high)
        yield f"{low} to {high} degrees: {count.said[part]} of {count.leaning[part]} said, {count.surely[part]} surely"
    said, surely = count.said.total(), count.surely.total()
    yield f"leaning: {said} of {count.leaning.total()} said with a value, {surely} of them with {SURE} or more"
    fates = ", ".join(f"{count.upright[fate]} {fate}" for fate in ("right", "in doubt", "wrong", "not seen"))
    yield f"upright: {count.upright.total()}: {fates}; {count.surely_wrong} wrong with {SURE} or more"
    yield f"values of what is no die: {count.elsewhere}"

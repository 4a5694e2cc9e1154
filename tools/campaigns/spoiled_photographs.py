"""Photographs that were blurred or burnt out: `python -m tools.campaigns spoiled_photographs PHOTOS --seed 1`.

From each picture a square around one die is cut and brought to a size in which a top face measures 32 pixels, so that a
blur of so many pixels is as bad for all dice. Each is read as it is (a gain of 1) and spoiled in all `WAYS`, and what
is said is compared with the faces that were measured. The same seed gives the same pictures.
"""

import math
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tools.campaigns.running import add_count
from tools.train.labels import UNLABELLED_BORDER, LabelledFace, load_pictures
from vision.photograph.reader import PhotographReader
from vision.picture_reader import PictureReader
from vision.pictures import Image, load_picture
from vision.reading import Die, Reading, middle_of

FOLDERS = ("nell", "damian", "aws", "matteo", "machine")
SIDE, WIDE = 32.0, 288
"""Pixels of a top face, and of the square that is cut out."""

NEAR = 0.5
"""A die is of a face if their middles are so near, in sides."""

WAYS = (
    ("gain", 1.0),
    *(("blur", sigma) for sigma in (1.0, 2.0, 3.0, 4.0, 5.0)),
    *(("motion", length) for length in (5.0, 10.0, 15.0, 25.0)),
    *(("gain", gain) for gain in (1.5, 2.0, 3.0, 4.0)),
)
"""Out of focus by a Gaussian of so many pixels; moved by so many while the shutter was open; exposed so long."""


def spoil(image: Image, way: str, amount: float, random: np.random.Generator) -> Image:
    """Return the picture spoiled in one of the `WAYS`; motion goes any way."""
    match way:
        case "blur":
            return blur_picture(image, amount)
        case "motion":
            return shaken(image, amount, random.uniform(0, math.pi))
        case _:
            return burnt(image, amount)


def blur_picture(image: Image, sigma: float) -> Image:
    """Return the picture out of focus, by a Gaussian of ``sigma`` pixels."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def shaken(image: Image, length: float, way: float) -> Image:
    """Return the picture as a camera sees it that moves by ``length`` pixels, ``way`` radians from the right."""
    wide = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((wide, wide), np.float32)
    for step in np.linspace(-length / 2, length / 2, 16 * wide):
        kernel[round(wide // 2 + step * math.sin(way)), round(wide // 2 + step * math.cos(way))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)


def burnt(image: Image, gain: float) -> Image:
    """Return the picture exposed ``gain`` times as long."""
    return np.asarray(np.clip(image.astype(np.float32) * gain, 0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class SpoiledSample:
    """A square (WIDE, WIDE, 3) of a photograph, its ``whole`` faces, and those that it ``cuts``."""

    file: str
    image: Image
    whole: tuple[LabelledFace, ...]
    cuts: tuple[LabelledFace, ...]


@dataclass
class ReadingCount:
    """Dice, values said of them, those that are wrong, also of what is no die, and the doubts."""

    dice: int = 0
    said: int = 0
    wrong: int = 0
    sure: int = 0
    doubts: Counter[str] = field(default_factory=Counter)


Counts = dict[tuple[str, float], ReadingCount]


def samples(photos: Path, folder: str, count: int, seed: int) -> Iterator[SpoiledSample]:
    """Yield squares of ``count`` pictures of a folder, chosen by the ``seed``."""
    random = np.random.default_rng([seed, *folder.encode()])
    # A square is left out if nobody knows what some die in its picture shows; along a border dice are cut anyway.
    bordered = folder in UNLABELLED_BORDER
    pictures = [p for p in load_pictures(photos, [folder]) if p.faces and (bordered or not p.ignore)]
    for n in random.permutation(len(pictures))[:count].tolist():
        picture = pictures[n]
        middle = picture.faces[int(random.integers(len(picture.faces)))]
        yield _cut(picture.file, load_picture(picture.path), picture.faces, middle)


def _cut(file: str, image: Image, faces: Sequence[LabelledFace], middle: LabelledFace) -> SpoiledSample:
    grow = SIDE / middle.side
    height, width = image.shape[:2]
    size = (max(1, round(width * grow)), max(1, round(height * grow)))
    image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA if grow < 1 else cv2.INTER_CUBIC), np.uint8)
    left, top = (
        int(min(max(0, at * grow - WIDE / 2), max(0, long - WIDE)))
        for at, long in ((middle.x, size[0]), (middle.y, size[1]))
    )
    part = np.ascontiguousarray(image[top : top + WIDE, left : left + WIDE])
    moved = [LabelledFace(f.x * grow - left, f.y * grow - top, f.side * grow, f.value) for f in faces]
    inside = [
        0.7 * f.side < f.x < part.shape[1] - 0.7 * f.side and 0.7 * f.side < f.y < part.shape[0] - 0.7 * f.side
        for f in moved
    ]
    whole = tuple(f for f, within in zip(moved, inside, strict=True) if within and f.value)
    cuts = tuple(f for f, within in zip(moved, inside, strict=True) if not within or not f.value)
    return SpoiledSample(file, part, whole, cuts)


def face_of(die: Die, faces: Iterable[LabelledFace]) -> LabelledFace | None:
    """Return the face that a die read is on."""
    x, y = middle_of(die.box)
    near = [(math.hypot(face.x - x, face.y - y) / face.side, n, face) for n, face in enumerate(faces)]
    far, _, face = min(near, default=(math.inf, 0, None))
    return face if far < NEAR else None


def tally(count: ReadingCount, sample: SpoiledSample, reading: Reading) -> None:
    """Add what was said of a sample; a value that is said of no face is wrong, unless the square cuts what is there."""
    count.dice += len(sample.whole)
    for die in reading.dice:
        face = face_of(die, sample.whole)
        if face is None and (face_of(die, sample.cuts) or _at_edge(die, sample.image)):
            continue
        if die.value is None:
            count.doubts[str(die.doubt)] += 1
            continue
        count.said += 1
        if face is None or face.value != die.value:
            count.wrong += 1
            count.sure += die.confidence >= 0.99


def _at_edge(die: Die, image: Image) -> bool:
    height, width = image.shape[:2]
    x0, y0, x1, y1 = die.box
    return bool(min(x0, y0, width - x1, height - y1) < SIDE / 2)


def measure(reader: PictureReader, photos: Path, folders: Iterable[str], count: int, seed: int) -> Counts:
    """Return what is said of the squares in each way of spoiling them."""
    counts = {way: ReadingCount() for way in WAYS}
    for folder in folders:
        for number, sample in enumerate(samples(photos, folder, count, seed)):
            for way in WAYS:
                random = np.random.default_rng([seed, number, *folder.encode()])
                tally(counts[way], sample, reader.read(spoil(sample.image, *way, random)))
    return counts


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("photos", type=Path, metavar="PHOTOS", help="the labelled photographs")
    parser.add_argument("--folders", default=",".join(FOLDERS), metavar="A,B", help="of these folders (default all)")
    add_count(parser, "pictures of each", 12)


def run(options: Namespace) -> Iterator[str]:
    """Yield what is said of spoiled photographs."""
    folders = options.folders.split(",")
    counts = measure(PhotographReader(), options.photos, folders, options.count, options.seed)
    for (way, amount), c in counts.items():
        doubts = ", ".join(f"{n} {word}" for word, n in sorted(c.doubts.items())) or "none"
        wrong = f"{c.wrong} wrong, {c.sure} of them at 0.99 or more"
        yield f"{way} {amount:g}: {c.dice} dice, {c.said} said, {wrong}; doubts: {doubts}"

"""Photographs thrown by hand: `python -m tools.campaigns hand_throws PHOTOS --count 2000 --seed 1 --jobs 2`.

Each sitting has one photograph with up to six dice as a webcam would show it: dice are taken out, a hand throws some of
them or all, kept ones stay or are put aside, the picture is shifted, the lens looks for its focus, another hand passes,
the light drifts. The table of dice of one's own counts them. Its doubts are answered with the truth; each throw that
needs such an answer needs a tap. Prints the figures of each source, and each throw with a wrong value or a tap; with
`--frames DIR` the last look at these is written there. The same seed gives the same figures, however many jobs work.
"""

import math
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.campaigns.film import ThrownScene
from tools.campaigns.sitting import (
    HandTally,
    Sitting,
    add_sitting_options,
    figures,
    one_reader,
    play_all,
    sit,
    sittings,
)
from tools.train.labels import UNLABELLED_BORDER, UNREADABLE, LabelledFace, labelled_files, load_pictures
from vision.errors import VisionError
from vision.evaluation.labels import load_known_errors
from vision.picture_reader import PictureReader
from vision.pictures import Image, load_picture
from vision.reading import Die

UNSEEN = ("burak", "dim", "jacker", "tomek", "wiktoria", "wood")
"""Folders on which nothing of the reader was fitted."""
FITTED = ("nell", "damian", "aws", "matteo", "machine", "trays")
MOST_DICE = 6
MOST_PIXELS = 1280 * 720
"""Of a picture as a webcam delivers it."""
AROUND = (1.15, 1.35)
"""Half axes, in sides of a top face, of the ellipse that a die covers with its side faces and its shadow."""
LOWER = 0.2
"""How far the ellipse's middle lies below the face's, in sides: most pictures look at the dice obliquely."""
CLOSE = 2.4
"""Sides between the middles of two dice of which one cannot be painted over without the other."""
COARSE = 96
"""Pixels of the shorter side at which the ground below a die is made up."""


@dataclass(frozen=True, slots=True)
class LabelledPhotograph:
    """A photograph of `values`; `faces` is None where only these are known."""

    file: str
    path: Path
    values: tuple[int, ...]
    faces: tuple[LabelledFace, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class DicePhotograph:
    """A photograph (h, w, 3) of `values`, as a webcam delivers it.

    `faces` are its dice from the left to the right. `known` says whether it is sure which of them shows what; else any
    may be missing.
    """

    file: str
    image: Image
    values: tuple[int, ...]
    faces: tuple[LabelledFace, ...]
    known: bool

    @property
    def side(self) -> float:
        """The side of its dice's top faces in pixels."""
        return float(np.median([face.side for face in self.faces] or [0.1 * min(self.image.shape[:2])]))

    @property
    def groups(self) -> tuple[frozenset[int], ...]:
        """Its dice, numbered from the left, in groups that lie close together: what is painted over must not touch.

        Dice of which nobody knows what they show are one group.
        """
        if not self.known:
            return (frozenset(range(len(self.faces))),)
        groups: list[frozenset[int]] = []
        for number, face in enumerate(self.faces):
            near = [g for g in groups if any(_close(face, self.faces[other]) for other in g)]
            groups = [g for g in groups if g not in near] + [frozenset({number}).union(*near)]
        return tuple(groups)

    def showing(self, dice: Iterable[int]) -> Image:
        """Return it with only these `dice`, numbered from the left: the others are painted over."""
        stay = set(dice)
        gone = [face for number, face in enumerate(self.faces) if number not in stay]
        mask = np.zeros(self.image.shape[:2], np.uint8)
        for face in gone:
            middle = round(face.x), round(face.y + LOWER * face.side)
            cv2.ellipse(mask, middle, (round(AROUND[0] * face.side), round(AROUND[1] * face.side)), 0, 0, 360, 255, -1)
        for face in (self.faces[number] for number in stay):
            half = 0.6 * face.side
            first, last = ((round(face.x + way * half), round(face.y + way * half)) for way in (-1, 1))
            cv2.rectangle(mask, first, last, 0, -1)
        return self.image if not gone else _made_up(self.image, mask)


def _close(one: LabelledFace, other: LabelledFace) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < CLOSE * max(one.side, other.side)


def load_labelled(photos: Path, folder: str) -> tuple[LabelledPhotograph, ...]:
    """Return a folder's photographs of one to six dice, each with a readable top face.

    Raises VisionError, PictureError.
    """
    wrong = load_known_errors()
    labels = [(label.corrected(wrong), path) for label, path in labelled_files(photos) if label.folder == folder]
    scenes = {label.file: (label, path) for label, path in labels if label.kind == "scene" and not label.void}
    if folder in UNSEEN:
        found = [LabelledPhotograph(label.file, path, label.values, None) for label, path in scenes.values()]
    else:
        found = [
            LabelledPhotograph(picture.file, picture.path, tuple(face.value for face in picture.faces), picture.faces)
            for picture in load_pictures(photos, [folder])
            if picture.file in scenes
        ]
    return tuple(one for one in found if 1 <= len(one.values) <= MOST_DICE and UNREADABLE not in one.values)


def photograph(chosen: LabelledPhotograph, reader: PictureReader) -> DicePhotograph:
    """Return a photograph as a webcam delivers it; dice whose places nobody labelled are found by a reader.

    Raises PictureError.
    """
    image = load_picture(chosen.path)
    by = min(1.0, float(np.sqrt(MOST_PIXELS / (image.shape[0] * image.shape[1]))))
    if by < 1:
        image = np.asarray(cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
    if chosen.faces is None:
        return _found(chosen, image, reader.read(image).dice)
    faces = [replace(face, x=face.x * by, y=face.y * by, side=face.side * by) for face in chosen.faces]
    if share := UNLABELLED_BORDER.get(Path(chosen.file).parts[0]):
        image, faces = _without_border(image, faces, share)
    faces.sort(key=lambda face: face.x)
    return DicePhotograph(chosen.file, image, tuple(face.value for face in faces), tuple(faces), known=True)


def _found(chosen: LabelledPhotograph, image: Image, dice: Sequence[Die]) -> DicePhotograph:
    """Return a photograph with its dice as they were found; what is in doubt is told by what is left of the truth."""
    left = Counter(chosen.values)
    left.subtract(Counter(die.value for die in dice if die.value))
    doubts = sum(die.value is None for die in dice)
    known = len(dice) == len(chosen.values) and min(left.values()) >= 0 and len(+left) <= 1
    remaining = iter(sorted((+left).elements()))
    values = [die.value or (next(remaining) if known else UNREADABLE) for die in dice]
    assert not known or doubts == (+left).total()
    faces = [
        LabelledFace((x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0), value)
        for (x0, y0, x1, y1), value in zip((die.box for die in dice), values, strict=True)
    ]
    faces.sort(key=lambda face: face.x)
    shown = tuple(face.value for face in faces) if known else chosen.values
    return DicePhotograph(chosen.file, image, shown, tuple(faces), known)


def _without_border(image: Image, faces: Sequence[LabelledFace], share: float) -> tuple[Image, list[LabelledFace]]:
    """Return a picture without the border in which dice may lack a label, as far as no labelled die lies there."""
    height, width = image.shape[:2]
    deep = 1.6 * share * float(np.median([face.side for face in faces]))
    ends = [
        (min(deep, max(0.0, min(place - face.side for face, place in zip(faces, places, strict=True)))))
        for places in (
            [face.x for face in faces],
            [face.y for face in faces],
            [width - face.x for face in faces],
            [height - face.y for face in faces],
        )
    ]
    left, top, right, bottom = map(int, ends)
    part = np.ascontiguousarray(image[top : height - bottom, left : width - right])
    return part, [replace(face, x=face.x - left, y=face.y - top) for face in faces]


def _made_up(image: Image, mask: Image) -> Image:
    """Return a picture with the ground made up where the mask (h, w) is 255, from what surrounds it."""
    height, width = image.shape[:2]
    by = min(1.0, COARSE / min(height, width))
    size = (round(width * by), round(height * by))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    holes = cv2.dilate(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.ones((3, 3), np.uint8))
    filled = cv2.inpaint(small, holes, 4, cv2.INPAINT_TELEA)
    ground = cv2.resize(filled, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    # The ground's own grain, taken from beside the dice, is laid over the smooth patches.
    grain = image.astype(np.float32) - cv2.GaussianBlur(image, (0, 0), 2)
    spread = float(np.std(grain[mask == 0])) if (mask == 0).any() else 0.0
    rough = np.random.default_rng(height * width).normal(0, min(spread, 6.0), (height, width, 1)).astype(np.float32)
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32)[..., None] / 255
    return np.asarray(np.clip(image * (1 - alpha) + (ground + rough) * alpha, 0, 255), np.uint8)


SOURCES = UNSEEN + FITTED
SITTING = 3
"""Throws in one sitting. With one photograph, dice are thrown only to where none lies: else they may not have moved."""
OLD, KEEPS, ASIDE, FEWER = 0.5, 0.5, 0.15, 0.5
"""Share of the photographs of which dice lie there before the first throw; of the throws beside kept dice; of those in
which they are taken out of the picture; and of those in which not all dice are thrown that do not lie there."""
TURN, ZOOM, SHIFT = 1.0, (0.95, 0.99), 0.01
"""Degrees, factor and share of the width by which the picture differs from throw to throw."""


def play(sitting: Sitting, *, photos: Path, seed: int, frames: Path | None = None) -> HandTally:
    """Return what became of a sitting's throws. Raises VisionError, PictureError."""
    files = _files(photos, sitting.place)
    if not files:
        raise VisionError(f"no photographs of one to six dice in {sitting.place}: leave it out with --sources")
    order = np.random.default_rng([seed, *sitting.place.encode()]).permutation(len(files))
    random = np.random.default_rng([seed, sitting.number, *sitting.place.encode()])
    total = HandTally()
    for place in count(SITTING * sitting.number):
        if total.throws == sitting.throws:
            break
        shown = photograph(files[int(order[place % len(files)])], one_reader())
        old = _some(shown.groups, random) if len(shown.groups) > 1 and random.random() < OLD else frozenset()
        throws = throw_photographed(shown, old, sitting.throws - total.throws, random)
        name = frames and frames / f"{sitting.place}-{sitting.number}-{place}"
        total.add(sit(throws, shown.showing(_dice(old)), one_reader(), random, name))
    return total


def throw_photographed(
    shown: DicePhotograph, lying: frozenset[frozenset[int]], most: int, random: np.random.Generator
) -> Iterator[ThrownScene]:
    """Yield throws with the dice of a photograph, in groups, of which some lie there; at least one and at most `most`.

    It ends when all dice lie there.
    """
    for number in range(most):
        free = frozenset(shown.groups) - lying
        if not free:
            return
        stay, kept, what = frozenset[frozenset[int]](), tuple[int, ...](), "thrown"
        if lying and random.random() < KEEPS:
            stay, what = (_some(lying, random) if len(lying) > 1 else lying), "kept"
            kept = tuple(shown.values[die] for die in _dice(stay))
            if random.random() < ASIDE:
                stay, what = frozenset(), "kept aside"
        fresh = _some(free, random) if len(free) > 1 and random.random() < FEWER else free
        values = tuple(shown.values[die] for die in _dice(fresh)) if shown.known else shown.values
        lying = stay | fresh
        view = _view(shown.image, random)
        between, after = (_seen(shown.showing(_dice(part)), view) for part in (stay, lying))
        yield ThrownScene(f"{shown.file}, {number}, {what}", between, after, values, kept, shown.side)


def _some(groups: Iterable[frozenset[int]], random: np.random.Generator) -> frozenset[frozenset[int]]:
    """Return some of the groups, but not all."""
    given = sorted(groups, key=min)
    chosen = random.permutation(len(given))[: int(random.integers(1, len(given)))]
    return frozenset(given[n] for n in chosen.tolist())


def _dice(groups: Iterable[frozenset[int]]) -> list[int]:
    return sorted(frozenset[int]().union(*groups))


def _view(image: Image, random: np.random.Generator) -> NDArray[np.float64]:
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(random.uniform(-TURN, TURN)), float(random.uniform(*ZOOM))
    )
    matrix[:, 2] += random.uniform(-SHIFT, SHIFT, 2) * width
    return np.asarray(matrix, np.float64)


def _seen(image: Image, view: NDArray[np.float64]) -> Image:
    size = image.shape[1], image.shape[0]
    return np.asarray(cv2.warpAffine(image, view, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@cache
def _files(photos: Path, source: str) -> tuple[LabelledPhotograph, ...]:
    return load_labelled(photos, source)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("photos", type=Path, metavar="PHOTOS", help="the folder of labelled photographs")
    add_sitting_options(parser, "throws in all", 240)
    parser.add_argument("--sources", nargs="+", choices=SOURCES, default=SOURCES, metavar="NAME", help="(default all)")


def run(options: Namespace) -> Iterator[str]:
    """Play the sittings that the options ask for, and yield the figures."""
    if options.count < len(options.sources):
        sys.exit("--count is one throw a source and more")
    chosen = sittings(options.sources, options.count, SITTING)
    whole = play_all(play, chosen, options, photos=options.photos)
    for source, tally in whole.items():
        yield from figures(source, tally)
    for name, sources in (("sources that the reader was not fitted on", UNSEEN), ("the others", FITTED)):
        if here := [whole[source] for source in sources if source in whole]:
            yield from figures(name, HandTally.of(here))

"""Drawn scenes full of unreadable dice and things that look like dice, for the fit of the confidence model.

Photographs hold hardly any cocked dice and few things that look like dice; the reader meets both.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tools.train.augment import Recolour
from tools.train.labels import UNREADABLE, Picture
from tools.train.scenes import scene
from tools.train.tiles import make_tiles
from tools.train.view import legible
from vision.pictures import Image

FOLDER = "drawn"

COUNT = 300
"""Number of scenes: they hold some 150 unreadable dice and thousands of detections that are no dice."""

SIZE = 480

SEED = 0x7EAC
"""A seed that training does not use, so that the net has not seen these scenes."""


def traps(count: int = COUNT) -> Iterator[tuple[Picture, Image]]:
    """Yield the scenes with their truth, always the same; they have no files."""
    tiles, recolour = make_tiles(), Recolour()
    for number in range(count):
        rng = np.random.default_rng((SEED, number))
        image, target = scene(rng, SIZE, tiles)
        side = min((face.side for face in target.faces if face.value != UNREADABLE), default=40.0)
        image = recolour(rng, image, side)
        target = legible(image, target)
        yield Picture(f"{FOLDER}/{number:04}", Path(), target.faces, target.ignore), image

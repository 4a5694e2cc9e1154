"""Drawn scenes full of what is no readable die, to learn from how far the net is to be believed.

Photographs hold next to no cocked dice and few things that look like dice; the reader meets both.
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
"""Scenes: some 150 dice that nobody should read and thousands of sights that are none."""

SIZE = 480

SEED = 0x7EAC
"""Far from the seeds of training: the net has not seen these very scenes."""


def traps(count: int = COUNT) -> Iterator[tuple[Picture, Image]]:
    """Yield scenes and what is true of them, the same for the same number; there are no files of them."""
    tiles, recolour = make_tiles(), Recolour()
    for number in range(count):
        rng = np.random.default_rng((SEED, number))
        image, target = scene(rng, SIZE, tiles)
        side = min((face.side for face in target.faces if face.value != UNREADABLE), default=40.0)
        image = recolour(rng, image, side)
        target = legible(image, target)
        yield Picture(f"{FOLDER}/{number:04}", Path(), target.faces, target.ignore), image

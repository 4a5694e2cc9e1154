"""How long the reader takes for a frame of the table, beside making it grey and laying its plane flat once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.support.vision.table_scenes import PLATE, table_scenes
from tools.bench._figure import figure, times
from vision.table.lens import Lens
from vision.table.lights import grey
from vision.table.reader import TableReader
from vision.table.rectify import find_view
from vision.table.settle import Settle

Image = NDArray[np.uint8]
LIMIT = 0.015
"""Seconds for a frame of 1280 x 720 with six dice on one core."""
FRAMES = 30


def run() -> list[str]:
    """Return the lines of this benchmark."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        reader = TableReader(PLATE)
        both = [look.exposures for look in table_scenes(1, FRAMES, ("both",))]
        halves = [look.exposures for look in table_scenes(1, FRAMES)]
        crowded = [look.exposures for look in table_scenes(1, FRAMES, ("both",), free=6)]
        bare = _median([partial(_bare, frame[0]) for frame in both])
        beside = f"the same frame in grey and flat, {1e3 * bare:.2f} ms; the limit"
        focal = PLATE.focal(1280)
        # As good as unbent, so that the pictures fit; the work is that of any bending.
        bent = TableReader(replace(PLATE, lens=Lens((1280, 720), (focal, focal), (639.5, 359.5), (1e-4, 0, 0, 0, 0))))
        lines = [
            figure("six dice in the wells, one frame, median", _median(_reads(reader, both)), beside, LIMIT),
            figure("the same through a lens that bends, median", _median(_reads(bent, both)), beside, LIMIT),
            figure("six dice in the wells, left and right, median", _median(_reads(reader, halves)), beside, 2 * LIMIT),
            figure(
                "six dice in the wells, six in the tray, median", _median(_reads(reader, crowded)), beside, 2 * LIMIT
            ),
        ]
        settle = Settle(PLATE)
        still = _median([partial(settle.still, frame[0]) for frame in both])
        return [*lines, figure("has anything moved over four frames, median", still, "30 frames a second", 1 / 30)]
    finally:
        cv2.setNumThreads(threads)


def _reads(reader: TableReader, scenes: Sequence[Sequence[Image]]) -> list[Callable[[], object]]:
    return [partial(reader.read, *exposures) for exposures in scenes]


def _bare(image: Image) -> None:
    picture = grey(image)
    view = find_view(picture, PLATE)
    assert view is not None
    view.flat(picture, PLATE.well_top, (60.0, 60.0, 170.0, 140.0), 3.0)


def _median(tries: Sequence[Callable[[], object]]) -> float:
    tries[0]()
    return times(tries).median

"""Detect whether the dice are at rest: compare pictures under one light, well by well, with their own noise."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Die
from vision.table.lights import check_exposures, grey
from vision.table.plate import Plate
from vision.table.rectify import View, find_view

Image = NDArray[np.uint8]
Window = tuple[slice, slice]

SMOOTH = 5  # pixels over which a difference is averaged before it counts
TIMES_NOISE = 8.5  # the largest of all windows is 6, in the dark, where there is more noise than elsewhere
LEFT_OF_NOISE = 0.36  # of the noise after averaging; neighbouring pixels of a camera share some of it
LEAST_CHANGE = 3.5  # grey levels, averaged over the window
SAME_PLACE, SAME_TURN = 1.5, 1.5  # pixels and degrees by which a die that has not moved may seem to have moved
OTHER_LIGHT = 0.25  # share of the picture that has changed when the light has


PAUSES = (0.052, 0.082, 0.122)
"""Seconds between pictures, in turn: at 30 frames a second two, three and four frames.

A die that rocks or spins looks the same after each period, and one that spins on a face four times a turn. Only a
motion with a whole number of periods in each frame looks the same after all three pauses; a die that spins like this on
a face shows its value all the time.
"""


class Settle:
    """Compares successive pictures and finds when nothing has moved over the last four.

    All must have the same light: under another light it starts again. `pause` is the time until the next picture.
    """

    def __init__(self, plate: Plate | None) -> None:
        self._plate = plate
        self._before: deque[Image] = deque(maxlen=len(PAUSES))
        self._windows: Sequence[Window] = ()
        self._taken = 0

    @property
    def pause(self) -> float:
        """Seconds from the last picture to the next one."""
        return PAUSES[self._taken % len(PAUSES)]

    def is_still(self, image: Image) -> bool:
        """Return whether this BGR picture (h, w, 3) equals each of the three before it, except for noise.

        False for the first three. Raises VisionError.
        """
        check_exposures([image])
        picture = grey(image)
        self._taken += 1
        if not self._before or self._before[-1].shape != picture.shape:
            self._before.clear()
            self._windows = self._find_windows(picture)
        alike = not any(has_moved(before, picture, self._windows) for before in reversed(self._before))
        enough = len(self._before) == len(PAUSES)
        self._before.append(picture)
        return enough and alike

    def _find_windows(self, picture: Image) -> Sequence[Window]:
        view = find_view(picture, self._plate) if self._plate is not None else None
        if view is None or self._plate is None:
            return [(slice(None), slice(None))]
        return windows(view, self._plate, (picture.shape[0], picture.shape[1]))


def has_moved(previous: Image, current: Image, places: Sequence[Window]) -> bool:
    """Return whether anything differs between two grey pictures in one of these windows, or the light has changed."""
    change = cv2.subtract(current, previous, dtype=cv2.CV_32F)
    smooth = cv2.blur(change, (SMOOTH, SMOOTH))
    # Noise differs from pixel to pixel, also if the light has changed; motion fills less than half of the picture.
    grain = 1.4826 * float(np.median(np.abs(change[::3, ::3] - smooth[::3, ::3])))
    smooth = np.abs(smooth)
    limit = max(LEAST_CHANGE, TIMES_NOISE * LEFT_OF_NOISE * grain)
    if any(bool((smooth[place] > limit).any()) for place in places):
        return True
    return bool(np.mean(smooth[::3, ::3] > limit) > OTHER_LIGHT)


def doubt_unmoved(die: Die, before: Die | None) -> Die:
    """Return a die that was thrown, in doubt if it shows the same as before in the same place, turned alike.

    About one in 50,000 thrown dice lies like this by chance.
    """
    if before is None or die.value is None or die.value != before.value:
        return die
    turned = abs((die.angle - before.angle + 45) % 90 - 45)
    moved = max(abs(here - there) for here, there in zip(die.box, before.box, strict=True))
    return die if turned > SAME_TURN or moved > SAME_PLACE else replace(die, value=None, doubt="unmoved")


def windows(view: View, plate: Plate, shape: tuple[int, int]) -> list[Window]:
    """Return the windows of a picture (h, w) in which dice are visible: each well, and the tray."""
    half = plate.well_side / 2
    squares = [
        (x - half, y - half, x + half, y + half, plate.well_floor, plate.well_top) for x, y in plate.well_centres
    ]
    tray = plate.tray_left, plate.tray_top, plate.tray_right, plate.tray_bottom
    squares.append((*tray, plate.tray_floor, plate.tray_top_face))
    found = []
    for x0, y0, x1, y1, low, high in squares:
        corners = np.array([(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (low, high)])
        seen = view.project(corners)
        first = np.clip(np.floor(seen.min(axis=0)), 0, None).astype(int)
        last = np.ceil(seen.max(axis=0)).astype(int) + 1
        rows, columns = (
            slice(int(first[1]), min(int(last[1]), shape[0])),
            slice(int(first[0]), min(int(last[0]), shape[1])),
        )
        if rows.stop > rows.start and columns.stop > columns.start:
            found.append((rows, columns))
    return found

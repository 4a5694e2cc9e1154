"""Closer views: crops of each detection on one sheet, which the net that found it reads once more."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections, ScaledImage, crop, turn_back
from vision.photograph.net import STRIDE, Floats, Net

TILE = 96
"""Side of a crop in pixels."""

ROW = 6
"""Crops in a row of the sheet, which the net reads faster than one crop after another."""

VIEWS = ((36.0, 0.0), (28.0, 25.0), (44.0, -20.0))
"""Side of the face in the crop, in pixels, and its turn in degrees, for each view."""

MOST_CROPS = 36
"""Largest number of crops; with more detections than this, each gets one."""

FIRST = 0.5
"""Weight of the first position of a face; each view's position has its probability as weight."""

AROUND = 6
"""Cells of the maps, in each direction from the crop's centre, that are searched for the face's centre."""

FALL = 0.1
"""How much less the heat counts for each squared cell from the crop's centre: a neighbouring die is not chosen."""


def look_closer(net: Net, seen: Sequence[ScaledImage], detections: Detections) -> Detections:
    """Return the detections with the evidence of their own crops added to that of the scales.

    Centre and side become the weighted mean over all views, so that a detection between two dice moves onto one.
    ``seen`` is the picture at each scale. The more detections, the fewer views each gets.
    """
    if not len(detections):
        return detections
    count = len(detections)
    views = max(1, min(len(VIEWS), MOST_CROPS // count))
    found = np.stack([detections.x, detections.y, detections.side], axis=-1)
    crops = [crop(seen, (x, y), across / side, TILE, turn) for across, turn in VIEWS[:views] for x, y, side in found]
    maps = net.forward(_lay_out(crops))
    heat = np.full((count, len(VIEWS)), np.nan, np.float32)
    values = np.full((count, len(VIEWS), 7), np.nan, np.float32)
    down = np.full((count, len(VIEWS), 2), np.nan, np.float32)
    faces, weight = found.copy() * FIRST, np.full((count, 1), FIRST, np.float32)
    for view, (across, turn) in enumerate(VIEWS[:views]):
        places = np.stack(np.divmod(np.arange(count) + view * count, ROW), axis=-1) * TILE
        cells = np.array([_hottest(maps.heat, *(place // STRIDE)) for place in places]).T
        row, column = cells
        heat[:, view], values[:, view] = maps.heat[row, column], maps.values(row, column)
        down[:, view] = turn_back(maps.down(row, column), turn)
        by = across / found[:, 2:]
        at = maps.faces(row, column).T
        moved = found[:, :2] + turn_back((at[:, :2] - places[:, ::-1] - TILE / 2) / by, turn)
        sure = 1 / (1 + np.exp(-heat[:, view, None]))
        faces += sure * np.concatenate([moved, at[:, 2:] / by], axis=1, dtype=np.float32)
        weight += sure
    x, y, side = (faces / weight).T
    return replace(
        detections,
        x=x,
        y=y,
        side=side,
        heat=np.concatenate([detections.heat, heat], axis=1),
        values=np.concatenate([detections.values, values], axis=1),
        down=np.concatenate([detections.down, down], axis=1),
    )


def _lay_out(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return one sheet with the crops in rows of ``ROW``."""
    sheet = np.zeros((-(-len(crops) // ROW) * TILE, min(ROW, len(crops)) * TILE, 3), np.uint8)
    for number, tile in enumerate(crops):
        top, left = number // ROW * TILE, number % ROW * TILE
        sheet[top : top + TILE, left : left + TILE] = tile
    return sheet


def _hottest(heat: Floats, top: int, left: int) -> tuple[int, int]:
    """Return row and column of the likeliest centre near the middle of the crop whose first cell is given."""
    top, left = (int(first) + TILE // STRIDE // 2 - AROUND for first in (top, left))
    line = np.arange(2 * AROUND) - AROUND + 0.5
    part = heat[top : top + 2 * AROUND, left : left + 2 * AROUND] - FALL * (line[:, None] ** 2 + line**2)
    row, column = np.unravel_index(int(part.argmax()), part.shape)
    return top + int(row), left + int(column)

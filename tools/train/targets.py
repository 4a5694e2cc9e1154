"""The target maps of the net for a crop with known faces, at a quarter of its size."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.train.labels import LabelledFace
from tools.train.view import CropTruth

Floats: TypeAlias = NDArray[np.float32]

STRIDE = 4
"""Pixels of the crop for each cell of the maps."""

HEAT, VALUES, SIZE, SHIFT, DOWN = 0, slice(1, 8), 8, slice(9, 11), slice(11, 13)
"""Channels: heat; unreadable or value 1 to 6; log(side / USUAL); x and y to the centre; ``LabelledFace.down``."""

CHANNELS = 13

USUAL = 30.0
"""Side in pixels of a top face with the size 0."""

SIDES = (12.0, 64.0)
"""Sides in pixels of the faces that the net must find; others are found at another scale."""

NEARLY = (0.55, 1.4)
"""Range, in shares of ``SIDES``, within which a face may be found or missed."""

CORE = 0.25
"""Radius around the centre, in sides, within which value and size count too."""


@dataclass(frozen=True, slots=True)
class Targets:
    """Maps for n crops: ``heat`` (n, h, w) is 1 at faces' middles and falls off around them; ``care`` is its weight.

    ``value`` (n, h, w) is 0 to 6; ``size`` (n, h, w) and ``shift`` (n, 2, h, w), in cells, are as in the net's
    channels. Their weight is ``core`` (n, h, w), with a sum of 1 over a face. The weight of ``down`` (n, 2, h, w) is
    ``posed`` (n, h, w), which is ``core`` where ``down`` is known.
    """

    heat: Floats
    care: Floats
    value: NDArray[np.int64]
    size: Floats
    shift: Floats
    core: Floats
    down: Floats
    posed: Floats


def draw_targets(crops: Sequence[CropTruth], size: int) -> Targets:
    """Return the target maps of crops of `size` x `size` pixels."""
    n, across = len(crops), size // STRIDE
    made = Targets(
        np.zeros((n, across, across), np.float32),
        np.ones((n, across, across), np.float32),
        np.zeros((n, across, across), np.int64),
        np.zeros((n, across, across), np.float32),
        np.zeros((n, 2, across, across), np.float32),
        np.zeros((n, across, across), np.float32),
        np.zeros((n, 2, across, across), np.float32),
        np.zeros((n, across, across), np.float32),
    )
    for index, crop in enumerate(crops):
        for x0, y0, x1, y1 in crop.ignore:
            left, top = (max(0, math.floor(v / STRIDE)) for v in (x0, y0))
            right, bottom = (max(0, math.ceil(v / STRIDE)) for v in (x1, y1))
            made.care[index, top:bottom, left:right] = 0
        for face in crop.faces:
            _draw(made, index, face, across)
    return made


def _draw(made: Targets, index: int, face: LabelledFace, across: int) -> None:
    side = face.side / STRIDE
    # Cell (i, j) is for the pixels around ((j + 0.5), (i + 0.5)) * STRIDE.
    x, y = face.x / STRIDE - 0.5, face.y / STRIDE - 0.5
    reach = max(2.0, 0.6 * side)
    left, right = max(0, math.floor(x - reach)), min(across, math.ceil(x + reach) + 1)
    top, bottom = max(0, math.floor(y - reach)), min(across, math.ceil(y + reach) + 1)
    if left >= right or top >= bottom:
        return
    window = np.s_[index, top:bottom, left:right]
    dx = (x - np.arange(left, right, dtype=np.float32))[None, :]
    dy = (y - np.arange(top, bottom, dtype=np.float32))[:, None]
    far = dx * dx + dy * dy
    if not SIDES[0] <= face.side <= SIDES[1]:
        if SIDES[0] * NEARLY[0] <= face.side <= SIDES[1] * NEARLY[1]:
            made.care[window][far < (0.4 * side) ** 2] = 0
        return
    spread = 0.1 * side + 0.35
    heat = np.exp(-far / (2 * spread * spread)).astype(np.float32)
    column, row = round(x), round(y)
    inside = 0 <= column < across and 0 <= row < across
    if inside:
        heat[row - top, column - left] = 1
    np.maximum(made.heat[window], heat, out=made.heat[window])
    if not inside:
        return
    core = np.exp(-far / (2 * (0.5 * CORE * side) ** 2)) * (far <= max(0.75, CORE * side) ** 2)
    core[row - top, column - left] = max(1.0, float(core.max()))
    core /= core.sum()
    mine = core > made.core[window]
    made.core[window][mine] = core[mine]
    made.value[window][mine] = face.value
    made.size[window][mine] = math.log(face.side / USUAL)
    made.shift[index, 0, top:bottom, left:right][mine] = np.broadcast_to(dx, far.shape)[mine]
    made.shift[index, 1, top:bottom, left:right][mine] = np.broadcast_to(dy, far.shape)[mine]
    made.posed[window][mine] = 0 if face.down is None else core[mine]
    for axis, part in enumerate(face.down or ()):
        made.down[index, axis, top:bottom, left:right][mine] = part

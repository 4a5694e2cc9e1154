"""Which parts of a face's edges are seen clear of the outlines of the slots in the wells' lid."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.table.face import SCALE, Pose
from vision.table.outline import pixels_along_edges
from vision.table.plate import Plate
from vision.table.rectify import View

Floats = NDArray[np.float64]

BESIDE_LINE = 0.7  # mm from a slot's outline within which its light shows
BESIDE_EDGE = (-1.4, -0.7, 0.0, 0.7, 1.4)  # mm from a face's edge, outward, that are looked at
LEAST_CLEAR = 3.0  # mm of an edge; if less is clear, all of it is taken


def clear_of_slots(view: View, plate: Plate, poses: Sequence[Pose]) -> NDArray[np.float32]:
    """Return which pixels along each edge (faces, 4, pixels) no outline of a slot comes near, up or down: 1, or 0.

    The edges are the right, lower, left and upper ones of flat dice, the pixels those of `pixels_along_edges`. If
    hardly any part of an edge is clear, all its pixels are 1.
    """
    lens, centres = view.camera, np.array(plate.well_centres)
    on_planes = np.stack([pose.to_plane() for pose in poses])[:, :2].transpose(0, 2, 1)
    right, down = np.moveaxis(_beside_edges(plate.die_side) @ on_planes, -1, 0)
    middles = on_planes[:, None, 2]
    wells = centres[np.hypot(*(middles - centres).transpose(2, 0, 1)).argmin(axis=1)]
    outward = np.where(wells[:, 1] < np.add.reduce(centres[:, 1]) / len(centres), -1.0, 1.0)
    slots = wells + np.column_stack([np.zeros(len(wells)), outward * plate.slot_length / 2])
    clear = np.ones(right.shape, bool)
    for level in (plate.lid, plate.lid_top):
        # The slot as it is seen on the plane of the faces.
        share = (lens[2] - np.array([[pose.height] for pose in poses])) / (lens[2] - level)
        x, y = np.moveaxis(lens[:2] + (slots - lens[:2]) * share, -1, 0)[..., None]
        beyond = np.maximum(
            np.abs(right - x) - share * plate.slot_width / 2, np.abs(down - y) - share * plate.slot_length / 2
        )
        clear &= np.abs(beyond) > share * BESIDE_LINE
    edges = clear.reshape(len(poses), 4, len(BESIDE_EDGE), -1).all(axis=2)
    few = np.count_nonzero(edges, axis=-1) < LEAST_CLEAR * SCALE
    return np.asarray(edges | few[..., None], np.float32)


@lru_cache(maxsize=4)
def _beside_edges(side: float) -> Floats:
    """Return places (n, 3: x and y in mm, and 1) in a face's own axes: edge by edge, line by line beside it."""
    out, along = np.meshgrid(side / 2 + np.array(BESIDE_EDGE), pixels_along_edges(), indexing="ij")
    one = np.ones_like(out)
    edges = [(out, along, one), (along, out, one), (-out, along, one), (along, -out, one)]
    return np.concatenate([np.stack(edge, axis=-1).reshape(-1, 3) for edge in edges])

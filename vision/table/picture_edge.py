"""Areas of the plate and dice in the tray that the picture's edge cuts."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Die
from vision.table.locate import Area, FaceCandidate, Shots
from vision.table.tray_bodies import GAP, SCALE, box_of, hulls, silhouette, square, tray_area
from vision.table.verdict import die_corners, doubt_die

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

SEAM = 1.5  # mm along the picture's edge where the flat tray mixes it with black


def is_square_in_view(shots: Shots, area: Area, floor: float) -> bool:
    """Return whether a die that lies flat anywhere in an area (mm), on a floor of this height, is entirely in view."""
    left, top, right, bottom = area
    heights = floor, floor + shots.plate.die_side
    return _is_in_picture(shots, np.array([(x, y, z) for z in heights for x in (left, right) for y in (top, bottom)]))


def clip_die(shots: Shots, box: Box, well: int | None) -> Die:
    """Return a die with the doubt `edge`, and the part of its box inside the picture."""
    return doubt_die(_clip(shots, box), well, "edge")


def doubt_clipped_dice(
    shots: Shots, bodies: NDArray[np.int32], faces: Sequence[FaceCandidate], dice: Sequence[Die]
) -> list[Die]:
    """Return the dice of the tray, with the doubt `edge` where it applies, and the dice without a visible face.

    `bodies` are of `find_clipped_bodies`; `dice` belong to `faces`. A die has the doubt `edge` if it, or the body to
    which it belongs, reaches beyond the picture: only if all of a die is visible is it certain which face is on top.
    """
    checked, faceless = [], set(range(1, int(bodies.max()) + 1))
    for found, die in zip(faces, dice, strict=True):
        own = set(bodies[silhouette(shots, found, bodies.shape)].tolist()) - {0}
        faceless -= own
        whole = not own and _is_in_picture(shots, die_corners(shots.plate, found.pose))
        checked.append(die if whole else _doubt(shots, die))
    return [*checked, *(clip_die(shots, box_of(shots, bodies == body), None) for body in sorted(faceless))]


def find_clipped_bodies(shots: Shots, edges: Mask) -> tuple[NDArray[np.int32], Mask]:
    """Return the labels (h, w) of bodies in the tray that reach beyond the picture (1, 2, …, else 0), and the edges.

    The edges (h, w) are those given, without the edge of the picture itself.
    """
    plate, view = shots.plate, shots.view
    white = np.full_like(shots.greys[0], 255)
    area = tray_area(plate)
    floor, above = (view.rectify(white, z, area, SCALE) == 255 for z in (plate.tray_floor, plate.tray_top_face))
    edges = edges & (cv2.erode(floor.astype(np.uint8), square(SEAM)) > 0)
    beyond = cv2.dilate((~floor | ~above).astype(np.uint8), square(SEAM + GAP)) > 0
    return hulls(edges, beyond), np.asarray(edges)


def _is_in_picture(shots: Shots, places: Floats) -> bool:
    """Return whether all places (n, 3: x, y and height in mm) are in view."""
    height, width = shots.greys[0].shape
    seen = shots.view.project(places)
    return bool(np.all((seen >= 0) & (seen <= (width - 1, height - 1))))


def _doubt(shots: Shots, die: Die) -> Die:
    return replace(die, value=None, doubt="edge", confidence=min(die.confidence, 0.5), box=_clip(shots, die.box))


def _clip(shots: Shots, box: Box) -> Box:
    height, width = shots.greys[0].shape
    left, right = (min(max(side, 0.0), width - 1.0) for side in box[::2])
    top, bottom = (min(max(side, 0.0), height - 1.0) for side in box[1::2])
    return left, top, right, bottom

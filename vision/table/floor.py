"""The bare floor around a die in a well: bright areas there belong to the side of a leaning die."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.body_colour import places, plain_face, round_mask, silhouette
from vision.table.face import SCALE, Pose, pip_disc, square_picture
from vision.table.lights import darkest_pixels, percentile
from vision.table.locate import FaceCandidate
from vision.table.plate import Plate
from vision.table.rectify import View

Grey = NDArray[np.uint8]
Mask = NDArray[np.bool_]

RIM = 2.0  # mm along the walls
MARGIN = 1.0  # mm beyond the upright die's outline
LIKE_BODY = 0.3  # of the way from the floor's light to the face's: the lid's veil under one light comes less far
IN_SHADE = 20.0  # grey levels that a side is brighter than the floor where two lights take the veil away
LIKE_PIP = 0.4  # of the pips' step
LEAST_CONTRAST = 55.0  # grey levels between face and floor where two lights take the lid's veil away
CLEAR_CONTRAST = 110.0  # the same under one light: the veil has less
USUAL_FLOOR = 30.0  # per cent: the level of the floor, also where part of it is hidden
LEAST_FLOOR = 4.0  # square mm that show the floor's level


def floor_in_view(view: View, plate: Plate, pose: Pose, centre: tuple[float, float]) -> Mask:
    """Return a mask of a face's square picture (h, w) where the floor of its well is visible through the clear lid."""
    on_plane = places() @ pose.to_plane()[:2, :2].T + (pose.x, pose.y)
    x, y, height = view.camera
    on_floor = (x, y) + (on_plane - (x, y)) * ((height - plate.well_floor) / (height - pose.height))
    inside = np.abs(on_floor - centre).max(axis=-1) < plate.well_side / 2 - RIM
    return np.asarray(inside & plate.through_lid(view.camera, on_plane, pose.height, centre, 0.0))


def stray_light(shots: Sequence[Grey], view: View, plate: Plate, found: FaceCandidate, floor: Mask) -> float:
    """Return the area in square mm beside an upright die that is as bright as the side of a leaning one.

    `shots` are grey pictures; `floor` is a mask of the face's square picture where bare floor should be visible. A die
    with dark pips is brighter than the floor, and so are its sides; for a die with light pips the pips on its sides
    count. The result is 0 if the face hardly differs from the floor, or if hardly any floor is visible.
    """
    beside = floor & (cv2.dilate(silhouette(view, plate, found.pose), round_mask(MARGIN)) == 0)
    if np.count_nonzero(beside) < LEAST_FLOOR * SCALE**2:
        return 0.0
    patch = darkest_pixels([square_picture(shot, view, found.pose) for shot in shots])
    if found.face.step < 0:
        opened = cv2.morphologyEx(patch, cv2.MORPH_OPEN, pip_disc(plate.pip_diameter))
        return np.count_nonzero((patch - opened > LIKE_PIP * -found.face.step) & beside) / SCALE**2
    smooth = np.asarray(cv2.blur(patch.astype(np.float32), (3, 3)))
    level = percentile(smooth[beside], USUAL_FLOOR)
    contrast = percentile(smooth[plain_face(plate.die_side, plate.pip_diameter)], 50.0) - level
    if contrast < (LEAST_CONTRAST if len(shots) > 1 else CLEAR_CONTRAST):
        return 0.0
    lit = min(IN_SHADE, LIKE_BODY * contrast) if len(shots) > 1 else LIKE_BODY * contrast
    return np.count_nonzero((smooth - level > lit) & beside) / SCALE**2

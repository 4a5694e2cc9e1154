"""What would be measured of faces, without any picture: for tests of what is decided from it."""

import numpy as np

from tests.support.vision.table_scenes import PLATE
from vision.table.face import Face, Pose
from vision.table.locate import FaceCandidate
from vision.table.outline import Outline
from vision.table.rectify import View


def look_from(x: float, y: float) -> View:
    """Return the nominal camera, which hangs straight down, moved to a place above the plate."""
    focal = PLATE.focal(1280)
    matrix = np.array([[focal, 0, 639.5], [0, focal, 359.5], [0, 0, 1.0]])
    return View(matrix, np.eye(3), np.array([-x, -y, PLATE.camera_height]), 0.0)


def measure_leaning(view: View, toward: float, degrees: float, value: int = 5) -> FaceCandidate:
    """Return what is measured of a sharp picture of a face that leans `degrees` toward a direction, also in degrees."""
    grid = {1: [4], 2: [0, 8], 3: [0, 4, 8], 5: [0, 2, 4, 6, 8]}[value]
    pips, angle = np.zeros(9), np.radians(degrees)
    pips[grid] = 1.0
    drawn = np.array([(k % 3 - 1, k // 3 - 1, 0.0) for k in grid]) * PLATE.pip_spacing
    across = np.array([-np.sin(np.radians(toward)), np.cos(np.radians(toward)), 0.0])
    turned = drawn * np.cos(angle) + np.cross(across, drawn) * np.sin(angle)
    turned += np.outer(drawn @ across, across) * (1 - np.cos(angle))
    camera = view.camera - (100.0, 100.0, PLATE.well_top)
    raised = turned + np.array([0, 0, PLATE.die_side / 2 * np.sin(angle)])
    places = camera[:2] + (raised - camera)[:, :2] * (camera[2] / (camera[2] - raised[:, 2]))[:, None]
    nothing = np.full(4, np.nan)
    face = Face(100.0, 0.0, pips, value, value, 1.0, 0.2, 0.0, places, places.mean(axis=0), 0.0, 1.0, 0.0)
    outline = Outline(nothing, nothing, nothing, nothing)
    return FaceCandidate(Pose(100.0, 100.0, 0.0, PLATE.well_top), (face,), outline, nothing, np.arange(value))

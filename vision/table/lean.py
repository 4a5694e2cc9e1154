"""Decide by pips and edges of a face whether the die lies flat or leans."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.table.face import GRID, PIP, Pose
from vision.table.locate import FAINT, FaceCandidate
from vision.table.outline import nan_median
from vision.table.plate import Plate
from vision.table.rectify import View
from vision.table.shape import lean_angle

Floats = NDArray[np.float64]

LEANS = (8.0, 10.0, 12.5, 16.0, 20.0)  # degrees
DIRECTIONS = 16
OUTWARD = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]], float)  # of the edges right, below, left and above
EDGE_ERROR = 0.04  # mm, standard deviation of where a flat die's edge is seen
CROOKED_ERROR = 0.06  # mm a degree that the edge runs otherwise than most
LEANING_ERROR = 0.35  # of how far a leaning edge is expected to move: what is seen of it depends on the light
MOST_OF_EDGE = 9.0  # squared standard deviations that one edge counts at most: a slot or a wall may have caught it
PIP_ERROR = 0.012  # mm, standard deviation of each way that a pip's middle is off
SIZE_ERROR = 0.003  # of the pips' spacing: the camera's height is known no better
RAISED = 1.0  # mm by which the middle of a leaning die's top lies higher, at about eight degrees
MOST_OF_PIPS = 40.0
MOST_LEAN = 8.0  # degrees by the edges alone that may be an error of theirs
SURELY = 1.5  # squared standard deviations; dice that leaned by 8 to 14 degrees had -1.5 and less
SURELY_LEANING = -6.0  # the same; flat dice with less were 2 of 4,798, and their edges did not say so too
LEAST_LEAN = 2.2  # degrees of leaning by the edges without which the pips do not count as showing a lean


def surely_flat(view: View, plate: Plate, found: FaceCandidate) -> bool:
    """Return whether a face is certainly flat by pips and edges together, although its edges alone suggest a lean.

    This is never certain for dice as dark as the floor, or with faint edges. Their pips alone would often prove it for
    a 4, 5 or 6, but not for a 1, 2 or 3. If only the former got a value and the others were thrown again, these dice
    would not be fair.
    """
    clear = found.face.step > 0 and bool(np.all(np.abs(found.outline.slopes[np.isfinite(found.off)]) > FAINT))
    return clear and lean_angle(found.off) < MOST_LEAN and flat_rather_than_leaning(view, plate, found) > SURELY


def surely_leaning(view: View, plate: Plate, found: FaceCandidate) -> bool:
    """Return whether a face certainly leans by pips and edges together, although its edges alone do not prove it."""
    return lean_angle(found.off) > LEAST_LEAN and flat_rather_than_leaning(view, plate, found) < SURELY_LEANING


def flat_rather_than_leaning(view: View, plate: Plate, found: FaceCandidate) -> float:
    """Return by how many squared standard deviations the best lean fits worse than lying flat; negative if better.

    Leans of 8 to 20 degrees in all directions are tried. A lean shortens the rows of pips in one direction, and shifts
    the edges against the pips because the die is rounded.
    """
    normals = _normals()
    odds = _by_edges(plate, found, normals) + _by_pips(view, plate, found, normals)
    return float(odds[1:].min() - odds[0])


@lru_cache(maxsize=1)
def _normals() -> Floats:
    """Return unit normals (n, 3) of leaning faces, in a face's axes and up; the first is that of a flat face."""
    turns = np.arange(DIRECTIONS) * (2 * math.pi / DIRECTIONS)
    leans = [
        np.column_stack([np.sin(lean) * np.cos(turns), np.sin(lean) * np.sin(turns), np.full(DIRECTIONS, np.cos(lean))])
        for lean in np.radians(LEANS)
    ]
    return np.concatenate([[[0.0, 0.0, 1.0]], *leans])


def _by_edges(plate: Plate, found: FaceCandidate, normals: Floats) -> Floats:
    """Return the squared error, in standard deviations, of the visible edges for each lean (n,)."""
    toward = normals[:, :2] @ OUTWARD.T
    moved = -plate.die_side / 2 * (1 - np.sqrt(1 - toward**2)) - plate.corner_radius * toward
    turned = np.nan_to_num(found.outline.turns - nan_median(found.outline.turns))
    unsure = np.hypot(EDGE_ERROR, CROOKED_ERROR * turned)
    error = np.hypot(unsure, LEANING_ERROR * moved)
    badly = np.minimum(((found.off - moved) / error) ** 2, MOST_OF_EDGE) + 2 * np.log(error / unsure)
    return np.asarray(np.nansum(badly, axis=1))


def _by_pips(view: View, plate: Plate, found: FaceCandidate, normals: Floats) -> Floats:
    """Return the squared error, in standard deviations, of the pips for each lean (n,), up to a shift and a turn."""
    face = found.faces[-1]
    drawn = GRID[face.pips >= PIP] * plate.pip_spacing
    if len(drawn) < 2:
        return np.zeros(len(normals))
    seen = _centred(face.places)
    expected = _centred(_seen_leaning(view, found.pose, drawn, normals))
    size = np.sum(np.abs(expected) ** 2, axis=1)
    fit = np.conj(expected) @ seen / size
    rest = np.maximum(np.sum(np.abs(seen) ** 2) - np.abs(fit) ** 2 * size, 0.0)
    return np.asarray(np.minimum(rest / PIP_ERROR**2 + ((np.abs(fit) - 1) / SIZE_ERROR) ** 2, MOST_OF_PIPS))


def _seen_leaning(view: View, pose: Pose, drawn: Floats, normals: Floats) -> Floats:
    """Return the apparent places (n, k, 2) on the pose's plane of places (k, 2) of a leaning face."""
    x, y, height = view.camera
    foot = pose.from_plane(np.array([[x, y]]))
    along = drawn @ normals[:, :2].T
    shortened = drawn[:, None] - along[..., None] * (normals[:, :2] / (1 + normals[:, 2:]))
    raised = RAISED * (normals[:, 2] < 1.0) - along
    share = (height - pose.height) / (height - pose.height - raised)
    return np.asarray((foot + (shortened - foot) * share[..., None]).transpose(1, 0, 2))


def _centred(places: Floats) -> NDArray[np.complex128]:
    """Return places (..., k, 2) relative to their common centre, as complex numbers (..., k)."""
    about = places - places.mean(axis=-2, keepdims=True)
    return np.asarray(about[..., 0] + 1j * about[..., 1])

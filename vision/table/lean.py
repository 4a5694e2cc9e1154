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
from vision.table.shape import CLEAR, lean_angle, roughness

Floats = NDArray[np.float64]

LEANS = (8.0, 10.0, 12.5, 16.0, 20.0)  # degrees
DIRECTIONS = 16
OUTWARD = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]], float)  # of the edges right, below, left and above
EDGE_ERROR = 0.03  # mm, standard deviation of where a flat die's edge is seen
DARK_EDGE_ERROR = 0.04  # mm, the same if its pips are light: its edges are fainter
CROOKED_ERROR = 0.06  # mm for each degree by which an edge is turned against most
LEANING_ERROR = 0.35  # of how far a leaning edge is expected to move: what is seen of it depends on the light
MOST_OF_EDGE = 9.0  # squared standard deviations that one edge counts at most: a slot or a wall may have caught it
PIP_ERROR = 0.012  # mm, standard deviation of each way that a pip's middle is off
SIZE_ERROR = 0.003  # of the pips' spacing: the camera's height is known no better
RAISED = 1.0  # mm by which the middle of a leaning die's top lies higher, at about eight degrees
MOST_OF_PIPS = 40.0
MOST_LEAN = 7.2  # degrees by the edges alone that may be an error of theirs
SURELY = 2.7  # squared standard deviations by which lying flat fits better
SURELY_CLEAR = 1.5  # the same where all edges are clear: a die beside a wall hides best that it leans
SURELY_LEANING = -6.0  # the same
SURELY_LEANING_CLEAR = -9.0  # the same where all edges are clear; leaning dice that nothing else betrayed had below -16
LEAST_LEAN = 2.2  # degrees of leaning by the edges that say so too
SURELY_BY_PIPS = -18.0  # the same, whatever the edges say; flat dice had -16 and more


def is_surely_flat(view: View, plate: Plate, found: FaceCandidate) -> bool:
    """Return whether a face is certainly flat by pips and edges together, although its edges alone suggest a lean.

    This is never certain for dice as dark as the floor, or with faint edges. Their pips alone would often prove it for
    a 4, 5 or 6, but not for a 1, 2 or 3. If only the former got a value and the others were thrown again, these dice
    would not be fair.
    """
    seen = np.isfinite(found.off)
    clear = found.face.step > 0 and bool(np.all(np.abs(found.outline.slopes[seen]) > FAINT))
    least = SURELY_CLEAR if _are_edges_clear(found) else SURELY
    return clear and lean_angle(found.off) < MOST_LEAN and compare_with_leans(view, plate, found) > least


def is_surely_leaning(view: View, plate: Plate, found: FaceCandidate) -> bool:
    """Return whether a face certainly leans by pips and edges together, although its edges alone do not prove it."""
    rough = roughness(view, plate, found.pose.height) ** 2
    if lean_angle(found.off) > LEAST_LEAN * rough:
        most = SURELY_LEANING_CLEAR if _are_edges_clear(found) else SURELY_LEANING
        return compare_with_leans(view, plate, found) < most * rough
    # No lean fits better than perfectly: where lying flat fits well, none is sure.
    return _misfit_if_flat(plate, found) > -SURELY_BY_PIPS * rough and (
        compare_with_leans(view, plate, found) < SURELY_BY_PIPS * rough
    )


def _are_edges_clear(found: FaceCandidate) -> bool:
    """Return whether all four edges are seen, and those of a bright die: only for these a weaker proof is enough."""
    slopes = np.abs(found.outline.slopes)
    return bool(np.isfinite(found.off).all() and nan_median(slopes) > CLEAR and not found.in_colour)


def _misfit_if_flat(plate: Plate, found: FaceCandidate) -> float:
    """Return the most that the squared error, in standard deviations, of pips and edges of a flat face can be."""
    face = found.faces[-1]
    edges = found.off[np.isfinite(found.off)]
    misfit = float(edges @ edges) / EDGE_ERROR**2
    filled = face.pips >= PIP
    if np.count_nonzero(filled) < 2:
        return misfit
    drawn, seen = (
        (places - np.add.reduce(places) / len(places)).view(complex).ravel()
        for places in (GRID[filled] * plate.pip_spacing, face.places)
    )
    size = float(np.vdot(drawn, drawn).real)
    fit = abs(complex(np.vdot(drawn, seen))) / size
    rest = float(np.vdot(seen, seen).real) - fit * fit * size
    return misfit + rest / PIP_ERROR**2 + ((fit - 1) / SIZE_ERROR) ** 2


def compare_with_leans(view: View, plate: Plate, found: FaceCandidate) -> float:
    """Return by how many squared standard deviations the best lean fits worse than lying flat; negative if better.

    Leans of 8 to 20 degrees in all directions are tried. A lean shortens the rows of pips in one direction, and shifts
    the edges against the pips because the die is rounded.
    """
    rough = roughness(view, plate, found.pose.height)
    odds = _score_edges(plate, found, rough) + _score_pips(view, plate, found) / rough**4
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


def _score_edges(plate: Plate, found: FaceCandidate, rough: float) -> Floats:
    """Return the squared error, in standard deviations, of the visible edges for each lean (n,).

    The errors are `rough` times the usual ones, and those of faint edges larger where rough light makes them so.
    """
    seen = np.isfinite(found.off)
    moved = _move_edges(plate.die_side, plate.corner_radius)[:, seen]
    turned = found.outline.turns[seen] - nan_median(found.outline.turns)
    turned[np.isnan(turned)] = 0.0
    usual = (EDGE_ERROR if found.face.step > 0 else DARK_EDGE_ERROR) * rough
    faint = np.maximum(1.0, CLEAR / np.abs(found.outline.slopes[seen])) if rough > 1 else 1.0
    unsure = (usual * faint) ** 2 + (CROOKED_ERROR * turned) ** 2
    error = unsure + (LEANING_ERROR * moved) ** 2
    badly = np.minimum((found.off[seen] - moved) ** 2 / error, MOST_OF_EDGE) + np.log(error / unsure)
    return np.asarray(np.add.reduce(badly, axis=1))


@lru_cache(maxsize=4)
def _move_edges(side: float, radius: float) -> Floats:
    """Return by how many mm each lean moves the edges (n, 4) of a die of this side and corner radius outward."""
    toward = _normals()[:, :2] @ OUTWARD.T
    return np.asarray(-side / 2 * (1 - np.sqrt(1 - toward**2)) - radius * toward)


def _score_pips(view: View, plate: Plate, found: FaceCandidate) -> Floats:
    """Return the squared error, in standard deviations, of the pips for each lean (n,), up to a shift and a turn."""
    face = found.faces[-1]
    filled = np.flatnonzero(face.pips >= PIP)
    if len(filled) < 2:
        return np.zeros(len(_normals()))
    seen = face.places.view(complex).ravel()
    seen = seen - np.add.reduce(seen) / len(seen)
    expected = _project_pips(view, plate.pip_spacing, found.pose, filled)
    expected -= np.add.reduce(expected, axis=1, keepdims=True) / len(seen)
    size = np.add.reduce(expected.real**2 + expected.imag**2, axis=1)
    fit = np.abs(expected @ np.conj(seen)) / size
    rest = np.maximum(np.vdot(seen, seen).real - fit * fit * size, 0.0)
    return np.asarray(np.minimum(rest / PIP_ERROR**2 + ((fit - 1) / SIZE_ERROR) ** 2, MOST_OF_PIPS))


def _project_pips(view: View, spacing: float, pose: Pose, filled: NDArray[np.intp]) -> NDArray[np.complex128]:
    """Return the apparent places (n, k) on the pose's plane of pips of a leaning face, x + iy in the face's axes.

    `filled` (k,) are their places on the grid, which has this spacing in mm.
    """
    x, y, height = view.camera
    foot = complex(*pose.from_plane(np.array([[x, y]]))[0].tolist())
    shortened, raised = (part[:, filled] for part in _tilt_pips(spacing))
    share = (height - pose.height) / (height - pose.height - raised)
    return np.asarray(foot + (shortened - foot) * share)


@lru_cache(maxsize=4)
def _tilt_pips(spacing: float) -> tuple[NDArray[np.complex128], Floats]:
    """Return where each lean takes the pips (n, 9) of the grid, x + iy, and by how many mm it raises them."""
    normals, drawn = _normals(), GRID * spacing
    along = normals[:, :2] @ drawn.T
    shortened = drawn - along[..., None] * (normals[:, :2] / (1 + normals[:, 2:]))[:, None]
    return shortened[..., 0] + 1j * shortened[..., 1], RAISED * (normals[:, 2:] < 1.0) - along

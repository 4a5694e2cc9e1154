"""Which pips make a face: the six patterns fitted to groups of pips under a local affine view."""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.pips import Floats, Pips

CORNERS = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
PATTERNS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.0, 0.0),),
    2: ((-1.0, -1.0), (1.0, 1.0)),
    3: ((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)),
    4: CORNERS,
    5: (*CORNERS, (0.0, 0.0)),
    6: (*CORNERS, (-1.0, 0.0), (1.0, 0.0)),
}
"""Where the pips of each face stand, in pip pitches from the face's middle, up to quarter turns."""

PITCH = (1.7, 5.2)
"""Least and largest pitch, in pip radii, over all makes of dice."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face that a group of pips may be: ``frame`` @ (u, v) + ``centre`` is the place of grid point (u, v).

    The columns of ``frame`` (2, 2) are the pitches along the face's two edges; ``members`` are indices of pips, in the
    order of ``PATTERNS[value]``; ``misfit`` is the rms distance of the pips from the pattern, in pitches; ``complete``
    is False if the pips found stand in the pattern's frame but are none of the six patterns.
    """

    value: int
    centre: Floats
    frame: Floats
    members: tuple[int, ...]
    misfit: float
    complete: bool = True


def neighbours(pips: Pips) -> list[NDArray[np.intp]]:
    """Return for each pip the others that may be on the same face: near, and alike in colour, size and shape."""
    n = len(pips)
    if n == 0:
        return []
    delta = np.linalg.norm(pips.centre[:, None] - pips.centre[None], axis=-1)
    radius = np.sqrt(pips.radius[:, None] * pips.radius[None])
    weaker = np.minimum(pips.contrast[:, None], pips.contrast[None])
    near = (delta < 2.9 * PITCH[1] * radius) & (delta > 1.4 * radius)
    ratio = pips.radius[:, None] / pips.radius[None]
    near &= (ratio < 1.5) & (ratio > 1 / 1.5)
    near &= np.linalg.norm(pips.face[:, None] - pips.face[None], axis=-1) < 0.7 * weaker
    near &= np.linalg.norm(pips.colour[:, None] - pips.colour[None], axis=-1) < 0.9 * weaker
    near &= weaker * 2.2 > np.maximum(pips.contrast[:, None], pips.contrast[None])
    return [np.flatnonzero(row)[np.argsort(delta[i, row], kind="stable")][:18] for i, row in enumerate(near)]


def tilt_of(shape: Floats) -> Floats:
    """Return how shapes (n, 2, 2) are stretched, (n, 2): log of the axes' ratio in the direction of twice the angle.

    Equal for all circles and squares that lie in one plane, however they are turned in it.
    """
    half = (shape[:, 0, 0] + shape[:, 1, 1]) / 2
    across = (shape[:, 0, 0] - shape[:, 1, 1]) / 2
    along = shape[:, 0, 1]
    length = np.sqrt(across**2 + along**2)
    size = np.arctanh(np.minimum(length / np.maximum(half, 1e-9), 0.9999)) / np.maximum(length, 1e-9)
    return np.stack([across * size, along * size], axis=-1)


def shape_of(tilt: Floats) -> Floats:
    """Return the symmetric root (2, 2), of determinant 1, of the shape that has ``tilt`` (2,); see ``tilt_of``."""
    length = float(np.hypot(tilt[0], tilt[1]))
    mirror = np.array([[tilt[0], tilt[1]], [tilt[1], -tilt[0]]], np.float32) / max(length, 1e-9)
    return np.asarray(np.cosh(length / 2) * np.eye(2) + np.sinh(length / 2) * mirror, np.float32)


def askance(tilt: Floats) -> float:
    """Return how far a ``tilt`` (2,) is from those of a table seen by people, who hold the camera upright."""
    return math.hypot(min(float(tilt[0]), 0.0), float(tilt[1]))


def quads(pips: Pips, near: list[NDArray[np.intp]]) -> list[Face]:
    """Return the fours, fives and sixes that pips may make: four corners of a parallelogram that is nearly a square."""
    seen: set[frozenset[int]] = set()
    faces: list[Face] = []
    for i, others in enumerate(near):
        if len(others) < 3:
            continue
        offsets = pips.centre[others] - pips.centre[i]
        lengths = np.linalg.norm(offsets, axis=1) / pips.radius[i]
        inside = np.flatnonzero((lengths > 2 * PITCH[0] * 0.55) & (lengths < 2 * PITCH[1]))
        for a, b in combinations(inside.tolist(), 2):
            p, q = offsets[a], offsets[b]
            cross = float(p[0] * q[1] - p[1] * q[0])
            dot = float(p @ q)
            if abs(cross) < 0.6 * abs(dot) or not 0.45 < lengths[a] / lengths[b] < 2.2:
                continue
            gap = np.linalg.norm(offsets - (p + q), axis=1)
            c = int(gap.argmin())
            if gap[c] > 0.16 * (lengths[a] + lengths[b]) * pips.radius[i] * 0.5 * 1.4 or c in {a, b}:
                continue
            corners = (i, int(others[a]), int(others[c]), int(others[b]))
            key = frozenset(corners)
            if key in seen:
                continue
            seen.add(key)
            face = _quad(pips, corners, others)
            if face is not None:
                faces.append(face)
    return faces


def _quad(pips: Pips, corners: tuple[int, int, int, int], others: NDArray[np.intp]) -> Face | None:
    places = pips.centre[list(corners)]
    grid = np.array(CORNERS, np.float32)
    centre = places.mean(axis=0)
    frame = (places - centre).T @ grid / 4
    det = float(np.linalg.det(frame))
    if abs(det) < 1e-3:
        return None
    pitch = abs(det) ** 0.5 / float(np.median(pips.radius[list(corners)]))
    if not PITCH[0] < pitch < PITCH[1]:
        return None
    rest = np.array([k for k in others.tolist() if k not in corners], np.intp)
    uv = (pips.centre[rest] - centre) @ np.linalg.inv(frame).T if len(rest) else np.zeros((0, 2), np.float32)
    inner = (np.abs(uv) < 1.35).all(axis=1)
    rest, uv = rest[inner], uv[inner]
    middle = _at(rest, uv, (0, 0))
    rows = (_at(rest, uv, (-1, 0)), _at(rest, uv, (1, 0)))
    columns = (_at(rest, uv, (0, -1)), _at(rest, uv, (0, 1)))
    extra = len(rest)
    members: tuple[int, ...] = corners
    value, complete = 4, extra == 0
    if columns[0] is not None and columns[1] is not None and None in rows:
        frame = np.ascontiguousarray(frame @ np.array([[0, -1], [1, 0]], np.float32))
        corners = (corners[1], corners[2], corners[3], corners[0])
        uv = uv @ np.array([[0, -1], [1, 0]], np.float32)
        rows, columns = (columns[0], columns[1]), (None, None)
        rows = (_at(rest, uv, (-1, 0)), _at(rest, uv, (1, 0)))
        members = corners
    if rows[0] is not None and rows[1] is not None:
        members, value, complete = (*corners, rows[0], rows[1]), 6, extra == 2
    elif middle is not None:
        members, value, complete = (*corners, middle), 5, extra == 1
    pattern = np.array(PATTERNS[value], np.float32)
    fitted = (pips.centre[list(members)] - centre) @ np.linalg.inv(frame).T
    misfit = float(np.sqrt(np.mean(np.sum((fitted - pattern) ** 2, axis=1))))
    return Face(value, centre, frame.astype(np.float32), members, misfit, complete)


def _at(rest: NDArray[np.intp], uv: Floats, place: tuple[int, int]) -> int | None:
    if len(rest) == 0:
        return None
    gap = np.linalg.norm(uv - np.array(place, np.float32), axis=1)
    best = int(gap.argmin())
    return int(rest[best]) if gap[best] < 0.4 else None


def settle_tilt(own: Floats, radius: float, tilt: Floats, known: float) -> Floats:
    """Return the tilt (2,) to take for pips of ``radius`` pixels whose own ellipses have tilt ``own``.

    The ellipses of small pips say little; then the scene's ``tilt`` counts, as far as it is ``known`` (0 to 1).
    """
    weight = min(max((radius - 1.5) / 4, 0.1), 0.8)
    return np.asarray((weight * own + 0.7 * known * tilt) / (weight + 0.7 * known + 0.15), np.float32)


def diagonals(pips: Pips, near: list[NDArray[np.intp]], tilt: Floats, known: float) -> list[Face]:
    """Return the twos and threes that pips may make, in a scene of ``tilt`` (2,) that is ``known`` so far (0 to 1)."""
    own = tilt_of(pips.shape)
    faces: list[Face] = []
    for i, others in enumerate(near):
        for j in others[others > i].tolist():
            half = (pips.centre[j] - pips.centre[i]) / 2
            centre = (pips.centre[j] + pips.centre[i]) / 2
            radius = float(pips.radius[[i, j]].mean())
            root = shape_of(settle_tilt((own[i] + own[j]) / 2, radius, tilt, known))
            turn = root @ np.array([[0, -1], [1, 0]], np.float32) @ np.linalg.inv(root)
            across = turn @ half
            frame = np.stack([(half + across) / 2, (half - across) / 2], axis=-1).astype(np.float32)
            pitch = abs(float(np.linalg.det(frame))) ** 0.5 / radius
            if not PITCH[0] < pitch < PITCH[1]:
                continue
            rest = others[others != j]
            uv = (pips.centre[rest] - centre) @ np.linalg.inv(frame).T
            inner = (np.abs(uv) < 1.35).all(axis=1)
            rest, uv = rest[inner], uv[inner]
            middle = _at(rest, uv, (0, 0))
            if middle is not None:
                misfit = float(np.linalg.norm(uv[rest == middle][0])) / 1.7
                faces.append(Face(3, centre, frame, (i, middle, j), misfit, len(rest) == 1))
            elif len(rest) == 0:
                faces.append(Face(2, centre, frame, (i, j), 0.0))
    return faces

"""Triangles of the parts, for checks, printers and pictures."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.cad.part import CadPart, Placing

Floats = NDArray[np.float64]
Triangles = tuple[Floats, NDArray[np.int32]]
"""Vertices (n, 3) in mm, and the three vertices of each triangle (m, 3), counterclockwise from outside."""

TOLERANCE, ANGLE = 0.03, 0.25
"""Largest deviation from the solid in mm, and largest turn between neighbours in radians."""
SAME = 1e-5
_known: dict[int, tuple[CadPart, Triangles]] = {}


def mesh_of(part: CadPart) -> Triangles:
    """Return the triangles of a part's solid in its own frame; the same part gives the same ones."""
    if id(part) not in _known:
        _known[id(part)] = (part, triangles_of(part.solid))
    return _known[id(part)][1]


def triangles_of(solid: Any, tolerance: float = TOLERANCE, angle: float = ANGLE) -> Triangles:
    """Return the triangles of a solid, with one vertex where several faces meet."""
    points, faces = solid.tessellate(tolerance, angle)
    vertices = np.array([(point.X, point.Y, point.Z) for point in points], np.float64)
    corners = np.array(faces, np.int32).reshape(-1, 3)
    _, first, where = np.unique(
        np.round(vertices / SAME).astype(np.int64), axis=0, return_index=True, return_inverse=True
    )
    corners = where.ravel()[corners].astype(np.int32)
    kept = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 0] != corners[:, 2])
    return vertices[first], corners[kept]


def matrix_of(placing: Placing) -> Floats:
    """Return the 4 x 4 matrix that carries a part's solid to this piece at home."""
    return located(placing.location)


def located(location: Any) -> Floats:
    """Return a location of build123d as a 4 x 4 matrix."""
    transform = location.wrapped.Transformation()
    return np.array([[transform.Value(row, column) for column in range(1, 5)] for row in range(1, 4)] + [[0, 0, 0, 1]])

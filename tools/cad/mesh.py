"""Triangles of the parts, for checks, printers and pictures."""

import math
from functools import cache
from itertools import product
from typing import Any

import manifold3d
import numpy as np
from numpy.typing import NDArray
from trimesh.transformations import rotation_matrix, translation_matrix

from hardware.twin.drives import rocker_at
from hardware.twin.measures import Measures
from tools.cad.machine_shape import MachineLayout
from tools.cad.part import CRANK, FIXED, LID, ROCKER, ROD, CadPart, Placing

Floats = NDArray[np.float64]
Triangles = tuple[Floats, NDArray[np.int32]]
"""Vertices (n, 3) in mm, and the three vertices of each triangle (m, 3), counterclockwise from outside."""

TOLERANCE, ANGLE = 0.03, 0.25
"""Largest deviation from the solid in mm, and largest turn between neighbours in radians."""
SAME = 1e-5


@cache
def mesh_of(part: CadPart) -> Triangles:
    """Return the triangles of a part's solid in its own frame; equal calls return the same arrays."""
    return triangles_of(part.solid)


@cache
def manifold_of(part: CadPart) -> manifold3d.Manifold:
    """Return a part's solid in its own frame, for common volumes. Raises ValueError if its surface is open."""
    vertices, triangles = mesh_of(part)
    mesh = manifold3d.Mesh(np.asarray(vertices, np.float32), np.asarray(triangles, np.uint32))
    own = manifold3d.Manifold(mesh)
    if own.status() != manifold3d.Error.NoError or own.is_empty():
        raise ValueError(f"{part.name}: its surface is not closed ({own.status()})")
    return own


def common_volume(one: manifold3d.Manifold, other: manifold3d.Manifold) -> float:
    """Return the volume in mm³ that two solids have in common."""
    (low, high), (least, most) = [(box[:3], box[3:]) for box in (one.bounding_box(), other.bounding_box())]
    if any(low[i] > most[i] or least[i] > high[i] for i in range(3)):
        return 0.0
    return float((one ^ other).volume())


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


def box_corners(points: Floats) -> Floats:
    """Return the corners (8, 3) of the box around points (n, 3)."""
    return np.array(list(product(*zip(points.min(axis=0), points.max(axis=0), strict=True))))


def matrix_of(placing: Placing) -> Floats:
    """Return the 4 x 4 matrix that moves a part's solid to the place of this piece at home."""
    return convert_location(placing.location)


def convert_location(location: Any) -> Floats:
    """Return a location of build123d as a 4 x 4 matrix."""
    transform = location.wrapped.Transformation()
    return np.array([[transform.Value(row, column) for column in range(1, 5)] for row in range(1, 4)] + [[0, 0, 0, 1]])


Pose = NDArray[np.float64]
"""A 4 x 4 matrix that moves a body from home to its place."""


def poses(it: dict[str, Any], crank: float, lever: float) -> dict[str, Pose]:
    """Return the pose of each body; `crank` is in degrees from home, `lever` in degrees above the horizontal."""
    layout = MachineLayout(it)
    turn = math.radians(crank)
    tilt = rocker_at(Measures(it), turn)[0]
    (axle_x, axle_z), (shaft_x, shaft_z) = layout.axle, layout.shaft
    rocker = _about_y((shaft_x, shaft_z), tilt)
    radius = it["crank"]["radius"]
    home = (axle_x, axle_z - radius)
    pin = (axle_x + radius * math.sin(turn), axle_z - radius * math.cos(turn))
    top = layout.tilt_point(layout.pin, tilt)
    lean = math.atan2(top[0] - pin[0], top[1] - pin[1])
    rod = translation_matrix((pin[0] - home[0], 0, pin[1] - home[1])) @ _about_y(home, lean)
    found = {FIXED: np.eye(4), ROCKER: rocker, LID: rocker, CRANK: _about_y(layout.axle, -turn), ROD: rod}
    for number, (_, y) in enumerate(layout.centres, 1):
        way = layout.way(y)
        swing = way * math.radians(lever - it["lever"]["highest"])
        axis = (0, -layout.axis(y), layout.axis_high)
        found[f"lever{number}"] = rocker @ rotation_matrix(swing, (1, 0, 0), axis)
    return found


def lid_pose(it: dict[str, Any], angle: float) -> Pose:
    """Return the pose of the lid at home, opened to the left by an angle in degrees."""
    layout = MachineLayout(it)
    return _about_y((layout.lid.left, layout.lid_low), -math.radians(angle))


def _about_y(at: tuple[float, float], angle: float) -> Pose:
    """Return the rotation, from z towards x, about an axis along y at this x and height."""
    turned: Pose = rotation_matrix(angle, (0, 1, 0), (at[0], 0, at[1]))
    return turned

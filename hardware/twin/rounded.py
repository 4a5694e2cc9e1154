"""A rounded cube as a mesh, and its six faces unfolded into one picture."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.cube import NORMALS, PIPS
from hardware.sim.dice import Paint
from hardware.twin.measures import MIRROR

Vector = NDArray[np.float64]

CELL = 192
"""Pixels of a face's side in the unfolded picture, 3 faces wide and 2 high."""
ROUND = 3
"""Facets of an edge's quarter turn, on each side of its middle."""
SHINING = 0.85
"""Share of the upper face's normal in that of its round edge where it begins; further down it gets less."""
NARROWER = 0.4
"""The upper face's edges are so many times as wide as they are deep. An edge that falls away from the lens ends where
its rounding is deepest, as it does on a round die; one that faces the lens ends nearly where a sharp one would. That is
where the drawn dice have them, to which the reader is set; with one radius for both, one die in twenty was doubted."""


def rounded_cube(die: Mapping[str, Any], up: int) -> str:
    """Return the mesh of a die that lies with a face `up`, as MJCF: in metres, its own axes right-handed as MuJoCo's.

    Its edges are as deep as the file says, but narrower, and shine with the face, as those of the drawn dice do.
    """
    half, corner = die["side"] / 2000, die["corner_radius"] / 1000
    above = NORMALS[up - 1]
    round_by = np.where(above == 0, NARROWER * corner, corner)
    inner = half - round_by
    # Along a face: over the round edge, the flat part, and the other round edge; neighbours meet at 45 degrees.
    rising = np.linspace(-np.pi / 4, 0, ROUND + 1)
    angles = np.concatenate([rising, [0.0, 0.0], -rising[::-1]])
    count = len(angles)
    ends = np.clip(np.arange(count) - count / 2 + 0.5, -1, 1)
    places: list[Any] = []
    normals: list[Any] = []
    marks: list[Any] = []
    triangles: list[tuple[int, int, int]] = []
    for value in range(1, 7):
        first, second, out = _axes(value)
        base = len(places)
        for row in range(count):
            for column in range(count):
                looks = _towards(angles[column], angles[row], first, second, out)
                place = inner * (ends[column] * first + ends[row] * second + out) + round_by * looks
                places.append(MIRROR @ place)
                lifted = SHINING * max(0.0, looks @ above)
                normals.append(MIRROR @ _unit(lifted * above + (1 - lifted) * looks))
                marks.append(_mark(value, place @ first / half, place @ second / half))
        turned = np.linalg.det(np.array([MIRROR @ first, MIRROR @ second, MIRROR @ out])) > 0
        for row in range(count - 1):
            for column in range(count - 1):
                a = base + row * count + column
                b, c, d = a + 1, a + count, a + count + 1
                triangles += [(a, b, d), (a, d, c)] if turned else [(a, d, b), (a, c, d)]
    return (
        f'<mesh name="die{up}" inertia="shell" vertex="{_numbers(places)}" normal="{_numbers(normals)}" '
        f'texcoord="{_numbers(marks)}" face="{" ".join(str(v) for face in triangles for v in face)}"/>'
    )


def unfolded(die: Mapping[str, Any], paint: Paint) -> NDArray[np.float32]:
    """Return the faces' shares of light (2 CELL, 3 CELL, 3), blue first."""
    scale = CELL / die["side"]
    at = (np.arange(CELL, dtype=np.float32) + 0.5) / scale - die["side"] / 2
    across, along = np.meshgrid(at, at)
    picture = np.empty((2 * CELL, 3 * CELL, 3), np.float32)
    for value, pips in PIPS.items():
        cover = np.zeros((CELL, CELL), np.float32)
        for i, j in pips:
            away = np.hypot(across - i * die["pip_spacing"], along - j * die["pip_spacing"])
            cover = np.maximum(cover, np.clip((die["pip_diameter"] / 2 - away) * scale + 0.5, 0, 1))
        row, column = divmod(value - 1, 3)
        face = picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        face[...] = np.array(paint.body, np.float32) * (1 - cover[..., None])
        face += np.array(paint.pips, np.float32) * cover[..., None]
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.float32)


def _axes(value: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the two axes of the die along which a face's pips stand in rows, and the one that it looks along."""
    out = NORMALS[value - 1]
    first, second = (np.eye(3)[axis] for axis in range(3) if not out[axis])
    return first, second, out


def _towards(across: float, along: float, first: Vector, second: Vector, out: Vector) -> Vector:
    """Return the direction (3,) that leans by these angles from `out` towards `first` and `second`."""
    return _unit(out + np.tan(across) * first + np.tan(along) * second)


def _unit(way: Vector) -> Vector:
    return np.asarray(way / np.linalg.norm(way))


def _mark(value: int, across: float, along: float) -> tuple[float, float]:
    """Return the place in the unfolded picture of a place on a face (-1..1 each way)."""
    row, column = divmod(value - 1, 3)
    return (column + (across + 1) / 2) / 3, (row + (along + 1) / 2) / 2


def _numbers(rows: list[Any]) -> str:
    return " ".join(f"{v:.7g}" for row in rows for v in row)

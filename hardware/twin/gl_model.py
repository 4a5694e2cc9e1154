"""The machine for OpenGL: an MJCF of textured solids, dice among them, which are placed before each picture."""

from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dimensions import BOXES
from hardware.sim.cube import NORMALS, PIPS
from hardware.sim.dice import PAINTS, Paint
from hardware.twin.gl_boxes import BoxSolids
from hardware.twin.gl_crank import CrankSolids
from hardware.twin.gl_solids import MM, Solids, join_numbers
from hardware.twin.measures import MIRROR

Vector = NDArray[np.float64]

CELL = 192
"""Pixels per side of a face in the unfolded picture, which is 3 faces wide and 2 high."""
ROUND = 3
"""Facets on each side of the middle of a round edge."""


def rounded_cube(die: Mapping[str, Any]) -> str:
    """Return the MJCF mesh of a die, in metres, with right-handed axes."""
    half, corner = die["side"] / 2000, die["corner_radius"] / 1000
    inner = half - corner
    # Along a face: round edge, flat part, other round edge. Neighbouring faces meet at 45 degrees.
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
                place = inner * (ends[column] * first + ends[row] * second + out) + corner * looks
                places.append(MIRROR @ place)
                normals.append(MIRROR @ looks)
                marks.append(_mark(value, place @ first / half, place @ second / half))
        turned = np.linalg.det(np.array([MIRROR @ first, MIRROR @ second, MIRROR @ out])) > 0
        for row in range(count - 1):
            for column in range(count - 1):
                a = base + row * count + column
                b, c, d = a + 1, a + count, a + count + 1
                triangles += [(a, b, d), (a, d, c)] if turned else [(a, d, b), (a, c, d)]
    return (
        f'<mesh name="die" inertia="shell" vertex="{join_numbers(places)}" normal="{join_numbers(normals)}" '
        f'texcoord="{join_numbers(marks)}" face="{join_numbers(triangles)}"/>'
    )


def unfold(die: Mapping[str, Any], paint: Paint) -> NDArray[np.float32]:
    """Return the faces' reflectances (2 CELL, 3 CELL, 3), blue first."""
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
    """Return the two axes of the die along a face's rows of pips, and the axis of its normal."""
    out = NORMALS[value - 1]
    first, second = (np.eye(3)[axis] for axis in range(3) if not out[axis])
    return first, second, out


def _towards(across: float, along: float, first: Vector, second: Vector, out: Vector) -> Vector:
    """Return the direction (3,) tilted by these angles from `out` towards `first` and `second`."""
    way = out + np.tan(across) * first + np.tan(along) * second
    return np.asarray(way / np.linalg.norm(way))


def _mark(value: int, across: float, along: float) -> tuple[float, float]:
    """Return the position in the unfolded picture of a point on a face (-1..1 each way)."""
    row, column = divmod(value - 1, 3)
    return (column + (across + 1) / 2) / 3, (row + (along + 1) / 2) / 2


SLOTS = 20
"""Most dice that can be shown."""
AWAY = -1.0
Assets = dict[str, bytes]
MATERIALS = """
<material name="plain" specular="0.1" shininess="0.2"/>
<material name="shiny" specular="0.6" shininess="0.6"/>
<material name="glass" specular="0.9" shininess="0.9"/>
"""
SHADOW_PIXELS = 2048
DAYLIGHT = """
<light name="sun" type="directional" pos="-0.15 -0.58 1.2" dir="0.25 0.4 -1" diffuse="0.62 0.59 0.54"
 specular="0.5 0.5 0.5" castshadow="true"/>
<light name="sky" type="directional" dir="-0.7 0.4 -0.6" diffuse="0.16 0.17 0.19" specular="0.1 0.1 0.1"
 castshadow="false"/>
"""
SKY = '<texture type="skybox" builtin="gradient" rgb1="0.72 0.82 0.95" rgb2="0.93 0.95 0.97" width="64" height="384"/>'
"""A window's light from the front left, what the room gives back, and the room itself, red first."""


def solids_of(dimensions: Mapping[str, Any]) -> Solids:
    """Return the solids of a machine."""
    return BoxSolids(dimensions) if dimensions["kind"] == BOXES else CrankSolids(dimensions)


def gl_model(dimensions: Mapping[str, Any], solids: Solids, width: int, height: int) -> tuple[str, Assets]:
    """Return the MJCF of solids for pictures of this size, and its files by their names.

    Dice are the mocap bodies "die0" to "die19".
    """
    across, up = (size / 2 / MM for size in (dimensions["plate"]["width"], -dimensions["plate"]["height"]))
    shown = solids.pictures()
    shown |= {name: unfold(dimensions["die"], paint) for name, paint in PAINTS.items()}
    files = {f"{name}.png": _picture(surface) for name, surface in shown.items()}
    textures = "".join(
        f'<texture name="{name}" type="2d" file="{name}.png"/>'
        f'<material name="{name}" texture="{name}" specular="0" texuniform="false"/>'
        for name in shown
    )
    parts = "".join([*solids.parts(), *_dice(), DAYLIGHT])
    return (
        f'<mujoco><compiler angle="radian"/><statistic extent="0.5" center="{across} {up} 0"/>'
        f'<visual><global offwidth="{width}" offheight="{height}"/><map znear="0.1" zfar="8" shadowclip="0.8"/>'
        f'<quality shadowsize="{SHADOW_PIXELS}" offsamples="0"/>'
        '<headlight ambient="0 0 0" diffuse="0 0 0" specular="0 0 0"/></visual>'
        f"<asset>{textures}{SKY}{MATERIALS}{rounded_cube(dimensions['die'])}{''.join(solids.meshes())}</asset>"
        f"<worldbody>{parts}</worldbody></mujoco>"
    ), files


def _picture(surface: NDArray[Any]) -> bytes:
    """Return reflectances (h, w, 3), blue first, as the bytes of a picture without gamma."""
    return bytes(cv2.imencode(".png", np.round(255 * np.clip(surface, 0, 1)).astype(np.uint8))[1].tobytes())


def _dice() -> Iterator[str]:
    for die in range(SLOTS):
        geom = '<geom type="mesh" mesh="die" material="ivory"/>'
        yield f'<body name="die{die}" mocap="true" pos="0 0 {AWAY}">{geom}</body>'


def material_of(paint: Paint) -> str:
    """Return the name of a paint's material."""
    return next((name for name, known in PAINTS.items() if known == paint), "ivory")

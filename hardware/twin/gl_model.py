"""The machine for OpenGL: an MJCF of textured solids, dice among them, which are placed before each picture."""

from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.sim.carriage import ARM_WIDTH, FLOOR, PLASTIC, SERVO_HEIGHT
from hardware.sim.cube import NORMALS, PIPS
from hardware.sim.dice import PAINTS, Paint
from hardware.sim.scenery import DESK_ABOVE, DESK_LEFT, RIM_HEIGHT, RIM_WIDTH, desk, felt, plate
from hardware.sim.wells import Wells
from hardware.twin.measures import MIRROR, Measures

Vector = NDArray[np.float64]

CELL = 192
"""Pixels per side of a face in the unfolded picture, which is 3 faces wide and 2 high."""
ROUND = 3
"""Facets on each side of the middle of a round edge."""
SHINING = 0.85
"""Weight of the upper face's normal at the beginning of its round edge; it decreases further down."""
NARROWER = 0.4
"""Ratio of width to depth of the upper face's edges. An edge that falls away from the lens ends where its rounding is
deepest, as on a round die; one that faces the lens ends almost like a sharp edge. The drawn dice, on which the reader
was tuned, look like this. With one radius for both, the reader doubted one die in twenty."""


def rounded_cube(die: Mapping[str, Any], up: int) -> str:
    """Return the MJCF mesh of a die with a face `up`, in metres, with right-handed axes.

    Its edges have the depth of machine.toml, but are narrower and as bright as the face, like those of the drawn dice.
    """
    half, corner = die["side"] / 2000, die["corner_radius"] / 1000
    above = NORMALS[up - 1]
    round_by = np.where(above == 0, NARROWER * corner, corner)
    inner = half - round_by
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
    return _unit(out + np.tan(across) * first + np.tan(along) * second)


def _unit(way: Vector) -> Vector:
    return np.asarray(way / np.linalg.norm(way))


def _mark(value: int, across: float, along: float) -> tuple[float, float]:
    """Return the position in the unfolded picture of a point on a face (-1..1 each way)."""
    row, column = divmod(value - 1, 3)
    return (column + (across + 1) / 2) / 3, (row + (along + 1) / 2) / 2


def _numbers(rows: list[Any]) -> str:
    return " ".join(f"{v:.7g}" for row in rows for v in row)


SLOTS = 20
"""Most dice that can be shown."""
AWAY = -1.0
RING_ANGLES = (-66.0, -33.0, 0.0, 33.0, 66.0)
"""Angles in degrees of the points of light along each half of the ring. Each is rendered separately."""
CUTOFF = 60.0
"""Half angle in degrees of a light."""
SHADOW_PIXELS = 1024
WOOD, BLUE, METAL = (0.07, 0.12, 0.2), (0.2, 0.085, 0.03), (0.55, 0.55, 0.55)

Assets = dict[str, bytes]


def gl_model(dimensions: Mapping[str, Any], width: int, height: int) -> tuple[str, Assets]:
    """Return the MJCF for pictures of this size, and its files by their names.

    Its world is that of the plate: metres, x right, y up in the picture, z upward, the origin at the plate's top left
    corner. Mocap bodies: "block" (the wells block, level at home), "lever1" to "lever6" and "die0" to "die19". The
    lights "left…" and "right…" are those of the ring.
    """
    measures, wells = Measures(dimensions), Wells(dimensions)
    across, up = _middle(dimensions)
    files: Assets = {}
    files["desk.png"] = _picture(desk())
    files["plate.png"] = _picture(plate(dimensions))
    files["felt.png"] = _picture(felt())
    for name, paint in PAINTS.items():
        files[f"{name}.png"] = _picture(unfold(dimensions["die"], paint))
    textures = "".join(
        f'<texture name="{name[:-4]}" type="2d" file="{name}"/>'
        f'<material name="{name[:-4]}" texture="{name[:-4]}" specular="0" texuniform="false"/>'
        for name in files
    )
    dice = "".join(rounded_cube(dimensions["die"], up) for up in range(1, 7))
    parts = [*_ground(dimensions), *_block(wells, measures), *_levers(wells, measures), *_dice()]
    parts += list(_lights(dimensions))
    return (
        f'<mujoco><compiler angle="radian"/><statistic extent="0.5" center="{across} {up} 0"/>'
        f'<visual><global offwidth="{width}" offheight="{height}"/><map znear="0.1" zfar="4"/>'
        f'<quality shadowsize="{SHADOW_PIXELS}" offsamples="0"/>'
        '<headlight ambient="0 0 0" diffuse="0 0 0" specular="0 0 0"/></visual>'
        f"<asset>{textures}<material name='plain' specular='0'/>{dice}</asset>"
        f'<worldbody>{"".join(parts)}<camera name="lens" mode="fixed"/></worldbody></mujoco>'
    ), files


def _middle(dimensions: Mapping[str, Any]) -> tuple[float, float]:
    """Return the middle of the plate in this world."""
    return dimensions["plate"]["width"] / 2000, -dimensions["plate"]["height"] / 2000


def _picture(surface: NDArray[Any]) -> bytes:
    """Return reflectances (h, w, 3), blue first, as the bytes of a picture without gamma."""
    return bytes(cv2.imencode(".png", np.round(255 * np.clip(surface, 0, 1)).astype(np.uint8))[1].tobytes())


def _colour(paint: tuple[float, float, float]) -> str:
    return f'material="plain" rgba="{paint[2]} {paint[1]} {paint[0]} 1"'


def _box(area: tuple[float, float, float, float], low: float, high: float, look: str) -> str:
    """Return a box over an area (left, top, right, bottom) in plate coordinates, between two heights, in mm."""
    left, top, right, bottom = area
    size = f"{(right - left) / 2000} {(bottom - top) / 2000} {(high - low) / 2000}"
    place = f"{(left + right) / 2000} {-(top + bottom) / 2000} {(low + high) / 2000}"
    return f'<geom type="box" size="{size}" pos="{place}" {look}/>'


def _ground(dimensions: Mapping[str, Any]) -> Iterator[str]:
    width, height = dimensions["plate"]["width"], dimensions["plate"]["height"]
    thick = dimensions["sheet"]["plate"]
    around = (-DESK_LEFT, -DESK_ABOVE, 540 - DESK_LEFT, 380 - DESK_ABOVE)
    yield _box(around, -thick - 20, -thick, 'material="desk"')
    yield _box((0, 0, width, height), -thick, 0, 'material="plate"')
    left, top, side, floor = (dimensions["tray"][key] for key in ("left", "top", "side", "floor"))
    right, bottom = left + side, top + side
    yield _box((left, top, right, bottom), 0, floor, 'material="felt"')
    rim = RIM_WIDTH
    for area in (
        (left - rim, top - rim, right + rim, top),
        (left - rim, bottom, right + rim, bottom + rim),
        (left - rim, top, left, bottom),
        (right, top, right + rim, bottom),
    ):
        yield _box(area, 0, RIM_HEIGHT, _colour(WOOD))


def _block(wells: Wells, measures: Measures) -> Iterator[str]:
    """Yield the body of the block. Its origin is that of the plate when it is level at home."""
    left, top, right, bottom = wells.outline
    wall, look = measures.wall * 1000, _colour(PLASTIC)
    yield '<body name="block" mocap="true">'
    yield _box((left, top, right, bottom), 0.2, wells.floor, _colour(FLOOR))
    for x in (left, *sorted({x + wells.reach for x, _ in wells.centres})):
        # Where walls cross, one of them must be in front.
        yield _box((x, top, x + wall, bottom), wells.floor, wells.top - 0.1, look)
    for y in (top, *sorted({y + wells.reach for _, y in wells.centres})):
        yield _box((left, y, right, y + wall), wells.floor, wells.top, look)
    for well, (x, _) in enumerate(wells.centres, 1):
        way = wells.outward(well)
        edge = top if way < 0 else bottom
        for near, far, half, low, high, paint in (
            (1.0, 1.0 + wells.servo[1], wells.servo[0] / 2, 15.0, SERVO_HEIGHT, BLUE),
            (10.0, 22.0, 4.4, SERVO_HEIGHT, SERVO_HEIGHT + 0.2, METAL),
        ):
            ends = sorted((edge + way * near, edge + way * far))
            yield _box((x - half, ends[0], x + half, ends[1]), low, high, _colour(paint))
    yield "</body>"


def _levers(wells: Wells, measures: Measures) -> Iterator[str]:
    """Yield the levers in their lower position: an arc from the axis over the lid, and a finger down to the tip."""
    reach = measures.lever_arm
    over = wells.arm_height / 1000 - (measures.lever_height + measures.shaft[2] / 1000)
    half, look = ARM_WIDTH / 2000, _colour((0.5, 0.5, 0.5))
    for well, way in enumerate(measures.ways, 1):
        inner = -way * reach
        yield f'<body name="lever{well}" mocap="true">'
        yield f'<geom type="capsule" size="{half}" fromto="0 0 0 0 0 {over}" {look}/>'
        yield f'<geom type="box" size="{half} {reach / 2} {half}" pos="0 {inner / 2} {over}" {look}/>'
        tip = f'size="{measures.tip_radius}" fromto="0 {0.94 * inner} {over} 0 {inner} 0"'
        yield f'<geom type="capsule" {tip} {_colour((0.1, 0.1, 0.1))}/>'
        yield "</body>"


def _dice() -> Iterator[str]:
    for die in range(SLOTS):
        geom = '<geom type="mesh" mesh="die1" material="ivory"/>'
        yield f'<body name="die{die}" mocap="true" pos="0 0 {AWAY}">{geom}</body>'


def _lights(dimensions: Mapping[str, Any]) -> Iterator[str]:
    """Yield both halves of the ring as points of light."""
    camera, ring = dimensions["camera"], dimensions["ring"]
    height = (camera["height"] - ring["below_lens"]) / 1000
    across, up = _middle(dimensions)
    for half, middle in (("left", 180.0), ("right", 0.0)):
        for angle in RING_ANGLES:
            turn = np.radians(middle + angle)
            x = (camera["x"] + ring["radius"] * np.cos(turn)) / 1000
            y = -(camera["y"] + ring["radius"] * np.sin(turn)) / 1000
            # It points at the middle of the plate, so that its shadow map covers the plate.
            look = f"{across - x} {up - y} {-height}"
            yield (
                f'<light name="{half}{angle}" pos="{x} {y} {height}" dir="{look}" type="spot" cutoff="{CUTOFF}" '
                f'exponent="0" castshadow="true" diffuse="1 1 1" ambient="0 0 0" specular="0 0 0"/>'
            )


def material_of(paint: Paint) -> str:
    """Return the name of a paint's material."""
    return next((name for name, known in PAINTS.items() if known == paint), "ivory")

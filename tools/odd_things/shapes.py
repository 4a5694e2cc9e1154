"""Bodies that are no dice with pips: numerals, polyhedra, blanks, dominoes, bricks, dice that stand askew."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tools.odd_things.marks import FONTS, SUITS, around, ink_of, pips
from tools.odd_things.noise import paint
from tools.odd_things.solids import Mark, Solid, SolidPaint
from tools.odd_things.view import Floats, Reals

GOLDEN = (1 + math.sqrt(5)) / 2
AXES = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
OPPOSITE = (1, 6, 2, 5, 3, 4)


def turn_about(axis: Sequence[float], degrees: float) -> Reals:
    """Return the rotation (3, 3) about an axis. Source: Rodrigues, 1840."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = math.radians(degrees)
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def lying_on(normal: Reals) -> Reals:
    """Return a rotation (3, 3) that turns a face downwards."""
    down = np.array([0.0, 0.0, -1.0])
    axis = np.cross(normal, down)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return np.eye(3) if normal[2] < 0 else turn_about([1, 0, 0], 180)
    return turn_about(axis.tolist(), math.degrees(math.atan2(length, float(normal @ down))))


def faces_of(sides: int) -> Reals:
    """Return the unit normals of a die of 4, 6, 8, 10, 12 or 20 faces."""
    even = [(i, j) for i in (-1, 1) for j in (-1, 1)]
    rows: list[tuple[float, ...]]
    match sides:
        case 4:
            rows = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
        case 8:
            rows = [(i, j, k) for i, j in even for k in (-1, 1)]
        case 10:
            rows = []
            for n in range(10):
                angle, up = math.pi * n / 5, 1 if n % 2 else -1
                rows.append((math.cos(angle), math.sin(angle), 0.9 * up))
        case 12:
            rows = [tuple(np.roll((0, i, j * GOLDEN), k)) for i, j in even for k in range(3)]
        case 20:
            rows = [(i, j, k) for i, j in even for k in (-1, 1)]
            rows += [tuple(np.roll((0, i / GOLDEN, j * GOLDEN), k)) for i, j in even for k in range(3)]
        case _:
            return AXES
    found = np.array(rows, float)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def coat(random: np.random.Generator) -> tuple[SolidPaint, Floats]:
    """Return the paint of a die, and a colour that stands out on it."""
    colour = paint(random, 0.05, 1.0, (0.0, 1.0)) if random.random() < 0.7 else paint(random, 0.85, 1.0, (0.0, 0.15))
    dark = float(colour @ np.array([0.1, 0.6, 0.3])) < 0.25
    ink = paint(random, 0.8, 1.0, (0.0, 0.4)) if dark else paint(random, 0.0, 0.2)
    veins = paint(random, 0.05, 0.9) if random.random() < 0.3 else None
    return SolidPaint(np.asarray(colour), float(random.uniform(0.05, 0.8)), veins), ink


def block(
    size: tuple[float, float, float], coating: SolidPaint, marks: Sequence[Mark | None] = (), sharpness: float = 2.5
) -> Solid:
    """Return a box of mm; marks are for the faces +x, -x, +y, -y, +z, -z."""
    half = np.repeat(np.array(size) / 2, 2)
    six_marks = (*marks, *[None] * (6 - len(marks)))
    return Solid(AXES, half, coating, six_marks, min(size) / 2, sharpness)


def rod(radius: float, height: float, coating: SolidPaint, top: Mark | None = None, sides: int = 20) -> Solid:
    """Return an upright cylinder, nearly."""
    turns = 2 * np.pi * np.arange(sides) / sides
    round_it = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(sides)])
    distances = np.array([radius] * sides + [height / 2] * 2)
    return Solid(np.vstack([round_it, AXES[4:]]), distances, coating, (*[None] * sides, top, None), radius, 5.0)


def thrown(random: np.random.Generator, solid: Solid) -> Solid:
    """Return a body that lies on any of its faces, turned anyhow."""
    face = int(random.integers(len(solid.normals)))
    lying = solid.turned(lying_on(solid.normals[face]))
    return lying.turned(turn_about([0, 0, 1], float(random.uniform(0, 360)))).put(0, 0)


def numbered(random: np.random.Generator) -> list[Solid]:
    """Return a cube with numerals, letters, suits or signs instead of pips."""
    coating, colour = coat(random)
    kind = random.random()
    if kind < 0.6:
        words = [str(n) for n in OPPOSITE]
    elif kind < 0.75:
        words = [chr(65 + int(n)) for n in random.integers(0, 26, 6)]
    elif kind < 0.88:
        words = [SUITS[int(n)] for n in random.integers(0, 4, 6)]
    else:
        words = [("+", "-", "?", "x2", "Σ", "10")[int(n)] for n in random.integers(0, 6, 6)]
    font, weight = FONTS[int(random.integers(3))], int(random.integers(300, 800))
    share, depth = float(random.uniform(0.45, 0.75)), float(random.choice([0.0, 0.02]))
    marks = [Mark(ink_of(word, font, weight, share), colour, depth) for word in words]
    side = float(random.uniform(12, 20))
    return [thrown(random, block((side, side, side), coating, marks, float(random.uniform(1.2, 4))))]


def polyhedron(random: np.random.Generator) -> list[Solid]:
    """Return a d4, d8, d10, d12 or d20 with its numbers."""
    sides = int(random.choice([4, 8, 10, 12, 20]))
    coating, colour = coat(random)
    font, weight = FONTS[int(random.integers(3))], int(random.integers(400, 800))
    far = {4: 6.0, 8: 7.5, 10: 8.0, 12: 9.0, 20: 9.5}[sides] * float(random.uniform(0.9, 1.2))
    reach = far * {4: 1.9, 8: 0.85, 10: 0.65, 12: 0.62, 20: 0.42}[sides]
    marks = []
    for n in random.permutation(sides) + 1:
        if sides == 4:
            ink = around([str(int(v)) for v in random.permutation(4)[:3] + 1], font, weight, 0.52, 0.24)
        else:
            word = str(int(n) % 10) if sides == 10 else str(int(n))
            ink = ink_of(word, font, weight, 0.66 if len(word) == 1 else 0.8, lined=word in {"6", "9"})
        marks.append(Mark(ink, colour, 0.015))
    normals = faces_of(sides)
    return [thrown(random, Solid(normals, np.full(len(normals), far), coating, tuple(marks), reach, 3.0))]


def blank(random: np.random.Generator) -> list[Solid]:
    """Return a cube or brick of wood, sugar or plastic without any mark."""
    coating, _ = coat(random)
    side = float(random.uniform(10, 20))
    size = (side, side, side * float(random.choice([1.0, 1.0, 0.6])))
    return [thrown(random, block(size, coating, (), float(random.uniform(1.0, 5))))]


def domino(random: np.random.Generator) -> list[Solid]:
    """Return a domino, face up: two squares with pips and a line between them."""
    coating, colour = coat(random)
    length = float(random.uniform(36, 50))
    half, high = length / 4, length / 6
    most, radius = int(random.choice([6, 6, 9])), float(random.uniform(0.12, 0.17))
    base = block((length, length / 2, high), coating, (), 3.0)
    thin = 0.25
    around_z = turn_about([0, 0, 1], float(random.uniform(0, 360)))
    parts = [base.turned(around_z).put(0, 0)]
    for half_at in (-half, half):
        mark = Mark(pips(int(random.integers(0, most + 1)), radius, 0.5), colour, 0.02)
        side_of = 2 * half - 1.6
        tile = block((side_of, side_of, thin), coating, (None, None, None, None, mark), 9.0)
        tile = replace(tile, reach=side_of / 2)
        place = around_z @ np.array([half_at, 0, 0])
        parts.append(tile.turned(around_z).put(float(place[0]), float(place[1]), high - 0.2))
    line = block((0.6, length / 2 - 3, thin), SolidPaint(colour, 0.1), (), 9.0)
    parts.append(line.turned(around_z).put(0, 0, high - 0.2))
    return parts


def brick(random: np.random.Generator) -> list[Solid]:
    """Return a building brick with studs."""
    coating, _ = coat(random)
    across, down = ((1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (6, 2), (3, 1))[int(random.integers(7))]
    pitch, high = 8.0, float(random.choice([9.6, 3.2]))
    turn = turn_about([0, 0, 1], float(random.uniform(0, 360)))
    parts = [block((across * pitch - 0.2, down * pitch - 0.2, high), coating, (), 6.0).turned(turn).put(0, 0)]
    for i in range(across):
        for j in range(down):
            place = turn @ np.array([(i - (across - 1) / 2) * pitch, (j - (down - 1) / 2) * pitch, 0])
            parts.append(rod(2.4, 1.8, coating).turned(turn).put(float(place[0]), float(place[1]), high - 0.1))
    return parts


def pipped(random: np.random.Generator) -> Solid:
    """Return a real die, not yet turned."""
    coating, colour = coat(random)
    radius, spread = float(random.uniform(0.13, 0.2)), float(random.uniform(0.45, 0.58))
    marks = [Mark(pips(value, radius, spread), colour, float(random.choice([0.0, 0.03]))) for value in OPPOSITE]
    side = float(random.uniform(14, 18))
    return block((side, side, side), coating, marks, float(random.uniform(1.0, 3)))


def cocked(random: np.random.Generator) -> list[Solid]:
    """Return a die that stands on an edge or a corner: no face is up."""
    die = thrown(random, pipped(random))
    lean = turn_about([1, 0, 0], float(random.uniform(33, 45)))
    die = die.turned(turn_about([0, 0, 1], float(random.uniform(0, 360)) if random.random() < 0.3 else 0)).turned(lean)
    return [die.turned(turn_about([0, 0, 1], float(random.uniform(0, 360)))).put(0, 0)]


def edgeways(random: np.random.Generator) -> list[Solid]:
    """Return a die that stands with an edge towards a camera in the direction of +x."""
    die = pipped(random)
    die = die.turned(lying_on(die.normals[int(random.integers(6))]))
    settled = np.arctan2(*die.turn[1::-1, 0]) if abs(die.turn[2, 0]) < 0.5 else np.arctan2(*die.turn[1::-1, 1])
    wanted = float(random.uniform(35, 55))
    return [die.turned(turn_about([0, 0, 1], wanted - math.degrees(float(settled)))).put(0, 0)]

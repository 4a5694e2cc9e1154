"""Convex bodies with rounded edges and marked faces, which are ray-traced, and those that are not dice with pips."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from tools.odd_things.view import Canvas, Floats, Numbers, Reals, paint

STEPS = 7
WIDE = 1024
MARK = 192
"""Side of a mark's square in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A mark on a face: its ink (192, 192) from 0 to 1, its colour, and its depth."""

    ink: Floats
    colour: Floats
    depth: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class SolidPaint:
    """The body's colour (3,), its gloss from 0 to 1, and the colour of its veins, if any."""

    colour: Floats
    gloss: float = 0.4
    veins: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """The points inside all planes, which have unit `normals` (n, 3) and `distances` (n,) in mm from the body's middle.

    `reach` is half the side of the marks' square in mm. A higher `sharpness`, in 1 / mm, makes the edges less round.
    `turn` is the rotation from the body's frame to the table's.
    """

    normals: Reals
    distances: Reals
    paint: SolidPaint
    marks: tuple[Mark | None, ...]
    reach: float
    sharpness: float = 2.0
    turn: Reals = field(default_factory=lambda: np.eye(3))
    middle: Reals = field(default_factory=lambda: np.zeros(3))

    @property
    def corners(self) -> Reals:
        """The corners (m, 3) in the table's frame."""
        triples = np.array(list(itertools.combinations(range(len(self.normals)), 3)))
        rows, far = self.normals[triples], self.distances[triples]
        crossing = np.abs(np.linalg.det(rows)) > 0.02
        points = np.linalg.solve(rows[crossing], far[crossing][..., None])[..., 0]
        within = (points @ self.normals.T <= self.distances + 1e-6).all(axis=1)
        return np.asarray(points[within] @ self.turn.T + self.middle)

    @property
    def ups(self) -> Reals:
        """The direction (n, 3) of the upper side of each face's mark, in the body's frame."""
        ups = []
        for normal in self.normals:
            axis = np.eye(3)[int(np.argmin(np.abs(normal)))]
            up = axis - normal * float(axis @ normal)
            ups.append(up / np.linalg.norm(up))
        return np.array(ups)

    def put(self, x: float, y: float, z: float = 0.0) -> "Solid":
        """Return the body at a place of the table, with its lowest corner z mm above it."""
        low = float(replace(self, middle=np.zeros(3)).corners[:, 2].min())
        return replace(self, middle=np.array([x, y, z - low]))

    def rotate(self, turn: Reals) -> "Solid":
        return replace(self, turn=turn @ self.turn)

    def draw(self, canvas: Canvas) -> None:
        """Paint the body on the canvas."""
        corners = self.corners
        x0, y0 = np.floor(canvas.view.pixels(corners).min(axis=0)).astype(int)
        x1, y1 = np.ceil(canvas.view.pixels(corners).max(axis=0)).astype(int) + 1
        box = max(0, int(x0)), max(0, int(y0)), min(canvas.view.width, int(x1)), min(canvas.view.height, int(y1))
        if box[2] <= box[0] or box[3] <= box[1]:
            return
        rays = canvas.view.rays(box).reshape(-1, 3)
        hit, where, weights = self._intersect(canvas.view.eye, rays)
        if not hit.any():
            return
        colours = self._colours(canvas, where[hit], weights[hit], -rays[hit])
        part = canvas.pixels[box[1] : box[3], box[0] : box[2]]
        part[hit.reshape(part.shape[:2])] = colours

    def shade(self, canvas: Canvas) -> None:
        """Darken the table in the body's shadow, and where the body touches it."""
        corners = self.corners
        for towards, blur, strength in self._shadows(canvas, float(corners[:, 2].max())):
            on_table = corners[:, :2] - corners[:, 2:] * towards
            seen = canvas.view.pixels(np.column_stack([on_table, np.zeros(len(corners))]))
            mask = np.zeros(canvas.pixels.shape[:2], np.float32)
            hull = cv2.convexHull(seen.astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
            canvas.shade(mask, blur, strength)

    def _shadows(self, canvas: Canvas, height: float) -> list[tuple[Reals, float, float]]:
        towards = canvas.light.towards
        x, y = float(self.middle[0]), float(self.middle[1])
        blur, strength = canvas.shadow(x, y, height)
        near = canvas.scale_at(x, y) * 0.14 * height
        return [(towards[:2] / towards[2], blur, strength), (np.zeros(2), near, 0.45)]

    def _intersect(self, eye: Reals, rays: Floats) -> tuple[np.ndarray, Floats, Floats]:
        """Return which rays meet the body, the points in the body's own frame, and the share of each face there.

        The rounded body is where log(sum(exp(k * g))) / k <= 0 for the distances g to all planes. Along a ray this
        function is convex, so that Newton's method from outside converges to the nearer crossing and never passes it.
        """
        start, ways = self.turn.T @ (eye - self.middle), rays @ self.turn.astype(np.float32)
        outside = (self.normals @ start - self.distances).astype(np.float32)
        nearing = ways @ self.normals.T.astype(np.float32)
        with np.errstate(divide="ignore"):
            crossing = -outside / np.where(nearing == 0, np.float32(1e-12), nearing)
        enter = np.where(nearing < 0, crossing, -np.inf).max(axis=1)
        leave = np.where(nearing > 0, crossing, np.inf).min(axis=1)
        hit = enter < leave
        far = np.where(hit, enter, np.float32(0))
        weights = np.zeros_like(nearing)
        some = np.flatnonzero(hit)
        for _ in range(STEPS):
            g = np.float32(self.sharpness) * (outside + nearing[some] * far[some, None])
            top = g.max(axis=1, keepdims=True)
            share = np.exp(g - top)
            total = share.sum(axis=1, keepdims=True)
            share /= total
            value = (top + np.log(total))[:, 0] / np.float32(self.sharpness)
            slope = np.einsum("ij,ij->i", share, nearing[some])
            far[some] += np.where(
                slope < -1e-6, -value / np.minimum(slope, -1e-6), np.where(value > 0, np.float32(1e9), np.float32(0))
            )
            weights[some] = share
            some, before = some[far[some] < leave[some]], some
            hit[np.setdiff1d(before, some, assume_unique=True)] = False
        where = start.astype(np.float32) + ways * np.where(hit, far, np.float32(0))[:, None]
        return hit, where, weights

    def _colours(self, canvas: Canvas, where: Floats, weights: Floats, to_eye: Floats) -> Floats:
        normals = weights @ self.normals.astype(np.float32)
        albedo = np.broadcast_to(self.paint.colour, where.shape).astype(np.float32)
        if self.paint.veins is not None:
            wave = np.sin(where @ [1.1, 0.7, 0.4] / self.reach * 3 + 2 * np.sin(where @ [-0.5, 1.3, 0.9] / self.reach))
            albedo = albedo + (self.paint.veins - albedo) * (0.5 + 0.5 * wave[:, None]).astype(np.float32) ** 2
        face, ups = weights.argmax(axis=1), self.ups
        for n, mark in enumerate(self.marks):
            mine = np.flatnonzero(face == n)
            if mark is None or not len(mine):
                continue
            right = np.cross(ups[n], self.normals[n])
            u, v = where[mine] @ right / self.reach, -(where[mine] @ ups[n]) / self.reach
            ink = _look_up(mark.ink, u, v)
            albedo[mine] += (mark.colour - albedo[mine]) * ink[:, None]
            if mark.depth:
                for axis, way in ((0, right), (1, -ups[n])):
                    slope = cv2.Sobel(mark.ink, cv2.CV_32F, 1 - axis, axis, scale=MARK / 16)
                    tilt = _look_up(np.asarray(slope, np.float32), u, v)
                    normals[mine] += mark.depth * tilt[:, None] / self.reach * way
        normals = normals / np.linalg.norm(normals, axis=1, keepdims=True) @ self.turn.T
        height = (where @ self.turn.T + self.middle)[:, 2:]
        dim = 1 - 0.45 * np.exp(-np.maximum(height, 0) / (0.35 * self.reach))
        lit = albedo * canvas.light.on(normals) * dim.astype(np.float32)
        rim = (1 - np.abs((normals * to_eye).sum(axis=1, keepdims=True))) ** 4
        shine = self.paint.gloss * (canvas.light.gloss(normals, to_eye, 60) * canvas.light.colour + 0.25 * rim)
        return np.asarray(lit + shine, np.float32)


def _look_up(layer: Floats, u: Numbers, v: Numbers) -> Floats:
    """Return a layer's values (n,) at places from -1 to 1, 0 beyond; in rows, because OpenCV limits their length."""
    room = -(-len(u) // WIDE) * WIDE
    maps = [np.full(room, -9, np.float32) for _ in (u, v)]
    for part, side in zip(maps, (u, v), strict=True):
        part[: len(u)] = (side + 1) / 2 * MARK - 0.5
    x, y = (part.reshape(-1, WIDE) for part in maps)
    found = cv2.remap(layer, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(found.ravel()[: len(u)], np.float32)


FONTS = ("sans", "italic", "uni")
SUITS = "♥♦♣♠"


def ink_of(words: str, font: str, weight: int, share: float = 0.62, lined: bool = False) -> Floats:
    """Return words as ink (192, 192), centred, their longer side a `share` of the square; `lined` adds a line below."""
    room = np.zeros((600, 220 * max(3, len(words)), 3), np.uint8)
    cv2.putText(room, words, (100, 400), (255, 255, 255), cv2.FontFace(font), 260, weight)
    x, y, width, height = cv2.boundingRect(room[..., 0])
    if lined:
        cv2.rectangle(room, (x, y + height + 25), (x + width, y + height + 50), (255, 255, 255), cv2.FILLED)
        height += 55
    scale = share * MARK / max(width, height, 1)
    small = cv2.resize(room[y : y + height, x : x + width, 0], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return centre_ink(np.asarray(small, np.float32) / np.float32(255))


def centre_ink(small: Floats) -> Floats:
    """Return an empty square (192, 192) with ink in its middle."""
    ink = np.zeros((MARK, MARK), np.float32)
    top, left = (MARK - small.shape[0]) // 2, (MARK - small.shape[1]) // 2
    ink[top : top + small.shape[0], left : left + small.shape[1]] = small
    return ink


def around(words: list[str], font: str, weight: int, reach: float, share: float) -> Floats:
    """Return words, one for each corner of a face, as ink around its middle, turned outward, as on a d4."""
    ink = np.zeros((MARK, MARK), np.float32)
    for n, word in enumerate(words):
        turn = 360.0 * n / len(words)
        matrix = cv2.getRotationMatrix2D((MARK / 2, MARK / 2), turn, 1)
        up = np.array([[1, 0, 0], [0, 1, -reach * MARK / 2]])
        moved = cv2.warpAffine(ink_of(word, font, weight, share), up, (MARK, MARK))
        ink = np.maximum(ink, cv2.warpAffine(moved, matrix, (MARK, MARK)))
    return ink


PLACES = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
    7: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, 0)],
    8: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)],
    9: [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)],
}
"""The places of the pips on half a domino or a die: x and y, -1 to 1."""


def pips(value: int, radius: float = 0.15, spread: float = 0.55, shape: tuple[float, float] = (1, 1)) -> Floats:
    """Return pips as ink (192, 192); `shape` is factors on `spread`, across and down."""
    ink = np.zeros((MARK * 4, MARK * 4), np.float32)
    middle = MARK * 2
    for x, y in PLACES[value]:
        place = round(middle * (1 + x * spread * shape[0])), round(middle * (1 + y * spread * shape[1]))
        cv2.circle(ink, place, round(radius * middle), 1.0, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.resize(ink, (MARK, MARK), interpolation=cv2.INTER_AREA), np.float32)


GOLDEN = (1 + math.sqrt(5)) / 2
AXES = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
OPPOSITE = (1, 6, 2, 5, 3, 4)


def turn_about(axis: Sequence[float], degrees: float) -> Reals:
    """Return the rotation (3, 3) about an axis. Source: Rodrigues, 1840."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = math.radians(degrees)
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def turn_down(normal: Reals) -> Reals:
    """Return a rotation (3, 3) that turns the face with this normal downward."""
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
    """Return the paint of a die, and a contrasting colour."""
    colour = paint(random, 0.05, 1.0, (0.0, 1.0)) if random.random() < 0.7 else paint(random, 0.85, 1.0, (0.0, 0.15))
    dark = float(colour @ np.array([0.1, 0.6, 0.3])) < 0.25
    ink = paint(random, 0.8, 1.0, (0.0, 0.4)) if dark else paint(random, 0.0, 0.2)
    veins = paint(random, 0.05, 0.9) if random.random() < 0.3 else None
    return SolidPaint(np.asarray(colour), float(random.uniform(0.05, 0.8)), veins), ink


def block(
    size: tuple[float, float, float], coating: SolidPaint, marks: Sequence[Mark | None] = (), sharpness: float = 2.5
) -> Solid:
    """Return a cuboid with sides in mm; marks are for the faces +x, -x, +y, -y, +z, -z."""
    half = np.repeat(np.array(size) / 2, 2)
    six_marks = (*marks, *[None] * (6 - len(marks)))
    return Solid(AXES, half, coating, six_marks, min(size) / 2, sharpness)


def rod(radius: float, height: float, coating: SolidPaint, top: Mark | None = None, sides: int = 20) -> Solid:
    """Return an upright prism that looks like a cylinder."""
    turns = 2 * np.pi * np.arange(sides) / sides
    round_it = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(sides)])
    distances = np.array([radius] * sides + [height / 2] * 2)
    return Solid(np.vstack([round_it, AXES[4:]]), distances, coating, (*[None] * sides, top, None), radius, 5.0)


def throw_solid(random: np.random.Generator, solid: Solid) -> Solid:
    """Return the body lying on a random face, with a random turn."""
    face = int(random.integers(len(solid.normals)))
    lying = solid.rotate(turn_down(solid.normals[face]))
    return lying.rotate(turn_about([0, 0, 1], float(random.uniform(0, 360)))).put(0, 0)


def make_numbered(random: np.random.Generator) -> list[Solid]:
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
    return [throw_solid(random, block((side, side, side), coating, marks, float(random.uniform(1.2, 4))))]


def make_polyhedron(random: np.random.Generator) -> list[Solid]:
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
    return [throw_solid(random, Solid(normals, np.full(len(normals), far), coating, tuple(marks), reach, 3.0))]


def make_blank(random: np.random.Generator) -> list[Solid]:
    """Return a cube or brick of wood, sugar or plastic without any mark."""
    coating, _ = coat(random)
    side = float(random.uniform(10, 20))
    size = (side, side, side * float(random.choice([1.0, 1.0, 0.6])))
    return [throw_solid(random, block(size, coating, (), float(random.uniform(1.0, 5))))]


def make_domino(random: np.random.Generator) -> list[Solid]:
    """Return a domino, face up: two squares with pips and a line between them."""
    coating, colour = coat(random)
    length = float(random.uniform(36, 50))
    half, high = length / 4, length / 6
    most, radius = int(random.choice([6, 6, 9])), float(random.uniform(0.12, 0.17))
    base = block((length, length / 2, high), coating, (), 3.0)
    thin = 0.25
    around_z = turn_about([0, 0, 1], float(random.uniform(0, 360)))
    parts = [base.rotate(around_z).put(0, 0)]
    for half_at in (-half, half):
        mark = Mark(pips(int(random.integers(0, most + 1)), radius, 0.5), colour, 0.02)
        side_of = 2 * half - 1.6
        tile = block((side_of, side_of, thin), coating, (None, None, None, None, mark), 9.0)
        tile = replace(tile, reach=side_of / 2)
        place = around_z @ np.array([half_at, 0, 0])
        parts.append(tile.rotate(around_z).put(float(place[0]), float(place[1]), high - 0.2))
    line = block((0.6, length / 2 - 3, thin), SolidPaint(colour, 0.1), (), 9.0)
    parts.append(line.rotate(around_z).put(0, 0, high - 0.2))
    return parts


def make_brick(random: np.random.Generator) -> list[Solid]:
    """Return a building brick with studs."""
    coating, _ = coat(random)
    across, down = ((1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (6, 2), (3, 1))[int(random.integers(7))]
    pitch, high = 8.0, float(random.choice([9.6, 3.2]))
    turn = turn_about([0, 0, 1], float(random.uniform(0, 360)))
    parts = [block((across * pitch - 0.2, down * pitch - 0.2, high), coating, (), 6.0).rotate(turn).put(0, 0)]
    for i in range(across):
        for j in range(down):
            place = turn @ np.array([(i - (across - 1) / 2) * pitch, (j - (down - 1) / 2) * pitch, 0])
            parts.append(rod(2.4, 1.8, coating).rotate(turn).put(float(place[0]), float(place[1]), high - 0.1))
    return parts


def make_die(random: np.random.Generator) -> Solid:
    """Return a real die, not yet turned."""
    coating, colour = coat(random)
    radius, spread = float(random.uniform(0.13, 0.2)), float(random.uniform(0.45, 0.58))
    marks = [Mark(pips(value, radius, spread), colour, float(random.choice([0.0, 0.03]))) for value in OPPOSITE]
    side = float(random.uniform(14, 18))
    return block((side, side, side), coating, marks, float(random.uniform(1.0, 3)))


def make_cocked(random: np.random.Generator) -> list[Solid]:
    """Return a die on an edge or a corner, without an upper face."""
    die = throw_solid(random, make_die(random))
    lean = turn_about([1, 0, 0], float(random.uniform(33, 45)))
    die = die.rotate(turn_about([0, 0, 1], float(random.uniform(0, 360)) if random.random() < 0.3 else 0)).rotate(lean)
    return [die.rotate(turn_about([0, 0, 1], float(random.uniform(0, 360)))).put(0, 0)]


def make_edgeways(random: np.random.Generator) -> list[Solid]:
    """Return a die with an edge towards a camera in the direction of +x."""
    die = make_die(random)
    die = die.rotate(turn_down(die.normals[int(random.integers(6))]))
    settled = np.arctan2(*die.turn[1::-1, 0]) if abs(die.turn[2, 0]) < 0.5 else np.arctan2(*die.turn[1::-1, 1])
    wanted = float(random.uniform(35, 55))
    return [die.rotate(turn_about([0, 0, 1], wanted - math.degrees(float(settled)))).put(0, 0)]

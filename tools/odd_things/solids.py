"""Convex bodies with rounded edges and marked faces: seen ray by ray, lit, with the shadow that they throw."""

import itertools
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from tools.odd_things.view import Canvas, Floats, Numbers, Reals

STEPS = 7
WIDE = 1024
MARK = 192
"""Pixels of a mark's square."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """What is on a face: how much ink (192, 192) lies where, its colour, and how deep it is cut in."""

    ink: Floats
    colour: Floats
    depth: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class SolidPaint:
    """The body's colour (3,), its gloss from 0 to 1, and veins of a second colour, if there are any."""

    colour: Floats
    gloss: float = 0.4
    veins: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """The points within all planes: unit `normals` (n, 3) at `distances` (n,) mm from the middle of the body.

    `ups` (n, 3) is where a mark's upper side points, `reach` half the side of the marks' square in mm, `sharpness`
    1 / mm, the higher the less round its edges; `turn` takes the body to the table.
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
        """The corners (m, 3) on the table."""
        triples = np.array(list(itertools.combinations(range(len(self.normals)), 3)))
        rows, far = self.normals[triples], self.distances[triples]
        crossing = np.abs(np.linalg.det(rows)) > 0.02
        points = np.linalg.solve(rows[crossing], far[crossing][..., None])[..., 0]
        within = (points @ self.normals.T <= self.distances + 1e-6).all(axis=1)
        return np.asarray(points[within] @ self.turn.T + self.middle)

    @property
    def ups(self) -> Reals:
        """The direction (n, 3) in which each face's mark points."""
        ups = []
        for normal in self.normals:
            axis = np.eye(3)[int(np.argmin(np.abs(normal)))]
            up = axis - normal * float(axis @ normal)
            ups.append(up / np.linalg.norm(up))
        return np.array(ups)

    def put(self, x: float, y: float, z: float = 0.0) -> "Solid":
        """Return the body with its lowest corner at a height of z mm over a place of the table."""
        low = float(replace(self, middle=np.zeros(3)).corners[:, 2].min())
        return replace(self, middle=np.array([x, y, z - low]))

    def turned(self, turn: Reals) -> "Solid":
        return replace(self, turn=turn @ self.turn)

    def draw(self, canvas: Canvas) -> None:
        """Paint the body over what is there."""
        corners = self.corners
        x0, y0 = np.floor(canvas.view.pixels(corners).min(axis=0)).astype(int)
        x1, y1 = np.ceil(canvas.view.pixels(corners).max(axis=0)).astype(int) + 1
        box = max(0, int(x0)), max(0, int(y0)), min(canvas.view.width, int(x1)), min(canvas.view.height, int(y1))
        if box[2] <= box[0] or box[3] <= box[1]:
            return
        rays = canvas.view.rays(box).reshape(-1, 3)
        hit, where, weights = self._met(canvas.view.eye, rays)
        if not hit.any():
            return
        colours = self._colours(canvas, where[hit], weights[hit], -rays[hit])
        part = canvas.pixels[box[1] : box[3], box[0] : box[2]]
        part[hit.reshape(part.shape[:2])] = colours

    def shade(self, canvas: Canvas) -> None:
        """Darken the table where the body keeps the lamp off, and where it touches."""
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

    def _met(self, eye: Reals, rays: Floats) -> tuple[np.ndarray, Floats, Floats]:
        """Return which rays meet the body, where in the body's own frame, and how much of each face is there.

        The rounded body is where log(sum(exp(k * g))) / k <= 0 for the distances g to all planes. Along a ray that is
        convex, so that Newton's method from outside comes down to the nearer crossing and never beyond it.
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
            ink = _looked_up(mark.ink, u, v)
            albedo[mine] += (mark.colour - albedo[mine]) * ink[:, None]
            if mark.depth:
                for axis, way in ((0, right), (1, -ups[n])):
                    slope = cv2.Sobel(mark.ink, cv2.CV_32F, 1 - axis, axis, scale=MARK / 16)
                    tilt = _looked_up(np.asarray(slope, np.float32), u, v)
                    normals[mine] += mark.depth * tilt[:, None] / self.reach * way
        normals = normals / np.linalg.norm(normals, axis=1, keepdims=True) @ self.turn.T
        height = (where @ self.turn.T + self.middle)[:, 2:]
        dim = 1 - 0.45 * np.exp(-np.maximum(height, 0) / (0.35 * self.reach))
        lit = albedo * canvas.light.on(normals) * dim.astype(np.float32)
        rim = (1 - np.abs((normals * to_eye).sum(axis=1, keepdims=True))) ** 4
        shine = self.paint.gloss * (canvas.light.gloss(normals, to_eye, 60) * canvas.light.colour + 0.25 * rim)
        return np.asarray(lit + shine, np.float32)


def _looked_up(layer: Floats, u: Numbers, v: Numbers) -> Floats:
    """Return a layer's values (n,) at places from -1 to 1, 0 beyond: as rows, for OpenCV takes no map so long."""
    room = -(-len(u) // WIDE) * WIDE
    maps = [np.full(room, -9, np.float32) for _ in (u, v)]
    for part, side in zip(maps, (u, v), strict=True):
        part[: len(u)] = (side + 1) / 2 * MARK - 0.5
    x, y = (part.reshape(-1, WIDE) for part in maps)
    found = cv2.remap(layer, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(found.ravel()[: len(u)], np.float32)

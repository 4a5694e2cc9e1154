"""Ray-traced cubes: pinhole camera, light, shadows and glare; the table is z = 0, dice have sides of 1."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """A camera over the table: ``turn`` (3, 3) from table to camera, ``eye`` (3,) in the table's frame.

    ``focal`` and ``middle`` (2,) are in pixels; the camera looks along its z, its y points down in the picture.
    """

    turn: Matrix
    eye: Matrix
    focal: float
    middle: Matrix

    def project(self, points: Matrix) -> Matrix:
        """Return the pixels (n, 2) of points (n, 3) in the table's frame."""
        seen = (points - self.eye) @ self.turn.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + self.middle)

    def on_table(self, pixels: Matrix) -> Matrix:
        """Return the points (n, 3) of the table at ``pixels`` (n, 2)."""
        rays = np.column_stack([(pixels - self.middle) / self.focal, np.ones(len(pixels))]) @ self.turn
        return np.asarray(self.eye - rays * (self.eye[2] / rays[:, 2:]))

    def distance(self, point: Matrix) -> float:
        """Return the distance of a point (3,) from the eye."""
        return float(np.linalg.norm(point - self.eye))


def random_camera(rng: np.random.Generator, size: int, side: float) -> PinholeCamera:
    """Return a camera that shows dice of about ``side`` pixels in the middle of a crop of ``size``.

    Most look down steeply and have any roll. One in four looks so obliquely that the side of a die may look as large as
    its top; these are upright, as people hold them. A few see hardly more than the sides.
    """
    kind = rng.random()
    tilt = min(abs(rng.normal(0, 22)), 56)
    if kind < 0.3:
        tilt = rng.uniform(34, 64) if kind < 0.25 else rng.uniform(70, 84)
    tilt = math.radians(float(tilt))
    roll = math.radians(float(rng.normal(0, 8) if tilt > math.radians(38) else rng.uniform(-180, 180)))
    # A crop is a small part of a photograph: it spans a few degrees, seldom over thirty.
    focal = size * math.exp(float(rng.uniform(math.log(1.8), math.log(9))))
    distance = max(focal / side, 4.5)
    focal = distance * side
    # A crop away from the picture's middle also shows dice from the side.
    off = np.clip(rng.normal(0, 0.16, 2), -0.35, 0.35) * focal
    turn = _about_z(roll) @ _about_x(math.pi - tilt)
    middle = np.array([size / 2, size / 2]) + off
    origin = np.array([*(-off / focal * distance), distance])
    return PinholeCamera(turn, -turn.T @ origin, focal, middle)


def _about_x(angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def compute_turn(spin: float, lean: float = 0.0, towards: float = 0.0) -> Matrix:
    """Return the rotation (3, 3) of a die that spins about the vertical, then leans ``towards`` a side; in radians."""
    axis = _about_z(towards)
    return np.asarray(axis @ _about_x(lean) @ axis.T @ _about_z(spin))


CLEAR = 0.9
"""A die with less opacity is clear: its inner faces are visible."""

STEPS = 6
"""Iterations of sphere tracing at the rounded edges; flat faces need one."""

REFRACTION = 1.49
"""Refractive index of clear dice: acrylic glass."""

SHINES_THROUGH = 0.9
"""The inner faces' share of a clear die's colour, for an opacity of 0."""

BULGE = 0.55
"""Bulge of a die's faces, in shares of its rounding."""

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


@dataclass(frozen=True, slots=True)
class Cube:
    """A die in place: ``turn`` (3, 3) from its own frame, its middle (3,), half its side, and its faces.

    ``strip`` has the faces +x, -x, +y, -y, +z, -z side by side; +z is the top one. ``rounding`` is the radius of its
    edges in half sides; ``ball`` the radius of a ball that cuts its corners, in half sides (2: none).
    """

    turn: Matrix
    middle: Matrix
    half: float
    strip: Image
    rounding: float
    ball: float
    opacity: float
    gloss: float

    @property
    def corners(self) -> Matrix:
        """The corners (8, 3) of the cube without its rounding."""
        return np.asarray(CORNERS * self.half @ self.turn.T + self.middle)

    @property
    def top(self) -> Matrix:
        """The corners (4, 3) of the top face, in order around it."""
        face = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * self.half
        return np.asarray(face @ self.turn.T + self.middle)


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light of a scene: a lamp at ``place`` (3,), its brightness, ambient light, and the sharpness of highlights.

    There may also be a ring of light or a bright frame around the direction ``halo`` (3,). Glossy dice reflect it with
    the strength ``mirrored`` where the cosine of the reflected ray's angle to ``halo`` is in ``band``.
    """

    place: Matrix
    direct: float
    ambient: float
    sharp: float
    tint: Matrix
    halo: Matrix = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    band: tuple[float, float] = (0.0, 0.0)
    mirrored: float = 0.0


@dataclass(frozen=True, slots=True)
class CubePixels:
    """The pixels of a cube: rows, columns, coverage (h, w), colours (h, w, 3), and the mask (h, w) of its top face."""

    rows: slice
    columns: slice
    cover: Floats
    colour: Floats
    top: Floats


def render_cube(cube: Cube, camera: PinholeCamera, lamp: Lamp, size: int) -> CubePixels | None:
    """Return the pixels of a cube in a picture of ``size``; None if it is outside or invisible."""
    outline = camera.project(cube.corners)
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0).tolist()
    x1, y1 = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, size).tolist()
    if x1 - x0 < 1 or y1 - y0 < 1:
        return None
    xs = (np.arange(x0, x1, dtype=np.float32) - np.float32(camera.middle[0])) / np.float32(camera.focal)
    ys = (np.arange(y0, y1, dtype=np.float32) - np.float32(camera.middle[1])) / np.float32(camera.focal)
    own = (cube.turn.T @ camera.turn.T).astype(np.float32)
    eye = (cube.turn.T @ (camera.eye - cube.middle) / cube.half).astype(np.float32)
    # The three components of all rays, in the cube's frame and in half sides.
    rays = own[:, 0, None, None] * xs[None, None, :] + own[:, 1, None, None] * ys[None, :, None] + own[:, 2, None, None]
    rays = rays.reshape(3, -1)
    rays /= np.sqrt((rays * rays).sum(axis=0))
    apart = float(np.linalg.norm(eye))
    pixel = apart / camera.focal
    with np.errstate(divide="ignore"):
        slow = 1 / np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    reach = np.abs(slow) * np.float32(1 + pixel)
    near = (-eye[:, None] * slow - reach).max(axis=0)
    far = (-eye[:, None] * slow + reach).min(axis=0)
    kept = np.flatnonzero(near < far)
    if len(kept) == 0:
        return None
    rays, along = rays[:, kept], near[kept]
    along, gap = _march(eye, rays, along, cube)
    cover = np.clip(1.2 - gap / np.float32(pixel), 0, 1)
    place = eye[:, None] + along * rays
    colour, top = _shade(cube, lamp, place, rays)
    covers = np.zeros((y1 - y0) * (x1 - x0), np.float32)
    covers[kept] = cover
    colours = np.zeros((len(covers), 3), np.float32)
    colours[kept] = colour
    tops = np.zeros(len(covers), np.float32)
    tops[kept] = top & (cover > 0.5)
    shape = (y1 - y0, x1 - x0)
    return CubePixels(
        slice(y0, y1), slice(x0, x1), covers.reshape(shape), colours.reshape(*shape, 3), tops.reshape(shape)
    )


def _march(eye: Floats, rays: Floats, along: Floats, cube: Cube) -> tuple[Floats, Floats]:
    """Return the lengths of the rays (n,) and their distances from the surface (n,), in half sides (0: a hit)."""
    core = np.float32(1 - cube.rounding)
    nearest = np.full(len(along), np.inf, np.float32)
    for _ in range(STEPS + (4 if cube.ball < 1.7 else 0)):
        place = np.abs(eye[:, None] + along * rays) - core
        outer = np.maximum(place, 0)
        gap = np.sqrt((outer * outer).sum(axis=0)) - np.float32(cube.rounding) + np.minimum(place.max(axis=0), 0)
        if cube.ball < 1.7:
            place += core
            gap = np.maximum(gap, np.sqrt((place * place).sum(axis=0)) - np.float32(cube.ball))
        np.minimum(nearest, gap, out=nearest)
        along = along + gap
    return along, np.maximum(nearest, 0)


def _shade(cube: Cube, lamp: Lamp, place: Floats, rays: Floats) -> tuple[Floats, Floats]:
    """Return the colours (n, 3) of the surface at ``place`` (3, n), and whether it belongs to the top face (n,)."""
    size = np.abs(place)
    axis = size.argmax(axis=0)
    at = np.arange(place.shape[1])
    face = axis * 2 + (place[axis, at] < 0)
    paint = _paint(cube, place, axis)
    if cube.opacity < CLEAR:
        inner = _inner_paint(cube, place, rays, axis)
        share = np.float32(SHINES_THROUGH * (1 - cube.opacity))
        paint = paint * (1 - share) + inner * share
    normal = np.sign(place) * np.maximum(size - np.float32(1 - cube.rounding), 0)
    if cube.ball < 1.7:
        round_part = (size * size).sum(axis=0) > (cube.ball - 0.01) ** 2
        normal = np.where(round_part, place, normal)
    normal /= np.sqrt((normal * normal).sum(axis=0)) + np.float32(1e-6)
    lit = cube.turn.T @ (lamp.place - cube.middle) / cube.half
    towards = lit.astype(np.float32)[:, None] - place
    towards /= np.sqrt((towards * towards).sum(axis=0))
    up = cube.turn[2].astype(np.float32) @ normal
    facing = np.maximum((normal * towards).sum(axis=0), 0)
    # Lower points get less of the room's light: the foot of a die is darker.
    height = np.clip((cube.turn[2].astype(np.float32) @ place) * 0.12 + 0.88, 0.7, 1)
    light = lamp.ambient * (0.72 + 0.28 * up) * height + lamp.direct * facing
    half = towards - rays
    half /= np.sqrt((half * half).sum(axis=0))
    shine = np.maximum((normal * half).sum(axis=0), 0) ** np.float32(lamp.sharp) * np.float32(255 * cube.gloss)
    rim = (1 - np.clip(-(normal * rays).sum(axis=0), 0, 1)) ** 4 * np.float32(110 * cube.gloss * lamp.ambient)
    colour = paint * light[:, None] * lamp.tint.astype(np.float32) + (shine * lamp.direct + rim)[:, None]
    if lamp.mirrored > 0:
        # Faces of moulded dice bulge so little that it is visible only in reflections.
        bulged = normal + np.float32(BULGE * cube.rounding) * place
        bulged /= np.sqrt((bulged * bulged).sum(axis=0))
        leaving = rays - 2 * (rays * bulged).sum(axis=0) * bulged
        towards_halo = (cube.turn.T @ lamp.halo).astype(np.float32) @ leaving
        low, high = lamp.band
        soft = np.float32(0.15 * (high - low) + 0.004)
        edge = np.clip((towards_halo - low) / soft, 0, 1) * np.clip((high - towards_halo) / soft, 0, 1)
        colour += (edge * np.float32(255 * lamp.mirrored * min(1.0, 0.3 + cube.gloss)))[:, None]
    return np.asarray(colour, np.float32), np.asarray(face == 4)


def _paint(cube: Cube, place: Floats, axis: NDArray[np.intp]) -> Floats:
    """Return the paint (n, 3) at ``place`` (3, n) on the faces that are perpendicular to these axes (n,)."""
    at = np.arange(place.shape[1])
    face = axis * 2 + (place[axis, at] < 0)
    across, down = place[(axis + 1) % 3, at], place[(axis + 2) % 3, at]
    pixels = cube.strip.shape[0]
    u = (np.clip(across, -0.999, 0.999) + 1) / 2 * pixels - 0.5
    v = (np.clip(down, -0.999, 0.999) + 1) / 2 * pixels - 0.5
    u = np.clip(u, 0, pixels - 1) + face * pixels
    return _sample(cube.strip, u.astype(np.float32), v.astype(np.float32))


def _inner_paint(cube: Cube, place: Floats, rays: Floats, axis: NDArray[np.intp]) -> Floats:
    """Return the paint (n, 3) that shows through a clear die, where the refracted rays meet its other faces.

    The rays enter at ``place`` (3, n) through flat faces perpendicular to ``axis`` (n,), and obey Snell's law.
    """
    at = np.arange(place.shape[1])
    outward = np.zeros_like(place)
    outward[axis, at] = np.sign(place[axis, at])
    eta = np.float32(1 / REFRACTION)
    steep = np.clip(-(outward * rays).sum(axis=0), 0, 1)
    within = eta * rays + (eta * steep - np.sqrt(1 - eta**2 * (1 - steep**2))) * outward
    with np.errstate(divide="ignore"):
        ends = (np.sign(within) - np.clip(place, -1, 1)) / np.where(np.abs(within) < 1e-6, np.float32(1e-6), within)
    ends[axis, at] = 2 / np.maximum(np.abs(within[axis, at]), np.float32(1e-6))
    exit_axis = ends.argmin(axis=0)
    left = place + ends[exit_axis, at] * within
    return _paint(cube, left, exit_axis)


def _sample(image: Image, u: Floats, v: Floats) -> Floats:
    """Return the colours (n, 3) of an image at n places; in rows, because OpenCV limits their length."""
    width = 1024
    rows = -(-len(u) // width)
    filled = np.zeros((2, rows * width), np.float32)
    filled[0, : len(u)], filled[1, : len(u)] = u, v
    maps = filled.reshape(2, rows, width)
    found = cv2.remap(image, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(-1, 3)[: len(u)], np.float32)


SHOULDER = 170

HALOED = 0.28
"""Share of the scenes in which the rounded edges of the dice reflect a ring light or a window."""


def random_lamp(rng: np.random.Generator) -> Lamp:
    """Return a random light: overhead to low, soft to hard, dim to harsh."""
    around, height = rng.uniform(0, 2 * math.pi), math.radians(float(rng.uniform(20, 88)))
    away = math.exp(float(rng.uniform(math.log(5), math.log(60))))
    place = away * np.array(
        [math.cos(around) * math.cos(height), math.sin(around) * math.cos(height), math.sin(height)]
    )
    share = float(rng.uniform(0.1, 0.75))
    whole = math.exp(float(rng.normal(0.12, 0.25)))
    sharp = math.exp(float(rng.uniform(math.log(8), math.log(250))))
    lamp = Lamp(place, whole * share, whole * (1 - share) * 1.1, sharp, np.exp(rng.normal(0, 0.06, 3)))
    if rng.random() >= HALOED:
        return lamp
    # Rings of light are around the lens, windows anywhere.
    leaning = math.radians(float(rng.uniform(0, 12 if rng.random() < 0.6 else 60)))
    turn, inner = rng.uniform(0, 2 * math.pi), float(rng.uniform(4, 40))
    halo = np.array([math.sin(leaning) * math.cos(turn), math.sin(leaning) * math.sin(turn), math.cos(leaning)])
    outer = inner + float(rng.uniform(4, 22))
    band = math.cos(math.radians(outer)), math.cos(math.radians(inner))
    return replace(lamp, halo=halo, band=band, mirrored=float(rng.uniform(0.25, 1.2)))


def shadows(rng: np.random.Generator, ground: Floats, cubes: Sequence[Cube], camera: PinholeCamera, lamp: Lamp) -> None:
    """Darken the ground (size, size, 3) in the shadows of the cubes, and where they touch it."""
    size = ground.shape[0]
    cast, contact = np.zeros((size, size), np.uint8), np.zeros((size, size), np.uint8)
    reach = 0.0
    for cube in cubes:
        corners = cube.corners
        way = corners - lamp.place
        way[:, 2] = np.minimum(way[:, 2], -0.05 * np.linalg.norm(way, axis=1))
        fallen = corners + way * (-corners[:, 2] / way[:, 2])[:, None]
        near = corners[np.argsort(corners[:, 2])[:4]]
        low = np.column_stack([near[:, :2], np.zeros(4)])
        fill(cast, camera.project(np.concatenate([fallen, low])), 255)
        if near[:, 2].max() < 0.3:
            wide = (low - low.mean(axis=0)) * 1.06 + low.mean(axis=0)
            fill(contact, camera.project(wide), 255)
        reach = max(reach, camera.focal / camera.distance(cube.middle))
    soft = reach * float(np.clip(rng.exponential(0.1), 0.02, 0.4)) + 0.3
    strong = lamp.direct / (lamp.direct + lamp.ambient) * float(rng.uniform(0.5, 1.0))
    shade = np.asarray(cv2.GaussianBlur(cast, (0, 0), soft), np.float32) * np.float32(strong / 255)
    dark = np.asarray(cv2.GaussianBlur(contact, (0, 0), 0.1 * reach + 0.3), np.float32)
    shade = 1 - (1 - shade) * (1 - dark * np.float32(rng.uniform(0.2, 0.65) / 255))
    ground *= (1 - shade)[..., None]


def fill(mask: NDArray[np.uint8], points: Matrix, value: int) -> None:
    """Fill the convex hull of points (n, 2) in pixels; points far outside are moved nearer."""
    near = np.clip(points, -4 * mask.shape[0], 5 * mask.shape[0]).astype(np.float32)
    hull = cv2.convexHull(near)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), value, cv2.LINE_AA, 4)


def shade_of_something(rng: np.random.Generator, picture: Floats) -> None:
    """Draw the shadow of a thing outside of the picture, such as a hand, a lamp's stem or a window's bar."""
    size = picture.shape[0]
    mask = np.zeros((size, size), np.uint8)
    middle = rng.uniform(0, size, 2)
    turns = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 8))))
    reach = rng.uniform(0.15, 0.9, len(turns)) * size
    corners = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None]
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), math.exp(float(rng.uniform(-0.5, 3)))), np.float32)
    share = soft * np.float32(rng.uniform(0.2, 0.75) / 255)
    picture *= (share if rng.random() < 0.3 else 1 - share)[..., None] * 0.85 + 0.15


def gloss(rng: np.random.Generator, picture: Floats, count: int) -> None:
    """Draw reflections of lamps on a glossy ground: bright patches, which are overexposed in the middle."""
    size = picture.shape[0]
    for _ in range(count):
        mask = np.zeros((size, size), np.float32)
        axes = np.exp(rng.uniform(math.log(3), math.log(size * 0.3), 2)).round().astype(int).tolist()
        middle = rng.integers(0, size, 2).tolist()
        cv2.ellipse(mask, (middle[0], middle[1]), (axes[0], axes[1]), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.2 * min(axes) + 0.5), np.float32)
        picture += soft[..., None] * np.float32(rng.uniform(30, 260))


def expose(rng: np.random.Generator, picture: Floats) -> None:
    """Adjust the exposure like a camera, so that few pictures are nearly black or white."""
    bright = float(np.percentile(picture[::4, ::4].mean(axis=2), 70))
    wanted = float(np.clip(rng.normal(135, 48), 22, 245))
    picture *= np.float32(np.clip((wanted / max(bright, 2)) ** float(rng.uniform(0.5, 1.0)), 0.3, 8))


def glint(rng: np.random.Generator, picture: Floats, at: tuple[float, float], side: float) -> None:
    """Draw the reflection of a lamp or a ring light on the top of a die: a white spot, streak or arc."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    place = rng.normal(at, 0.22 * side)
    axes = rng.uniform(0.05, 0.2, 2) * side
    start, turn = float(rng.uniform(0, 360)), float(rng.uniform(0, 180))
    thick, end = cv2.FILLED, start + 360
    if rng.random() < 0.6:
        axes = rng.uniform(0.25, 0.55, 2) * side
        thick, end = max(1, round(side * float(rng.uniform(0.03, 0.09)))), start + float(rng.uniform(40, 200))
    sizes = (round(float(axes[0]) * 16), round(float(axes[1]) * 16))
    middle = (round(float(place[0]) * 16), round(float(place[1]) * 16))
    cv2.ellipse(mask, middle, sizes, turn, start, end, 255, thick, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.03 * side + 0.3), np.float32)
    picture += soft[..., None] * np.float32(rng.uniform(0.25, 1.1))


def shoulder(picture: Floats) -> None:
    """Compress the highlights like a camera, so that white dice keep their edges."""
    bright = picture > SHOULDER
    over = picture[bright] - np.float32(SHOULDER)
    room = np.float32(256 - SHOULDER)
    picture[bright] = SHOULDER + room * (1 - np.exp(-over / (room * np.float32(1.3))))


def vignette(rng: np.random.Generator, picture: Floats) -> None:
    """Darken the picture with the distance from a random point."""
    size = picture.shape[0]
    ys, xs = np.mgrid[:size, :size].astype(np.float32) / size
    x, y = rng.uniform(-0.2, 1.2, 2)
    far = (xs - np.float32(x)) ** 2 + (ys - np.float32(y)) ** 2
    picture *= np.maximum(1 - far * np.float32(rng.uniform(0.1, 0.7)), 0.15)[..., None]

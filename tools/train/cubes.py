"""Ray-traced cubes with rounded edges."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.camera import Floats, Matrix, PinholeCamera
from vision.pictures import Image

CLEAR = 0.9
"""A die whose opacity is less is clear: its inner faces show."""

STEPS = 6
"""Iterations of sphere tracing at the rounded edges; flat faces need one."""

REFRACTION = 1.49
"""Refractive index of clear dice: acrylic glass."""

SHINES_THROUGH = 0.9
"""Share of what is seen of a clear die's inner faces, for an opacity of 0."""

BULGE = 0.55
"""Bulge of a die's faces, in shares of its rounding."""

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


@dataclass(frozen=True, slots=True)
class Cube:
    """A die in place: ``turn`` (3, 3) from its own frame, its middle (3,), half its side, and its faces.

    ``strip`` holds the faces +x, -x, +y, -y, +z, -z beside each other; +z is the top one. ``rounding`` is the radius
    of its edges in half sides; ``ball`` the radius of a ball that cuts its corners, in half sides (2: none).
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
    """The light of a scene: a lamp at ``place`` (3,), how bright it is, what comes from everywhere, its sharpness.

    Besides a ring of light or a bright frame may hang around the direction ``halo`` (3,): glossy dice mirror it with
    the strength ``mirrored`` where the mirrored ray leaves by an angle whose cosine lies in ``band``.
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
    """The pixels of a cube: rows, columns, coverage, colours (n, 3), and which show its top face."""

    rows: slice
    columns: slice
    cover: Floats
    colour: Floats
    top: Floats


def render_cube(cube: Cube, camera: PinholeCamera, lamp: Lamp, size: int) -> CubePixels | None:
    """Return the pixels of a cube in a picture of ``size``; None if it lies outside or nothing of it remains."""
    outline = camera.project(cube.corners)
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0).tolist()
    x1, y1 = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, size).tolist()
    if x1 - x0 < 1 or y1 - y0 < 1:
        return None
    xs = (np.arange(x0, x1, dtype=np.float32) - np.float32(camera.middle[0])) / np.float32(camera.focal)
    ys = (np.arange(y0, y1, dtype=np.float32) - np.float32(camera.middle[1])) / np.float32(camera.focal)
    own = (cube.turn.T @ camera.turn.T).astype(np.float32)
    eye = (cube.turn.T @ (camera.eye - cube.middle) / cube.half).astype(np.float32)
    # The three parts of all rays, in the cube's frame and in half sides.
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
    paint = _painted(cube, place, axis)
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
    # What lies lower sees less of the room: the foot of a die is darker.
    height = np.clip((cube.turn[2].astype(np.float32) @ place) * 0.12 + 0.88, 0.7, 1)
    light = lamp.ambient * (0.72 + 0.28 * up) * height + lamp.direct * facing
    half = towards - rays
    half /= np.sqrt((half * half).sum(axis=0))
    shine = np.maximum((normal * half).sum(axis=0), 0) ** np.float32(lamp.sharp) * np.float32(255 * cube.gloss)
    rim = (1 - np.clip(-(normal * rays).sum(axis=0), 0, 1)) ** 4 * np.float32(110 * cube.gloss * lamp.ambient)
    colour = paint * light[:, None] * lamp.tint.astype(np.float32) + (shine * lamp.direct + rim)[:, None]
    if lamp.mirrored > 0:
        # Faces of moulded dice bulge a little: too little to be seen but for what they mirror.
        bulged = normal + np.float32(BULGE * cube.rounding) * place
        bulged /= np.sqrt((bulged * bulged).sum(axis=0))
        leaving = rays - 2 * (rays * bulged).sum(axis=0) * bulged
        towards_halo = (cube.turn.T @ lamp.halo).astype(np.float32) @ leaving
        low, high = lamp.band
        soft = np.float32(0.15 * (high - low) + 0.004)
        edge = np.clip((towards_halo - low) / soft, 0, 1) * np.clip((high - towards_halo) / soft, 0, 1)
        colour += (edge * np.float32(255 * lamp.mirrored * min(1.0, 0.3 + cube.gloss)))[:, None]
    return np.asarray(colour, np.float32), np.asarray(face == 4)


def _painted(cube: Cube, place: Floats, axis: NDArray[np.intp]) -> Floats:
    """Return the paint (n, 3) at ``place`` (3, n) on the faces across these axes (n,)."""
    at = np.arange(place.shape[1])
    face = axis * 2 + (place[axis, at] < 0)
    across, down = place[(axis + 1) % 3, at], place[(axis + 2) % 3, at]
    pixels = cube.strip.shape[0]
    u = (np.clip(across, -0.999, 0.999) + 1) / 2 * pixels - 0.5
    v = (np.clip(down, -0.999, 0.999) + 1) / 2 * pixels - 0.5
    u = np.clip(u, 0, pixels - 1) + face * pixels
    return _sampled(cube.strip, u.astype(np.float32), v.astype(np.float32))


def _inner_paint(cube: Cube, place: Floats, rays: Floats, axis: NDArray[np.intp]) -> Floats:
    """Return the paint (n, 3) that is seen through a clear die: where the refracted rays meet its other faces.

    The rays enter at ``place`` (3, n) through flat faces across ``axis`` (n,) and are bent by Snell's law.
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
    return _painted(cube, left, exit_axis)


def _sampled(image: Image, u: Floats, v: Floats) -> Floats:
    """Return the colours (n, 3) of an image at any number of places; OpenCV limits the length of a row."""
    width = 1024
    rows = -(-len(u) // width)
    filled = np.zeros((2, rows * width), np.float32)
    filled[0, : len(u)], filled[1, : len(u)] = u, v
    maps = filled.reshape(2, rows, width)
    found = cv2.remap(image, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(-1, 3)[: len(u)], np.float32)

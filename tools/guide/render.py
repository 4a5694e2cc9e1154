"""Pictures of solids with flat colours and dark edges, in parallel projection, by a depth buffer."""

import hashlib
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robot.files import write_whole
from tools.cad.mesh import Floats
from tools.draw import ROOT
from tools.draw.drawing import Image

FINER = 2
"""Rows of the buffer for each row of the picture, and columns for each column."""
PAPER = (255.0, 255.0, 255.0)
EDGE_COLOUR = 0.25
"""Brightness of an edge, as a factor on the colour next to it."""
CREASE = math.cos(math.radians(32.0))
"""Cosine of the angle; faces of a solid that meet at a smaller one have no edge between them."""
LIGHT = np.array([-0.45, 0.55, 0.70])
"""Direction towards the light: right, up, and towards the eye."""
CLEAR_SHARE = 0.35
"""The opacity of clear parts."""
CHUNK = 100_000
"""Pixels of the buffer that are drawn at a time: few enough for a processor's cache."""
KEPT = ROOT / "build" / "pictures"
"""The cache of pictures by their solids, view and this file; a file's time is that of its last use."""


@dataclass(frozen=True, slots=True, eq=False)
class ColouredSolid:
    """A solid in place: vertices (n, 3) in mm, triangles (m, 3), its colour (red, green, blue) of 0 to 255."""

    vertices: Floats
    triangles: NDArray[np.int32]
    colour: tuple[float, float, float]
    clear: bool = False


@dataclass(frozen=True, slots=True)
class FarView:
    """A view: its direction in degrees, the point in the middle of the picture in mm, and pixels per mm."""

    from_: float
    up: float
    middle: tuple[float, float, float]
    pixels: float

    def axes(self) -> Floats:
        """Return the unit vectors (3, 3) to the right, up, and towards the eye."""
        turn, lift = math.radians(self.from_), math.radians(self.up)
        eye = np.array([math.cos(turn) * math.cos(lift), math.sin(turn) * math.cos(lift), math.sin(lift)])
        right = np.array([-math.sin(turn), math.cos(turn), 0.0])
        return np.array([right, np.cross(eye, right), eye])

    def place(self, point: tuple[float, float, float], size: tuple[int, int]) -> tuple[float, float]:
        """Return the place of a point (mm) in a picture of `size` pixels, from its upper left corner."""
        right, up, _ = self.axes() @ (np.array(point) - np.array(self.middle)) * self.pixels
        return float(size[0] / 2 + right), float(size[1] / 2 - up)


def fit_view(points: Floats, from_: float, up: float, size: tuple[float, float], scale: float) -> FarView:
    """Return a view in which points (n, 3) fill a picture of `size` pixels divided by `scale`."""
    axes = FarView(from_, up, (0.0, 0.0, 0.0), 1.0).axes()
    seen = points @ axes.T
    low, high = seen.min(axis=0), seen.max(axis=0)
    pixels = min(size[0] / max(high[0] - low[0], 1.0), size[1] / max(high[1] - low[1], 1.0)) / scale
    middle = axes.T @ ((low + high) / 2)
    return FarView(from_, up, (float(middle[0]), float(middle[1]), float(middle[2])), pixels)


def render_solids(
    solids: Sequence[ColouredSolid], view: FarView, size: tuple[int, int]
) -> tuple[Image, NDArray[np.int32]]:
    """Return the picture (height, width, 3), BGR, and the index of the solid in each pixel, -1 for none."""
    opaque = [number for number, solid in enumerate(solids) if not solid.clear]
    picture, which = _paint(solids, opaque, view, size)
    if len(opaque) < len(solids):
        whole, all_of_them = _paint(solids, range(len(solids)), view, size)
        picture = picture * (1 - CLEAR_SHARE) + whole * CLEAR_SHARE
        which = np.where(which < 0, all_of_them, which)
    high, wide = size[1], size[0]
    small = picture.reshape(high, FINER, wide, FINER, 3).mean(axis=(1, 3))
    return np.ascontiguousarray(small[:, :, ::-1].round().astype(np.uint8)), which[::FINER, ::FINER]


def load_or_render(
    solids: Sequence[ColouredSolid], view: FarView, size: tuple[int, int]
) -> tuple[Image, NDArray[np.int32]]:
    """Return the result of `render_solids`, from the cache if it is there."""
    digest = hashlib.sha256(Path(__file__).read_bytes() + repr((view, size)).encode())
    for solid in solids:
        digest.update(solid.vertices.tobytes() + solid.triangles.tobytes() + repr((solid.colour, solid.clear)).encode())
    path = KEPT / f"{digest.hexdigest()[:24]}.npz"
    if path.is_file():
        path.touch()
        with np.load(path) as found:
            return found["picture"], found["which"]
    picture, which = render_solids(solids, view, size)
    coded = io.BytesIO()
    np.savez_compressed(coded, picture=picture, which=which)
    KEPT.mkdir(parents=True, exist_ok=True)
    write_whole(path, coded.getvalue())
    return picture, which


def delete_unused(since: float) -> None:
    """Delete the pictures in the cache that were not used since a time in seconds."""
    for path in KEPT.glob("*.npz"):
        if path.stat().st_mtime < since:
            path.unlink()


def _paint(
    solids: Sequence[ColouredSolid], chosen: Sequence[int], view: FarView, size: tuple[int, int]
) -> tuple[Floats, NDArray[np.int32]]:
    wide, high = size[0] * FINER, size[1] * FINER
    axes = view.axes()
    corners, normals, owners = [], [], []
    for number in chosen:
        solid = solids[number]
        seen = (solid.vertices - np.array(view.middle)) @ axes.T * (view.pixels * FINER)
        seen[:, 0] += wide / 2
        seen[:, 1] = high / 2 - seen[:, 1]
        faces = solid.vertices[solid.triangles]
        normal = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
        front = normal @ axes[2] > 1e-6
        corners.append(seen[solid.triangles][front])
        normals.append(normal[front])
        owners.append(np.full(int(front.sum()), number, np.int32))
    depth = np.full(wide * high, -np.inf)
    shown = np.full(wide * high, -1, np.int32)
    _fill(np.concatenate([np.zeros((0, 3, 3)), *corners]), depth, shown, (wide, high))
    normal, owner = np.concatenate([*normals, np.zeros((1, 3))]), np.concatenate([*owners, [-1]]).astype(np.int32)
    colours = np.array([*(solid.colour for solid in solids), PAPER])
    light = LIGHT / np.linalg.norm(LIGHT) @ axes
    bright = 0.55 + 0.48 * np.clip(normal @ light, 0.0, 1.0)
    bright[-1] = 1.0
    picture = np.minimum(colours[owner[shown]] * bright[shown][:, None], 255.0).reshape(high, wide, 3)
    edges = _edges(owner[shown].reshape(high, wide), normal[shown].reshape(high, wide, 3))
    picture[edges] *= EDGE_COLOUR
    return picture, owner[shown].reshape(high, wide)


def _fill(corners: Floats, depth: Floats, shown: NDArray[np.int32], size: tuple[int, int]) -> None:
    """Draw triangles (n, 3, 3) in pixels and depth (larger is nearer) into both buffers."""
    wide, high = size
    low = np.clip(np.ceil(corners[:, :, :2].min(axis=1) - 0.5).astype(np.int64), 0, [wide, high])
    far = np.clip(np.floor(corners[:, :, :2].max(axis=1) - 0.5).astype(np.int64) + 1, 0, [wide, high])
    span = far - low
    room = np.where((span > 0).all(axis=1), span[:, 0] * span[:, 1], 0)
    order = np.argsort(room, kind="stable")
    order = order[room[order] > 0]
    ends = np.cumsum(room[order])
    start = 0
    while start < len(order):
        done = ends[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(ends, done + CHUNK, side="right")))
        some = order[start:end]
        start = end
        counts = room[some]
        triangle = np.repeat(some, counts)
        place = np.arange(len(triangle)) - np.repeat(np.cumsum(counts) - counts, counts)
        x = low[triangle, 0] + place % span[triangle, 0]
        y = low[triangle, 1] + place // span[triangle, 0]
        a, b, c = corners[triangle, 0], corners[triangle, 1], corners[triangle, 2]
        px, py = x + 0.5, y + 0.5
        whole = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        whole = np.where(np.abs(whole) < 1e-9, np.inf, whole)
        second = ((px - a[:, 0]) * (c[:, 1] - a[:, 1]) - (py - a[:, 1]) * (c[:, 0] - a[:, 0])) / whole
        third = ((b[:, 0] - a[:, 0]) * (py - a[:, 1]) - (b[:, 1] - a[:, 1]) * (px - a[:, 0])) / whole
        near = a[:, 2] + second * (b[:, 2] - a[:, 2]) + third * (c[:, 2] - a[:, 2])
        pixel = y * wide + x
        inside = (second >= 0) & (third >= 0) & (second + third <= 1) & (near > depth[pixel])
        pixel, near, triangle = pixel[inside], near[inside], triangle[inside]
        nearest_last = np.argsort(near, kind="stable")
        depth[pixel[nearest_last]] = near[nearest_last]
        shown[pixel[nearest_last]] = triangle[nearest_last]


def _edges(owner: NDArray[np.int32], normal: Floats) -> NDArray[np.bool_]:
    """Return the pixels at the edges of solids and of their faces."""
    found = np.zeros(owner.shape, bool)
    for one, two in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        other = owner[one] != owner[two]
        crease = np.einsum("ijk,ijk->ij", normal[one], normal[two]) < CREASE
        edge = other | (crease & (owner[one] >= 0))
        found[one] |= edge
        found[two] |= edge
    return found

"""Measure one top face in its own square picture: its pattern, by two methods, and the places of its pips."""

import cmath
import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.lights import SATURATED, percentile
from vision.table.plate import Plate
from vision.table.rectify import View

Floats = NDArray[np.float64]
Patch = NDArray[np.uint8]

SCALE = 3.0  # pixels a mm of the square picture, about that of the camera
REACH = 12.0  # mm from the die's middle to the square picture's edge
PIP = 0.4  # a place of the grid that stands out this much of the step is a pip: in a shadow, pips fade
BARE = 0.2  # one that stands out less than this is bare; between the two nothing is said
MOST_RAISED = 2.5  # times that a pip in shadow is raised
FLAT = 0.6  # of the step: above it all pips count alike, so that shadow and veil do not bend the patterns
SHAPE = 0.3  # of the step: above it all of a pip counts alike for its middle, so that a slot's edge does not move it
SPREAD = 3  # pixels to each side over which what a pattern leaves is averaged
# The nine places of the grid row by row, in pip spacings, and the places that each pattern fills; 2, 3 and 6 look
# different after a quarter turn.
GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=float)
PATTERNS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 3, 6, 2, 5, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)

VALUES = {frozenset(places): value for value, places in PATTERNS}
TO_FACE = np.array([[1 / SCALE, 0, 0.5 / SCALE - REACH], [0, 1 / SCALE, 0.5 / SCALE - REACH], [0, 0, 1]])
"""The matrix from pixels of the square picture to mm in the face's own axes."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The place of a top face: its centre and height in mm, and the clockwise turn of its edges in degrees."""

    x: float
    y: float
    yaw: float
    height: float

    def move(self, right: float, down: float, turned: float) -> "Pose":
        """Return the pose moved in the face's own axes (mm) and turned (degrees)."""
        angle = math.radians(self.yaw)
        x = self.x + right * math.cos(angle) - down * math.sin(angle)
        y = self.y + right * math.sin(angle) + down * math.cos(angle)
        return replace(self, x=x, y=y, yaw=self.yaw + turned)

    def to_plane(self) -> Floats:
        """Return the matrix (3 x 3) from mm in the face's own axes to mm on its plane."""
        c, s = math.cos(math.radians(self.yaw)), math.sin(math.radians(self.yaw))
        return np.array([[c, -s, self.x], [s, c, self.y], [0, 0, 1.0]])

    def from_plane(self, places: Floats) -> Floats:
        """Return places (n, 2) on the plane in the face's own axes."""
        return (places - (self.x, self.y)) @ self.to_plane()[:2, :2]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The measurements of one face.

    `step` is the contrast of its pips in grey levels, positive for dark pips; `noise` is the 95th percentile of the
    relief without pips. `pips` (9,) is the relief at the places of the grid, divided by the step: 0 is bare, 1 a pip.
    `likeness` is the normalised correlation with the best pattern, `margin` its lead over the best pattern of any other
    value, `leftover` the largest spot that the pattern does not explain, as a share of the step. `places` (n, 2) are
    the pips' centres in mm, in the order of the grid. `off` (2,) is the offset in mm of the pips' common centre from
    the pose, `turned` their turn against the pose in degrees (nan for a one), `stretch` the ratio of their spacing to
    the nominal one. `glare` is the saturated share of the face.
    """

    step: float
    noise: float
    pips: Floats
    value_of_pips: int | None
    value_of_pattern: int
    likeness: float
    margin: float
    leftover: float
    places: Floats
    off: Floats
    turned: float
    stretch: float
    glare: float


@dataclass(frozen=True, slots=True, eq=False)
class _Masks:
    """Index arrays into the flattened middle of the square picture, and the patterns on the face alone.

    The middle is the picture without a rim of `rim` pixels: `size` x `size` pixels, all that is measured.
    """

    rim: int
    size: int
    face: NDArray[np.intp]
    spread: NDArray[np.intp]
    """The pixels of the face in the middle with a rim of SPREAD pixels."""
    bare: NDArray[np.intp]
    discs: NDArray[np.intp]
    sums: Floats
    """Rows (27, n) that sum over the pixels around each place of the grid: 1, x and y in mm, place by place."""
    patterns: Floats


def square_picture(picture: Patch, view: View, pose: Pose) -> Patch:
    """Return the square picture of a face in its own axes, REACH mm to each side, SCALE pixels a mm; grey or BGR."""
    count = round(2 * REACH * SCALE)
    matrix = pose.to_plane() @ TO_FACE
    return np.asarray(view.warp(picture, pose.height, matrix, (count, count), cv2.BORDER_REPLICATE), dtype=np.uint8)


def measure_faces(patches: Patch, plate: Plate) -> list[Face]:
    """Measure the faces in their square pictures (n, h, w)."""
    masks = _masks(plate.die_side, plate.pip_diameter, plate.pip_spacing)
    reliefs, steps, pips, signs = _choose_reliefs(patches, plate, masks)
    bodies = np.minimum(reliefs[:, masks.face], FLAT * steps[:, None])
    bodies -= bodies.mean(axis=1, keepdims=True)
    norms = np.maximum(np.sqrt(np.add.reduce(bodies * bodies, axis=1)), 1e-6)
    scores = bodies @ masks.patterns.T / norms[:, None]
    best = scores.argmax(axis=1)
    leftovers = _leftovers(bodies, masks.patterns[best], masks) / np.maximum(FLAT * steps, 1e-6)
    saturated = crop_rim(patches, masks.rim).reshape(len(patches), -1)[:, masks.face] >= SATURATED
    found = []
    for row, offsets in enumerate(_pip_offsets(np.minimum(reliefs, SHAPE * steps[:, None]), pips, masks, plate)):
        places, off, turned, stretch = offsets
        likeness, value = float(scores[row, best[row]]), PATTERNS[best[row]][0]
        other = max(
            score for score, (pips_of, _) in zip(scores[row].tolist(), PATTERNS, strict=True) if pips_of != value
        )
        found.append(
            Face(
                step=float(signs[row] * steps[row]),
                noise=percentile(reliefs[row, masks.bare], 95.0),
                pips=pips[row],
                value_of_pips=_value(pips[row]),
                value_of_pattern=value,
                likeness=likeness,
                margin=likeness - other,
                leftover=float(leftovers[row]),
                places=places,
                off=off,
                turned=turned,
                stretch=stretch,
                glare=np.count_nonzero(saturated[row]) / len(masks.face),
            )
        )
    return found


def measure_places(patches: Patch, plate: Plate) -> list[tuple[Floats, float]]:
    """Return the offset (2,) in mm and the turn in degrees of the pips of each face: `off` and `turned` of `Face`.

    `patches` (n, h, w) are square pictures.
    """
    masks = _masks(plate.die_side, plate.pip_diameter, plate.pip_spacing)
    reliefs, steps, pips, _ = _choose_reliefs(patches, plate, masks)
    offsets = _pip_offsets(np.minimum(reliefs, SHAPE * steps[:, None]), pips, masks, plate)
    return [(off, turned) for _, off, turned, _ in offsets]


def _choose_reliefs(patches: Patch, plate: Plate, masks: _Masks) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the reliefs (n, pixels) of dark pips or of light ones, and steps (n,), pips (n, 9) and signs (n,)."""
    dark, light = _reliefs(patches, plate.pip_diameter, masks)
    of_dark, of_light = dark[:, masks.discs].mean(axis=2), light[:, masks.discs].mean(axis=2)
    are_dark = (of_dark.max(axis=1) >= of_light.max(axis=1))[:, None]
    reliefs, levels = np.where(are_dark, dark, light), np.where(are_dark, of_dark, of_light)
    clear = levels > 0.4 * levels.max(axis=1, keepdims=True)
    medians = [statistics.median(row[own].tolist() or [0.0]) for row, own in zip(levels, clear, strict=True)]
    steps = np.maximum(medians, 1e-3)
    return reliefs, steps, levels / steps[:, None], np.where(are_dark[:, 0], 1.0, -1.0)


def _reliefs(patches: Patch, diameter: float, masks: _Masks) -> tuple[Floats, Floats]:
    """Return by how many grey levels each pixel of the middle is darker, and lighter, than its surroundings.

    Both are (n, pixels), of pictures (n, h, w). Structures as large as a face vanish; those as small as a pip remain.
    In a shadow the relief is scaled to the brightest part of the face, because light falls on body and pips alike.
    """
    around = pip_disc(diameter)
    # The first of two steps needs one disc's radius more round the middle than the second.
    outer, inner = (max(0, masks.rim - count * (around.shape[0] // 2)) for count in (2, 1))
    wide, cut, rest = crop_rim(patches, outer), inner - outer, masks.rim - inner
    closed = crop_rim(_erode(crop_rim(_dilate(wide, around), cut), around), rest)
    opened = crop_rim(_dilate(crop_rim(_erode(wide, around), cut), around), rest)
    brightest = crop_rim(closed, patches.shape[1] // 4 - masks.rim).max(axis=(1, 2), keepdims=True)
    raised = np.minimum(brightest.astype(float) / np.maximum(closed, 1), MOST_RAISED)
    middles = crop_rim(patches, masks.rim)
    # A closed picture is nowhere darker than the picture, an opened one nowhere lighter.
    darker, lighter = (closed - middles) * raised, (middles - opened).astype(float)
    return darker.reshape(len(patches), -1), lighter.reshape(len(patches), -1)


def _dilate(patches: Patch, around: Patch) -> Patch:
    """Return the lightest pixel around each of pictures (n, h, w); they count as one picture with black in between."""
    count, rows, columns = patches.shape
    apart = np.zeros((count, rows + around.shape[0] // 2, columns), np.uint8)
    apart[:, :rows] = patches
    return np.asarray(cv2.dilate(apart.reshape(-1, columns), around), np.uint8).reshape(apart.shape)[:, :rows]


def _erode(patches: Patch, around: Patch) -> Patch:
    return ~_dilate(~patches, around)


def crop_rim(picture: NDArray[Any], rim: int) -> NDArray[Any]:
    """Return pictures (..., h, w) without `rim` pixels along their edges."""
    height, width = picture.shape[-2:]
    return picture[..., rim : height - rim, rim : width - rim]


@lru_cache(maxsize=8)
def pip_disc(diameter: float) -> NDArray[np.uint8]:
    """Return a disc, a little larger than a pip of this diameter in mm of the square picture."""
    size = 2 * round(0.62 * diameter * SCALE) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), dtype=np.uint8)


def _value(pips: Floats) -> int | None:
    """Return the value of the filled places; None if a place is unclear or they form no pattern."""
    shares = pips.tolist()
    if any(BARE < share < PIP for share in shares):
        return None
    return VALUES.get(frozenset(place for place, share in enumerate(shares) if share >= PIP))


def _pip_offsets(
    reliefs: Floats, pips: Floats, masks: _Masks, plate: Plate
) -> Iterator[tuple[Floats, Floats, float, float]]:
    """Yield each face's places of pips (n, 2), their offset (2,) in mm, and their turn (degrees) and stretch."""
    sums = (reliefs @ masks.sums.T).reshape(-1, len(GRID), 3)
    found = sums[..., 1:] / np.maximum(sums[..., :1], 1e-6)
    drawn, filled = GRID * plate.pip_spacing, pips >= PIP
    weights = filled / np.maximum(np.count_nonzero(filled, axis=1), 1)[:, None]
    middles = weights @ drawn
    offs = np.add.reduce(weights[..., None] * found, axis=1) - middles
    # Places as complex numbers: a factor turns and stretches them.
    about = filled[..., None] * (drawn - middles[:, None])
    sizes = np.add.reduce(about * about, axis=(1, 2))
    factors = np.add.reduce(np.conj(about.view(complex)) * found.view(complex), axis=(1, 2))
    for row, (size, factor) in enumerate(zip(sizes.tolist(), factors.tolist(), strict=True)):
        turned, stretch = math.nan, 1.0
        if size >= 1e-6:
            turned, stretch = math.degrees(cmath.phase(factor)), abs(factor) / size
        yield found[row, filled[row]], offs[row], turned, stretch


def _leftovers(bodies: Floats, patterns: Floats, masks: _Masks) -> Floats:
    """Return the largest spots (n,), in grey levels, that the pattern of each body (n, pixels) does not explain."""
    side = masks.size + 2 * SPREAD
    rest = np.zeros((len(bodies), side * side), np.float32)
    rest[:, masks.spread] = bodies - np.add.reduce(patterns * bodies, axis=1, keepdims=True) * patterns
    # All in one picture: the rims between them keep them apart.
    smooth = cv2.blur(rest.reshape(-1, side), (2 * SPREAD + 1,) * 2, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.abs(smooth.reshape(len(bodies), -1)).max(axis=1), float)


@lru_cache(maxsize=8)
def _masks(side: float, diameter: float, spacing: float) -> _Masks:
    # All of the face and of the pips, and a quarter of the picture to each side of its middle at least.
    whole, reach = round(2 * REACH * SCALE), max(side / 2 - 1.4, spacing + 0.62 * diameter)
    rim = max(0, min(whole // 4, math.floor((REACH - reach) * SCALE)))
    count = whole - 2 * rim
    across = (np.arange(count) + 0.5 + rim) / SCALE - REACH
    x, y = (part.ravel() for part in np.meshgrid(across, across))
    places = np.column_stack([x, y])
    face_mask = (np.maximum(abs(x), abs(y)) < side / 2 - 1.4) & (abs(x) + abs(y) < 0.78 * side)
    away = np.hypot(*(places[None] - spacing * GRID[:, None]).transpose(2, 0, 1))
    bare_mask = face_mask & (away.min(axis=0) > 0.68 * diameter)
    face, bare = np.flatnonzero(face_mask), np.flatnonzero(bare_mask)
    around = away < 0.62 * diameter
    drawn = (away < diameter / 2).reshape(-1, count, count).astype(float)
    soft = [cv2.GaussianBlur(pip, (0, 0), 0.9, borderType=cv2.BORDER_CONSTANT).ravel() for pip in drawn]
    patterns = np.array([sum(soft[k][face] for k in filled) for _, filled in PATTERNS])
    patterns -= patterns.mean(axis=1, keepdims=True)
    patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
    return _Masks(
        rim=rim,
        size=count,
        face=face,
        spread=np.flatnonzero(np.pad(face_mask.reshape(count, count), SPREAD)),
        bare=bare,
        discs=np.array([np.flatnonzero(a < 0.34 * diameter) for a in away]),
        sums=(around[:, None] * np.stack([np.ones_like(x), x, y])).reshape(3 * len(GRID), -1),
        patterns=patterns,
    )

"""Measure one top face in its own square picture: its pattern, by two methods, and the places of its pips."""

import math
import statistics
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.lights import SATURATED
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


@dataclass(frozen=True, slots=True)
class Pose:
    """The place of a top face: its centre and height in mm, and the clockwise turn of its edges in degrees."""

    x: float
    y: float
    yaw: float
    height: float

    def moved(self, right: float, down: float, turned: float) -> "Pose":
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
    """Index arrays into the flattened square picture, and the patterns on the face alone."""

    face: NDArray[np.intp]
    bare: NDArray[np.intp]
    discs: NDArray[np.intp]
    rounds: tuple[tuple[NDArray[np.intp], Floats], ...]
    """For each place of the grid the pixels around it, and their places in mm."""
    patterns: Floats


def square_picture(picture: Patch, view: View, pose: Pose) -> Patch:
    """Return the square picture of a face in its own axes, REACH mm to each side, SCALE pixels a mm; grey or BGR."""
    count = round(2 * REACH * SCALE)
    to_face = np.array([[1 / SCALE, 0, 0.5 / SCALE - REACH], [0, 1 / SCALE, 0.5 / SCALE - REACH], [0, 0, 1]])
    matrix = pose.to_plane() @ to_face
    return np.asarray(view.warped(picture, pose.height, matrix, (count, count), cv2.BORDER_REPLICATE), dtype=np.uint8)


def measure_face(patch: Patch, plate: Plate) -> Face:
    """Measure the face in its square picture."""
    masks = _masks(plate.die_side, plate.pip_diameter, plate.pip_spacing)
    relief, step, pips, sign = _standing_out(patch, plate, masks)
    body = np.minimum(relief[masks.face], FLAT * step)
    body -= body.mean()
    scores = (masks.patterns @ body / max(float(np.linalg.norm(body)), 1e-6)).tolist()
    best = max(range(len(scores)), key=scores.__getitem__)
    value = PATTERNS[best][0]
    margin = scores[best] - max(score for score, (other, _) in zip(scores, PATTERNS, strict=True) if other != value)
    places, off, turned, stretch = _pip_offsets(np.minimum(relief, SHAPE * step), pips, masks, plate.pip_spacing)
    return Face(
        step=sign * step,
        noise=percentile(relief[masks.bare], 95.0),
        pips=pips,
        value_of_pips=_value(pips),
        value_of_pattern=value,
        likeness=scores[best],
        margin=margin,
        leftover=_leftover(body, masks.patterns[best], masks, FLAT * step),
        places=places,
        off=off,
        turned=turned,
        stretch=stretch,
        glare=np.count_nonzero(patch.ravel()[masks.face] >= SATURATED) / len(masks.face),
    )


def measure_place(patch: Patch, plate: Plate) -> tuple[Floats, float]:
    """Return the offset (2,) in mm and the turn in degrees of a face's pips: `off` and `turned` of `Face`."""
    masks = _masks(plate.die_side, plate.pip_diameter, plate.pip_spacing)
    relief, step, pips, _ = _standing_out(patch, plate, masks)
    _, off, turned, _ = _pip_offsets(np.minimum(relief, SHAPE * step), pips, masks, plate.pip_spacing)
    return off, turned


def _standing_out(patch: Patch, plate: Plate, masks: _Masks) -> tuple[Floats, float, Floats, float]:
    """Return the relief of dark pips or of light ones, the step, the pips and the step's sign: see `Face`."""
    dark, light = _reliefs(patch, plate.pip_diameter)
    of_dark, of_light = dark[masks.discs].mean(axis=1), light[masks.discs].mean(axis=1)
    relief, steps, sign = (dark, of_dark, 1.0) if of_dark.max() >= of_light.max() else (light, of_light, -1.0)
    step = max(statistics.median(steps[steps > 0.4 * steps.max()].tolist() or [0.0]), 1e-3)
    return relief, step, steps / step, sign


def _reliefs(patch: Patch, diameter: float) -> tuple[Floats, Floats]:
    """Return by how many grey levels each pixel is darker, and lighter, than its surroundings.

    Structures as large as a face vanish; those as small as a pip remain. In a shadow the relief is scaled to the
    brightest part of the face, because light falls on body and pips alike.
    """
    around = pip_disc(diameter)
    closed = cv2.morphologyEx(patch, cv2.MORPH_CLOSE, around)
    lighter = cv2.subtract(patch, cv2.morphologyEx(patch, cv2.MORPH_OPEN, around))
    middle = slice(patch.shape[0] // 4, -(patch.shape[0] // 4))
    raised = np.minimum(float(closed[middle, middle].max()) / np.maximum(closed, 1), MOST_RAISED)
    darker = np.asarray(cv2.subtract(closed, patch) * raised, np.float64)
    return darker.ravel(), np.asarray(lighter, np.float64).ravel()


def percentile(values: NDArray[Any], share: float) -> float:
    """Return a percentile of the values, like `numpy.percentile` but faster; `share` is in per cent."""
    at = (values.size - 1) * share / 100
    before = min(int(at), values.size - 2)
    near = np.partition(values, (before, before + 1), axis=None)[before : before + 2].tolist()
    return float(near[0] + (near[1] - near[0]) * (at - before))


@lru_cache(maxsize=8)
def pip_disc(diameter: float) -> NDArray[np.uint8]:
    """Return a disc, a little larger than a pip of this diameter in mm of the square picture."""
    size = 2 * round(0.62 * diameter * SCALE) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), dtype=np.uint8)


def _value(pips: Floats) -> int | None:
    """Return the value of the filled places; None if a place is unclear or they form no pattern."""
    if np.any((pips > BARE) & (pips < PIP)):
        return None
    filled = set(np.flatnonzero(pips >= PIP).tolist())
    return next((value for value, places in PATTERNS if set(places) == filled), None)


def _pip_offsets(relief: Floats, pips: Floats, masks: _Masks, spacing: float) -> tuple[Floats, Floats, float, float]:
    """Return the pips' places (n, 2) and their offset (2,) in mm, and their turn (degrees) and stretch."""
    filled = np.flatnonzero(pips >= PIP)
    if not len(filled):
        return np.zeros((0, 2)), np.zeros(2), math.nan, 1.0
    found = np.empty((len(filled), 2))
    for row, which in enumerate(filled.tolist()):
        pixels, places = masks.rounds[which]
        weights = relief[pixels]
        found[row] = weights @ places / max(float(weights.sum()), 1e-6)
    drawn = GRID[filled] * spacing
    middle_found, middle_drawn = found.mean(axis=0), drawn.mean(axis=0)
    a, b = drawn - middle_drawn, found - middle_found
    size = float(np.sum(a * a))
    if size < 1e-6:
        return found, middle_found - middle_drawn, math.nan, 1.0
    along, across = float(np.sum(a * b)) / size, float(a[:, 0] @ b[:, 1] - a[:, 1] @ b[:, 0]) / size
    turned, stretch = math.degrees(math.atan2(across, along)), math.hypot(along, across)
    return found, middle_found - middle_drawn, turned, stretch


def _leftover(body: Floats, pattern: Floats, masks: _Masks, step: float) -> float:
    side = round(2 * REACH * SCALE)
    rest = np.zeros(side * side, np.float32)
    rest[masks.face] = body - (pattern @ body) * pattern
    smooth = cv2.blur(rest.reshape(side, side), (7, 7))
    return max(float(smooth.max()), -float(smooth.min())) / max(step, 1e-6)


@lru_cache(maxsize=8)
def _masks(side: float, diameter: float, spacing: float) -> _Masks:
    count = round(2 * REACH * SCALE)
    across = (np.arange(count) + 0.5) / SCALE - REACH
    x, y = (part.ravel() for part in np.meshgrid(across, across))
    places = np.column_stack([x, y])
    face_mask = (np.maximum(abs(x), abs(y)) < side / 2 - 1.4) & (abs(x) + abs(y) < 0.78 * side)
    away = np.hypot(*(places[None] - spacing * GRID[:, None]).transpose(2, 0, 1))
    bare_mask = face_mask & (away.min(axis=0) > 0.68 * diameter)
    face, bare = np.flatnonzero(face_mask), np.flatnonzero(bare_mask)
    soft = [cv2.GaussianBlur((a < diameter / 2).reshape(count, count).astype(float), (0, 0), 0.9).ravel() for a in away]
    patterns = np.array([sum(soft[k][face] for k in filled) for _, filled in PATTERNS])
    patterns -= patterns.mean(axis=1, keepdims=True)
    patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
    return _Masks(
        face=face,
        bare=bare,
        discs=np.array([np.flatnonzero(a < 0.34 * diameter) for a in away]),
        rounds=tuple((pixels, places[pixels]) for pixels in (np.flatnonzero(a < 0.62 * diameter) for a in away)),
        patterns=patterns,
    )

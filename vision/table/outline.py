"""Find the four edges of a top face in its square picture, and the turn of a die's edges."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.table.face import SCALE, Patch

Floats = NDArray[np.float64]

WINDOW = 1.2  # mm by which an edge may lie nearer or farther than half the die's side
TYPICAL = 0.7  # mm within which an edge is expected
ALONG = 5.4  # mm of an edge to both sides of its middle that are looked at; beyond it corners are round
BETWEEN = 1.0  # mm to both sides of its middle that belong to neither of its ends
LEAST_PART = 1.3  # mm of an edge or of its end
LEAST_EDGE = 3.0  # grey levels a mm
TOLERANCE = 0.04  # of the side: how far off a pixel may lie that votes for an edge there
SWAPPED = [0, 2, 1]
GAMMA, LEAST_LIGHT = 2.2, 8.0**2.2  # from grey levels to light, and what the darkest sends


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The right, lower, left and upper edge in the face's own axes, each from the shot that shows it best.

    `sides` (4,) is their distance in mm from the centre, `slopes` (4,) the gradient in grey levels a mm, positive if it
    gets brighter inward, `widths` (4,) the standard deviation in mm of their blur, `turns` (4,) each edge's own turn in
    degrees. All are nan where no edge is found. `ratios` (4,) is how many times as much light the brighter side sends
    as the darker one.
    """

    sides: Floats
    slopes: Floats
    widths: Floats
    turns: Floats
    ratios: Floats = field(default_factory=lambda: np.full(4, np.nan))


def find_outline(patches: Sequence[Patch], side: float, clear: NDArray[np.float32] | None = None) -> Outline:
    """Return the edges of a face of this side (mm) that is nearly upright and centred in its square pictures.

    `patches` are grey pictures of the same face under different light. Only the `clear` pixels along each edge (4,
    pixels: 1, or 0) are looked at.
    """
    return find_outlines(np.stack(patches)[None], side, None if clear is None else clear[None])[0]


def find_outlines(patches: Patch, side: float, clear: NDArray[np.float32] | None = None) -> list[Outline]:
    """Return what `find_outline` returns for each of several faces: its `patches` are (faces, shots, h, w) here."""
    faces = len(patches)
    profiles = _profiles(
        patches, np.ones((faces, 4, len(pixels_along_edges())), np.float32) if clear is None else clear
    )
    places, slopes = _peaks(profiles, side)
    clearness = np.abs(slopes[0]) * np.exp(-(((places[0] - side / 2) / TYPICAL) ** 2))
    clearness[np.isnan(clearness)] = -1.0
    shot, at = np.divmod(clearness.reshape(4, faces, -1).argmax(axis=-1), places.shape[-1])
    edge, face = np.arange(4)[:, None], np.arange(faces)
    distances = places[0, edge, face, shot, at]
    slopes = np.where(np.isnan(distances), np.nan, slopes[0, edge, face, shot, at])
    first, second = _find_nearest(places[1:, edge, face, shot], distances[..., None])
    turns = np.degrees(np.arctan2(first - second, ALONG + BETWEEN))
    inside, outside = (_levels(profiles[0, edge, face, shot], distances + shift) for shift in (-1.2, 0.9))
    widths = np.abs(inside - outside) / np.maximum(np.abs(slopes), 1e-6) / math.sqrt(2 * math.pi)
    brighter, darker = (way(inside, outside) ** GAMMA for way in (np.maximum, np.minimum))
    ratios = brighter / np.maximum(darker, LEAST_LIGHT)
    return [Outline(*parts) for parts in np.stack([distances, -slopes, widths, turns, ratios]).transpose(2, 0, 1)]


def nan_median(values: Floats) -> float:
    """Return the median of the values that are not nan; nan if all are."""
    seen = [value for value in values.tolist() if not math.isnan(value)]
    return statistics.median(seen) if seen else math.nan


def keep_edges(outline: Outline, seen: NDArray[np.bool_]) -> Outline:
    """Return the outline with only these edges (4,)."""
    parts = (outline.sides, outline.slopes, outline.widths, outline.turns, outline.ratios)
    return Outline(*(np.where(seen, part, np.nan) for part in parts))


def _profiles(patches: Patch, clear: NDArray[np.float32]) -> Floats:
    """Return the mean grey levels outward from the middle: of whole edges, their first ends, and their second ends.

    The array is (3, 4, faces, shots, pixels): parts, edges. Only the `clear` pixels along edges (faces, 4, pixels)
    count; the level of a part that has few of them is 0.
    """
    weights = _parts() * clear[:, :, None]
    counts = np.add.reduce(weights, axis=-1, keepdims=True)
    weights *= counts >= LEAST_PART * SCALE
    weights /= np.maximum(counts, 1.0)
    middle, reach = patches.shape[2] // 2, weights.shape[-1] // 2
    strip = slice(middle - reach, middle + reach)
    rows, columns = patches[:, :, strip].astype(np.float32), patches[..., strip].astype(np.float32).swapaxes(2, 3)
    right, left = (weights[:, None, edge] @ rows for edge in (0, 2))
    below, above = (weights[:, None, edge] @ columns for edge in (1, 3))
    positive = [right[..., middle:], below[:, :, SWAPPED, middle:]]
    negative = [left[:, :, SWAPPED, middle - 1 :: -1], above[..., middle - 1 :: -1]]
    return np.asarray(np.stack(positive + negative).transpose(3, 0, 1, 2, 4), float)


def pixels_along_edges() -> Floats:
    """Return where the pixels (n,) that are looked at along an edge lie, in mm from its middle."""
    reach = round(ALONG * SCALE)
    return np.asarray((np.arange(-reach, reach) + 0.5) / SCALE, float)


@lru_cache(maxsize=1)
def _parts() -> NDArray[np.float32]:
    """Return which pixels along an edge (3, pixels) belong to it and to its two ends."""
    away = pixels_along_edges()
    return np.array([away < np.inf, away < -BETWEEN, away > BETWEEN], np.float32)


def _peaks(profiles: Floats, side: float) -> tuple[Floats, Floats]:
    """Return the distances (mm) of edges of a face of this side on profiles (..., pixels), nan for none, and slopes.

    A slope is the grey levels a mm by which it gets brighter outward. The last axis of both is that of the places.
    """
    # Slope k lies between smooth pixels k and k + 1, at (k + 2) / SCALE from the middle.
    low, high = (round((side / 2 + step) * SCALE - 2) for step in (-WINDOW, WINDOW))
    low, high = max(1, low), min(high + 1, profiles.shape[-1] - 4)
    near = profiles[..., low - 1 : high + 4]
    smooth = 0.25 * (near[..., :-2] + near[..., 2:]) + 0.5 * near[..., 1:-1]
    slope = np.diff(smooth) * SCALE
    strong = np.abs(slope)
    before, here, after = strong[..., :-2], strong[..., 1:-1], strong[..., 2:]
    peak = (here >= LEAST_EDGE) & (here >= before) & (here > after)
    curve = np.where(peak, before + after - 2 * here, -1.0)
    places = (np.arange(low, low + here.shape[-1]) + 2 + 0.5 * (before - after) / curve) / SCALE
    return np.where(peak, places, np.nan), slope[..., 1:-1]


def _levels(profiles: Floats, distances: Floats) -> Floats:
    at = np.where(np.isnan(distances), 0.0, distances) * SCALE - 0.5
    at = np.minimum(np.maximum(at, 0.0), profiles.shape[-1] - 1.001)
    before = at.astype(np.intp)
    edge, face = np.arange(profiles.shape[0])[:, None], np.arange(profiles.shape[1])
    first, second = (profiles[edge, face, before + step] for step in (0, 1))
    return np.asarray(first + (second - first) * (at - before))


def _find_nearest(places: Floats, distances: Floats) -> Floats:
    """Return which of the places (..., n) is next to a distance (..., 1), nan if none is near."""
    gaps = np.abs(places - distances)
    gaps[~(gaps < TYPICAL)] = np.inf
    best = gaps.argmin(axis=-1)[..., None]
    near = np.where(
        np.isinf(np.take_along_axis(gaps, best, axis=-1)), np.nan, np.take_along_axis(places, best, axis=-1)
    )
    return np.asarray(near[..., 0])


def yaw_at(across: NDArray[np.float32], down: NDArray[np.float32], centre: tuple[float, float], side: float) -> float:
    """Return the turn, 0 to 90 degrees, of a square of this side (pixels) around a centre.

    `across` and `down` are the gradients (h, w) of a rectified picture, `centre` is in its pixels. Each pixel votes
    with its gradient for the turn of an edge through it, if that edge would be half a side away from the centre.
    """
    reach = round(0.75 * side)
    x, y = round(centre[0]), round(centre[1])
    top, left = max(0, y - reach), max(0, x - reach)
    a = across[top : y + reach + 1, left : x + reach + 1]
    d = down[top : y + reach + 1, left : x + reach + 1]
    if a.size == 0:
        return 0.0
    dx = (np.arange(left, left + a.shape[1]) - centre[0]).astype(np.float32)
    dy = (np.arange(top, top + a.shape[0])[:, None] - centre[1]).astype(np.float32)
    size = np.sqrt(a * a + d * d)
    steep = np.maximum(size, 1.0)
    outward = np.abs(dx * a + dy * d) / steep
    sideways = np.abs(dx * d - dy * a) / steep
    chosen = (np.abs(outward - side / 2) < 3 * TOLERANCE * side) & (sideways < 0.45 * side)
    chosen &= np.abs(a) + np.abs(d) > LEAST_EDGE
    voting = np.flatnonzero(chosen)
    off = (outward.ravel()[voting] - side / 2) / (TOLERANCE * side)
    votes = np.minimum(size.ravel()[voting], 40.0) * np.exp(-off * off)
    turns = np.rad2deg(np.arctan2(d.ravel()[voting], a.ravel()[voting])) % 90
    counted = np.bincount(np.minimum(turns.astype(int), 89), weights=votes, minlength=90)
    best = int(np.argmax(_spread_degrees() @ counted))
    near = (np.arange(-5, 6) + best) % 90
    mean = float(np.sum(np.arange(-5, 6) * counted[near]) / max(float(counted[near].sum()), 1e-6))
    return (best + 0.5 + mean) % 90


@lru_cache(maxsize=1)
def _spread_degrees() -> Floats:
    """Return the matrix (90, 90) that spreads what is counted at each degree over its neighbours."""
    away = np.abs(np.arange(90) - np.arange(90)[:, None])
    soft = np.exp(-((np.minimum(away, 90 - away) / 2.0) ** 2))
    return np.asarray(soft / soft[0].sum())

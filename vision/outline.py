"""The four edges of a top face in its square picture, and how a die's edges lie about a place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.face import SCALE, Patch

Floats = NDArray[np.float64]

WINDOW = 1.2  # mm by which an edge may lie nearer or farther than half the die's side
TYPICAL = 0.7  # mm within which an edge is expected
ALONG = 5.4  # mm of an edge to both sides of its middle that are looked at; beyond it corners are round
LEAST_EDGE = 3.0  # grey levels a mm


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The edges right, below, left and above in the face's own axes, each as seen where it is clearest.

    `sides` (4,) is their distance in mm from the pose's middle, `slopes` (4,) how many grey levels a mm it gets
    brighter inward, `widths` (4,) the standard deviation in mm of the edges' blur, `turns` (4,) each edge's own turn in
    degrees; all are nan where no edge is seen.
    """

    sides: Floats
    slopes: Floats
    widths: Floats
    turns: Floats


def find_outline(patches: Sequence[Patch], side: float) -> Outline:
    """Find the edges of a face of this side (mm) that lies nearly straight in the middle of its square pictures.

    `patches` show the same face under different light.
    """
    sides, slopes, widths, turns = (np.full(4, np.nan) for _ in range(4))
    for which in range(4):
        seen = [_profiles(patch, which) for patch in patches]
        peaks = [(peak, profiles) for profiles in seen for peak in _peaks(profiles[0], side)]
        if not peaks:
            continue
        (distance, slope), (whole, *ends) = max(peaks, key=lambda found: _clearness(found[0], side))
        sides[which], slopes[which] = distance, -slope
        widths[which] = _width(whole, (distance, slope))
        first, second = (_nearest(_peaks(end, side), distance) for end in ends)
        turns[which] = np.rad2deg(np.arctan2(first - second, ALONG + 1.0))
    return Outline(sides, slopes, widths, turns)


def in_view(outline: Outline, seen: NDArray[np.bool_]) -> Outline:
    """Return the outline with only the edges (4,) that can be seen."""
    parts = (outline.sides, outline.slopes, outline.widths, outline.turns)
    return Outline(*(np.where(seen, part, np.nan) for part in parts))


def _profiles(patch: Patch, quarter_turns: int) -> tuple[Floats, Floats, Floats]:
    """Return the mean grey levels outward from the middle: of the whole edge, and of its two ends apart."""
    turned = np.rot90(patch, quarter_turns)
    middle = turned.shape[0] // 2
    reach, gap = round(ALONG * SCALE), round(1.0 * SCALE)
    rows = turned[middle - reach : middle + reach, middle:]
    first, between, second = (
        np.add.reduce(rows[part], axis=0, dtype=np.float64)
        for part in (slice(0, reach - gap), slice(reach - gap, reach + gap), slice(reach + gap, 2 * reach))
    )
    return (first + between + second) / (2 * reach), first / (reach - gap), second / (reach - gap)


Peak = tuple[float, float]  # distance from the middle in mm, slope in grey levels a mm (negative: darker outside)


def _peaks(profile: Floats, side: float) -> list[Peak]:
    smooth = np.convolve(profile, (0.25, 0.5, 0.25), mode="valid")
    slope = (
        np.diff(smooth) * SCALE
    )  # slope k lies between smooth pixels k and k + 1, at (k + 2) / SCALE from the middle
    strong = np.abs(slope)
    low, high = (round((side / 2 + step) * SCALE - 2) for step in (-WINDOW, WINDOW))
    found = []
    for k in range(max(1, low), min(high + 1, len(slope) - 1)):
        if strong[k] >= LEAST_EDGE and strong[k] >= strong[k - 1] and strong[k] > strong[k + 1]:
            curve = strong[k - 1] + strong[k + 1] - 2 * strong[k]
            shift = 0.5 * (strong[k - 1] - strong[k + 1]) / curve if curve < 0 else 0.0
            found.append(((k + 2 + shift) / SCALE, float(slope[k])))
    return found


def _clearness(peak: Peak, side: float) -> float:
    """Return how clear an edge is, less for one that lies off the place where it is expected."""
    return float(abs(peak[1]) * np.exp(-(((peak[0] - side / 2) / TYPICAL) ** 2)))


def _width(profile: Floats, peak: Peak) -> float:
    """Return the width in mm of a blurred step of this slope between the levels to both sides."""
    at = peak[0] * SCALE - 0.5
    inside, outside = (float(np.interp(at + shift * SCALE, np.arange(len(profile)), profile)) for shift in (-1.2, 0.9))
    return float(abs(inside - outside) / max(abs(peak[1]), 1e-6) / np.sqrt(2 * np.pi))


def _nearest(peaks: list[Peak], distance: float) -> float:
    """Return the distance of the peak next to one, nan if none is near."""
    best = min((peak[0] for peak in peaks), key=lambda other: abs(other - distance), default=np.nan)
    return best if abs(best - distance) < 0.7 else np.nan


def yaw_at(across: Floats, down: Floats, centre: tuple[float, float], side: float) -> float:
    """Return how a square of this side (pixels) about a place is turned, 0 to 90 degrees.

    `across` and `down` are the slopes (h, w) of a flat picture, `centre` is in its pixels. Each pixel votes with its
    slope for the turn of an edge through it, if such an edge would lie half a side from the middle.
    """
    reach = round(0.75 * side)
    x, y = round(centre[0]), round(centre[1])
    top, left = max(0, y - reach), max(0, x - reach)
    a = across[top : y + reach + 1, left : x + reach + 1]
    d = down[top : y + reach + 1, left : x + reach + 1]
    if a.size == 0:
        return 0.0
    rows, columns = np.nonzero(np.abs(a) + np.abs(d) > LEAST_EDGE)
    a, d = a[rows, columns], d[rows, columns]
    size = np.hypot(a, d)
    dx, dy = columns + left - centre[0], rows + top - centre[1]
    outward = np.abs(dx * a + dy * d) / size
    sideways = np.abs(dx * d - dy * a) / size
    tolerance = 0.04 * side
    votes = np.minimum(size, 40.0) * np.exp(-(((outward - side / 2) / tolerance) ** 2)) * (sideways < 0.45 * side)
    turns = np.rad2deg(np.arctan2(d, a)) % 90
    counted = np.bincount(np.minimum(turns.astype(int), 89), weights=votes, minlength=90)
    smooth = np.real(np.fft.ifft(np.fft.fft(counted) * _soft_degrees()))
    best = int(np.argmax(smooth))
    near = (np.arange(-5, 6) + best) % 90
    mean = float(np.sum(np.arange(-5, 6) * counted[near]) / max(float(counted[near].sum()), 1e-6))
    return (best + 0.5 + mean) % 90


@lru_cache(maxsize=1)
def _soft_degrees() -> NDArray[np.complex128]:
    away = np.minimum(np.arange(90), 90 - np.arange(90))
    soft = np.exp(-((away / 2.0) ** 2))
    return np.asarray(np.fft.fft(soft / soft.sum()))

"""The four edges of a top face in its square picture, and how a die's edges lie about a place."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.face import SCALE, Patch

Floats = NDArray[np.float64]

WINDOW = 1.3  # mm by which an edge may lie nearer or farther than half the die's side
ALONG = 5.4  # mm of an edge to both sides of its middle that are looked at; beyond it corners are round
LEAST_EDGE = 3.0  # grey levels a mm


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The edges right, below, left and above in the face's own axes.

    `sides` (4,) is their distance in mm from the pose's middle, `steps` (4,) how much brighter it is inside, `widths`
    (4,) the standard deviation in mm of the edges' blur, `turns` (4,) each edge's own turn in degrees; all are nan
    where no edge is seen.
    """

    sides: Floats
    steps: Floats
    widths: Floats
    turns: Floats


def find_outline(patch: Patch, side: float) -> Outline:
    """Find the edges of a face of this side (mm) that lies nearly straight in the middle of its square picture."""
    halves = [_profiles(patch, turns) for turns in range(4)]
    found = [[_peaks(profile, side) for profile in both] for both in halves]
    sides, steps, widths, turns = (np.full(4, np.nan) for _ in range(4))
    for near, far in ((0, 2), (1, 3)):
        chosen = _opposite(found[near][0], found[far][0], side)
        for which, peak in zip((near, far), chosen, strict=True):
            if peak is None:
                continue
            sides[which] = peak[0]
            steps[which], widths[which] = _step(halves[which][0], peak)
            ends = [_nearest(peaks, peak[0]) for peaks in found[which][1:]]
            if ends[0] is not None and ends[1] is not None:
                turns[which] = np.rad2deg(np.arctan2(ends[0] - ends[1], ALONG + 1.0))
    return Outline(sides, steps, widths, turns)


def _profiles(patch: Patch, quarter_turns: int) -> tuple[Floats, Floats, Floats]:
    """Return the mean grey levels outward from the middle: of the whole edge, and of its two ends apart."""
    turned = np.rot90(patch, quarter_turns)
    count = turned.shape[0]
    middle = count // 2
    reach, gap = round(ALONG * SCALE), round(1.0 * SCALE)
    outward = turned[:, middle:]
    whole = outward[middle - reach : middle + reach].mean(axis=0)
    first = outward[middle - reach : middle - gap].mean(axis=0)
    second = outward[middle + gap : middle + reach].mean(axis=0)
    return whole.astype(float), first.astype(float), second.astype(float)


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


def _opposite(near: list[Peak], far: list[Peak], side: float) -> tuple[Peak | None, Peak | None]:
    """Return of two opposite edges' candidates the pair that is strongest among those a die's side apart."""
    strongest = max((abs(slope) for _, slope in near + far), default=0.0)
    pairs = [
        (min(abs(a[1]), strongest / 2) + min(abs(b[1]), strongest / 2) - 4 * strongest * abs(a[0] + b[0] - side), a, b)
        for a in near
        for b in far
    ]
    if pairs:
        _, a, b = max(pairs, key=lambda pair: pair[0])
        return a, b
    alone = near or far
    best = min(alone, key=lambda peak: abs(peak[0] - side / 2)) if alone else None
    return (best, None) if near else (None, best)


def _step(profile: Floats, peak: Peak) -> tuple[float, float]:
    """Return how much brighter it is inside an edge, and the width in mm of a blurred step of that slope."""
    at = peak[0] * SCALE - 0.5
    inside, outside = (float(np.interp(at + shift * SCALE, np.arange(len(profile)), profile)) for shift in (-1.2, 0.9))
    step = inside - outside
    return step, abs(step) / max(abs(peak[1]), 1e-6) / np.sqrt(2 * np.pi)


def _nearest(peaks: list[Peak], distance: float) -> float | None:
    best = min(peaks, key=lambda peak: abs(peak[0] - distance), default=None)
    return best[0] if best is not None and abs(best[0] - distance) < 0.7 else None


def yaw_at(across: Floats, down: Floats, centre: tuple[float, float], side: float) -> tuple[float, float]:
    """Return how a square of this side (pixels) about a place is turned, 0 to 90 degrees, and how clearly (0 to 1).

    `across` and `down` are the slopes (h, w) of a flat picture, `centre` is in its pixels. Each pixel votes with its
    slope for the turn of an edge through it, if such an edge would lie half a side from the middle.
    """
    reach = round(0.75 * side)
    x, y = round(centre[0]), round(centre[1])
    top, left = max(0, y - reach), max(0, x - reach)
    a = across[top : y + reach + 1, left : x + reach + 1]
    d = down[top : y + reach + 1, left : x + reach + 1]
    if a.size == 0:
        return 0.0, 0.0
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
    return (best + 0.5 + mean) % 90, float(counted[near].sum() / max(float(counted.sum()), 1e-6))


@lru_cache(maxsize=1)
def _soft_degrees() -> NDArray[np.complex128]:
    away = np.minimum(np.arange(90), 90 - np.arange(90))
    soft = np.exp(-((away / 2.0) ** 2))
    return np.asarray(np.fft.fft(soft / soft.sum()))

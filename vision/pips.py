"""Pip candidates: elliptic blobs of either polarity and any colour, found over all scales of a picture."""

import math
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

Floats: TypeAlias = NDArray[np.float32]

SIGMAS = (1.15, 1.45, 1.83)
"""Scales within an octave, in pixels of that octave; a disc of radius r answers most at sigma = r / sqrt(2)."""

SMALL = 800

RAYS = 24
MOST = 900
"""Blobs looked at closely in one octave: the strongest."""

WEAKEST = 14.0
"""Least contrast of a pip to its face, in grey levels."""

_ANGLES = np.arange(RAYS, dtype=np.float32) * np.float32(2 * np.pi / RAYS)
_RAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1).astype(np.float32)
_STEPS = np.arange(1, 15, dtype=np.float32) * np.float32(0.25)
_RING = np.array([[1.35], [1.6]], np.float32)
_DESIGN = np.stack([_RAYS[:, 0] ** 2, 2 * _RAYS[:, 0] * _RAYS[:, 1], _RAYS[:, 1] ** 2], axis=-1)
_SOLVE = np.linalg.pinv(_DESIGN).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Pips:
    """Pip candidates as arrays of n rows, in pixels of the picture they were found in.

    ``centre`` (n, 2) is x, y; ``shape`` (n, 2, 2) is the positive definite C with the outline {x: x' C^-1 x = 1};
    ``radius`` (n,) its geometric mean radius; ``colour`` and ``face`` (n, 3) are BGR inside and around; ``contrast``
    (n,) is their distance in grey levels; ``roundness`` (n,) is the relative error of the ellipse, 0 for a perfect
    one; ``clutter`` (n,) the share of the ring around it that does not look like ``face``.
    """

    centre: Floats
    shape: Floats
    radius: Floats
    colour: Floats
    face: Floats
    contrast: Floats
    roundness: Floats
    clutter: Floats

    def __len__(self) -> int:
        return len(self.radius)

    def __getitem__(self, chosen: NDArray[np.generic]) -> "Pips":
        return Pips(*(getattr(self, name)[chosen] for name in self.__slots__))


def find_pips(image: Image, weakest: float = WEAKEST) -> Pips:
    """Return the pip candidates of a BGR picture (h, w, 3): discs and ellipses on a surround of one colour.

    Blobs are maxima of the determinant of the scale-normalised Hessian (Lindeberg, "Feature Detection with Automatic
    Scale Selection", 1998) in any colour channel; the outline of each is then followed along rays to where the
    colour is half way between inside and surround, and an ellipse fitted to it.
    """
    level: Floats = image.astype(np.float32)
    factor = 1.0
    if max(image.shape[:2]) <= SMALL:
        level = np.asarray(cv2.resize(level, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.float32)
        factor = 0.5
    found: list[Pips] = []
    while min(level.shape[:2]) >= 12:
        at, sigma = _blobs(level, weakest)
        if len(sigma):
            found.append(_scaled(_outlined(level, at, sigma, weakest), factor))
        level = np.asarray(cv2.pyrDown(level), np.float32)
        factor *= 2.0
    if not found:
        return _none()
    joined = Pips(*(np.concatenate([getattr(pips, name) for pips in found]) for name in Pips.__slots__))
    return joined[_strongest(joined)]


def _none() -> Pips:
    empty = np.zeros(0, np.float32)
    pair, colour = np.zeros((0, 2), np.float32), np.zeros((0, 3), np.float32)
    return Pips(pair, np.zeros((0, 2, 2), np.float32), empty, colour, colour, empty, empty, empty)


def _blobs(level: Floats, weakest: float) -> tuple[Floats, Floats]:
    """Return centres (n, 2) and sigmas (n,) of the blobs in one octave."""
    grey = bool(np.array_equal(level[..., 0], level[..., 1]) and np.array_equal(level[..., 1], level[..., 2]))
    channels = level[..., :1] if grey else level
    places: list[Floats] = []
    sigmas: list[Floats] = []
    for sigma in SIGMAS:
        smooth = cv2.GaussianBlur(np.ascontiguousarray(channels), (0, 0), sigma).reshape(channels.shape)
        best: Floats = np.zeros(level.shape[:2], np.float32)
        for plane in cv2.split(smooth):
            xx = cv2.filter2D(plane, cv2.CV_32F, np.array([[1, -2, 1]], np.float32))
            yy = cv2.filter2D(plane, cv2.CV_32F, np.array([[1], [-2], [1]], np.float32))
            xy = cv2.Sobel(plane, cv2.CV_32F, 1, 1, ksize=3, scale=0.25)
            det = xx * yy - xy * xy
            best = np.asarray(cv2.max(best, det), np.float32)
        # A disc of contrast c answers with about 0.135 c^2; pips are small and soft, so half of that is asked.
        least = 0.06 * weakest**2 / sigma**4
        peaks = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best > least)
        y, x = np.nonzero(peaks)
        strength = best[y, x]
        if len(strength) > MOST:
            chosen = np.argpartition(-strength, MOST)[:MOST]
            y, x = y[chosen], x[chosen]
        places.append(np.stack([x, y], axis=-1).astype(np.float32))
        sigmas.append(np.full(len(x), sigma, np.float32))
    return np.concatenate(places), np.concatenate(sigmas)


def sample(level: Floats, at: Floats) -> Floats:
    """Return BGR at the points ``at`` (..., 2), bilinear; outside the picture NaN."""
    flat = at.reshape(-1, 2)
    out = np.empty((len(flat), 3), np.float32)
    for start in range(0, len(flat), 30_000):
        part = flat[start : start + 30_000]
        picked = cv2.remap(
            level,
            np.ascontiguousarray(part[:, 0])[None],
            np.ascontiguousarray(part[:, 1])[None],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(np.nan, np.nan, np.nan),
        )
        out[start : start + 30_000] = picked[0]
    return out.reshape(*at.shape[:-1], 3)


def _outlined(level: Floats, at: Floats, sigma: Floats, weakest: float) -> Pips:
    """Follow the outline of each blob twice, the second time from its better centre; drop what is no ellipse."""
    pips = _none()
    for last in (False, True):
        samples = sample(level, at[:, None, None] + _RAYS[:, None] * (sigma[:, None] * _STEPS)[:, None, :, None])
        inside = np.nanmedian(samples[:, :, :3], axis=(1, 2))
        around = np.nanmedian(samples[:, :, 7:10], axis=(1, 2))
        axis = inside - around
        contrast = np.sqrt(np.sum(axis * axis, axis=-1))
        # Samples outside the picture are NaN: no ray may end there, and too few rays are no pip.
        profile = np.einsum("nrsc,nc->nrs", samples - around[:, None, None], axis / (contrast[:, None] ** 2 + 1e-6))
        reach, valid = _crossings(profile)
        reach = reach * sigma[:, None]
        hits = valid.sum(axis=1)
        good = (hits >= RAYS - 3) & (contrast >= weakest * (1.0 if last else 0.8)) & np.isfinite(contrast)
        at, sigma, reach, valid = at[good], sigma[good], reach[good], valid[good]
        typical = np.nanmedian(np.where(valid, reach, np.nan), axis=1) if len(at) else np.zeros(0, np.float32)
        reach = np.where(valid, reach, typical[:, None]).astype(np.float32)
        if not last:
            edge = at[:, None] + _RAYS * reach[..., None]
            at = edge.mean(axis=1)
            sigma = np.sqrt((reach * reach).mean(axis=1)) / np.float32(np.sqrt(2))
            continue
        quadric = (1 / (reach * reach)) @ _SOLVE.T
        fitted = quadric @ _DESIGN.T
        sane = (fitted.min(axis=1) > 0) & (quadric[:, 0] * quadric[:, 2] - quadric[:, 1] ** 2 > 0)
        at, reach, quadric, fitted = at[sane], reach[sane], quadric[sane], fitted[sane]
        ideal = 1 / np.sqrt(fitted)
        roundness = np.sqrt(np.mean((reach / ideal - 1) ** 2, axis=1))
        shape = np.linalg.inv(quadric[:, [0, 1, 1, 2]].reshape(-1, 2, 2)) if len(at) else np.zeros((0, 2, 2))
        radius = np.linalg.det(shape) ** 0.25 if len(at) else np.zeros(0)
        around, axis, contrast = around[good][sane], axis[good][sane], contrast[good][sane]
        ring = sample(level, at[:, None, None] + (_RAYS * ideal[..., None])[:, :, None] * _RING)
        off = np.sqrt(np.sum((ring - around[:, None, None]) ** 2, axis=-1)) / contrast[:, None, None]
        clutter = 1 - np.mean(off < 0.35, axis=(1, 2))
        pips = Pips(
            at,
            shape.astype(np.float32),
            radius.astype(np.float32),
            around + axis,
            around,
            contrast,
            roundness.astype(np.float32),
            clutter.astype(np.float32),
        )
    stretch = pips.radius**2 / np.maximum(_small_axis(pips.shape), 1e-6) ** 2
    return pips[(pips.roundness < 0.25) & (stretch < 3.0) & (pips.radius > 1.2)]


def _small_axis(shape: Floats) -> Floats:
    trace, det = shape[:, 0, 0] + shape[:, 1, 1], np.linalg.det(shape)
    smaller = trace / 2 - np.sqrt(np.maximum(trace * trace / 4 - det, 0))
    return np.asarray(np.sqrt(np.maximum(smaller, 1e-6)), np.float32)


def _crossings(profile: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Return for each ray where the profile (n, rays, steps) first falls under one half, in sigmas, and whether."""
    below = profile < 0.5
    below[:, :, 0] = False
    first = below.argmax(axis=2)
    valid = below.any(axis=2) & (first > 0)
    before = np.take_along_axis(profile, np.maximum(first - 1, 0)[..., None], axis=2)[..., 0]
    after = np.take_along_axis(profile, first[..., None], axis=2)[..., 0]
    share = np.clip((before - 0.5) / np.maximum(before - after, 1e-6), 0, 1)
    reach = (np.maximum(first - 1, 0) + share) * 0.25 + _STEPS[0]
    return np.where(valid, reach, np.float32(1)).astype(np.float32), valid


def _scaled(pips: Pips, scale: float) -> Pips:
    factor = np.float32(scale)
    # cv2.resize keeps corners in place, cv2.pyrDown the middle of the first pixel.
    shift = np.float32(-0.25 if factor == 0.5 else 0)
    return Pips(
        pips.centre * factor + shift,
        pips.shape * factor**2,
        pips.radius * factor,
        pips.colour,
        pips.face,
        pips.contrast,
        pips.roundness,
        pips.clutter,
    )


def _strongest(pips: Pips) -> NDArray[np.intp]:
    """Return the indices of the pips left when each blob that was found several times is kept at its best."""
    order = np.argsort(pips.roundness + 0.5 * pips.clutter - 0.002 * np.minimum(pips.contrast, 100), kind="stable")
    places, radii = pips.centre.tolist(), pips.radius.tolist()
    kept: list[int] = []
    cells: dict[tuple[int, int, int], list[int]] = {}
    for index in order.tolist():
        (x, y), radius = places[index], radii[index]
        # Only blobs of half to twice the radius can be the same one: each size has its own grid of cells.
        size = math.floor(math.log2(radius))
        near = (
            other
            for level in (size - 1, size, size + 1)
            for i in _around(x, 2.0**level)
            for j in _around(y, 2.0**level)
            for other in cells.get((level, i, j), ())
        )
        if any(
            math.dist((x, y), places[other]) < 0.7 * min(radius, radii[other]) and 0.5 < radius / radii[other] < 2
            for other in near
        ):
            continue
        kept.append(index)
        cells.setdefault((size, int(x // 2.0**size), int(y // 2.0**size)), []).append(index)
    return np.array(sorted(kept), np.intp)


def _around(place: float, cell: float) -> range:
    """Return the cells that are within 0.7 of twice the cell's size, the largest radius in it, from ``place``."""
    return range(int((place - 1.4 * cell) // cell), int((place + 1.4 * cell) // cell) + 1)

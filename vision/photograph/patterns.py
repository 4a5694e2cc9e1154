"""Template matching of pip patterns: a second opinion, independent of the net, on the value of a face."""

import itertools
import math
from collections.abc import Sequence
from functools import cache, reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections, ScaledImage, crop
from vision.photograph.net import Floats

LIGHTNESS = 0.5
"""Weight of lightness relative to hue, in CIE Lab: glare and shade change lightness most."""

EXTREMES = 0.06
"""Share of pixels at each end of the first principal component that give the second and third starting colour."""

BGR_TO_XYZ = np.array(
    [[0.189828, 0.072169, 0.872768], [0.376219, 0.715160, 0.109477], [0.433953, 0.212671, 0.017758]], np.float32
)
"""Shares of the tristimulus values of white that blue, green and red of sRGB give."""

ROUNDS = 8
"""Iterations of k-means."""

SOFT = 3.0
"""Smallest standard deviation, in units of Lab, with which pixels are assigned to colours."""


def cluster_colours(views: Floats, face: NDArray[np.bool_]) -> Floats:
    """Return the membership (n, 3, h, w), 0 to 255, of each pixel of BGR views (n, h, w, 3) in each of three colours.

    k-means (Lloyd's algorithm) finds the colours among the pixels of ``face`` (h, w), the same in each view, starting
    from the median and both ends of the first principal component.
    """
    count, height, width, _ = views.shape
    parts = convert_to_lab(views.reshape(count, -1, 3))
    parts[:, 0] *= LIGHTNESS
    colours = _colours(np.ascontiguousarray(parts[:, :, face.ravel()]))
    far = sum(np.square(parts[:, None, part] - colours[:, :, part, None]) for part in range(3))
    nearest = np.min(far, axis=1, keepdims=True)
    spread = np.maximum(SOFT**2, np.median(nearest, axis=2, keepdims=True))
    share = np.exp((nearest - far) / (2 * spread))
    return np.asarray(255 * share / share.sum(axis=1, keepdims=True), np.float32).reshape(count, 3, height, width)


def convert_to_lab(pixels: NDArray[np.uint8] | Floats) -> Floats:
    """Return L, a and b (n, 3, m) of BGR pixels (n, m, 3), 0 to 255, by CIE 15 for the white D65.

    OpenCV's conversion makes tables first, which takes longer than reading a picture.
    """
    shares = np.ascontiguousarray((_intensities()[pixels.astype(np.uint8)] @ BGR_TO_XYZ).transpose(0, 2, 1))
    x, y, z = np.where(shares > 216 / 24389, np.cbrt(shares), 841 / 108 * shares + 4 / 29).transpose(1, 0, 2)
    return np.asarray(np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1), np.float32)


@cache
def _intensities() -> Floats:
    """Return the intensity, 0 to 1, of each of the 256 levels of sRGB (IEC 61966-2-1)."""
    level = np.arange(256) / 255
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _colours(pixels: Floats) -> Floats:
    """Return three colours (n, 3, 3) of each face among its pixels (n, 3, m)."""
    middle = np.median(pixels, axis=2, keepdims=True)
    apart = pixels - middle
    _, ways = np.linalg.eigh(apart @ apart.transpose(0, 2, 1))
    along = (ways[:, :, -1:] * apart).sum(axis=1)
    low, high = np.quantile(along, (EXTREMES, 1 - EXTREMES), axis=1, keepdims=True)
    ends = np.stack([along <= low, along >= high], axis=1).astype(np.float32)
    dark, light = _means(ends, pixels, middle.transpose(0, 2, 1)).transpose(1, 0, 2)
    colours = np.stack([dark, middle[..., 0], light], axis=1)
    for _ in range(ROUNDS):
        # Without the pixel's own square, which is the same for each colour.
        first, second, third = (np.square(colours).sum(axis=2, keepdims=True) - 2 * colours @ pixels).transpose(1, 0, 2)
        own = np.stack([(first <= second) & (first <= third), (second < first) & (second <= third)], axis=1)
        own = np.concatenate([own, ~own.any(axis=1, keepdims=True)], axis=1).astype(np.float32)
        colours = _means(own, pixels, colours)
    return np.asarray(colours, np.float32)


def _means(own: Floats, pixels: Floats, colours: Floats) -> Floats:
    """Return the mean colours (n, k, 3) of the pixels that ``own`` (n, k, m) marks, ``colours`` where it marks none."""
    count = own.sum(axis=2)[..., None]
    return np.asarray(np.where(count > 0, own @ pixels.transpose(0, 2, 1) / np.maximum(count, 1), colours), np.float32)


ACROSS = 24
"""Pixels across a face. Pips then have a radius of about two pixels, which suffices to distinguish the patterns."""

SHIFTS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
"""Tried errors of the face's centre, in pixels."""

PITCHES = (0.16, 0.2, 0.25, 0.3)
"""Distances from the centre to the outer rows of pips, in sides of the flat part of a face."""

PIP = 0.36
"""Radius of a pip in pitches."""

CLOSE_TWO = ((0.13, 0.1), (0.16, 0.11), (0.19, 0.12))
"""Pitches and pip radii, in sides, of twos whose pips are close together; most of these lie along an edge."""

RARER = 0.05
"""Margin by which a close two must win: glare can hide one pip of a three."""

TURN = math.radians(7.5)

SMOOTH = 4.0
"""Standard deviation in pixels of the high-pass filter: marbling, glare and the die's edge are larger than pips."""

SLANTS = ((1.0, 0.0), (1.25, 0.0), (1.25, 45.0), (1.25, 90.0), (1.25, 135.0))
"""Foreshortening of a face and its direction in degrees; the first is a face seen straight on."""

COLOURS = 3
"""Number of maps, the last ones, that come from colour clusters."""

AT_ONCE = 16
"""Faces in one batch."""

PATTERNS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""Where the pips of 1 to 6 stand on a face, in pitches from its middle."""


@cache
def templates() -> tuple[Floats, tuple[slice, ...]]:
    """Return the first half of each template (n, m), and the rows of each pattern: 1 to 6, then the close two.

    m is half the pixels of ``_mask_face``. A template has mean 0 and length 1. Each pattern is point-symmetric: the
    second half is the mirror image of the first.
    """
    across, down = (part[: ACROSS // 2].reshape(-1, 1) for part in _place_pixels())
    usual = [(pitch, pitch * PIP) for pitch in PITCHES]
    made: list[Floats] = []
    for spots, sizes in (*((spots, usual) for spots in PATTERNS), (PATTERNS[1], CLOSE_TWO)):
        turns = 1 if len(spots) == 1 else math.ceil((math.pi if len(spots) in {2, 3, 6} else math.pi / 2) / TURN)
        pitch, radius = np.array(sizes, np.float32).T
        # A complex number is a place on the face; to multiply it turns it.
        places = np.multiply.outer(
            np.array(spots) @ (1, 1j), np.multiply.outer(np.exp(1j * TURN * np.arange(turns)), pitch)
        )
        middles = np.stack([places.real, places.imag], axis=1).reshape(len(spots), 2, -1).astype(np.float32)
        nearest = reduce(np.minimum, (np.square(across - x) + np.square(down - y) for x, y in middles))
        pips = np.clip((np.tile(radius, turns) - np.sqrt(nearest)) * ACROSS + 0.5, 0, 1)
        made.append(pips.reshape(ACROSS**2 // 2, -1))
    drawn = np.concatenate(made, axis=1)
    fine = np.asarray(cv2.gemm(_half_filter(), drawn, 1, np.zeros((0, 0), np.float32), 0), np.float32)
    fine -= fine.mean(axis=0)
    fine /= np.sqrt(2 * np.square(fine).sum(axis=0))
    ends = np.cumsum([0, *(pips.shape[1] for pips in made)]).tolist()
    return np.ascontiguousarray(fine.T), tuple(slice(a, b) for a, b in itertools.pairwise(ends))


def _half_filter() -> Floats:
    """Return the matrix (m, ACROSS * ACROSS / 2) that filters half a point-symmetric view like ``_filter_high``."""
    half = np.eye(ACROSS**2 // 2, dtype=np.float32)
    views = np.concatenate([half, half[::-1]]).reshape(ACROSS, ACROSS, -1)
    fine = np.concatenate([_filter_high(np.ascontiguousarray(part)) for part in np.split(views, 3, axis=2)], axis=2)
    return np.ascontiguousarray(fine.reshape(ACROSS**2, -1)[: len(half)][_mask_face().ravel()[: len(half)]])


def pattern_scores(seen: Sequence[ScaledImage], detections: Detections) -> Floats:
    """Return the best correlation, -1 to 1, of each value's templates with each face, (n, 2, 6).

    The first row compares with the difference from the body's colour, the second with the face's three main colours.
    """
    halves, values = templates()
    found = np.zeros((len(detections), 2, len(PATTERNS)), np.float32)
    for first in range(0, len(detections), AT_ONCE):
        part = range(first, min(first + AT_ONCE, len(detections)))
        faces = [(float(detections.x[n]), float(detections.y[n]), float(detections.side[n])) for n in part]
        fit = cv2.gemm(halves, _half_windows(seen, faces), 1, np.zeros((0, 0), np.float32), 0)
        *each, close = (fit[value].max(axis=0) for value in values)
        each[1] = np.maximum(each[1], close - RARER)
        fits = np.stack(each, axis=-1).reshape(len(SHIFTS), -1, len(faces), len(PATTERNS)).max(axis=0)
        found[part.start : part.stop, 0] = fits[:-COLOURS].max(axis=0)
        found[part.start : part.stop, 1] = fits[-COLOURS:].max(axis=0)
    return found


@cache
def _shift_face() -> NDArray[np.intp]:
    """Return the pixels (m, shifts) of a face in its view with a rim of one pixel, at each shift."""
    inside = np.flatnonzero(np.pad(_mask_face(), 1))
    return np.stack([inside + dy * (ACROSS + 2) + dx for dx, dy in SHIFTS], axis=-1)


@cache
def _mask_face() -> NDArray[np.bool_]:
    line = np.arange(ACROSS) - (ACROSS - 1) / 2
    return np.asarray(np.hypot(line[:, None], line[None]) < ACROSS / 2)


def _place_pixels() -> Floats:
    """Return x and y on the face of each pixel of its views (2, ACROSS, ACROSS, slants), in sides from the middle."""
    line = (np.arange(ACROSS) + 0.5) / ACROSS - 0.5
    faces = []
    for ratio, way in SLANTS:
        c, s = math.cos(math.radians(way)), math.sin(math.radians(way))
        turn = np.array([[c, -s], [s, c]])
        # The area stays the same, because the net measures a side as the root of the area.
        back = turn @ np.diag([math.sqrt(ratio), 1 / math.sqrt(ratio)]) @ turn.T
        faces.append(np.tensordot(back, np.meshgrid(line, line), axes=1))
    return np.asarray(np.stack(faces, axis=-1), np.float32)


def _filter_high(view: Floats) -> Floats:
    """Return the high-pass filtered map, or maps (h, w, n)."""
    return np.asarray(view - cv2.GaussianBlur(view, (0, 0), SMOOTH).reshape(view.shape), np.float32)


def _half_windows(seen: Sequence[ScaledImage], faces: Sequence[tuple[float, float, float]]) -> Floats:
    """Return the maps of possible pips on faces at each shift, one a column: shift by shift, map by map, face by face.

    Each has mean 0 and length 1 and is folded to a half of its pixels, for ``templates``.
    """
    crops = [crop(seen, (x, y), ACROSS / side, ACROSS + 2) for x, y, side in faces]
    views = np.asarray(np.stack(crops), np.float32)
    rim = np.pad(_mask_face(), 1)
    maps = np.concatenate([_differences(views, rim), cluster_colours(views, rim).transpose(1, 0, 2, 3)])
    fine = _filter_high(np.ascontiguousarray(maps.reshape(-1, *rim.shape).transpose(1, 2, 0)))
    windows = fine.reshape(rim.size, -1)[_shift_face()]
    windows -= windows.mean(axis=0)
    half = len(windows) // 2
    folded = (windows[:half] + windows[: half - 1 : -1]) / (np.sqrt(np.square(windows).sum(axis=0)) + 1e-3)
    return np.asarray(folded.reshape(half, -1), np.float32)


def _differences(views: Floats, face: NDArray[np.bool_]) -> Floats:
    """Return the difference (5, n, h, w) of each pixel from the body's colour, in views (n, h, w, 3) of faces.

    It is the difference in all, lighter, darker, and twice in hue alone. Glare is white: in the last two maps pips of
    another hue than the body stand out from it.
    """
    parts = np.ascontiguousarray(views.transpose(0, 3, 1, 2))
    apart = parts - _body(parts, face)
    light = apart.mean(axis=1)
    hue = np.sqrt(np.square(apart - light[:, None]).sum(axis=1))
    share = parts / (parts.sum(axis=1, keepdims=True) + 24)
    tint = np.sqrt(np.square(share - _body(share, face)).sum(axis=1))
    return np.stack([np.abs(apart).max(axis=1), np.maximum(light, 0), np.maximum(-light, 0), hue, 255 * tint])


def _body(parts: Floats, face: NDArray[np.bool_]) -> Floats:
    """Return the median (n, 3, 1, 1) of maps (n, 3, h, w) over the pixels of a face (h, w)."""
    return np.asarray(np.median(parts[:, :, face], axis=2)[..., None, None], np.float32)

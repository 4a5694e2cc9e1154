"""Image quality of a face: defocus, motion blur and overexposure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluation.reliability import SURE
from vision.photograph.merged_scales import ScaledImage, crop
from vision.photograph.net import Floats

FULL = 250
"""A pixel is overexposed where all channels have at least this level."""

PIP_LEVEL = 128
"""Pixels whose channels are all below this level belong to pips."""

DARK = 96
"""Level that each pip reaches at its darkest: eight times more light would be needed to overexpose it."""

LARGEST_RATIO = 1.5
"""Largest ratio of the areas of two pips: glare beside a pip shrinks it, an overexposed body shrinks all alike. The
smallest dark spot counts too: it may be what glare has left of a pip."""

PIPS_WITHIN, BODY_WITHIN = 0.45, 0.42
"""Radius around the centre, in sides, within which pips have their centres, and within which the body is compared."""

MARGIN, PATCH = 7, 5
"""Pixels of a square that widens the pips, and of a square over which the body is averaged: half a pip."""

PLAIN = 240
"""Least level of each patch of a white body without structure."""

EVEN = 0.94
"""Least level of each patch of a body without structure, as a share of the lightest patch."""


def pips_on_plain_body(view: NDArray[np.uint8], across: int) -> tuple[int, bool]:
    """Return the number of dark pips on a light body, and whether the body is white everywhere.

    The number is 0 if the body has structure or a pip is unclear.

    ``view`` (n, n, 3) holds a face in its middle, ``across`` pixels large. A highlight that hides a pip has an edge on
    the body, or else its light reaches other pips. If the body is equally white everywhere, and all pips are far from
    overexposed and equally large, no pip is hidden.
    """
    line = (np.arange(len(view)) - (len(view) - 1) / 2) / across
    far = np.hypot(line[:, None], line[None])
    channels = cv2.split(view)
    lightest, darkest = reduce(cv2.max, channels), reduce(cv2.min, channels)
    dark = (lightest < PIP_LEVEL).astype(np.uint8)
    body = (far < BODY_WITHIN) & (cv2.dilate(dark, np.ones((MARGIN, MARGIN), np.uint8)) == 0)
    share = cv2.blur(body.astype(np.float32), (PATCH, PATCH))
    level = cv2.blur(np.where(body, darkest, 0).astype(np.float32), (PATCH, PATCH)) / np.maximum(share, 0.04)
    patches = level[body & (share > 0.3)]
    if not len(patches) or patches.min() < EVEN * patches.max():
        return 0, False
    white = bool(patches.min() >= PLAIN)
    _, labels, boxes, centres = cv2.connectedComponentsWithStats(dark, connectivity=4)
    left, top, wide, high, area = boxes[1:].T
    within = np.linalg.norm(centres[1:] - (len(view) - 1) / 2, axis=1) <= PIPS_WITHIN * across
    whole = (np.minimum(left, top) > 0) & (np.maximum(left + wide, top + high) < len(view))
    pips = np.flatnonzero(within & whole)
    if any(lightest[labels == 1 + n].min() > DARK for n in pips):
        return 0, white
    areas = area[pips].tolist()
    return (len(areas) if areas and max(areas) <= LARGEST_RATIO * min(areas) else 0), white


ACROSS = 48
"""Pixels across a face."""

WIDE = 72

AROUND, WITHIN = 0.62, 0.42
"""Radius around the centre, in sides, within which edges are measured: of body and pips, and of the pips alone."""

FINE, COARSE = 0.8, 2.0
"""Standard deviations, in pixels, of the two Gaussian blurs whose gradients are compared."""

WAYS, REACH = 8, math.radians(25)
"""Number of gradient directions in 180 degrees, and how far from a direction a gradient still belongs to it."""

AXES = np.asarray(np.pi * np.arange(WAYS) / WAYS, np.float32)
"""The directions in radians."""

LEAST = 0.3
"""A direction with less than this share of the mean gradient energy has no measurable width."""

WIDEST = 0.045
"""Edges wider than this, in sides, put every value in doubt."""

WIDE_IF_UNSURE = 0.034
"""Edges wider than this put every value with a confidence below ``SURE`` in doubt."""

ALONE = 1.5
"""Factor by which the edges of a one may be wider: neighbouring pips make a blur look smaller than it is."""

SHAKEN, SHAKEN_WIDE = 6.0, 0.025
"""Motion blur: ratio of gradient energies in perpendicular directions, and the edge width from which on it counts."""

SHADING = 0.25
"""An edge wider than this, in sides, is shading, if edges in other directions are sharp."""

BURNT = 0.2
"""A larger overexposed share of the face puts every value with a confidence below ``SURE`` in doubt, unless it can hide
no pip."""


@dataclass(frozen=True, slots=True)
class Clarity:
    """The image quality of a face.

    ``width`` is the standard deviation of its edges' blur in sides, in the direction in which it is largest; where many
    pips are close together it can be underestimated by half. ``uneven`` is the largest ratio of the pips' gradient
    energies in two perpendicular directions, ``burnt`` the overexposed share of the face. ``pips`` is the number of
    pips on a body without structure, 0 where they cannot be counted, and ``white`` says that overexposure can have
    hidden none of them.
    """

    width: float
    uneven: float
    burnt: float
    pips: int = 0
    white: bool = False

    def is_blurred(self, value: int, confidence: float) -> bool:
        """Return whether blur may have merged pips, given a value and its confidence."""
        width = self.width / ALONE if value == 1 else self.width
        if width > WIDEST:
            return True
        shaken = self.uneven > SHAKEN and width > SHAKEN_WIDE
        return confidence < SURE and (width > WIDE_IF_UNSURE or shaken)

    def is_glaring(self, value: int, confidence: float) -> bool:
        """Return whether overexposure may have added or removed pips, given a value and its confidence."""
        return confidence < SURE and self.burnt > BURNT and not (self.white and self.pips == value)

    def lacks_a_pip(self, value: int) -> bool:
        """Return whether one pip of three or more is missing on a body where all of them can be counted."""
        return self.pips == value - 1 >= 2


def clarity_of(seen: Sequence[ScaledImage], face: tuple[float, float, float]) -> Clarity:
    """Return the image quality of a face; ``face`` is x, y and side in pixels of the picture.

    The wider an edge's blur, the less a second blur lowers its gradients, whatever its contrast: Zhuo and Sim, Defocus
    map estimation from a single image, 2011. Here the gradient energies of many edges of one direction are compared.
    """
    x, y, side = face
    pixels = crop(seen, (x, y), ACROSS / side, WIDE)
    view = pixels.astype(np.float32)
    square, around, within = _places()
    burnt = float((reduce(cv2.min, cv2.split(pixels)) >= FULL)[square].mean())
    fine, coarse = (_gradients(view, sigma) for sigma in (FINE, COARSE))
    strongest = (np.square(coarse.real) + np.square(coarse.imag)).argmax(axis=2)[..., None]
    fine, coarse = (np.take_along_axis(part, strongest, axis=2)[..., 0] for part in (fine, coarse))
    fine, coarse = fine[around], coarse[around]
    first, second = (np.square(part.real) + np.square(part.imag) for part in (fine, coarse))
    along = coarse.real[:, None] * np.cos(AXES) + coarse.imag[:, None] * np.sin(AXES)
    facing = np.asarray(np.square(along) > math.cos(REACH) ** 2 * second[:, None], np.float32)
    width = float(np.max(_widths(first @ facing, second @ facing, float(second.sum())), initial=0.0))
    inside = second[within] @ facing[within]
    across = np.roll(inside, WAYS // 2)
    uneven = float((inside / np.maximum(across, 1e-3 * inside.sum() + 1e-6)).max())
    return Clarity(width, uneven, burnt, *pips_on_plain_body(pixels, ACROSS))


@cache
def _places() -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which pixels (WIDE, WIDE) are the face, which are ``AROUND`` it, and which of these are ``WITHIN``."""
    line = (np.arange(WIDE) - (WIDE - 1) / 2) / ACROSS
    far = np.hypot(line[:, None], line[None])
    around = far < AROUND
    return np.maximum(np.abs(line)[:, None], np.abs(line)[None]) < 0.5, around, far[around] < WITHIN


def _gradients(view: Floats, sigma: float) -> "np.ndarray[tuple[int, int, int], np.dtype[np.complex64]]":
    smooth = cv2.GaussianBlur(view, (0, 0), sigma)
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(right + 1j * down, np.complex64)


def _widths(fine: Floats, coarse: Floats, whole: float) -> Floats:
    """Return the blur's standard deviation, in sides, for each direction with enough gradient energy.

    ``fine`` and ``coarse`` (WAYS,) are the energies by direction after either blur, ``whole`` that in all after the
    second.
    """
    enough = coarse > LEAST * 2 * REACH / np.pi * max(whole, 1e-6)
    ratio = np.clip(fine[enough] / np.maximum(coarse[enough], 1e-6), 1.0001, COARSE / FINE) ** 2
    widths = np.asarray(np.sqrt((COARSE**2 - ratio * FINE**2) / (ratio - 1)) / ACROSS, np.float32)
    edges = widths < SHADING
    return widths[edges] if edges.any() else widths

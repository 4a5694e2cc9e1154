"""How clearly a face is seen: how wide its edges are, whether they are so in one way alone, and what is burnt out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.evaluation.reliability import SURE
from vision.photograph.joined import Sized, shown
from vision.photograph.net import Floats

ACROSS = 48
"""Pixels in which a face is looked at."""

WIDE = 72

AROUND, WITHIN = 0.62, 0.42
"""How far from the middle, in sides, edges are measured: the body's with the pips', and the pips' alone."""

FINE, COARSE = 0.8, 2.0
"""Standard deviations, in pixels, of the two blurs whose gradients are compared."""

WAYS, REACH = 8, math.radians(25)
"""So many ways, in half a turn, edges may face, and how far from each of them an edge still counts for it."""

LEAST = 0.3
"""Of a way with less than this of what it would have if all ways had as much, no width is known."""

FULL = 250
"""A pixel is burnt out where no channel is darker than this."""

WIDEST = 0.045
"""With wider edges, in sides, no value is trusted."""

WIDE_IF_UNSURE = 0.034
"""With wider edges no value is trusted that is not said with ``SURE``."""

ALONE = 1.5
"""Of one pip alone so much wider edges are as good: it has no neighbours that make a blur look less than it is."""

SHAKEN, SHAKEN_WIDE = 6.0, 0.025
"""Pips so much stronger one way than across it, with edges so wide, are drawn out by motion."""

SHADING = 0.25
"""What grows as slowly as an edge so wide, in sides, is shading, as long as edges of other ways are sharp."""

BURNT = 0.2
"""With more of the face burnt out no value is trusted that is not said with ``SURE``."""


@dataclass(frozen=True, slots=True)
class Clarity:
    """How a face is seen.

    ``width`` is the standard deviation of its edges' blur in sides, in the way in which they are widest, and down to
    half of it where many pips lie near each other; ``uneven`` how many times as strong the pips' edges are in one way
    as across it; ``burnt`` the share of the face that is burnt out.
    """

    width: float
    uneven: float
    burnt: float

    def blurred(self, value: int, confidence: float) -> bool:
        """Return whether a value of this confidence may come from pips that have run together."""
        width = self.width / ALONE if value == 1 else self.width
        if width > WIDEST:
            return True
        shaken = self.uneven > SHAKEN and width > SHAKEN_WIDE
        return confidence < SURE and (width > WIDE_IF_UNSURE or shaken)

    def glaring(self, confidence: float) -> bool:
        """Return whether a value of this confidence may lack pips, or have too many, where the picture is burnt out."""
        return confidence < SURE and self.burnt > BURNT


def clarity_of(seen: Sequence[Sized], face: tuple[float, float, float]) -> Clarity:
    """Return how clearly a face is seen; ``face`` is x, y and side in pixels of the picture.

    An edge blurred by s has gradients that a further blur lowers the less the larger s is, whatever its contrast: Zhuo
    and Sim, Defocus map estimation from a single image, 2011. Here the energies of many edges of one way are compared.
    """
    x, y, side = face
    view = shown(seen, (x, y), ACROSS / side, WIDE).astype(np.float32)
    line = (np.arange(WIDE) - (WIDE - 1) / 2) / ACROSS
    far = np.hypot(line[:, None], line[None])
    square = np.maximum(np.abs(line)[:, None], np.abs(line)[None]) < 0.5
    burnt = float((view.min(axis=2) >= FULL)[square].mean())
    fine, coarse = (_gradients(view, sigma) for sigma in (FINE, COARSE))
    strongest = np.abs(coarse).argmax(axis=2)[..., None]
    fine, coarse = (np.take_along_axis(part, strongest, axis=2)[..., 0] for part in (fine, coarse))
    width = float(np.max(_widths(fine[far < AROUND], coarse[far < AROUND]), initial=0.0))
    _, inside = _energies(fine[far < WITHIN], coarse[far < WITHIN])
    across = np.roll(inside, WAYS // 2)
    return Clarity(width, float((inside / np.maximum(across, 1e-3 * inside.sum() + 1e-6)).max()), burnt)


def _gradients(view: Floats, sigma: float) -> "np.ndarray[tuple[int, int, int], np.dtype[np.complex64]]":
    smooth = cv2.GaussianBlur(view, (0, 0), sigma)
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(right + 1j * down, np.complex64)


def _energies(
    fine: "np.ndarray[tuple[int], np.dtype[np.complex64]]", coarse: "np.ndarray[tuple[int], np.dtype[np.complex64]]"
) -> tuple[Floats, Floats]:
    """Return the energies (2, WAYS) of gradients (n,) that face each way."""
    way = np.angle(coarse)
    apart = way[:, None] - np.pi * np.arange(WAYS) / WAYS
    facing = np.abs((apart + np.pi / 2) % np.pi - np.pi / 2) < REACH
    first, second = (np.asarray(np.abs(part) ** 2 @ facing, np.float32) for part in (fine, coarse))
    return first, second


def _widths(
    fine: "np.ndarray[tuple[int], np.dtype[np.complex64]]", coarse: "np.ndarray[tuple[int], np.dtype[np.complex64]]"
) -> Floats:
    """Return the standard deviations, in sides, of edges that face the ways of which enough is seen."""
    first, second = _energies(fine, coarse)
    enough = second > LEAST * 2 * REACH / np.pi * max(float((np.abs(coarse) ** 2).sum()), 1e-6)
    ratio = np.clip(first[enough] / np.maximum(second[enough], 1e-6), 1.0001, COARSE / FINE) ** 2
    widths = np.asarray(np.sqrt((COARSE**2 - ratio * FINE**2) / (ratio - 1)) / ACROSS, np.float32)
    edges = widths < SHADING
    return widths[edges] if edges.any() else widths

"""Pips on a plain light body, overexposed or not: whether those that are seen are all that there are."""

import cv2
import numpy as np
from numpy.typing import NDArray

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
    lightest, darkest = np.max(channels, axis=0), np.min(channels, axis=0)
    dark = (lightest < PIP_LEVEL).astype(np.uint8)
    body = (far < BODY_WITHIN) & (cv2.dilate(dark, np.ones((MARGIN, MARGIN), np.uint8)) == 0)
    share = cv2.blur(body.astype(np.float32), (PATCH, PATCH))
    level = cv2.blur(np.where(body, darkest, 0).astype(np.float32), (PATCH, PATCH)) / np.maximum(share, 0.04)
    patches = level[body & (share > 0.3)]
    if not len(patches) or patches.min() < EVEN * patches.max():
        return 0, False
    white = bool(patches.min() >= PLAIN)
    _, labels, boxes, centres = cv2.connectedComponentsWithStats(dark, connectivity=4)
    areas = []
    for n in range(1, len(boxes)):
        left, top, wide, high, area = boxes[n].tolist()
        if min(left, top) == 0 or max(left + wide, top + high) == len(view):
            continue
        if np.linalg.norm(centres[n] - (len(view) - 1) / 2) > PIPS_WITHIN * across:
            continue
        if int(lightest[labels == n].min()) > DARK:
            return 0, white
        areas.append(area)
    return (len(areas) if areas and max(areas) <= LARGEST_RATIO * min(areas) else 0), white

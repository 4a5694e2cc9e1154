"""Whether a face lies flat: where its edges must be seen, and how much it leans by where they are."""

import numpy as np
from numpy.typing import NDArray

from vision.locate import Found, Ground
from vision.outline import Outline

Floats = NDArray[np.float64]

BRIGHT_GROWS = 0.11  # mm
SEEN_FROM_BESIDE = 0.14  # tangent of the angle from which a side face shows; over the wells none is seen from so far
DARK_FROM_BESIDE = 0.04  # the same for a die darker than its floor, whose side face is as dark
MOST_CROOKED = 1.5  # degrees between one edge and the others: a slot's edge runs into it
MOVED_BY_LEAN = 0.0208  # mm a degree
NARROWED = 0.045  # mm that a face gets narrower, a degree, at about eight degrees


def edges_off(ground: Ground, found: Found) -> Floats:
    """Return by how many mm the edges (4,) lie farther out than those of a flat die there, nan where none is seen.

    An edge that falls away from the lens is seen where its rounding ends, one corner radius deeper, and so nearer by
    that times the tangent of the angle at which it is seen. Blur and the camera's curve let what is bright grow. An
    edge towards the lens, with its side face in full view, is too soft to measure: nan. So is a crooked one where the
    edge across from it is seen.
    """
    plate, pose = ground.plate, found.pose
    x, y, height = ground.view.camera
    right, down = pose.from_plane(np.array([[x, y]]))[0] / (height - pose.height)
    tangents = np.array([right, down, -right, -down])
    expected = plate.die_side / 2 + BRIGHT_GROWS * np.sign(found.outline.slopes)
    off = found.outline.sides - expected - plate.corner_radius * np.minimum(tangents, 0.0)
    beside = np.where(found.outline.slopes > 0, SEEN_FROM_BESIDE, DARK_FROM_BESIDE)
    off = np.where(tangents > beside, np.nan, off)
    return np.asarray(np.where(_crooked(found.outline) & np.isfinite(np.roll(off, 2)), np.nan, off))


def _crooked(outline: Outline) -> NDArray[np.bool_]:
    """Return which edges (4,) run otherwise than most: a slot's edge lies along them."""
    turns = outline.turns
    if not np.isfinite(turns).any():
        return np.zeros(4, bool)
    return np.asarray(np.abs(turns - np.nanmedian(turns)) > MOST_CROOKED)


def lean(off: Floats) -> float:
    """Return how much a face leans, in degrees and roughly, from how far off its edges (4,) lie.

    A face that leans by an angle shows on one side a rounded edge and on the other the side face below it: the middle
    of its edges moves from the middle of its pips, by a corner radius or so for an angle of 1. And it gets narrower.
    """
    right, down = (_one_or_half(off[which], off[which + 2]) for which in (0, 1))
    narrower = off[0] + off[2] - off[1] - off[3]
    return float(np.hypot(np.hypot(right, down) / MOVED_BY_LEAN, (narrower if np.isfinite(narrower) else 0) / NARROWED))


def _one_or_half(plus: float, minus: float) -> float:
    """Return half the difference of two opposite edges, or what is known of it from one."""
    if np.isfinite(plus) and np.isfinite(minus):
        return float(plus - minus) / 2
    return float(np.nan_to_num(plus) - np.nan_to_num(minus))


def squareness(ground: Ground, found: Found) -> float:
    """Return by how many mm the farthest seen edge lies off that of a flat die, inf with fewer than two edges."""
    off = edges_off(ground, found)
    seen = off[np.isfinite(off)]
    return float(np.abs(seen).max()) if len(seen) >= 2 else float("inf")

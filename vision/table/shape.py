"""The shape of a face: offsets of its edges from those of a flat die, and the lean that follows."""

import math

import numpy as np
from numpy.typing import NDArray

from vision.table.face import Pose
from vision.table.outline import Outline, nan_median
from vision.table.plate import Plate
from vision.table.rectify import View

Floats = NDArray[np.float64]

FINE = 2.9  # pixels a mm of the pictures in which edges grow as given here
ROOM_ROUGH = 1.3  # times as large errors as a ring's light leaves: shadows' soft borders, side faces that a lamp lights
USUAL_RATIO = 6.0  # of a bright die's light to its floor's, at which edges grow as given here
COLOUR_RATIO = 30.0  # at which they grow as they do in pictures of a colour's strength, where the floor has none
BRIGHT_GROWS = 0.11  # mm, at a clear edge: the camera's curve lets the brighter side win
COLOUR_GROWS = 0.07  # mm, the same in pictures of colour, whose curve is flatter
FAINT, CLEAR = 60.0, 80.0  # grey levels a mm: a coloured or black die on felt nearly as dark does not grow
LIT_FROM_BESIDE = 0.05  # tangent from which a side face that a room's lamp lights is too bright beside its top
LIT_WIDER = 0.15  # mm by which such an edge may seem to lie farther out
SEEN_FROM_BESIDE = 0.14  # tangent of the angle from which a side face shows; over the wells none is seen from so far
DARK_FROM_BESIDE = 0.04  # the same for a die darker than its floor, whose side face is as dark
NEAR_WIDER = 0.01  # mm by which edges on the lens's side are wider than those on the far side, on average
LEAST_WIDER, MOST_WIDER = -0.03, 0.06  # mm, the same beyond that of edges that are a flat die's
MOST_CROOKED = 1.5  # degrees between one edge and the others: a slot's edge runs into it
MOVED_BY_LEAN = 0.0208  # mm a degree
NARROWED = 0.045  # mm that a face gets narrower, a degree, at about eight degrees
ACROSS = [2, 3, 0, 1]  # the edge across from each


def roughness(view: View, plate: Plate, height: float) -> float:
    """Return the factor by which the errors of faces at a height (mm) exceed those in a ring's light, at least 1."""
    return max(ROOM_ROUGH, _coarseness(view, height)) if plate.room_lit else 1.0


def _coarseness(view: View, height: float) -> float:
    """Return the size of pixels at a height in mm, relative to that in pictures with FINE pixels a mm."""
    return FINE * (float(view.camera[2]) - height) / float(view.lens[0, 0])


def edge_offsets(view: View, plate: Plate, pose: Pose, outline: Outline, grows: Floats) -> Floats:
    """Return by how many mm the edges (4,) lie farther out than those of a flat die; nan if unknown.

    An edge on the far side from the lens is seen where its rounding ends, one corner radius deeper: it appears closer
    by the radius times the tangent of the viewing angle. `grows` (4,) is the apparent growth in mm, see `edge_bloom`.
    An edge on the near side, with its side face visible, is too soft to measure: nan. So is a crooked edge if the
    opposite one is visible.
    """
    x, y, height = view.camera
    right, down = pose.from_plane(np.array([[x, y]]))[0] / (height - pose.height)
    tangents = np.array([right, down, -right, -down])
    expected = plate.die_side / 2 + grows
    off: Floats = outline.sides - expected - plate.corner_radius * np.minimum(tangents, 0.0)
    off -= _measure_widening(outline.widths, tangents) * _clearness(outline.slopes)
    if plate.room_lit:
        beside = tangents > LIT_FROM_BESIDE
        off[beside & np.isfinite(off[ACROSS])] = np.nan
        off[beside] -= np.clip(off[beside], 0.0, LIT_WIDER)
    else:
        off[tangents > np.where(outline.slopes > 0, SEEN_FROM_BESIDE, DARK_FROM_BESIDE)] = np.nan
    off[_find_crooked(outline) & np.isfinite(off[ACROSS])] = np.nan
    return off


def _measure_widening(widths: Floats, tangents: Floats) -> Floats:
    """Return by how many mm edges (4,) of these widths appear farther out because of a side face below them.

    Where that is darker than the top and brighter than the floor, the step from one to the other is wider than at the
    edges on the far side from the lens, below which no side face is seen.
    """
    far = widths[(tangents <= 0) & np.isfinite(widths)]
    if not len(far):
        return np.zeros(4)
    wider = widths - np.add.reduce(far) / len(far) - NEAR_WIDER
    return np.where(tangents > 0, np.clip(wider, LEAST_WIDER, MOST_WIDER), 0.0)


def edge_bloom(slopes: Floats, *, dark_pips: bool, in_colour: bool) -> Floats:
    """Return by how many mm edges (4,) with these gradients appear farther out than they are."""
    clear = 1.0 if dark_pips else _clearness(slopes)
    return np.asarray((COLOUR_GROWS if in_colour else BRIGHT_GROWS) * np.sign(slopes) * clear)


def bloom_in_room(view: View, height: float, ratios: Floats | float) -> Floats:
    """Return the factor by which edges (4,) at a height in mm grow more in a room's uneven light.

    By a lens's blur, and a curve such as sRGB's behind it, an edge appears farther out by 0.21 of the blur's deviation
    for each unit of the natural logarithm of the lights' ratio (computed for ratios from 1.5 to 40).
    """
    logarithms = np.log(np.where(np.isnan(ratios), USUAL_RATIO, np.maximum(ratios, 1.0)))
    return np.asarray(_coarseness(view, height) * logarithms / math.log(USUAL_RATIO))


def _clearness(slopes: Floats) -> Floats:
    """Return how clear edges (4,) with these gradients are, from 0 for faint ones to 1."""
    return np.asarray(np.clip((np.abs(slopes) - FAINT) / (CLEAR - FAINT), 0.0, 1.0))


def _find_crooked(outline: Outline) -> NDArray[np.bool_]:
    """Return which edges (4,) have another turn than most, because the edge of a slot lies along them."""
    return np.asarray(np.abs(outline.turns - nan_median(outline.turns)) > MOST_CROOKED)


def lean_angle(off: Floats) -> float:
    """Return a rough lean of a face in degrees, from the offsets (4,) of its edges.

    A leaning face shows a rounded edge on one side, and the side face below it on the other. This moves the centre of
    its edges against the centre of its pips, by about a corner radius for each radian, and makes the face narrower.
    """
    right, below, left, above = off.tolist()
    moved = math.hypot(_halve_difference(right, left), _halve_difference(below, above)) / MOVED_BY_LEAN
    narrower = right + left - below - above
    return math.hypot(moved, 0.0 if math.isnan(narrower) else narrower / NARROWED)


def _halve_difference(plus: float, minus: float) -> float:
    """Return half the difference of two opposite edges; if one is nan, the other one alone."""
    if math.isnan(plus) or math.isnan(minus):
        return (0.0 if math.isnan(plus) else plus) - (0.0 if math.isnan(minus) else minus)
    return (plus - minus) / 2


def squareness(off: Floats) -> float:
    """Return the largest offset in mm of a visible edge (4,) from that of a flat die; inf with fewer than two edges."""
    seen = [abs(value) for value in off.tolist() if not math.isnan(value)]
    return max(seen) if len(seen) >= 2 else math.inf

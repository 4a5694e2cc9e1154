"""Which box of a label a die that was read belongs to."""

import math
from collections.abc import Sequence

from vision.reading import Box, Die, middle_of


def meet(one: Box, other: Box) -> bool:
    """Return whether one box holds the middle of the other: boxes of whole dice hold a face, faces hold pips."""
    return holds(one, middle_of(other)) or holds(other, middle_of(one))


def holds(box: Box, point: tuple[float, float]) -> bool:
    """Return whether a point, x and y in pixels, lies in a box or on its edge."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def find_nearest_box(boxes: Sequence[Box], read: Box) -> int | None:
    """Return the number of the box that the box of a die belongs to: the nearest of those it meets, None if none."""
    near = [(_distance(box, read), n) for n, box in enumerate(boxes) if meet(box, read)]
    return min(near)[1] if near else None


def match_dice(boxes: Sequence[Box], dice: Sequence[Die]) -> dict[int, Die]:
    """Return the die of each box that has one, by the box's number; no die has two boxes.

    Each die belongs to one box, see `find_nearest_box`. Of several dice in a box, those with a value come before those
    in doubt, then the nearest; the others have no box.
    """
    claims = []
    for n, die in enumerate(dice):
        m = find_nearest_box(boxes, die.box)
        if m is not None:
            claims.append((die.value is None, _distance(boxes[m], die.box), n, m))
    found: dict[int, Die] = {}
    for *_, n, m in sorted(claims):
        found.setdefault(m, dice[n])
    return found


def _distance(box: Box, read: Box) -> float:
    """Return how many pixels the middle of a die's box is from where it lies in a label's box.

    A box of a whole die shows its top face between its middle and its upper edge, the higher the lower the camera
    stands; a box of the top face or of its pips has that in the middle.
    """
    (x, y), (u, v) = middle_of(box), middle_of(read)
    room = max(0.0, (box[3] - box[1] - read[3] + read[1]) / 2)
    below = v - y
    return math.hypot(u - x, below + min(max(-below, 0.0), room))

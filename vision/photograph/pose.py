"""How faces lie: the direction of the vertical, dice that lean, and several faces of one die."""

import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections
from vision.photograph.net import Floats
from vision.photograph.second_look import FLAT, LEANS, Looks

NOISE, SECOND_NOISE = 0.12, 0.08
"""Standard deviation of ``down`` of a die, in sides, in each direction, by the first net and by the second look."""

BEND, BEND_SPREAD = 1.0, 0.6
"""How much ``down`` changes over a length of the picture's diagonal, in sides: mean and standard deviation.

By perspective the bottom of a die is nearer to the point of the picture that lies straight below the camera. For a die
at a distance r from the optical axis this makes ``down`` -r / f, and the diagonal of usual photographs is 0.6 to 1.4
times the focal length f; that of a part of a photograph is shorter.
"""

ANY = 0.5
"""Standard deviation of ``down`` in any picture, in sides, in each direction: cameras look at dice from everywhere."""

OVER = 0.6
"""Two detections whose centres are closer than this, in sides of the larger one, cannot both be top faces."""


def mean_down(detections: Detections) -> Floats:
    """Return the vector (n, 2) from each top face to the face below, in sides: the median over scales."""
    seen = ~np.isnan(detections.heat)
    ordered = np.sort(np.where(seen[..., None], detections.down, np.inf), axis=1)
    row, count = np.arange(len(detections)), seen.sum(axis=1)
    # NumPy's nanmedian takes masked arrays: to import these takes longer than all of this.
    down = (ordered[row, (count - 1) // 2] + ordered[row, count // 2]) / 2
    return np.where(count[:, None] > 0, down, 0).astype(np.float32)


def lean(
    detections: Detections, down: Floats, noise: float, weight: Floats, size: tuple[int, int]
) -> tuple[Floats, Floats]:
    """Return how far ``down`` (n, 2) of each detection is from what the picture's other dice predict, and how sure.

    The first is in standard deviations. The second, 0 to 1, is the share of the uncertainty that the others remove.
    ``noise`` is the standard deviation of ``down`` in sides; ``weight`` (n,), 0 to 1, the probability that a detection
    is a die that lies flat; ``size`` is width and height of the picture in pixels. All dice that lie flat share the
    direction of the vertical, which changes over the picture by perspective alone: this is a Bayesian linear regression
    with three unknowns, ``down`` in the middle of the picture and its change. What was detected at the same place is
    the same face, and tells nothing.
    """
    count = len(detections)
    down = down.astype(np.float64)
    middle = np.array(size) / 2
    place = (np.column_stack([detections.x, detections.y]) - middle) / np.hypot(*size)
    # The unknowns are x and y of ``down`` in the middle, and how much it bends towards it.
    row = np.zeros((count, 2, 3))
    row[:, 0, 0] = row[:, 1, 1] = 1
    row[:, :, 2] = -place
    prior = np.diag([ANY**-2, ANY**-2, BEND_SPREAD**-2])
    told = (row.transpose(0, 2, 1) @ row) * weight[:, None, None] / noise**2
    seen = np.einsum("nij,ni->nj", row, down) * weight[:, None] / noise**2
    off, known = np.zeros(count, np.float32), np.zeros(count, np.float32)
    alone = ANY**2 + noise**2
    elsewhere = detections.distances() > OVER
    for n in range(count):
        spread = np.linalg.inv(prior + told[elsewhere[n]].sum(axis=0))
        best = spread @ (prior @ [0, 0, BEND] + seen[elsewhere[n]].sum(axis=0))
        cover = row[n] @ spread @ row[n].T + noise**2 * np.eye(2)
        left = down[n] - row[n] @ best
        off[n] = np.sqrt(left @ np.linalg.solve(cover, left))
        known[n] = 1 - np.trace(cover) / 2 / alone
    return off, np.clip(known, 0, 1)


SLACK, SLIM = 1.3, 0.1
"""The side of a side face is at most SLACK times what the slant shows of it, plus SLIM, in sides of the top face."""

NEAREST, FARTHEST = 0.28, 0.7
"""Distance of the middle of a side face from the middle of the die, in sides of the top face, in the picture."""


def side_faces(detections: Detections, tops: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether each detection (n,) may be a side face of a die whose top face is one of the ``tops`` (n,).

    A side face can be seen where its die leans away from the eye: its middle is half of ``down`` and half an edge away
    from the top face's, on the side to which ``down`` points, and the slant limits its size.
    """
    down = mean_down(detections)
    length = np.hypot(*down.T)
    # For a slant t, down is sin t over the root of cos t, in sides, and a side face is at most tan t as large.
    cosine = (np.sqrt(length**4 + 4) - length**2) / 2
    slant = np.sqrt(np.sqrt(np.maximum(1 - cosine**2, 0)) / cosine)
    places = np.column_stack([detections.x, detections.y])
    way = (places[:, None] - places[None]) / detections.side[None, :, None] - down[None] / 2
    far = np.hypot(way[..., 0], way[..., 1])
    away = (way * down[None]).sum(axis=2) > 0
    small = detections.side[:, None] / detections.side[None] < SLACK * slant[None] + SLIM
    found = (far > NEAREST) & (far < FARTHEST) & away & small & tops[None]
    np.fill_diagonal(found, val=False)
    return np.asarray(found.any(axis=1), np.bool_)


APART = (0.5, 1.15)
"""Least and most distance of the centres of two faces of one die, in sides of the surer one."""

TOWARDS = 0.2
"""How far the vector from each of two faces to the face below runs towards the other face at least, in sides."""

LOWER = 0.7
"""Share of the way from one face of a die to another that runs down the picture, from which on the other is a side."""


def find_second_faces(detections: Detections, looks: Looks, confidence: Floats) -> NDArray[np.bool_]:
    """Return whether each detection (n,) may be another face of a die of which a surer or more upright one is seen.

    ``confidence`` (n,) tells which is surer; the upper of two faces in the picture is taken for the more upright. The
    vectors to the faces below two faces of one die run through its middle, and so towards each other; those of two
    dice that lie flat are nearly parallel.
    """
    places = np.column_stack([detections.x, detections.y]) + looks.off * detections.side[:, None]
    way = (places[:, None] - places[None]) / detections.side[None, :, None]
    far = np.hypot(way[..., 0], way[..., 1])
    way /= np.maximum(far, APART[0])[..., None]
    leaves, comes = (way * looks.below[None]).sum(axis=2), -(way * looks.below[:, None]).sum(axis=2)
    beaten = (confidence[None] > confidence[:, None]) | (way[..., 1] > LOWER)
    found = (far > APART[0]) & (far < APART[1]) & (leaves > TOWARDS) & (comes > TOWARDS) & beaten
    return np.asarray(found.any(axis=1), np.bool_)


UPRIGHT = 0.1
"""A detection whose probability of leaning is this or more is not said to be seen at a slant."""


def find_slants(there: Floats, looks: Looks) -> Floats:
    """Return how long the vector below each detection (n,) is, in sides, at most its median over the flat dice.

    ``there`` (n,) is the probability of a die. The length is 0 where it may lean: a camera from above sees its face at
    a slant, too. At an angle t between the view and the vertical, the vector below a flat die has the length
    sin t / sqrt(cos t).
    """
    kinds, lengths = np.nan_to_num(looks.kinds), np.hypot(*np.nan_to_num(looks.below).T)
    flat = np.flatnonzero((kinds[:, FLAT] > 0.5) & (there > 0.5))
    usual = float(np.median(lengths[flat])) if len(flat) else 0.0
    return np.where(kinds[:, LEANS] < UPRIGHT, np.minimum(lengths, usual), 0).astype(np.float32)

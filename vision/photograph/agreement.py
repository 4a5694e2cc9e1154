"""Where both looks agree on a value, and which values never count as sure."""

import numpy as np
from numpy.typing import NDArray

from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import Detections
from vision.photograph.net import Floats
from vision.photograph.pose import OVER
from vision.photograph.second_look import FLAT, LEANS, OTHER, Looks

LIKELY, AGREES, MOST_LEANING, MOST_OTHER = 0.7, 0.9, 0.05, 0.99
"""Both looks agree on the value of a face that is a die with a probability of LIKELY by the first net, if each gives
the value AGREES or more, and the second look gives a lean and something else less than these."""

AGREED_CONFIDENCE = 0.975
"""Least confidence of a value on which both looks agree: enough to be given, too little to count as sure."""

COMPANY = -0.5
"""Least company of a face on whose value both looks agree; see ``judge_company``. Halves of dominoes have less."""

TOUCHING, AS_LARGE = (0.85, 1.4), 0.25
"""Distance of two faces that may touch, in sides of the larger, and how far the logarithms of their sides differ."""

NEIGHBOUR, STRANGE = 0.3, 0.1
"""Least probability of a die of a neighbour, and that of something else from which a neighbour speaks against a die:
the other half of a domino."""

SLIGHTLY_OTHER, SLIGHTLY_LEANING = 0.02, 0.03
"""Probabilities of something else, beside a neighbour, and of a lean from which on a value never counts as sure."""


def find_agreement(scored: ScoredDetections, detections: Detections, looks: Looks) -> NDArray[np.bool_]:
    """Return whether both looks agree on the value of each detection (n,), even if the second calls it something else.

    Agreement counts for nothing beside a neighbour that is something else, and in a picture whose other faces are.
    """
    own = np.take_along_axis(looks.values, scored.best[:, None] - 1, axis=1)[:, 0]
    sure = (scored.there >= LIKELY) & (scored.right >= AGREES) & (own >= AGREES)
    agreed = sure & (looks.kinds[:, LEANS] < MOST_LEANING) & (looks.kinds[:, OTHER] < MOST_OTHER)
    strange = (find_neighbours(scored, detections) & (looks.kinds[:, OTHER] >= STRANGE)).any(axis=1)
    return np.asarray(agreed & ~strange & (judge_company(scored, detections, looks, agreed) >= COMPANY), np.bool_)


def judge_company(scored: ScoredDetections, detections: Detections, looks: Looks, agreed: NDArray[np.bool_]) -> Floats:
    """Return the logarithm (n,) of how many of a picture's other faces lie flat over how many are something else.

    Both counts are sums of probabilities, plus one. Faces of another value on which both looks agree, ``agreed`` (n,),
    do not count as something else: dice of a kind that the second look does not know show several values.
    """
    apart = detections.distances() > OVER
    spared = agreed & (scored.best != scored.best[:, None])
    kinds = np.nan_to_num(looks.kinds) * scored.there[:, None]
    flat, other = (apart * kinds[:, FLAT]).sum(axis=1), (apart * ~spared * kinds[:, OTHER]).sum(axis=1)
    return np.asarray(np.log((1 + flat) / (1 + other)), np.float32)


def find_neighbours(scored: ScoredDetections, detections: Detections) -> NDArray[np.bool_]:
    """Return whether the second of two detections (n, n) is a likely face as large as the first that may touch it."""
    far = detections.distances()
    alike = np.abs(np.log(detections.side[:, None] / detections.side)) < AS_LARGE
    near = (far > TOUCHING[0]) & (far < TOUCHING[1])
    return np.asarray(near & alike & (scored.there >= NEIGHBOUR), np.bool_)


def find_slight_doubts(scored: ScoredDetections, detections: Detections, looks: Looks) -> NDArray[np.bool_]:
    """Return whether the value of each detection (n,) must not count as sure.

    It may lean, or be half a domino, or the first look by itself would not give the value.
    """
    half = find_neighbours(scored, detections).any(axis=1) & (looks.kinds[:, OTHER] >= SLIGHTLY_OTHER)
    return np.asarray(half | (looks.kinds[:, LEANS] >= SLIGHTLY_LEANING) | (scored.right < AGREES), np.bool_)

"""The features of detections from which the confidence is computed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.photograph.merged_scales import Detections
from vision.photograph.net import Floats
from vision.photograph.pose import NOISE, OVER, SECOND_NOISE, lean, mean_down
from vision.photograph.second_look import FLAT, LEANS, OTHER, Looks

FAINT = 1e-3
"""Lower limit of the second look's probabilities of two kinds that are compared."""

EVIDENT = 4.0
"""Limit of the log-odds of one look: no look alone makes a value sure."""

SLANTED = 6.0
"""Limit of how far, in standard deviations, the way a die lies differs from the picture's other dice."""

CALM = 8.0
"""Limit of the log-odds, in either direction."""

GEOMETRY = (12.0, 18.0)
"""Weight of a pattern's correlation, in log-probability, for each of the two methods that separate pips from the body.
Both were chosen on folders that the net had not seen."""

SURPRISE = 1e-3
"""Lower limit of the net's probability for a value; below it the pip patterns decide."""


@dataclass(frozen=True, slots=True)
class ScoredDetections:
    """Probabilities of each detection (n,): ``there`` that it is a die, ``right`` that ``best`` is its value if it is.

    ``confidence`` (n,) is the probability that a die lies there flat and shows ``best``. ``unreadable`` (n,) is the
    first net's probability of a die without a readable value, ``leans`` (n,) the second look's of a die that leans.
    ``may_be_side_face`` (n,) says whether it may be the side face of a die whose top face is another detection, by the
    first net; ``second_face`` (n,) the same by the second look. ``never_sure`` (n,) says whether the value must not
    count as sure, however confident both looks are. ``other`` (n,) is the second look's probability of something else
    than a die, and ``slant`` (n,) the result of ``find_slants``.
    """

    there: Floats
    right: Floats
    confidence: Floats
    best: NDArray[np.int64]
    unreadable: Floats
    leans: Floats
    may_be_side_face: NDArray[np.bool_]
    second_face: NDArray[np.bool_]
    never_sure: NDArray[np.bool_]
    other: Floats
    slant: Floats


@dataclass(frozen=True, slots=True)
class DetectionFeatures:
    """The features of each detection (n), over all scales.

    ``alone`` (n, k) and ``value`` (n, m) are the inputs of the two regressions. ``likely`` (n, 7) holds the net's mean
    log-probabilities, normalised, that the face is unreadable or shows 1 to 6. ``best`` (n,) is the value that net and
    pip patterns together favour.
    """

    alone: Floats
    value: Floats
    likely: Floats
    best: NDArray[np.int64]


def log_odds(probability: Floats) -> Floats:
    """Return the log-odds of probabilities, which are first limited to 0.00001 to 0.99999."""
    probability = np.clip(probability, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(probability / (1 - probability)), np.float32)


def extract_features(detections: Detections, size: tuple[int, int], scale: float) -> DetectionFeatures:
    """Return the features of each detection in a picture of ``size`` (width, height) pixels.

    ``scale`` is the largest scale at which the net ran.
    """
    seen = ~np.isnan(detections.heat)
    count = np.maximum(seen.sum(axis=1), 1)
    heat = np.clip(np.where(seen, detections.heat, 0), -CALM, CALM)
    values = np.clip(np.where(seen[..., None], detections.values, 0), -CALM, 0)
    mean = heat.sum(axis=1) / count
    likely = values.sum(axis=1) / count[:, None]
    likely -= likely.max(axis=1, keepdims=True)
    likely -= np.log(np.exp(likely).sum(axis=1, keepdims=True))
    both = np.log(np.exp(likely[:, 1:]) + SURPRISE) + np.tensordot(detections.patterns, GEOMETRY, (1, 0))
    best = 1 + both.argmax(axis=1)
    mine = np.arange(1, 7) == best[:, None]
    lead = both[mine] - np.where(mine, -np.inf, both).max(axis=1)
    lying = np.moveaxis(detections.patterns, 1, 0)
    fit, rival = lying[:, mine], np.where(mine, -1, lying).max(axis=2)
    own = np.take_along_axis(values, best[:, None, None], axis=2)[..., 0]
    hottest = np.where(seen, heat, -CALM).max(axis=1)
    coldest = np.where(seen.any(axis=1), np.where(seen, heat, CALM).min(axis=1), -CALM)
    said = np.take_along_axis(likely, best[:, None], axis=1)[:, 0]
    margin = said - np.where(np.arange(7) == best[:, None], -np.inf, likely).max(axis=1)
    worst = np.where(seen, own, 0).min(axis=1)
    spread = np.sqrt((np.where(seen, heat - mean[:, None], 0) ** 2).sum(axis=1) / count)
    small = np.log(np.maximum(detections.side * scale, 1) / 20)
    border = (
        np.minimum.reduce([detections.x, detections.y, size[0] - detections.x, size[1] - detections.y])
        / detections.side
    )
    alone = (
        mean,
        hottest,
        coldest,
        -spread,
        np.clip(margin, -4, CALM),
        said,
        np.minimum(small, 0),
        -np.maximum(small - 1, 0),
        np.minimum(border, 1),
        np.minimum(count, 4),
        *fit,
        np.minimum(lead, 2 * CALM),
        *(fit - rival),
    )
    agree = (np.where(seen, values[..., 1:].argmax(axis=2) + 1 == best[:, None], 0)).sum(axis=1) / count
    value = (
        np.clip(margin, -4, CALM),
        said,
        worst,
        agree,
        -np.clip(likely[:, 0], -CALM, 0),
        mean,
        np.minimum(small, 0),
        np.minimum(border, 1),
        np.minimum(lead, 2 * CALM),
        *fit,
        *(fit - rival),
    )
    return DetectionFeatures(
        np.stack(alone, axis=-1).astype(np.float32), np.stack(value, axis=-1).astype(np.float32), likely, best
    )


def context_features(detections: Detections, alone: Floats) -> Floats:
    """Return the features (n, k) of each detection among the others; the first is the log-odds of ``alone`` (n,)."""
    over = detections.distances() < OVER
    np.fill_diagonal(over, val=False)
    rival = np.where(over, alone[None], 0)
    larger = detections.side[None] > 1.3 * detections.side[:, None]
    smaller = detections.side[None] * 1.3 < detections.side[:, None]
    logs = np.log(detections.side)
    # The size that most of the other likely dice share. The cube gives weak detections next to no weight.
    others = np.broadcast_to(alone**3, over.shape).copy()
    np.fill_diagonal(others, 0)
    near = np.exp(-(((logs[:, None] - logs[None]) / 0.25) ** 2) / 2)
    known = 1 - np.exp(-others.sum(axis=1))
    fits = (others * near).sum(axis=1) / np.maximum(others.sum(axis=1), 1e-3)
    crowd = (others[:, None, :] * near[None]).sum(axis=2)
    usual = logs[crowd.argmax(axis=1)] if len(logs) else logs
    off = (logs - usual) * known
    numbers = (
        log_odds(alone),
        -rival.max(axis=1, initial=0),
        -np.where(larger, rival, 0).max(axis=1, initial=0),
        -np.where(smaller, rival, 0).max(axis=1, initial=0),
        fits * known,
        -np.clip(off, 0, 1),
        -np.clip(-off, 0, 1),
    )
    return np.stack(numbers, axis=-1).astype(np.float32)


def pose_features(detections: Detections, flat: Floats, size: tuple[int, int]) -> Floats:
    """Return the features (n, 2) of how each detection lies among the dice of a picture of ``size`` pixels.

    ``flat`` (n,) is the probability of a die that lies flat.
    """
    off, known = lean(detections, mean_down(detections), NOISE, flat, size)
    return np.stack([-np.minimum(off, SLANTED) * known, known], axis=-1).astype(np.float32)


def die_features(scored: ScoredDetections, looks: Looks) -> Floats:
    """Return the log-odds (n, 2) that each detection is a die, by the first net and by the second look."""
    numbers = log_odds(scored.there), log_odds(1 - looks.kinds[:, OTHER])
    return np.clip(np.stack(numbers, axis=-1), -EVIDENT, EVIDENT).astype(np.float32)


OFF = 3
"""The column of ``flat_features`` that says how far a detection differs from the others, as a negative number."""


def flat_features(
    scored: ScoredDetections, detections: Detections, looks: Looks, size: tuple[int, int]
) -> tuple[Floats, Floats]:
    """Return the features (n, 5) of whether each detection is a die that lies flat; nan where no second look is.

    They are the log-odds of a die by the first net; by the second look, those of flat against leans and of flat against
    other; how far it differs from the picture's other flat dice; and whether it may be the side of another die. The
    second result (n,), 0 to 1, is how much those dice tell of how it should lie.
    """
    kinds = np.log(np.clip(looks.kinds, FAINT, 1))
    flat = np.nan_to_num(scored.there * looks.kinds[:, FLAT])
    off, known = lean(detections, np.nan_to_num(looks.below), SECOND_NOISE, flat, size)
    numbers = (
        np.clip(log_odds(scored.there), -EVIDENT, EVIDENT),
        np.minimum(kinds[:, FLAT] - kinds[:, LEANS], EVIDENT),
        np.minimum(kinds[:, FLAT] - kinds[:, OTHER], EVIDENT),
        -np.minimum(off, SLANTED) * known,
        -scored.may_be_side_face.astype(np.float32),
    )
    return np.stack(numbers, axis=-1).astype(np.float32), known


def agreement_features(scored: ScoredDetections, looks: Looks) -> Floats:
    """Return the log-odds (n, 2) of each detection's value, by the first net and by the second look."""
    own = np.take_along_axis(looks.values, scored.best[:, None] - 1, axis=1)[:, 0]
    numbers = log_odds(scored.right), log_odds(own)
    return np.clip(np.stack(numbers, axis=-1), -EVIDENT, EVIDENT).astype(np.float32)

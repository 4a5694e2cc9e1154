"""The confidence that a detection is a die and that its value is right, from all features of the detection."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.evaluation.reliability import Curve
from vision.photograph.merged_scales import Detections
from vision.photograph.net import Floats
from vision.photograph.second_look import FLAT, LEANS, OTHER, Looks

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


def mean_down(detections: Detections) -> Floats:
    """Return the vector (n, 2) from each top face to the face below, in sides: the median over scales."""
    if not len(detections):
        return np.zeros((0, 2), np.float32)
    seen = ~np.isnan(detections.heat)
    down = np.where(seen[..., None], detections.down, np.nan)
    down[~seen.any(axis=1)] = 0
    return np.asarray(np.nanmedian(down, axis=1), np.float32)


def lean(
    detections: Detections, down: Floats, noise: float, weight: Floats, size: tuple[int, int]
) -> tuple[Floats, Floats]:
    """Return how far ``down`` (n, 2) of each detection is from what the picture's other dice let expect, and how sure.

    The first is in standard deviations, the second, 0 to 1, is the share of what is unknown without the others that
    they tell. ``noise`` is the standard deviation of ``down`` in sides; ``weight`` (n,), 0 to 1, the probability that a
    detection is a die that lies flat; ``size`` is width and height of the picture in pixels. All dice that lie flat
    share the direction of the vertical, which changes over the picture by perspective alone: this is a Bayesian linear
    regression with three unknowns, ``down`` in the middle of the picture and its change.
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
    for n in range(count):
        spread = np.linalg.inv(prior + told.sum(axis=0) - told[n])
        best = spread @ (prior @ [0, 0, BEND] + seen.sum(axis=0) - seen[n])
        cover = row[n] @ spread @ row[n].T + noise**2 * np.eye(2)
        left = down[n] - row[n] @ best
        off[n] = np.sqrt(left @ np.linalg.solve(cover, left))
        known[n] = 1 - np.trace(cover) / 2 / alone
    return off, np.clip(known, 0, 1)


SLACK, SLIM = 1.3, 0.1
"""The side of a side face is at most SLACK times what the slant lets see of it, and SLIM, in sides of the top face."""

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
"""How much of the way from one face of a die to another runs down the picture, from which on the other is a side."""


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


MODEL = Path(__file__).parent / "data" / "confidence_model.json"

OVER = 0.6
"""Two detections whose centres are closer than this, in sides of the larger one, cannot both be top faces."""

LIKELY_TOP = 0.4
"""A detection with a higher probability is taken for a top face: other detections may then be side faces of its die."""

PIP_SIDES = (0.1, 0.4)
"""Smallest and largest side of a one that is really a pip of a larger die, in sides of that die's face."""

HOLDS_PIPS = 0.8
"""Probability, by itself, of a larger face from which on small ones within it are its pips."""

NEVER_DROPPED = 0.7
"""Probability of a die by the first net from which on a detection is at least a doubt."""

FAINT = 1e-3
"""Lower limit of the second look's probabilities of two kinds that are compared."""

EVIDENT = 4.0
"""Limit of the log-odds of one look: no look alone makes a value sure."""

SLANTED = 6.0
"""Limit of how far, in standard deviations, a die lies otherwise than the picture's other dice."""

CALM = 8.0
"""Limit of the log-odds, in either direction."""

LIKELY, AGREES, MOST_LEANING, MOST_OTHER = 0.7, 0.9, 0.05, 0.99
"""Both looks agree on the value of a face that is a die with a probability of LIKELY by the first net, if each gives
the value AGREES or more, and the second look gives a lean and something else less than these."""

COMPANY = -0.5
"""Least company of a face on whose value both looks agree; see ``judge_company``. Halves of dominoes have less."""

TOUCHING, AS_LARGE = (0.85, 1.4), 0.25
"""Distance of two faces that may touch, in sides of the larger, and how far the logarithms of their sides differ."""

NEIGHBOUR, STRANGE = 0.3, 0.1
"""Least probability of a die of a neighbour, and that of something else from which a neighbour speaks against a die:
the other half of a domino."""

SLIGHTLY_OTHER, SLIGHTLY_LEANING = 0.02, 0.05
"""Probabilities of something else, beside a neighbour, and of a lean from which on a value never counts as sure."""

AGREED_CONFIDENCE = 0.975
"""Least confidence of a value on which both looks agree: enough to be given, too little to count as sure."""

ASKEW, SURELY_FLAT, ASKEW_CONFIDENCE = 3.5, 0.97, 0.89
"""A die that lies otherwise than the picture's other flat dice by ASKEW standard deviations or more has a confidence of
ASKEW_CONFIDENCE at most, which gives no value, unless the second look gives flat SURELY_FLAT. A die that leans towards
the camera looks flat by itself."""

GEOMETRY = (12.0, 18.0)
"""Weight of a pattern's correlation, in log-probability, for each of the two methods that separate pips from the body.
Both were chosen on folders that the net had not seen."""

SURPRISE = 1e-3
"""Lower limit of the net's probability for a value; below it the pip patterns decide."""


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic regression: features are centred by ``mean``, divided by ``scale`` and weighted by ``slope``."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    slope: tuple[float, ...]
    offset: float

    def __call__(self, numbers: Floats) -> Floats:
        """Return the probability (n,), 0 to 1, for each row of features (n, k)."""
        z = np.clip((numbers - np.array(self.mean)) / np.array(self.scale), -4, 4) @ np.array(self.slope)
        return np.asarray(1 / (1 + np.exp(-np.clip(z + self.offset, -30, 30))), np.float32)


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


REGRESSIONS = ("alone", "in_context", "value", "die", "flat", "agreed")


@dataclass(frozen=True, slots=True)
class ConfidenceModel:
    """Logistic regressions, a calibration curve and two thresholds.

    Before the second look ``alone`` gives the probability that a detection is a die, from the detection itself;
    ``in_context`` does so with the picture's other detections as well. ``value`` gives the probability that the
    likeliest value of a die is right. With the second look ``die`` gives the probability of a die, ``flat`` that of one
    that lies flat, and ``agreed`` that the value is right. ``curve`` maps the log-odds of the last two together to the
    confidence. A detection below ``detection_threshold`` is no die; a value below ``value_threshold`` is a doubt.
    """

    alone: Logistic
    in_context: Logistic
    value: Logistic
    die: Logistic
    flat: Logistic
    agreed: Logistic
    curve: Curve
    value_threshold: float
    detection_threshold: float

    @classmethod
    def load(cls, path: Path = MODEL) -> "ConfidenceModel":
        """Return the model that a JSON file holds."""
        entry: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        alone, near, value, die, flat, agreed = (_logistic(entry[name]) for name in REGRESSIONS)
        scores, confidences = (tuple(map(float, entry["curve"][name])) for name in ("scores", "confidences"))
        return cls(
            alone,
            near,
            value,
            die,
            flat,
            agreed,
            Curve(scores, confidences),
            float(entry["value_threshold"]),
            float(entry["detection_threshold"]),
        )

    def score(self, detections: Detections, size: tuple[int, int], scale: float) -> ScoredDetections:
        """Return the probabilities of a picture's detections before the second look.

        For ``size`` and ``scale`` see ``extract_features``.
        """
        summary = extract_features(detections, size, scale)
        alone = self.alone(summary.alone)
        pips = find_pips(detections, alone, summary.best)
        there = np.where(pips, 0, self.in_context(context_features(detections, np.where(pips, 0, alone))))
        flat = there * (1 - np.exp(summary.likely[:, 0]))
        right = self.value(np.column_stack([summary.value, pose_features(detections, flat, size)]))
        return ScoredDetections(
            there,
            right,
            there * right,
            summary.best,
            np.exp(summary.likely[:, 0]),
            np.zeros(len(detections), np.float32),
            side_faces(detections, there > LIKELY_TOP),
            np.zeros(len(detections), np.bool_),
            np.zeros(len(detections), np.bool_),
            np.zeros(len(detections), np.float32),
            np.zeros(len(detections), np.float32),
        )

    def weigh(
        self, scored: ScoredDetections, detections: Detections, looks: Looks, size: tuple[int, int]
    ) -> ScoredDetections:
        """Return the probabilities with the second look's evidence; where it did not look, they stay as they are."""
        seen = ~np.isnan(looks.kinds[:, 0])
        right = self.agreed(agreement_features(scored, looks))
        features = flat_features(scored, detections, looks, size)
        confidence = np.where(seen, self.curve(log_odds(self.flat(features) * right)), scored.confidence)
        there = np.where(seen, self.die(die_features(scored, looks)), scored.there)
        agreed = find_agreement(scored, detections, looks)
        confidence = np.where(agreed, np.maximum(confidence, AGREED_CONFIDENCE), confidence)
        askew = (features[:, OFF] <= -ASKEW) & (looks.kinds[:, FLAT] < SURELY_FLAT)
        confidence = np.where(askew, np.minimum(confidence, ASKEW_CONFIDENCE), confidence)
        return replace(
            scored,
            there=np.where(agreed | (scored.there >= NEVER_DROPPED), np.maximum(there, scored.there), there),
            right=np.where(seen, right, scored.right),
            confidence=confidence,
            leans=np.where(seen, looks.kinds[:, LEANS], 0),
            second_face=find_second_faces(detections, looks, confidence),
            never_sure=find_slight_doubts(scored, detections, looks),
            other=np.where(seen, looks.kinds[:, OTHER], 0),
            slant=find_slants(scored.there, looks),
        )


def log_odds(probability: Floats) -> Floats:
    """Return the log-odds of probabilities, which are first limited to 0.00001 to 0.99999."""
    probability = np.clip(probability, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(probability / (1 - probability)), np.float32)


def _logistic(entry: dict[str, Any]) -> Logistic:
    mean, scale, slope = (tuple(map(float, entry[name])) for name in ("mean", "scale", "slope"))
    return Logistic(mean, scale, slope, float(entry["offset"]))


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
    over = _distances(detections) < OVER
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
"""The column of ``flat_features`` with how far a detection lies otherwise than the others, as a negative number."""


def flat_features(scored: ScoredDetections, detections: Detections, looks: Looks, size: tuple[int, int]) -> Floats:
    """Return the features (n, 5) of whether each detection is a die that lies flat; nan where no second look is.

    They are the log-odds of a die by the first net; by the second look, those of flat against leans and of flat against
    other; how far it lies otherwise than the picture's other flat dice; and whether it may be the side of another die.
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
    return np.stack(numbers, axis=-1).astype(np.float32)


def agreement_features(scored: ScoredDetections, looks: Looks) -> Floats:
    """Return the log-odds (n, 2) of each detection's value, by the first net and by the second look."""
    own = np.take_along_axis(looks.values, scored.best[:, None] - 1, axis=1)[:, 0]
    numbers = log_odds(scored.right), log_odds(own)
    return np.clip(np.stack(numbers, axis=-1), -EVIDENT, EVIDENT).astype(np.float32)


def find_neighbours(scored: ScoredDetections, detections: Detections) -> NDArray[np.bool_]:
    """Return whether the second of two detections (n, n) is a likely face as large as the first that may touch it."""
    far = _distances(detections)
    alike = np.abs(np.log(detections.side[:, None] / detections.side)) < AS_LARGE
    near = (far > TOUCHING[0]) & (far < TOUCHING[1])
    return np.asarray(near & alike & (scored.there >= NEIGHBOUR), np.bool_)


def _distances(detections: Detections) -> Floats:
    """Return the distances (n, n) of the centres of detections, in sides of the larger of two."""
    far = np.hypot(detections.x[:, None] - detections.x, detections.y[:, None] - detections.y)
    return np.asarray(far / np.maximum(detections.side[:, None], detections.side), np.float32)


def judge_company(scored: ScoredDetections, detections: Detections, looks: Looks, agreed: NDArray[np.bool_]) -> Floats:
    """Return the logarithm (n,) of how many of a picture's other faces lie flat over how many are something else.

    Both counts are sums of probabilities, plus one. Faces of another value on which both looks agree, ``agreed`` (n,),
    do not count as something else: dice of a kind that the second look does not know show several values.
    """
    apart = _distances(detections) > OVER
    spared = agreed & (scored.best != scored.best[:, None])
    kinds = np.nan_to_num(looks.kinds) * scored.there[:, None]
    flat, other = (apart * kinds[:, FLAT]).sum(axis=1), (apart * ~spared * kinds[:, OTHER]).sum(axis=1)
    return np.asarray(np.log((1 + flat) / (1 + other)), np.float32)


def find_agreement(scored: ScoredDetections, detections: Detections, looks: Looks) -> NDArray[np.bool_]:
    """Return whether both looks agree on the value of each detection (n,), even if the second calls it something else.

    Agreement counts for nothing beside a neighbour that is something else, and in a picture whose other faces are.
    """
    own = np.take_along_axis(looks.values, scored.best[:, None] - 1, axis=1)[:, 0]
    sure = (scored.there >= LIKELY) & (scored.right >= AGREES) & (own >= AGREES)
    agreed = sure & (looks.kinds[:, LEANS] < MOST_LEANING) & (looks.kinds[:, OTHER] < MOST_OTHER)
    strange = (find_neighbours(scored, detections) & (looks.kinds[:, OTHER] >= STRANGE)).any(axis=1)
    return np.asarray(agreed & ~strange & (judge_company(scored, detections, looks, agreed) >= COMPANY), np.bool_)


def find_slight_doubts(scored: ScoredDetections, detections: Detections, looks: Looks) -> NDArray[np.bool_]:
    """Return whether the value of each detection (n,) must not count as sure: it may lean, or be half a domino."""
    half = find_neighbours(scored, detections).any(axis=1) & (looks.kinds[:, OTHER] >= SLIGHTLY_OTHER)
    return np.asarray(half | (looks.kinds[:, LEANS] >= SLIGHTLY_LEANING), np.bool_)


def find_pips(detections: Detections, alone: Floats, best: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether each detection (n,) is a pip of a larger die: a highlight within a dark pip looks like a one.

    ``alone`` (n,) is the probability of a die by itself, ``best`` (n,) its value. A larger face that holds another
    likely value than ones has no pips: it may be a group of dice.
    """
    pips = np.zeros(len(detections), np.bool_)
    for n in np.flatnonzero(alone >= HOLDS_PIPS):
        off = np.maximum(np.abs(detections.x - detections.x[n]), np.abs(detections.y - detections.y[n]))
        ratio = detections.side / detections.side[n]
        within = (off < detections.side[n] / 2) & (ratio > PIP_SIDES[0]) & (ratio < PIP_SIDES[1])
        if not (within & (best != 1) & (alone > 0.5)).any():
            pips |= within & (best == 1)
    return pips


def select_dice(detections: Detections, probability: Floats, least: float) -> list[int]:
    """Return the indices of the detections that count as dice, the most probable first; none overlaps another.

    ``probability`` (n,) is the probability of a die, ``least`` the smallest that counts.
    """
    taken: list[int] = []
    for n in np.argsort(-probability, kind="stable").tolist():
        if probability[n] < least:
            break
        far = np.hypot(detections.x[taken] - detections.x[n], detections.y[taken] - detections.y[n])
        if not (far < OVER * np.maximum(detections.side[taken], detections.side[n])).any():
            taken.append(n)
    return taken

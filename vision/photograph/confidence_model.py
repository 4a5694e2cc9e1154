"""The confidence that a detection is a die and that its value is right, from all features of the detection."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.evaluation.reliability import Curve
from vision.photograph.features import (
    OFF,
    ScoredDetections,
    agreement_features,
    context_features,
    die_features,
    extract_features,
    flat_features,
    log_odds,
    pose_features,
)
from vision.photograph.merged_scales import Detections
from vision.photograph.net import Floats
from vision.photograph.pose import OVER, find_second_faces, find_slants, side_faces
from vision.photograph.second_look import FLAT, LEANS, OTHER, Looks

LIKELY, AGREES, MOST_LEANING, MOST_OTHER = 0.7, 0.9, 0.05, 0.99
"""Both looks agree on the value of a face if the first net gives a die LIKELY or more, each look gives the value AGREES
or more, and the second look gives a lean and something else less than the other two."""

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
"""Probabilities of something else, next to a neighbour, and of a lean from which on a value never counts as sure."""


def find_agreement(scored: ScoredDetections, detections: Detections, looks: Looks) -> NDArray[np.bool_]:
    """Return whether both looks agree on the value of each detection (n,), even if the second calls it something else.

    Agreement counts for nothing next to a neighbour that is something else, and in a picture whose other faces are.
    """
    own = np.take_along_axis(looks.values, scored.best[:, None] - 1, axis=1)[:, 0]
    sure = (scored.there >= LIKELY) & (scored.right >= AGREES) & (own >= AGREES)
    agreed = sure & (looks.kinds[:, LEANS] < MOST_LEANING) & (looks.kinds[:, OTHER] < MOST_OTHER)
    strange = (find_neighbours(scored, detections) & (looks.kinds[:, OTHER] >= STRANGE)).any(axis=1)
    return np.asarray(agreed & ~strange & (judge_company(scored, detections, looks, agreed) >= COMPANY), np.bool_)


def judge_company(scored: ScoredDetections, detections: Detections, looks: Looks, agreed: NDArray[np.bool_]) -> Floats:
    """Return the logarithm (n,) of the ratio of a picture's other faces that lie flat to those that are something else.

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


MODEL = Path(__file__).parent / "data" / "confidence_model.json"

LIKELY_TOP = 0.4
"""A detection with a higher probability is taken for a top face: other detections may then be side faces of its die."""

PIP_SIDES = (0.1, 0.4)
"""Smallest and largest side of a one that is really a pip of a larger die, in sides of that die's face."""

HOLDS_PIPS = 0.8
"""Probability, by itself, of a larger face from which on small ones within it are its pips."""

NEVER_DROPPED = 0.7
"""Probability of a die by the first net from which on a detection is at least a doubt."""

MAY_LEAN, SLIGHTLY_ASKEW, ASKEW, ASKEW_CONFIDENCE = 0.012, 1.5, 3.5, 0.89
"""A die never counts as sure if the second look gives a lean MAY_LEAN or more, and it differs from the picture's other
flat dice by SLIGHTLY_ASKEW or more. From ASKEW on its confidence is ASKEW_CONFIDENCE at most, which gives no value: a
die that leans towards the camera looks nearly flat by itself. Both limits are in standard deviations, times how much
the others tell, 0 to 1."""

TOLD, LIKELY_FLAT, SURELY_FLAT, FILLS = 0.5, 0.8, 0.97, 0.7
"""A die has no more than that confidence if the picture's other dice tell less than TOLD of it, unless the second look
gives flat LIKELY_FLAT or both looks agree on its value: the side face of a die that is seen from low down looks flat by
itself, too. Below SURELY_FLAT it never counts as sure. If its face takes FILLS of the picture's shorter side or more,
the second look sees no surroundings."""

REGRESSIONS = ("alone", "in_context", "value", "die", "flat", "agreed")


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
        regressions = {name: _logistic(entry[name]) for name in REGRESSIONS}
        scores, confidences = (tuple(map(float, entry["curve"][name])) for name in ("scores", "confidences"))
        return cls(
            **regressions,
            curve=Curve(scores, confidences),
            value_threshold=float(entry["value_threshold"]),
            detection_threshold=float(entry["detection_threshold"]),
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
        features, told = flat_features(scored, detections, looks, size)
        confidence = np.where(seen, self.curve(log_odds(self.flat(features) * right)), scored.confidence)
        there = np.where(seen, self.die(die_features(scored, looks)), scored.there)
        agreed = find_agreement(scored, detections, looks)
        confidence = np.where(agreed, np.maximum(confidence, AGREED_CONFIDENCE), confidence)
        askew = np.where(looks.kinds[:, LEANS] >= MAY_LEAN, -features[:, OFF], 0)
        alone, flat = told < TOLD, looks.kinds[:, FLAT]
        unsure = alone & (flat < LIKELY_FLAT) & ~agreed & (detections.side < FILLS * min(size))
        confidence = np.where((askew >= ASKEW) | unsure, np.minimum(confidence, ASKEW_CONFIDENCE), confidence)
        slight = find_slight_doubts(scored, detections, looks)
        return replace(
            scored,
            there=np.where(agreed | (scored.there >= NEVER_DROPPED), np.maximum(there, scored.there), there),
            right=np.where(seen, right, scored.right),
            confidence=confidence,
            leans=np.where(seen, looks.kinds[:, LEANS], 0),
            second_face=find_second_faces(detections, looks, confidence),
            never_sure=slight | (askew >= SLIGHTLY_ASKEW) | (alone & (flat < SURELY_FLAT)),
            other=np.where(seen, looks.kinds[:, OTHER], 0),
            slant=find_slants(scored.there, looks),
        )


def _logistic(entry: dict[str, Any]) -> Logistic:
    mean, scale, slope = (tuple(map(float, entry[name])) for name in ("mean", "scale", "slope"))
    return Logistic(mean, scale, slope, float(entry["offset"]))


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

"""Calibration of confidence: how often values are right at each confidence, and a curve from scores to confidence."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import VisionError

Floats = NDArray[np.float64]

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Edges of the confidence bins, which are narrow where most values lie."""

SURE = 0.99
"""Nearly all values with this confidence or more have to be right."""


@dataclass(frozen=True, slots=True)
class Share:
    """`right` of `count`, with the bounds in which the true share lies in 95 of 100 cases."""

    count: int
    right: int

    @property
    def value(self) -> float | None:
        """The share; None if the count is 0."""
        return self.right / self.count if self.count else None

    @property
    def bounds(self) -> tuple[float, float]:
        """Wilson's score interval (1927)."""
        if not self.count:
            return 0.0, 1.0
        n, p, z = self.count, self.right / self.count, 1.96
        middle = p + z * z / (2 * n)
        reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)

    def to_json(self) -> dict[str, Any]:
        """Return counts, share and bounds."""
        low, high = self.bounds
        value = self.value
        return {
            "said": self.count,
            "right": self.right,
            "share": None if value is None else round(value, 5),
            "bounds": [round(low, 5), round(high, 5)],
        }


@dataclass(frozen=True, slots=True)
class ConfidenceBin:
    """Values with a confidence from `low` to `high`: their mean confidence and the share of right ones."""

    low: float
    high: float
    confidence: float
    share: Share


@dataclass(frozen=True, slots=True)
class Reliability:
    """How well the confidence is calibrated.

    `bins` are the bins that hold values. `error` is the expected calibration error (Naeini and others, 2015): the mean
    distance between confidence and share of right values, weighted by counts. `sure` is the share of right values among
    those with a confidence of 0.99 or more.
    """

    bins: tuple[ConfidenceBin, ...]
    error: float | None
    sure: Share

    @classmethod
    def measure(cls, said: Iterable[tuple[float, bool]], edges: Sequence[float] = EDGES) -> Self:
        """Return the reliability of values, each given by its confidence (0 to 1) and whether it is right.

        Raises VisionError.
        """
        pairs = list(said)
        confidence, right = _check([c for c, _ in pairs], [r for _, r in pairs])
        if pairs and (confidence.min() < 0 or confidence.max() > 1):
            raise VisionError("a confidence is 0 to 1: turn scores into confidences first")
        which = np.clip(np.searchsorted(edges, confidence, side="right") - 1, 0, len(edges) - 2)
        bins = []
        for n in np.unique(which).tolist():
            mine = which == n
            share = Share(int(mine.sum()), int(right[mine].sum()))
            bins.append(ConfidenceBin(edges[n], edges[n + 1], float(confidence[mine].mean()), share))
        apart = [b.share.count * abs(b.share.right / b.share.count - b.confidence) for b in bins]
        sure = confidence >= SURE
        error = sum(apart) / len(pairs) if pairs else None
        return cls(tuple(bins), error, Share(int(sure.sum()), int(right[sure].sum())))

    def to_json(self) -> dict[str, Any]:
        """Return bins, error, and the share of right values with a confidence of 0.99 or more."""
        return {
            "bins": [
                {"from": b.low, "to": b.high, "confidence": round(b.confidence, 5), **b.share.to_json()}
                for b in self.bins
            ],
            "expected_calibration_error": None if self.error is None else round(self.error, 5),
            "sure": {"confidence": SURE, **self.sure.to_json()},
        }


@dataclass(frozen=True, slots=True)
class Curve:
    """A rising curve from scores to confidences: linear between its knots, constant beyond them."""

    scores: tuple[float, ...]
    confidences: tuple[float, ...]

    def __post_init__(self) -> None:
        scores, confidences = _check(self.scores, self.confidences)
        rising = len(scores) and (np.diff(scores) > 0).all() and (np.diff(confidences) >= 0).all()
        if not rising or confidences[0] < 0 or confidences[-1] > 1:
            raise VisionError("a curve needs knots with rising scores and confidences from 0 to 1")

    def __call__(self, scores: ArrayLike) -> Floats:
        """Return the confidences of scores; the result has their shape."""
        return np.asarray(np.interp(np.asarray(scores, np.float64), self.scores, self.confidences))


def _check(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    x, y = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if x.ndim != 1 or x.shape != y.shape or not np.isfinite(x).all() or not np.isfinite(y).all():
        raise VisionError("predictions are two rows of finite numbers of one length: scores, and right or wrong")
    return x, y

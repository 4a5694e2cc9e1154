"""How far a sight is to be believed to be a die, and its value to be right: from all that the net said of it."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.evaluation.reliability import Curve
from vision.photograph.joined import Sights
from vision.photograph.net import Floats

BELIEF = Path(__file__).parent / "data" / "belief.json"

OVER = 0.6
"""Two faces whose middles are nearer, in sides of the larger, cannot both be tops of dice."""

UNDER = (0.35, 0.95, 0.6)
"""A side of a die is seen below its top: by so many sides at least and at most, and so far to the left or right."""

RARELY = 0.05
"""Where the belief in a top above it is more than this, a sight may be that die's side: its value is not sure."""

CALM = 8.0
"""No log-odds count for more than this."""

GEOMETRY = (12.0, 18.0)
"""What one unit of a pattern's correlation counts for, in log-probability, in each of the two ways in which pips are
told: chosen on folders the net had not seen."""

SURPRISE = 1e-3
"""The net's word is never held for less likely than this: it is then for geometry to say."""


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic regression: numbers are centred by ``mean``, divided by ``scale`` and weighed by ``slope``."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    slope: tuple[float, ...]
    offset: float

    def __call__(self, numbers: Floats) -> Floats:
        """Return the belief (n,), 0 to 1, in each row of numbers (n, k)."""
        z = np.clip((numbers - np.array(self.mean)) / np.array(self.scale), -4, 4) @ np.array(self.slope)
        return np.asarray(1 / (1 + np.exp(-np.clip(z + self.offset, -30, 30))), np.float32)


@dataclass(frozen=True, slots=True)
class Judged:
    """What is believed of each sight (n): ``there`` that it is a die, ``confidence`` that ``best`` is its value.

    ``unreadable`` (n,) is how likely the net holds it to be a die of which nobody should say a value, ``aside`` (n,)
    whether it may be the side of a die whose top is another sight.
    """

    there: Floats
    confidence: Floats
    best: NDArray[np.int64]
    unreadable: Floats
    aside: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Belief:
    """How sights are judged.

    ``alone`` says by itself, ``beside`` knowing the others, that a sight is a die; ``value`` that its likeliest value
    is right if it is one; ``curve`` leads from the log-odds of both to the confidence. ``see`` is the least belief for
    a die to be named, ``say`` the least confidence for its value to be said.
    """

    alone: Logistic
    beside: Logistic
    value: Logistic
    curve: Curve
    say: float
    see: float

    @classmethod
    def load(cls, path: Path = BELIEF) -> "Belief":
        """Return what was fitted and written."""
        entry: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        alone, near, value = (_logistic(entry[name]) for name in ("alone", "beside", "value"))
        scores, confidences = (tuple(map(float, entry["curve"][name])) for name in ("scores", "confidences"))
        return cls(alone, near, value, Curve(scores, confidences), float(entry["say"]), float(entry["see"]))

    def judge(self, sights: Sights, size: tuple[int, int], scale: float) -> Judged:
        """Return what is believed of the sights in a picture; ``size`` and ``scale`` as for ``summarise``."""
        summary = summarise(sights, size, scale)
        there = self.beside(beside(sights, self.alone(summary.alone)))
        confidence = self.curve(log_odds(there * self.value(summary.value))).astype(np.float32)
        return Judged(there, confidence, summary.best, np.exp(summary.likely[:, 0]), aside(sights, there > RARELY))


def log_odds(belief: Floats) -> Floats:
    """Return the log-odds of beliefs, within reason."""
    belief = np.clip(belief, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(belief / (1 - belief)), np.float32)


def _logistic(entry: dict[str, Any]) -> Logistic:
    mean, scale, slope = (tuple(map(float, entry[name])) for name in ("mean", "scale", "slope"))
    return Logistic(mean, scale, slope, float(entry["offset"]))


@dataclass(frozen=True, slots=True)
class Summary:
    """The views of each sight (n) taken together.

    ``alone`` (n, k) and ``value`` (n, m) are the numbers by which it is judged; ``likely`` (n, 7) are the mean
    log-probabilities of the net, made to add up to 1, that it is unreadable or shows 1 to 6, ``best`` (n,) is the value
    for which net and geometry speak most.
    """

    alone: Floats
    value: Floats
    likely: Floats
    best: NDArray[np.int64]


def summarise(sights: Sights, size: tuple[int, int], scale: float) -> Summary:
    """Return the views of each sight taken together, in a picture of ``size`` (width, height).

    ``scale`` is that of the largest size at which the net looked.
    """
    seen = ~np.isnan(sights.heat)
    count = np.maximum(seen.sum(axis=1), 1)
    heat = np.clip(np.where(seen, sights.heat, 0), -CALM, CALM)
    values = np.clip(np.where(seen[..., None], sights.values, 0), -CALM, 0)
    mean = heat.sum(axis=1) / count
    likely = values.sum(axis=1) / count[:, None]
    likely -= likely.max(axis=1, keepdims=True)
    likely -= np.log(np.exp(likely).sum(axis=1, keepdims=True))
    both = np.log(np.exp(likely[:, 1:]) + SURPRISE) + np.tensordot(sights.patterns, GEOMETRY, (1, 0))
    best = 1 + both.argmax(axis=1)
    mine = np.arange(1, 7) == best[:, None]
    lead = both[mine] - np.where(mine, -np.inf, both).max(axis=1)
    lying = np.moveaxis(sights.patterns, 1, 0)
    fit, rival = lying[:, mine], np.where(mine, -1, lying).max(axis=2)
    own = np.take_along_axis(values, best[:, None, None], axis=2)[..., 0]
    hottest = np.where(seen, heat, -CALM).max(axis=1)
    coldest = np.where(seen.any(axis=1), np.where(seen, heat, CALM).min(axis=1), -CALM)
    said = np.take_along_axis(likely, best[:, None], axis=1)[:, 0]
    margin = said - np.where(np.arange(7) == best[:, None], -np.inf, likely).max(axis=1)
    worst = np.where(seen, own, 0).min(axis=1)
    spread = np.sqrt((np.where(seen, heat - mean[:, None], 0) ** 2).sum(axis=1) / count)
    small = np.log(np.maximum(sights.side * scale, 1) / 20)
    border = np.minimum.reduce([sights.x, sights.y, size[0] - sights.x, size[1] - sights.y]) / sights.side
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
    return Summary(
        np.stack(alone, axis=-1).astype(np.float32), np.stack(value, axis=-1).astype(np.float32), likely, best
    )


def beside(sights: Sights, alone: Floats) -> Floats:
    """Return what the rest of the picture says of each sight, (n, k), first how far it is believed by itself."""
    far = np.hypot(sights.x[:, None] - sights.x, sights.y[:, None] - sights.y)
    over = far < OVER * np.maximum(sights.side[:, None], sights.side)
    np.fill_diagonal(over, val=False)
    rival = np.where(over, alone[None], 0)
    larger = sights.side[None] > 1.3 * sights.side[:, None]
    smaller = sights.side[None] * 1.3 < sights.side[:, None]
    logs = np.log(sights.side)
    # The size that most of the belief in the others agrees on; confident ones count, weak ones do not.
    others = np.broadcast_to(alone**3, far.shape).copy()
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


def aside(sights: Sights, tops: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether each sight (n,) may be the side of a die whose top is another one, one of the ``tops`` (n,)."""
    side = np.maximum(sights.side[:, None], sights.side)
    down, across = (sights.y[:, None] - sights.y) / side, np.abs(sights.x[:, None] - sights.x) / side
    alike = np.abs(np.log(sights.side[:, None] / sights.side)) < math.log(1.6)
    under = (down > UNDER[0]) & (down < UNDER[1]) & (across < UNDER[2]) & alike
    return np.asarray((under & tops).any(axis=1), np.bool_)


def select(sights: Sights, belief: Floats, least: float) -> list[int]:
    """Return the sights that are taken for dice, the most believed first; none lies over another."""
    taken: list[int] = []
    for n in np.argsort(-belief, kind="stable").tolist():
        if belief[n] < least:
            break
        far = np.hypot(sights.x[taken] - sights.x[n], sights.y[taken] - sights.y[n])
        if not (far < OVER * np.maximum(sights.side[taken], sights.side[n])).any():
            taken.append(n)
    return taken

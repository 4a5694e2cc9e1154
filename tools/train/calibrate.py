"""Fit how far sights are believed, on pictures that the net was not trained on, and choose what is said."""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.train.labels import UNREADABLE, Face, Picture
from vision.evaluation.reliability import isotonic
from vision.photograph.belief import RARELY, Belief, Logistic, aside, beside, log_odds, select, summarise
from vision.photograph.reader import Look
from vision.reading import Box

RIDGE = 2.0

NEAR, ALIKE = 0.45, 1.9
"""A sight is of a face if its middle is so near, in sides, and their sides are alike by this factor."""

WRONG_MOST = 0.005
"""Share of the values said that may be wrong where the least confidence for saying one is chosen; each folder counts
alike."""

LEAST_SAY, MOST_SAY = 0.9, 0.99
"""Between these lies the least confidence for saying a value: a face that lacks a pip has come to 0.89 as another."""

SEE = 0.5
"""The least belief for a die to be named: it is more likely than not."""


@dataclass(frozen=True, slots=True)
class Example:
    """What the net said of a picture (``look``) and what is true of it.

    ``die`` (n,) is 1 for sights that are dice, 0 for others, nan where nobody knows; ``value`` (n,) their true values.
    """

    picture: Picture
    look: Look
    die: NDArray[np.float64]
    value: NDArray[np.int64]


def example(picture: Picture, look: Look) -> Example:
    """Return which of the sights are the picture's dice: for each the hottest sight on it."""
    sights = look.sights
    die, value = np.zeros(len(sights)), np.zeros(len(sights), np.int64)
    mean = np.array([float(np.nanmean(row)) if not np.isnan(row).all() else -9.0 for row in sights.heat])
    for n in range(len(sights)):
        if _within(picture.ignore, float(sights.x[n]), float(sights.y[n])):
            die[n] = np.nan
    for face in picture.faces:
        on = np.flatnonzero(_on(face, sights.x, sights.y, sights.side))
        if len(on):
            die[on] = np.nan
            best = on[mean[on].argmax()]
            # A face that nobody should put a number on is a die too: seen, not read.
            die[best], value[best] = 1, face.value
    return Example(picture, look, die, value)


def trap(picture: Picture, look: Look) -> Example:
    """Return an example that claims nothing of dice that can be read, only of what is none and of what nobody can."""
    made = example(picture, look)
    made.die[(made.die == 1) & (made.value != UNREADABLE)] = np.nan
    return made


def _on(face: Face, x: NDArray[np.float32], y: NDArray[np.float32], side: NDArray[np.float32]) -> NDArray[np.bool_]:
    near = np.hypot(x - face.x, y - face.y) < NEAR * face.side
    return np.asarray(near & (np.abs(np.log(side / face.side)) < math.log(ALIKE)))


def _within(boxes: Iterable[Box], x: float, y: float) -> bool:
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def fit(examples: Sequence[Example], traps: Sequence[Example] = ()) -> Belief:
    """Return the belief that fits the examples; every folder counts alike, and so do the ``traps`` together.

    How often a value is right by its confidence, and the least confidence for saying one, come from the examples
    alone: how many traps there are among photographs nobody knows.
    """
    everything = [*examples, *traps]
    share = _shares(everything)
    made = [summarise(e.look.sights, e.look.size, e.look.scale) for e in everything]
    die = np.concatenate([e.die for e in everything])
    weight = np.concatenate([np.full(len(e.die), share[e.picture.folder]) for e in everything])
    known = ~np.isnan(die)
    alone = regress(np.concatenate([m.alone for m in made])[known], die[known], weight[known])
    rows = [beside(e.look.sights, alone(m.alone)) for e, m in zip(everything, made, strict=True)]
    near = regress(np.concatenate(rows)[known], die[known], weight[known])
    dice = die == 1
    right = (np.concatenate([m.best for m in made]) == np.concatenate([e.value for e in everything]))[dice]
    value = regress(np.concatenate([m.value for m in made])[dice], right.astype(float), weight[dice])
    scores, good, weights = [], [], []
    for e, m, row in zip(examples, made, rows, strict=False):
        there = near(row)
        score = log_odds(there * value(m.value))
        unsaid = aside(e.look.sights, there > RARELY) | np.isnan(e.die)
        for n in select(e.look.sights, there, RARELY):
            if not unsaid[n]:
                scores.append(float(score[n]))
                good.append(bool(e.die[n] == 1 and e.value[n] == m.best[n]))
                weights.append(share[e.picture.folder])
    curve = isotonic(scores, good)
    return Belief(alone, near, value, curve, _least(curve(scores), np.array(good), np.array(weights)), SEE)


def _least(said: NDArray[np.float64], good: NDArray[np.bool_], weight: NDArray[np.float64]) -> float:
    """Return the least belief from which on at most ``WRONG_MOST`` of the values said are wrong."""
    order = np.argsort(-said, kind="stable")
    wrong = np.cumsum((weight * ~good)[order]) / np.cumsum(weight[order])
    ends = np.append(np.diff(said[order]) != 0, np.True_)
    fine = np.flatnonzero(ends & (wrong <= WRONG_MOST))
    return float(np.clip(said[order][fine[-1]] if len(fine) else MOST_SAY, LEAST_SAY, MOST_SAY))


def _shares(examples: Sequence[Example]) -> dict[str, float]:
    dice: dict[str, float] = {}
    for e in examples:
        dice[e.picture.folder] = dice.get(e.picture.folder, 0.0) + max(1.0, float(np.nansum(e.die)))
    return {folder: 500 / max(count, 100) for folder, count in dice.items()}


def regress(numbers: NDArray[np.float32], right: NDArray[np.float64], weight: NDArray[np.float64]) -> Logistic:
    """Return the logistic regression of ``right`` (n,) on ``numbers`` (n, k), by Newton's method.

    No number counts against its sense, which is the larger the better: the worst that would is dropped until none does.
    """
    mean, scale = numbers.mean(axis=0, dtype=np.float64), numbers.std(axis=0, dtype=np.float64) + 1e-3
    z = np.concatenate([np.clip((numbers - mean) / scale, -4, 4), np.ones((len(numbers), 1))], axis=1)
    columns = np.arange(z.shape[1])
    while True:
        part = z[:, columns]
        ridge = np.diag(np.where(columns == z.shape[1] - 1, 1e-3, RIDGE))
        slope = np.zeros(len(columns))
        for _ in range(60):
            p = 1 / (1 + np.exp(-np.clip(part @ slope, -30, 30)))
            gradient = part.T @ (weight * (p - right)) + ridge @ slope
            step = np.linalg.solve((part.T * (weight * p * (1 - p) + 1e-6)) @ part + ridge, gradient)
            slope -= step * min(1.0, 3 / float(np.abs(step).max()))
            if np.abs(step).max() < 1e-5:
                break
        sensed = np.where(columns < z.shape[1] - 1, slope, 0)
        if sensed.min() >= 0:
            break
        columns = np.delete(columns, sensed.argmin())
    full = np.zeros(z.shape[1])
    full[columns] = slope
    return Logistic(_rounded(mean), _rounded(scale), _rounded(full[:-1]), round(float(full[-1]), 4))


def _rounded(row: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(x), 4) for x in row)


def write_belief(belief: Belief, path: Path) -> None:
    """Write what was fitted where the reader finds it."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(asdict(belief), indent=1) + "\n", encoding="utf-8")
    new.replace(path)

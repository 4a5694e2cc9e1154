"""Fit the confidence model to pictures that the net was not trained on, and to drawn traps."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robot.files import write_whole
from tools.train.augment import Recolour
from tools.train.labels import UNREADABLE, LabelledFace, Picture
from tools.train.scenes import scene
from tools.train.surfaces import make_tiles
from tools.train.view import drop_illegible
from vision.photograph.confidence_model import ConfidenceModel, Logistic
from vision.photograph.features import context_features, extract_features, pose_features
from vision.photograph.reader import PictureDetections
from vision.pictures import Image
from vision.reading import Box

FOLDER = "drawn"

COUNT = 300
"""Number of scenes, with some 150 unreadable dice and thousands of false detections."""

SIDE = 480

SEED = 0x7EAC
"""A seed that training does not use, so that the net has not seen these scenes."""


def traps(count: int = COUNT, seed: int = SEED) -> Iterator[tuple[Picture, Image]]:
    """Yield the drawn scenes of a seed with their truth, without files; equal arguments give equal scenes."""
    tiles, recolour = make_tiles(), Recolour()
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        image, target = scene(rng, SIDE, tiles)
        side = min((face.side for face in target.faces if face.value != UNREADABLE), default=40.0)
        image = recolour(rng, image, side)
        target = drop_illegible(image, target)
        yield Picture(f"{FOLDER}/{number:04}", Path(), target.faces, target.ignore), image


RIDGE = 2.0

NEAR, ALIKE = 0.45, 1.9
"""A detection belongs to a face if their centres are within NEAR sides and their sides differ by less than ALIKE."""


@dataclass(frozen=True, slots=True)
class Example:
    """The net's detections in a picture, and their truth.

    ``die`` (n,) is 1 for detections that are dice, 0 for others, and nan where the truth is unknown. ``value`` (n,) has
    their true values.
    """

    picture: Picture
    detected: PictureDetections
    die: NDArray[np.float64]
    value: NDArray[np.int64]


def example(picture: Picture, look: PictureDetections) -> Example:
    """Return the detections with their truth; on each die, the one with the highest mean heat is the die."""
    detections = look.detections
    die, value = np.zeros(len(detections)), np.zeros(len(detections), np.int64)
    mean = np.array([float(np.nanmean(row)) if not np.isnan(row).all() else -9.0 for row in detections.heat])
    for n in range(len(detections)):
        if _within(picture.ignore, float(detections.x[n]), float(detections.y[n])):
            die[n] = np.nan
    for face in picture.faces:
        on = np.flatnonzero(_on(face, detections.x, detections.y, detections.side))
        if len(on):
            die[on] = np.nan
            best = on[mean[on].argmax()]
            # An unreadable face is a die too: it counts as detected.
            die[best], value[best] = 1, face.value
    return Example(picture, look, die, value)


def trap(picture: Picture, look: PictureDetections) -> Example:
    """Return an example in which the truth of readable dice is unknown: only unreadable dice and other things count."""
    made = example(picture, look)
    made.die[(made.die == 1) & (made.value != UNREADABLE)] = np.nan
    return made


def _on(
    face: LabelledFace, x: NDArray[np.float32], y: NDArray[np.float32], side: NDArray[np.float32]
) -> NDArray[np.bool_]:
    near = np.hypot(x - face.x, y - face.y) < NEAR * face.side
    return np.asarray(near & (np.abs(np.log(side / face.side)) < math.log(ALIKE)))


def _within(boxes: Iterable[Box], x: float, y: float) -> bool:
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def fit_first_look(
    examples: Sequence[Example], model: ConfidenceModel, traps: Sequence[Example] = ()
) -> ConfidenceModel:
    """Return the model with the regressions before the second look fitted to the examples.

    All folders have the same weight, and so have all ``traps`` together.
    """
    everything = [*examples, *traps]
    share = _shares(everything)
    made = [extract_features(e.detected.detections, e.detected.size, e.detected.scale) for e in everything]
    die = np.concatenate([e.die for e in everything])
    weight = np.concatenate([np.full(len(e.die), share[e.picture.folder]) for e in everything])
    known = ~np.isnan(die)
    alone = fit_logistic(np.concatenate([m.alone for m in made])[known], die[known], weight[known])
    rows = [context_features(e.detected.detections, alone(m.alone)) for e, m in zip(everything, made, strict=True)]
    near = fit_logistic(np.concatenate(rows)[known], die[known], weight[known])
    dice = die == 1
    right = (np.concatenate([m.best for m in made]) == np.concatenate([e.value for e in everything]))[dice]
    judged = [
        np.column_stack(
            [m.value, pose_features(e.detected.detections, near(row) * (1 - np.exp(m.likely[:, 0])), e.detected.size)]
        )
        for e, m, row in zip(everything, made, rows, strict=True)
    ]
    value = fit_logistic(np.concatenate(judged)[dice], right.astype(float), weight[dice])
    return replace(model, alone=alone, in_context=near, value=value)


def _shares(examples: Sequence[Example]) -> dict[str, float]:
    dice: dict[str, float] = {}
    for e in examples:
        dice[e.picture.folder] = dice.get(e.picture.folder, 0.0) + max(1.0, float(np.nansum(e.die)))
    return {folder: 500 / max(count, 100) for folder, count in dice.items()}


def fit_logistic(numbers: NDArray[np.float32], right: NDArray[np.float64], weight: NDArray[np.float64]) -> Logistic:
    """Return the logistic regression of ``right`` (n,) on ``numbers`` (n, k), by Newton's method.

    All features are defined so that larger is better. While a slope is negative, the feature with the most negative
    slope is dropped.
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
    return Logistic(_round(mean), _round(scale), _round(full[:-1]), round(float(full[-1]), 4))


def _round(row: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(x), 4) for x in row)


def save_model(model: ConfidenceModel, path: Path) -> None:
    """Write the fitted model as the JSON file that the reader loads; an existing file is replaced as a whole."""
    write_whole(path, (json.dumps(asdict(model), indent=1) + "\n").encode())

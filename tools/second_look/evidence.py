"""Fit the second look's part of the confidence model: `python -m tools.second_look.evidence --leaning DIR --odd DIR`.

DIR are folders that `python -m tools.path_traced` and `python -m tools.odd_things` wrote; training photographs and
drawn traps are added. This fits the regressions `die`, `flat` and `agreed` of the confidence model, and its curve. The
other regressions and the thresholds do not change.
"""

import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from robot.verbs.parser import Parser
from tools.train.calibrate import FOLDER, Example, example, fit_logistic, save_model, trap, traps
from tools.train.labels import FITTED_ON, UNREADABLE, LabelledFace, Picture, load_pictures
from tools.train.options import PHOTOGRAPHS
from vision.errors import VisionError
from vision.evaluation.labels import load_labels
from vision.evaluation.reliability import Curve
from vision.photograph.confidence_model import LIKELY_TOP, MODEL, ConfidenceModel, select_dice
from vision.photograph.features import ScoredDetections, agreement_features, die_features, flat_features, log_odds
from vision.photograph.net import Net
from vision.photograph.reader import detect, look_twice
from vision.photograph.second_look import Looks, SecondLook
from vision.pictures import Image, load_picture

ODD, LEANING = "odd", "leaning"

WEIGHTS = {LEANING: 1000.0, ODD: 100.0, FOLDER: 100.0}
"""The total weights of all detections of leaning dice, of odd things, and of drawn traps. Their frequency in
photographs is unknown: the curve does not use them."""

COMMON = 1000.0
"""The total weight of all detections in a folder of photographs."""

GRID = tuple(float(n) / 4 for n in range(-24, 33))
"""The log-odds of the curve's points."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A picture with its truth, and the results of both looks for its detections."""

    example: Example
    scored: ScoredDetections
    looks: Looks

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether each detection (n,) had a second look and its truth is known."""
        return ~np.isnan(self.looks.kinds[:, 0]) & ~np.isnan(self.example.die)

    @property
    def flat(self) -> NDArray[np.bool_]:
        """Whether each detection (n,) is a die that lies flat."""
        return np.asarray((self.example.die == 1) & (self.example.value != UNREADABLE), np.bool_)


def look_at(pictures: Iterable[tuple[Picture, Image]], model: ConfidenceModel) -> Iterator[LookedAt]:
    """Yield the pictures with the results of both looks."""
    net, second = Net(), SecondLook()
    for picture, image in pictures:
        look, seen = detect(net, image)
        made = (trap if picture.folder == FOLDER else example)(picture, look)
        yield LookedAt(made, *look_twice(look, seen, second, model))


def fit_evidence(pictures: Sequence[LookedAt], model: ConfidenceModel) -> ConfidenceModel:
    """Return the model after fitting the second look's regressions and curve; for weights see ``WEIGHTS``."""
    counts = Counter[str]()
    for p in pictures:
        counts[p.example.picture.folder] += int(p.known.sum())
    share = {folder: WEIGHTS.get(folder, COMMON) / max(count, 1) for folder, count in counts.items()}
    weight = np.concatenate([np.full(p.known.sum(), share[p.example.picture.folder]) for p in pictures])
    die = np.concatenate([(p.example.die == 1)[p.known] for p in pictures])
    flat = np.concatenate([p.flat[p.known] for p in pictures])
    right = np.concatenate([(p.example.value == p.scored.best)[p.known] for p in pictures])
    made = [
        (
            die_features(p.scored, p.looks)[p.known],
            flat_features(p.scored, p.example.detected.detections, p.looks, p.example.detected.size)[0][p.known],
            agreement_features(p.scored, p.looks)[p.known],
        )
        for p in pictures
    ]
    of_die, of_flat, of_value = (np.concatenate(part) for part in zip(*made, strict=True))
    fitted = replace(
        model,
        die=fit_logistic(of_die, die.astype(float), weight),
        flat=fit_logistic(of_flat, flat.astype(float), weight),
        agreed=fit_logistic(of_value[flat], right[flat].astype(float), weight[flat]),
    )
    return calibrate(pictures, fitted)


def calibrate(pictures: Sequence[LookedAt], model: ConfidenceModel) -> ConfidenceModel:
    """Return the model with a curve that is fitted to the photographs among the pictures."""
    scores, right = [], []
    for p in pictures:
        if p.example.picture.folder in WEIGHTS:
            continue
        look = p.example.detected
        detections = look.detections
        flat = model.flat(flat_features(p.scored, detections, p.looks, look.size)[0])
        score = log_odds(flat * model.agreed(agreement_features(p.scored, p.looks)))
        there = np.where(p.known, model.die(die_features(p.scored, p.looks)), 0)
        for n in select_dice(detections, there, LIKELY_TOP):
            if not p.scored.may_be_side_face[n]:
                scores.append(float(score[n]))
                right.append(float(p.flat[n] and p.example.value[n] == p.scored.best[n]))
    # A logistic curve (Platt, 1999): there are too few doubtful values for a step curve.
    fitted = fit_logistic(np.array(scores, np.float32)[:, None], np.array(right), np.ones(len(right)))
    slope = fitted.slope[0] / fitted.scale[0]
    sure = 1 / (1 + np.exp(-slope * (np.array(GRID) - fitted.mean[0]) - fitted.offset))
    return replace(model, curve=Curve(GRID, tuple(np.minimum(sure, 1 - 1 / (len(right) + 2)).round(5).tolist())))


def read_photographs(root: Path) -> Iterator[tuple[Picture, Image]]:
    """Return the photographs in the folders ``FITTED_ON``, with their truth. Raises VisionError."""
    pictures = load_pictures(root, FITTED_ON)
    return ((picture, load_picture(picture.path)) for picture in pictures)


def read_odd_things(folder: Path) -> Iterator[tuple[Picture, Image]]:
    """Return the pictures, without flat dice, of a folder that tools.odd_things wrote. Raises VisionError."""
    files = [label.file for label in load_labels(folder)]
    return ((Picture(f"{ODD}/{file}", folder / file, (), ()), load_picture(folder / file)) for file in files)


def read_leaning_dice(folder: Path) -> Iterator[tuple[Picture, Image]]:
    """Return the pictures of a folder that tools.path_traced wrote; leaning dice are unreadable. Raises OSError."""
    entries = [json.loads(line) for line in (folder / "poses.jsonl").read_text(encoding="utf-8").splitlines()]
    truths = [(entry["file"], tuple(_top_face(die) for die in entry["dice"])) for entry in entries]
    return (
        (Picture(f"{LEANING}/{file}", folder / file, faces, ()), load_picture(folder / file)) for file, faces in truths
    )


def _top_face(die: dict[str, Any]) -> LabelledFace:
    corners = np.array(die["top"], np.float32)
    x, y = corners.mean(axis=0).tolist()
    return LabelledFace(x, y, math.sqrt(cv2.contourArea(corners)), UNREADABLE if die["leans"] else die["value"])


def main(arguments: list[str] | None = None) -> int:
    parser = Parser("python -m tools.second_look.evidence", __doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOGRAPHS, help="labelled photographs")
    parser.add_argument("--leaning", type=Path, required=True, metavar="DIR", help="dice, some of which lean")
    parser.add_argument("--odd", type=Path, required=True, metavar="DIR", help="pictures of odd things")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        model = ConfidenceModel.load()
        made = read_leaning_dice(options.leaning), read_odd_things(options.odd)
        sources = *made, read_photographs(options.photos), traps()
        save_model(fit_evidence(list(look_at(chain(*sources), model)), model), MODEL)
    except (VisionError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How fast and how well photographs are read, beside the popular recipe: SimpleBlobDetector and DBSCAN."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tests.support.photographs import PHOTOS
from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.bench._figure import figure, times
from vision.evaluation.evaluate import ReadingScore, load_labels, score_reading
from vision.photograph.reader import PhotographReader
from vision.picture_reader import PictureReader
from vision.pictures import Image, load_picture
from vision.reading import Die, Reading

TRIES = 5
EVERY = 20
NEAR = 40.0
"""Pixels between pips of one die in the recipe."""


class BlobDetector:
    """Round blobs, and as many as lie near each other are a die."""

    def __init__(self) -> None:
        parameters = cv2.SimpleBlobDetector.Params()
        parameters.filterByInertia = True
        parameters.minInertiaRatio = 0.6
        self._detector = cv2.SimpleBlobDetector.create(parameters)

    def read(self, *exposures: Image) -> Reading:
        blobs = self._detector.detect(cv2.medianBlur(exposures[0], 7))
        if not blobs:
            return Reading(())
        places = np.array([blob.pt for blob in blobs])
        groups = clustered(places, NEAR)
        dice = []
        for group in range(groups.max() + 1):
            own = places[groups == group]
            if len(own) <= 6:
                (x0, y0), (x1, y1) = own.min(axis=0) - 10, own.max(axis=0) + 10
                dice.append(Die(len(own), 1.0, (x0, y0, x1, y1), 0.0))
        return Reading(tuple(dice))


def clustered(places: np.ndarray, near: float) -> np.ndarray:
    """Return the number of each point's cluster: DBSCAN where a single point is enough (Ester and others, 1996)."""
    linked = np.linalg.norm(places[:, None] - places[None], axis=-1) <= near
    groups = np.full(len(places), -1)
    for first in range(len(places)):
        if groups[first] >= 0:
            continue
        groups[first] = groups.max() + 1
        waiting = [first]
        while waiting:
            new = np.flatnonzero(linked[waiting.pop()] & (groups < 0))
            groups[new] = groups[first]
            waiting.extend(new.tolist())
    return groups


def run() -> Iterator[str]:
    """Yield the lines: time on one core on the same pictures, then scores on the same photographs."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield from _speed(
            "drawn", draw([DrawnDie(1 + n % 6, 200 + 240 * n, 600, 90, 13 * n) for n in range(6)], (1600, 1200))
        )
        if not (PHOTOS / "labels.jsonl").is_file():
            yield f"no labelled photographs at {PHOTOS}: set PIPSQUEAK_PHOTOS to their folder"
            return
        wood, carpet = (load_picture(PHOTOS / name) for name in ("matteo/0050.jpg", "damian/0040.jpg"))
        for what, picture in (("a table", wood), ("carpet", carpet)):
            yield from _speed(
                what, np.asarray(cv2.resize(picture, (1600, 1200), interpolation=cv2.INTER_CUBIC), np.uint8)
            )
        yield from _scores(PHOTOS)
    finally:
        cv2.setNumThreads(threads)


def _speed(what: str, picture: Image) -> Iterator[str]:
    ours, theirs = (
        times((partial(reader.read, picture) for _ in range(TRIES)), time.process_time).median
        for reader in (PhotographReader(), BlobDetector())
    )
    yield figure(f"a photograph of 1600 x 1200 read, {what}", ours, "SimpleBlobDetector + DBSCAN, same picture", theirs)


def _scores(photos: Path) -> Iterator[str]:
    labels = [label for label in load_labels(photos) if label.kind == "scene"][::EVERY]
    readers: dict[str, PictureReader] = {"ours": PhotographReader(), "SimpleBlobDetector + DBSCAN": BlobDetector()}
    for name, reader in readers.items():
        total = ReadingScore()
        for label in labels:
            picture = load_picture(photos / label.file)
            total += score_reading(label, reader.read(picture), (picture.shape[1], picture.shape[0]))
        yield (
            f"{name}: of {total.pictures} photographs {total.right / total.pictures:.0%} wholly right, "
            f"{total.wrong / total.pictures:.0%} with a wrong value; of {total.said} values said "
            f"{total.correct / max(total.said, 1):.0%} are right"
        )

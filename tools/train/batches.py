"""Batches of real and drawn crops with their truth; equal seeds and steps give equal bytes."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Empty
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.train.augment import SIDES, Recolour
from tools.train.labels import FOLDERS, UNREADABLE, load_pictures
from tools.train.real import Photographs, collage
from tools.train.scenes import draw_ground, scene
from tools.train.surfaces import Tiles, make_tiles
from tools.train.things import clutter
from tools.train.view import CropTruth, cut, drop_illegible
from vision.errors import VisionError
from vision.pictures import Image

Batch: TypeAlias = tuple[NDArray[np.uint8], list[CropTruth]]
"""Images (n, size, size, 3), BGR, and the truth of each."""

ON_PHOTOGRAPHS = 0.22
"""Share of the drawn dice that are drawn into photographs."""

CUT_OUT = 0.2
"""Share of the real crops with dice that are cut out and pasted elsewhere."""

EDGED = 0.12
"""Share of the crops that reach beyond a picture's edge; the last pixels are repeated there."""

AHEAD = 6
"""Batches that are made in advance."""

PATIENCE = 2.0
"""Seconds without a batch after which the process that makes them is checked."""


class TrainingError(VisionError):
    """An error that stops a training."""


@dataclass(frozen=True, slots=True)
class BatchRecipe:
    """The composition of batches: root and folders of photographs, seed, size and number of crops, drawn share."""

    root: Path
    folders: tuple[str, ...] = FOLDERS
    seed: int = 1
    size: int = 256
    count: int = 16
    drawn: float = 0.45


@dataclass(slots=True)
class BatchMaker:
    """A maker of the batches of a recipe, for any step."""

    recipe: BatchRecipe
    photographs: Photographs = field(init=False)
    _recolour: Recolour = field(init=False)
    _tiles: Tiles = field(init=False)

    def __post_init__(self) -> None:
        self._tiles = make_tiles()
        self.photographs = Photographs(load_pictures(self.recipe.root, self.recipe.folders), self._tiles)
        self._recolour = Recolour()

    def batch(self, step: int) -> Batch:
        """Return the batch of ``step``; equal recipes and steps give equal bytes."""
        recipe = self.recipe
        images = np.empty((recipe.count, recipe.size, recipe.size, 3), np.uint8)
        targets = []
        for n in range(recipe.count):
            rng = np.random.default_rng((recipe.seed, step, n))
            images[n], target = self._crop(rng)
            targets.append(target)
        return images, targets

    def _crop(self, rng: np.random.Generator) -> tuple[Image, CropTruth]:
        size, kind = self.recipe.size, rng.random()
        if len(self.photographs) == 0 or kind < self.recipe.drawn * (1 - ON_PHOTOGRAPHS):
            image, target = scene(rng, size, self._tiles)
        else:
            image, target = self.photographs.crop(rng, size)
            if kind < self.recipe.drawn:
                image, target = scene(rng, size, self._tiles, (image, target))
            elif kind < self.recipe.drawn + (1 - self.recipe.drawn) * CUT_OUT:
                image, target = self._collage(rng, (image, target))
        if rng.random() < EDGED:
            image, target = crop_at_edge(rng, image, target)
        side = min((face.side for face in target.faces if face.value != UNREADABLE), default=40.0)
        image = self._recolour(rng, image, side)
        return image, drop_illegible(image, target)

    def _collage(self, rng: np.random.Generator, base: tuple[Image, CropTruth]) -> tuple[Image, CropTruth]:
        low, high = SIDES
        side = low * (high / low) ** float(rng.random())
        if rng.random() < 0.6:
            ground = draw_ground(rng, self.recipe.size, side, self._tiles)
            if rng.random() < 0.4:
                clutter(rng, ground, side, int(rng.geometric(0.4)))
            base = ground, CropTruth()
        count = min(1 + int(rng.geometric(0.25)), max(1, round((self.recipe.size / side) ** 2 / 5)))
        return collage(rng, base, self.photographs.cutouts(rng, side, count))


def crop_at_edge(rng: np.random.Generator, image: Image, target: CropTruth) -> tuple[Image, CropTruth]:
    """Return a crop (size, size, 3) that reaches beyond the picture's edge; its last row or column is repeated."""
    size = len(image)
    end = int(rng.integers(size // 2, size))
    which = int(rng.integers(4))
    image = image.copy()
    turned = np.rot90(image, which)
    turned[end:] = turned[end - 1]
    frame = ((0, 0, size, end), (size - end, 0, size, size), (0, size - end, size, size), (0, 0, end, size))[which]
    return image, cut(target, frame)


def batches(recipe: BatchRecipe, start: int = 0) -> Iterator[Batch]:
    """Yield the batches of ``recipe`` from step ``start`` on, without end. Raises VisionError and PictureError."""
    kitchen = BatchMaker(recipe)
    step = start
    while True:
        yield kitchen.batch(step)
        step += 1


@contextlib.contextmanager
def prefetch(recipe: BatchRecipe, start: int = 0) -> Iterator[Iterator[Batch]]:
    """Yield the batches of ``batches``; another process makes them in advance, until the context ends.

    Taking a batch raises the errors of ``batches``, and TrainingError if the process has ended.
    """
    context = multiprocessing.get_context("spawn")
    queue: Queue[Any] = context.Queue(AHEAD)
    worker = context.Process(target=_serve, args=(recipe, start, queue), daemon=True)
    worker.start()
    try:
        yield _take(queue, worker)
    finally:
        worker.terminate()
        worker.join()
        queue.close()


def _take(queue: "Queue[Any]", worker: BaseProcess) -> Iterator[Batch]:
    while True:
        try:
            item = queue.get(timeout=PATIENCE)
        except Empty:
            if worker.is_alive():
                continue
            raise TrainingError(
                f"the process that makes batches ended with code {worker.exitcode}: free memory and resume"
            ) from None
        if isinstance(item, Exception):
            raise item
        yield item


def _serve(recipe: BatchRecipe, start: int, queue: "Queue[Any]") -> None:
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the training, which ends this process
    cv2.setNumThreads(1)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        for item in batches(recipe, start):
            queue.put(item)
    except Exception as error:  # noqa: BLE001  taking a batch raises it again
        queue.put(error)


def _end_with_parent() -> None:
    """End this process after its parent has ended, because nothing takes its batches any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

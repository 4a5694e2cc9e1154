"""The time to draw and to read pictures on one core, compared with a popular recipe."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from scipy.sparse.csgraph import connected_components

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.table import FRAMES_A_SECOND
from tests.support.photographs import PHOTOS
from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.table_scenes import PLATE, table_scenes
from tools.bench.timing import figure, format_duration, one_core, time_of_children, times
from vision.photograph.reader import PhotographReader
from vision.pictures import Image, load_picture
from vision.reading import Die, Reading
from vision.table.lights import grey
from vision.table.plate import Lens
from vision.table.reader import TableReader
from vision.table.rectify import find_view

THROWS, FRAMES = 60, 200
BOTH, LEFT = Exposure(1, 1), Exposure(1, 0)
TABLE_LIMIT, TABLE_FRAMES = 0.015, 30
"""The limit in seconds for a frame of 1280 x 720 with six dice on one core, and the number of frames."""
PHOTOGRAPH_LIMIT, START_LIMIT = 0.13, 0.7
"""The limits of processor time in seconds for a photograph of 1600 x 1200, and for `pipsqueak read` of a small one."""
TRIES = 5
NEAR = 40.0
"""The largest distance in pixels between pips of one die, in the recipe."""


def picture() -> Iterator[str]:
    """Yield the processor time in which the simulated table draws a frame."""
    with one_core():
        clock, machine = time.process_time, dimensions()
        renderer, chance = Renderer(machine, Mounting.from_seed(1)), Chance(1, machine)
        for light in (BOTH, LEFT):
            renderer.picture(Scene(), light, (0,))
        wells = range(1, len(machine["wells"]["centres"]) + 1)
        scenes = [Scene(tuple(SeenDie(chance.pose(n, well), well) for well in wells)) for n in range(THROWS)]
        # Each throw is drawn twice in turn: as a new throw, then under the other light.
        afresh, other = np.median(
            [
                [
                    times([partial(renderer.picture, scene, light, (n, k))], clock).best
                    for k, light in ((1, BOTH), (2, LEFT))
                ]
                for n, scene in enumerate(scenes)
            ],
            axis=0,
        ).tolist()
        again = times([partial(renderer.picture, scenes[-1], LEFT, (n, 3)) for n in range(FRAMES)], clock).median
        shown = renderer.picture(scenes[-1], LEFT, (1,))
        noise = np.ones(shown.shape, np.int16)
        bare = times([partial(cv2.add, shown, noise, dtype=cv2.CV_8U)] * FRAMES, clock).median
    between, frame = "time between two frames", 1 / FRAMES_A_SECOND
    yield figure("a new throw of six dice drawn (median)", afresh, between, frame)
    yield figure("the same under other light (median)", other, between, frame)
    yield figure("a further frame, by its noise (median)", again, "the same size of noise merely added", bare)


def vision_table() -> Iterator[str]:
    """Yield the time to read a frame of the table, compared with converting it to grey and rectifying it once."""
    with one_core():
        both = [look.exposures for look in table_scenes(1, TABLE_FRAMES, ("both",))]
        halves = [look.exposures for look in table_scenes(1, TABLE_FRAMES)]
        bare = times([partial(_bare, frame[0]) for frame in both]).median
        beside = f"the same frame in grey and flat, {1e3 * bare:.2f} ms; the limit"
        focal = PLATE.focal(1280)
        # A distortion so small that the pictures fit; correcting it takes as long as any other.
        bent = replace(PLATE, lens=Lens((1280, 720), (focal, focal), (639.5, 359.5), (1e-4, 0, 0, 0, 0)))
        for what, plate, scenes, limit in (
            ("six dice in the wells, one frame, median", PLATE, both, TABLE_LIMIT),
            ("the same through a lens that bends, median", bent, both, TABLE_LIMIT),
            ("six dice in the wells, left and right, median", PLATE, halves, 2 * TABLE_LIMIT),
        ):
            yield figure(what, _median_read(TableReader(plate), scenes), beside, limit)


def _median_read(reader: TableReader, scenes: Sequence[Sequence[Image]]) -> float:
    reader.read(*scenes[0])
    return times([partial(reader.read, *exposures) for exposures in scenes]).median


def _bare(image: Image) -> None:
    shown = grey(image)
    view = find_view(shown, PLATE)
    assert view is not None
    view.rectify(shown, PLATE.well_top, (60.0, 60.0, 170.0, 140.0), 3.0)


def vision() -> Iterator[str]:
    """Yield the time to read photographs, compared with the recipe, and the time of the whole command."""
    drawn = draw([DrawnDie(1 + n % 6, 200 + 240 * n, 600, 90, 13 * n) for n in range(6)], (1600, 1200))
    with one_core():
        yield _speed("drawn", drawn)
        for what, name in (("a table", "matteo/0050.jpg"), ("carpet", "damian/0040.jpg")):
            if not (PHOTOS / name).is_file():
                yield f"no photograph {PHOTOS / name}: set PIPSQUEAK_PHOTOS to the folder of photographs"
                continue
            large = cv2.resize(load_picture(PHOTOS / name), (1600, 1200), interpolation=cv2.INTER_CUBIC)
            yield _speed(what, np.asarray(large, np.uint8))
    with TemporaryDirectory() as folder:
        small = Path(folder) / "two-dice.jpg"
        dice = draw([DrawnDie(5, 200, 300, 70), DrawnDie(2, 500, 200, 70, 30)], (720, 576))
        small.write_bytes(cv2.imencode(".jpg", dice)[1].tobytes())
        command = [sys.executable, "-m", "robot", "read", str(small)]
        home = {**os.environ, "PIPSQUEAK_HOME": folder}
        run = partial(subprocess.run, command, check=True, capture_output=True, env=home)
        taken = times([run] * TRIES, time_of_children).median
    yield figure("`pipsqueak read` of 720 x 576 with two dice", taken, "the limit", START_LIMIT)


def _speed(what: str, image: Image) -> str:
    ours, theirs = (
        times((partial(reader.read, image) for _ in range(TRIES)), time.process_time).median
        for reader in (PhotographReader(), BlobDetector())
    )
    beside = f"SimpleBlobDetector + DBSCAN: {format_duration(theirs)}; the limit"
    return figure(f"a photograph of 1600 x 1200 read, {what}", ours, beside, PHOTOGRAPH_LIMIT)


class BlobDetector:
    """The popular recipe: find round blobs; each cluster is a die (DBSCAN with clusters of one point or more)."""

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
        count, groups = connected_components(np.linalg.norm(places[:, None] - places[None], axis=-1) <= NEAR)
        dice = []
        for group in range(count):
            own = places[groups == group]
            if len(own) <= 6:
                (x0, y0), (x1, y1) = own.min(axis=0) - 10, own.max(axis=0) + 10
                dice.append(Die(len(own), 1.0, (x0, y0, x1, y1), 0.0))
        return Reading(tuple(dice))

"""How fast the simulated table is drawn, beside the time between two frames and a bare addition of noise."""

import time
from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SeenDie
from hardware.sim.table import FRAMES_A_SECOND
from tools.bench._figure import figure, times

THROWS, FRAMES = 60, 200
BOTH, LEFT = Exposure(1, 1), Exposure(1, 0)


def run() -> Iterator[str]:
    """Measure on one core, in its own time: others may be busy on this machine."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield from _measured()
    finally:
        cv2.setNumThreads(threads)


def _measured() -> Iterator[str]:
    clock, machine = time.process_time, dimensions()
    begun = clock()
    renderer, chance = Renderer(machine, Mounting.seeded(1)), Chance(1, machine)
    made = clock() - begun
    for light in (BOTH, LEFT):
        renderer.picture(Scene(), light, (0,))
    wells = range(1, len(machine["wells"]["centres"]) + 1)
    scenes = [Scene(tuple(SeenDie(chance.pose(n, well), well) for well in wells)) for n in range(THROWS)]
    frame = 1 / FRAMES_A_SECOND
    between = "time between two frames"
    # Each throw is drawn twice in turn: afresh, then under the other light.
    taken = [
        (
            times([partial(renderer.picture, scene, BOTH, (n, 1))], clock).best,
            times([partial(renderer.picture, scene, LEFT, (n, 2))], clock).best,
        )
        for n, scene in enumerate(scenes)
    ]
    again = times([partial(renderer.picture, scenes[-1], LEFT, (n, 3)) for n in range(FRAMES)], clock).median
    picture = renderer.picture(scenes[-1], LEFT, (1,))
    noise = np.ones(picture.shape, np.int16)
    bare = times([partial(cv2.add, picture, noise, dtype=cv2.CV_8U)] * FRAMES, clock).median
    yield figure("a new throw of six dice drawn (median)", float(np.median([a for a, _ in taken])), between, frame)
    yield figure("the same under other light (median)", float(np.median([b for _, b in taken])), between, frame)
    yield figure("a further frame, by its noise (median)", again, "the same size of noise merely added", bare)
    yield figure("plate, wells and lid drawn, once for each camera", made, between, frame)

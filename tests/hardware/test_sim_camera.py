"""The simulated camera: when its frames began, what its faults do, and the same bytes for the same seed."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.clock import SystemClock, VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import CameraError, Failure
from hardware.sim.camera import SimulatedCamera
from hardware.sim.lens import HEIGHT, WIDTH, CameraLens, Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SceneFault
from hardware.sim.table import SimulatedTable
from tests.support.hardware.failures import raises

DIMENSIONS = dimensions()
PERIOD = 1 / 30


class Sketcher(Renderer):
    """Paints quickly: one grey by the light, a pixel by the lens, another by the dice, and a row of noise."""

    def __init__(self, dimensions: Mapping[str, Any], mounting: Mounting, _: float) -> None:
        self.lens = CameraLens(dimensions, mounting)

    def picture(self, scene: Scene, exposure: Exposure, seed: tuple[int, ...]) -> NDArray[np.uint8]:
        image = np.full((HEIGHT, WIDTH, 3), 20 + 50 * exposure.strength * (exposure.left + exposure.right), np.uint8)
        image[0] = np.random.default_rng(seed).integers(0, 256, (WIDTH, 3))
        image[1, 0] = np.abs(self.lens.project(np.array([100.0, 100.0, 0.0])))[0] % 256
        image[1, 1] = hash(scene) % 256
        return image

    def close(self) -> None:
        pass


@pytest.fixture
def looked_at() -> Iterator[tuple[SimulatedTable, VirtualClock, SimulatedCamera]]:
    clock = VirtualClock()
    table = SimulatedTable(12, clock, DIMENSIONS)
    with SimulatedCamera(table, clock, painter=Sketcher) as camera:
        yield table, clock, camera


@pytest.mark.parametrize("late", [False, True])
def test_a_frame_after_began_later_and_no_later_than_need_be(
    looked_at: tuple[SimulatedTable, VirtualClock, SimulatedCamera], late: bool
) -> None:
    table, clock, camera = looked_at
    behind = PERIOD * (4 if late else 1)
    table.switch(SceneFault.LATE, float(late))
    clock.sleep(1.0)
    for step in (0.0, PERIOD / 3, PERIOD, 0.777, 1.0):
        clock.sleep(step)
        now = clock.now()
        assert now - behind - PERIOD - 1e-9 <= camera.frame().time <= now - behind + 1e-9
        assert clock.now() == now, "the newest frame is to be had at once"
        for after in (now - 0.5, now, now + 0.25):
            frame = camera.frame(after=after)
            assert frame.time > after
            assert frame.time <= max(after + PERIOD, clock.now() - behind) + 1e-9
            assert clock.now() >= frame.time + behind - 1e-9


def test_a_late_camera_shows_the_old_light(looked_at: tuple[SimulatedTable, VirtualClock, SimulatedCamera]) -> None:
    table, clock, camera = looked_at
    table.light(True, True)
    clock.sleep(1.0)
    table.switch(SceneFault.LATE)
    table.light(False, False)
    changed = clock.now()
    clock.sleep(2.5 * PERIOD)
    old, new = camera.frame(), camera.frame(after=changed)
    assert old.time < changed < new.time
    assert old.image.mean() > 60
    assert new.image.mean() < 40


def test_a_frozen_camera_repeats_itself(looked_at: tuple[SimulatedTable, VirtualClock, SimulatedCamera]) -> None:
    table, clock, camera = looked_at
    table.light(True, True)
    clock.sleep(1.0)
    one, two = camera.frame(), camera.frame(after=clock.now())
    assert not np.array_equal(one.image, two.image), "living frames differ by their noise"
    table.switch(SceneFault.FROZEN)
    clock.sleep(0.2)
    table.shake()
    first = camera.frame(after=clock.now())
    clock.sleep(2.0)
    for _ in range(100):
        table.light(False, False)
    second = camera.frame(after=clock.now())
    assert second.time > first.time
    assert np.array_equal(first.image, second.image)
    table.switch(SceneFault.FROZEN, 0)
    assert not np.array_equal(camera.frame(after=clock.now()).image, second.image)


def test_an_unplugged_camera_comes_back(looked_at: tuple[SimulatedTable, VirtualClock, SimulatedCamera]) -> None:
    table, clock, camera = looked_at
    table.switch(SceneFault.UNPLUGGED)
    with raises(Failure.CAMERA_LOST, match="unplugged"):
        camera.frame()
    table.switch(SceneFault.UNPLUGGED, 0)
    assert camera.frame(after=clock.now()).image.shape == (720, 1280, 3)


def game(asked_more: int) -> list[bytes]:
    clock = VirtualClock()
    table = SimulatedTable(99, clock, DIMENSIONS)
    pictures = []
    with SimulatedCamera(table, clock, mounting=Mounting.from_seed(1)) as camera:
        for light in ((True, True), (True, False), (False, True)):
            table.light(*light)
            if light == (True, True):
                table.shake()
                clock.sleep(2.0)
            for _ in range(asked_more):
                camera.frame()
            pictures.append(camera.frame(after=clock.now()).image.tobytes())
    return pictures


def test_the_same_seed_gives_the_same_bytes_however_often_it_is_asked() -> None:
    first = game(0)
    assert first == game(3)
    assert len(set(first)) == 3


def test_a_closed_camera_is_closed() -> None:
    clock = SystemClock(rate=100)
    camera = SimulatedCamera(SimulatedTable(1, clock, DIMENSIONS), clock)
    assert camera.frame(after=clock.now()).time > 0
    camera.close()
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.frame()

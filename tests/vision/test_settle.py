import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.table import SHAKE_SECONDS, SimulatedTable
from tests.vision.plate_drawing import PLATE, Cube, draw
from vision.settle import Settle

SIX = [Cube(x + 2, y - 1, n, yaw=13.0 * n) for n, (x, y) in enumerate(PLATE.well_centres, start=1)]
FREE = Cube(240.0, 90.0, 3, 20.0, floor=PLATE.tray_floor)


def moved(cube: Cube, **changes: float) -> list[Cube]:
    """Return the six dice with one of them changed."""
    changed = {name: getattr(cube, name) + step for name, step in changes.items()}
    fields = {name: getattr(cube, name) for name in Cube.__slots__}
    return [Cube(**(fields | changed)) if other is cube else other for other in SIX]


@pytest.mark.parametrize("noise", [0.5, 2.0, 6.0])
def test_noise_is_no_motion(noise: float) -> None:
    settle = Settle(PLATE)
    answers = [settle.still(draw(SIX, noise=noise, seed=seed)) for seed in range(6)]
    assert answers == [False, True, True, True, True, True]


@pytest.fixture(scope="module")
def at_rest() -> NDArray[np.uint8]:
    """Return a picture of the six dice."""
    return draw(SIX, seed=1)


@pytest.mark.parametrize("cube", SIX)
@pytest.mark.parametrize("step", [{"x": 0.3}, {"yaw": 3.0}, {"lean": 2.0}])
def test_small_motions_of_one_die_are_seen(at_rest: NDArray[np.uint8], cube: Cube, step: dict[str, float]) -> None:
    settle = Settle(PLATE)
    settle.still(at_rest)
    assert not settle.still(draw(moved(cube, **step), seed=2))


def test_a_die_that_rocks_is_never_still() -> None:
    settle = Settle(PLATE)
    leans = [0.0, 3.0, 5.0, 3.0, 0.0, 3.0, 5.0]
    assert not any(settle.still(draw(moved(SIX[3], lean=lean), seed=n)) for n, lean in enumerate(leans))


def test_free_dice_count_too() -> None:
    settle = Settle(PLATE)
    settle.still(draw([*SIX, FREE], seed=1))
    assert settle.still(draw([*SIX, FREE], seed=2))
    assert not settle.still(draw(SIX, seed=3))


def test_other_light_is_not_compared() -> None:
    settle = Settle(PLATE)
    answers = [settle.still(draw(SIX, light=light, seed=n)) for n, light in enumerate([1.0, 1.0, 0.6, 0.6, 1.0, 1.0])]
    assert answers == [False, True, False, True, False, True]


def test_without_a_plate_the_whole_picture_counts() -> None:
    settle = Settle(None)
    bare = np.full((120, 160, 3), 90, np.uint8)
    spot = bare.copy()
    spot[50:60, 70:80] = 140
    assert [settle.still(image) for image in (bare, bare, spot, spot)] == [False, True, False, True]


@pytest.mark.parametrize("noise", [1.0, 3.0])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_thrown_dice_are_still_when_they_lie_and_not_before(seed: int, noise: float) -> None:
    clock = VirtualClock()
    table = SimulatedTable(seed, clock, dimensions())
    with SimulatedCamera(table, clock, noise=noise) as camera:
        table.light(True, True)
        table.shake()
        clock.sleep(SHAKE_SECONDS)
        at_rest = [np.array(die.pose.middle + die.pose.turn) for die in table.dice(clock.now() + 60)]
        settle, after, frames, still = Settle(PLATE), clock.now(), 0, False
        while not still and frames < 40:
            frame = camera.frame(after)
            after, frames = frame.time, frames + 1
            still = settle.still(frame.image)
        places = [np.array(die.pose.middle + die.pose.turn) for die in table.dice(after)]
        assert still
        assert frames > 5
        assert max(float(np.abs(a - b).max()) for a, b in zip(places, at_rest, strict=True)) < 0.1
        # When the last tenth of a millimetre is over nothing moves any more, and the noise is no motion.
        clock.sleep(0.5)
        settle.still(camera.frame(clock.now()).image)
        after = clock.now()
        for _ in range(4):
            frame = camera.frame(after)
            after = frame.time
            assert settle.still(frame.image)
        table.light(True, False)
        clock.sleep(0.1)
        dimmed = [camera.frame(clock.now()).image for _ in range(2)]
        assert [settle.still(image) for image in dimmed] == [False, True]

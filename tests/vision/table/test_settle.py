from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.table import FRAMES_A_SECOND, SHAKE_SECONDS, SimulatedTable
from tests.support.vision.plate_drawing import PLATE, DrawnCube, draw
from tests.support.vision.table_scenes import HUNG
from vision.table.settle import PAUSES, Settle

SIX = [DrawnCube(x + 2, y - 1, n, yaw=13.0 * n) for n, (x, y) in enumerate(PLATE.well_centres, start=1)]
FREE = DrawnCube(240.0, 90.0, 3, 20.0, floor=PLATE.tray_floor)


def move(cube: DrawnCube, **changes: float) -> list[DrawnCube]:
    """Return the six dice with one of them changed."""
    changed = {name: getattr(cube, name) + step for name, step in changes.items()}
    fields = {name: getattr(cube, name) for name in DrawnCube.__slots__}
    return [DrawnCube(**(fields | changed)) if other is cube else other for other in SIX]


@pytest.mark.parametrize("noise", [0.5, pytest.param(2.0, marks=pytest.mark.check), 6.0])
def test_noise_is_no_motion(noise: float) -> None:
    settle = Settle(PLATE)
    answers = [settle.is_still(draw(SIX, noise=noise, seed=seed % 4)) for seed in range(8)]
    assert answers == [False, False, False, True, True, True, True, True]


@pytest.fixture(scope="module")
def at_rest() -> list[NDArray[np.uint8]]:
    """Return pictures of the six dice, as many as tell that they lie still but one."""
    return [draw(SIX, seed=seed) for seed in range(len(PAUSES))]


def tell(pictures: Iterable[NDArray[np.uint8]]) -> list[bool]:
    """Return what is told of one picture after the other."""
    settle = Settle(PLATE)
    return [settle.is_still(image) for image in pictures]


@pytest.mark.parametrize(
    "cube", [SIX[0], SIX[4], *(pytest.param(cube, marks=pytest.mark.check) for cube in (*SIX[1:4], SIX[5]))]
)
@pytest.mark.parametrize(
    "step", [{"x": 0.3}, *(pytest.param(step, marks=pytest.mark.check) for step in ({"yaw": 3.0}, {"lean": 2.0}))]
)
def test_small_motions_of_a_die_show(at_rest: list[NDArray[np.uint8]], cube: DrawnCube, step: dict[str, float]) -> None:
    elsewhere = draw(move(cube, **step), seed=3)
    for late in range(len(at_rest)):
        assert not tell([*at_rest[:late], elsewhere, *at_rest[late:]])[-1]


def test_one_die_that_moves_back_and_forth_is_never_still() -> None:
    leans = [0.0, 3.0, 5.0, 3.0, 0.0, 3.0, 5.0]
    assert not any(tell(draw(move(SIX[3], lean=lean), seed=n % 4) for n, lean in enumerate(leans)))


def test_free_dice_count_too() -> None:
    lying = [draw([*SIX, FREE], seed=seed) for seed in range(4)]
    assert tell([*lying, draw(SIX, seed=0)]) == [False, False, False, True, False]


def test_under_another_light_it_begins_anew() -> None:
    lights = [1.0] * 4 + [0.6] * 4 + [1.0] * 4
    answers = tell(draw(SIX, light=light, seed=n % 4) for n, light in enumerate(lights))
    assert answers == [False, False, False, True] * 3


def test_without_a_plate_the_whole_picture_counts() -> None:
    settle = Settle(None)
    bare = np.full((120, 160, 3), 90, np.uint8)
    spot = bare.copy()
    spot[50:60, 70:80] = 140
    assert [settle.is_still(image) for image in [bare] * 4 + [spot] * 4] == [False, False, False, True] * 2


def test_every_motion_that_comes_round_is_seen_but_at_the_camera_s_own_rate() -> None:
    frames = np.cumsum([0, *(np.floor(np.array(PAUSES) * FRAMES_A_SECOND) + 1)])
    assert np.gcd.reduce(np.diff(frames).astype(int)) == 1
    for turns in np.arange(0.5, FRAMES_A_SECOND - 0.5, 0.05):
        apart = np.abs(np.exp(2j * np.pi * turns * frames / FRAMES_A_SECOND) - 1).max()
        # As far apart as after 6 degrees of its turn, or more.
        assert apart > 0.1


@pytest.mark.parametrize(
    ("seed", "noise"), [(2, 3.0), *(pytest.param(*case, marks=pytest.mark.check) for case in ((1, 1.0), (3, 3.0)))]
)
def test_thrown_dice_are_still_when_they_lie_and_not_before(seed: int, noise: float) -> None:
    clock = VirtualClock()
    table = SimulatedTable(seed, clock, dimensions())
    with SimulatedCamera(table, clock, noise=noise, mounting=HUNG) as camera:
        table.light(True, True)
        table.shake()
        clock.sleep(SHAKE_SECONDS)
        at_rest = [np.array(die.pose.middle + die.pose.turn) for die in table.dice(clock.now() + 60)]
        settle, after, frames, still = Settle(PLATE), clock.now(), 0, False
        while not still and frames < 40:
            frame = camera.frame(after)
            still = settle.is_still(frame.image)
            after, frames = frame.time + settle.pause, frames + 1
        places = [np.array(die.pose.middle + die.pose.turn) for die in table.dice(frame.time)]
        assert still
        assert frames > 5
        assert max(float(np.abs(a - b).max()) for a, b in zip(places, at_rest, strict=True)) < 0.1
        # When the last tenth of a millimetre is over nothing moves any more, and the noise is no motion.
        clock.sleep(0.5)
        after = clock.now()
        answers = []
        for _ in range(8):
            frame = camera.frame(after)
            after = frame.time
            answers.append(settle.is_still(frame.image))
        assert answers[3:] == [True] * 5
        table.light(True, False)
        clock.sleep(0.1)
        dimmed = [camera.frame(clock.now()).image for _ in range(4)]
        assert [settle.is_still(image) for image in dimmed] == [False, False, False, True]

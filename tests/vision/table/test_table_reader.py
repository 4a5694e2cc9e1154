"""The table's reader on plain drawings, where every angle, colour and motion is set by the test."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vision.plate_drawing import PLATE, DrawnCube, box_of, camera, draw
from vision.errors import VisionError
from vision.reading import Reading
from vision.table.reader import TableReader

# The drawn cubes have sharp edges.
READER = TableReader(replace(PLATE, corner_radius=0.0))
VALUES = [1, 2, 3, 4, 5, 6]


def cubes(seed: int, values: list[int] | None = None, lean: float = 0.0, reach: float = 2.5) -> list[DrawnCube]:
    """Return a die for each well, anywhere in it and turned anyhow."""
    random = np.random.default_rng(seed)
    shown = values or [int(value) for value in random.integers(1, 7, 6)]
    return [
        DrawnCube(
            x + float(random.uniform(-reach, reach)),
            y + float(random.uniform(-reach, reach)),
            value,
            float(random.uniform(0, 90)),
            lean,
            float(random.uniform(0, 360)),
        )
        for (x, y), value in zip(PLATE.well_centres, shown, strict=True)
    ]


def values(reading: Reading) -> list[int | None]:
    """Return what is said of each well."""
    dice = [reading.well(number) for number in range(1, 7)]
    return [die.value if die else None for die in dice]


def nearly_all_right(reading: Reading, thrown: list[DrawnCube]) -> bool:
    """Return whether nothing is said wrong and at most one die is in doubt."""
    read = values(reading)
    honest = all(value in (None, cube.value) for value, cube in zip(read, thrown, strict=True))
    return honest and read.count(None) <= 1


@pytest.mark.parametrize("turned", range(6))
def test_every_value_in_every_well(turned: int) -> None:
    shown = VALUES[turned:] + VALUES[:turned]
    doubts = 0
    for seed in range(2):
        reading = READER.read(draw(cubes(100 * turned + seed, shown), seed=seed))
        assert all(value in (None, truth) for value, truth in zip(values(reading), shown, strict=True))
        assert not reading.scene
        assert all(die.confidence > 0.9 for die in reading.dice if die.value is not None)
        doubts += len(reading.doubtful)
    assert doubts <= 1


def test_places_and_angles_are_right() -> None:
    thrown = cubes(7)
    reading = READER.read(draw(thrown))
    for cube, die in zip(thrown, reading.dice, strict=True):
        assert np.allclose(die.box, box_of(cube), atol=1.5)
        assert (die.angle - cube.yaw + 45) % 90 - 45 == pytest.approx(0.0, abs=1.2)


def test_camera_upside_down_reads_the_same() -> None:
    thrown = cubes(12)
    assert nearly_all_right(READER.read(draw(thrown, camera(tilt=(0.0, 0.0, np.pi)))), thrown)


@pytest.mark.parametrize("light", [0.45, 0.7, 1.1])
def test_light_may_be_weak_or_strong(light: float) -> None:
    thrown = cubes(16)
    assert nearly_all_right(READER.read(draw(thrown, light=light)), thrown)


def test_a_die_on_a_die_is_no_value() -> None:
    below = cubes(18, reach=0.5)
    above = [replace(cube, value=7 - cube.value, floor=PLATE.well_floor + PLATE.die_side, yaw=20.0) for cube in below]
    assert values(READER.read(draw([*below, *above]))) == [None] * 6


def test_a_die_that_changed_between_exposures_is_a_doubt() -> None:
    thrown = cubes(22, [5] * 6)
    turned = [replace(cube, value=4) if number == 2 else cube for number, cube in enumerate(thrown)]
    read = values(READER.read(draw(thrown, seed=1), draw(turned, seed=2)))
    assert read == [5, 5, None, 5, 5, 5]


@pytest.mark.parametrize("step", [{"x": 1.0}, {"y": -2.0}, {"yaw": 12.0}, {"x": 6.0}])
def test_a_die_that_moved_between_exposures_is_a_doubt(step: dict[str, float]) -> None:
    thrown = cubes(23, reach=0.5)
    cube = thrown[4]
    later = [*thrown[:4], replace(cube, **{name: getattr(cube, name) + by for name, by in step.items()}), thrown[5]]
    read = values(READER.read(draw(thrown, seed=1), draw(later, seed=2)))
    assert read[4] is None
    assert read[:4] == [cube.value for cube in thrown[:4]]


def test_a_camera_that_moved_between_exposures_makes_all_doubtful() -> None:
    thrown = cubes(24)
    moved = camera(moved=(1.5, 0.0, 0.0))
    reading = READER.read(draw(thrown), draw(thrown, moved))
    assert values(reading) == [None] * 6
    assert {die.doubt for die in reading.dice} <= {"moving", "cocked", "pattern", "hidden"}


@pytest.mark.parametrize("first", [True, False])
def test_an_exposure_that_shows_no_plate_makes_all_doubtful(first: bool) -> None:
    thrown = cubes(24)
    picture = draw(thrown)
    covered = picture.copy()
    covered[:, 300:900] = (120, 150, 200)
    reading = READER.read(*((picture, covered) if first else (covered, picture)))
    assert values(reading) == [None] * 6
    assert {die.doubt for die in reading.dice} <= {"moving", "cocked", "pattern", "hidden"}


def test_the_same_picture_reads_the_same() -> None:
    picture = draw(cubes(26))
    assert READER.read(picture) == TableReader(READER.plate).read(picture.copy())


@pytest.mark.parametrize(
    "exposures",
    [
        [],
        [np.zeros((720, 1280), np.uint8)],
        [np.zeros((720, 1280, 3), np.float32)],
        [np.zeros((720, 1280, 3), np.uint8), np.zeros((360, 640, 3), np.uint8)],
    ],
)
def test_other_arrays_are_refused(exposures: list[NDArray[np.uint8]]) -> None:
    with pytest.raises(VisionError):
        READER.read(*exposures)


@pytest.mark.parametrize("level", [0, 128, 255])
@pytest.mark.parametrize("shape", [(1, 1), (40, 30), (720, 1280)])
def test_empty_pictures_say_nothing(level: int, shape: tuple[int, int]) -> None:
    reading = READER.read(np.full((*shape, 3), level, np.uint8))
    assert reading.dice == ()

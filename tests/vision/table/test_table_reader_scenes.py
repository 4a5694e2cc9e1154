"""The table's reader on the simulated table and its open tray: no die vanishes, and none that leans is said."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from hardware.sim.lens import Mounting
from hardware.sim.scene import SceneFault
from tests.support.vision.table_scenes import HUNG, PLATE, table_scenes
from tests.support.vision.tray_scenes import tray_scenes
from vision.reading import Die, Reading, middle_of
from vision.table.reader import TableReader

READER = TableReader(PLATE)

scenes = partial(table_scenes, mounting=HUNG)

LIGHTS = [("left", "right"), ("both",)]


def read(
    kind: str, seed: int, throws: int, lights: tuple[str, ...], *, mounting: Mounting | None = HUNG
) -> Iterator[tuple[list[Die], Counter[int], Reading]]:
    """Yield the free dice told, the values of the flat ones that lie there, and the whole reading."""
    for look, truth in tray_scenes(kind, seed, throws, lights, mounting=mounting):
        reading = READER.read(*look.exposures)
        assert [die.value for die in reading.dice[:6]] == [die.value for die in reading.dice if die.well]
        free = [die for die in reading.dice if die.well is None]
        flat = Counter(value for value in truth if value)
        assert Counter(die.value for die in free if die.value) <= flat
        # Dice that cannot be parted are one doubt, `double`; one of which no pip is seen in the tray is no die.
        doubles, foreign = sum(die.doubt == "double" for die in free), len(reading.scene)
        assert len(free) + doubles + foreign >= len(truth)
        yield free, flat, reading


@pytest.mark.parametrize(
    ("seed", "lights", "noise"),
    [*((101, lights, 1.0) for lights in (*LIGHTS, ("both", "left", "right"))), (110, LIGHTS[0], 3.0)],
)
def test_thrown_dice_are_read(seed: int, lights: tuple[str, ...], noise: float) -> None:
    for look in scenes(seed, 2, lights, noise=noise):
        reading = READER.read(*look.exposures)
        said = [die.value for die in reading.dice]
        assert [die.well for die in reading.dice] == [1, 2, 3, 4, 5, 6]
        assert all(value in (None, truth) for value, truth in zip(said, look.wells, strict=True))
        assert said.count(None) <= 1


def test_free_dice_are_read() -> None:
    doubts = 0
    for look in scenes(102, 2, free=6):
        reading = READER.read(*look.exposures)
        free = [die for die in reading.dice if die.well is None]
        truth = Counter(die.pose.up for die in look.dice if die.well is None)
        said = Counter(die.value for die in free if die.value is not None)
        assert said <= truth
        assert reading.scene == ()
        doubts += 6 - said.total()
    assert doubts <= 1


@pytest.mark.parametrize(
    "paint", ["red", "blue", "black", *(pytest.param(paint, marks=pytest.mark.check) for paint in ("white", "green"))]
)
def test_free_dice_of_other_colours_are_read(paint: str) -> None:
    said, truth = Counter[int](), Counter[int]()
    for look in scenes(103, 2, ("both",), free=4, paint=paint):
        free = [die for die in READER.read(*look.exposures).dice if die.well is None]
        here = Counter(die.value for die in free if die.value is not None)
        there = Counter(die.pose.up for die in look.dice if die.well is None)
        assert here <= there
        said, truth = said + here, truth + there
    # Under one light the edges of a black die are too faint to tell whether it lies flat by one pip.
    assert said.total() >= 0.8 * (truth.total() - (truth[1] if paint == "black" else 0))


@pytest.mark.parametrize("fault", [SceneFault.COCKED, SceneFault.DOUBLE])
@pytest.mark.parametrize("lights", [("left", "right"), ("both",)])
def test_leaning_and_crowding_dice_are_doubts(fault: SceneFault, lights: tuple[str, ...]) -> None:
    for look in scenes(104, 1, lights, faults={fault: 1.0}):
        reading = READER.read(*look.exposures)
        assert [die.value for die in reading.dice] == [None] * len(reading.dice)
        noticed = {die.well for die in reading.dice} | {note.well for note in reading.scene}
        assert noticed >= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(("fault", "word"), [(SceneFault.DOUBLE, "double"), (SceneFault.COCKED, "cocked")])
def test_two_dice_in_a_well_are_told_from_one_that_leans(fault: SceneFault, word: str) -> None:
    said = Counter[str | None]()
    for seed in (31, 32, 33):
        for look in scenes(seed, 1, faults={fault: 1.0}, odd_wells=(2,)):
            die = READER.read(*look.exposures).well(2)
            said[die.doubt if die else None] += 1
    assert said[word] >= 2


@pytest.mark.parametrize(("fault", "word"), [(SceneFault.EMPTY, "empty-well"), (SceneFault.FOREIGN, "foreign")])
def test_wells_without_a_die_are_noted(fault: SceneFault, word: str) -> None:
    for look in scenes(105, 2, faults={fault: 0.5}):
        reading = READER.read(*look.exposures)
        for well, truth in enumerate(look.wells, start=1):
            die, notes = reading.well(well), [note.what for note in reading.scene if note.well == well]
            assert (die is None) == (truth == 0)
            assert notes == ([word] if truth == 0 else [])
            assert die is None or die.value in (None, truth)


@pytest.mark.parametrize("lights", [("left", "right"), ("both",)])
def test_glare_is_never_guessed_through(lights: tuple[str, ...]) -> None:
    doubts = Counter[str]()
    for look in scenes(107, 2, lights, faults={SceneFault.GLARE: 1.0}):
        reading = READER.read(*look.exposures)
        assert all(die.value in (None, look.wells[(die.well or 0) - 1]) for die in reading.dice)
        doubts.update(die.doubt for die in reading.dice if die.doubt)
    assert doubts["glare"] > 0


def test_a_dark_table_is_noted() -> None:
    for look in scenes(108, 1, faults={SceneFault.DARK: 1.0}):
        reading = READER.read(*look.exposures)
        assert reading.dice == ()
        assert [note.what for note in reading.scene] == ["dark"]


def test_out_of_focus_every_well_is_in_doubt() -> None:
    for look in scenes(108, 1, faults={SceneFault.BLUR: 1.0}):
        reading = READER.read(*look.exposures)
        assert [(die.well, die.value, die.doubt) for die in reading.dice] == [
            (well, None, "blur") for well in range(1, 7)
        ]


@pytest.mark.parametrize("fault", [SceneFault.DEAD_LEFT, SceneFault.DEAD_RIGHT])
def test_one_half_of_the_light_is_enough(fault: SceneFault) -> None:
    right = 0
    for look in scenes(109, 2, faults={fault: 1.0}):
        reading = READER.read(*look.exposures)
        said = [die.value for die in reading.dice]
        assert all(value in (None, truth) for value, truth in zip(said, look.wells, strict=True))
        assert "dark" in [note.what for note in reading.scene]
        right += sum(value is not None for value in said)
    assert right >= 10


def test_boxes_hold_the_dice() -> None:
    for look in scenes(112, 2):
        for die in READER.read(*look.exposures).dice:
            x, y, _ = look.dice[(die.well or 0) - 1].pose.middle
            # The camera's nominal place, heights and focal length: good to a few pixels.
            u = 639.5 + (x - PLATE.camera_place[0]) * PLATE.focal(1280) / (PLATE.camera_height - 10.0)
            v = 359.5 + (y - PLATE.camera_place[1]) * PLATE.focal(1280) / (PLATE.camera_height - 10.0)
            middle = middle_of(die.box)
            assert np.hypot(middle[0] - u, middle[1] - v) < 25
            assert all(46 < side < 80 for side in (die.box[2] - die.box[0], die.box[3] - die.box[1]))


@pytest.mark.parametrize("lights", LIGHTS)
def test_a_die_that_leans_beside_a_flat_one_is_in_doubt(lights: tuple[str, ...]) -> None:
    words = Counter[str]()
    for free, flat, _ in read("leaning", 71, 3, lights):
        assert Counter(die.value for die in free if die.value) == flat
        words.update(die.doubt for die in free if die.doubt)
    assert words["cocked"] >= 2
    assert words.total() <= 4


@pytest.mark.parametrize("lights", LIGHTS)
def test_of_dice_that_touch_none_is_left_out(lights: tuple[str, ...]) -> None:
    said, doubts = 0, Counter[str]()
    for free, _, _ in read("touching", 72, 3, lights):
        assert len(free) == 2
        said += sum(die.value is not None for die in free)
        doubts.update(die.doubt for die in free if die.doubt)
    assert said >= 3
    assert doubts["double"] >= doubts.total() - 1


@pytest.mark.check
@pytest.mark.parametrize("kind", ["leaning-on", "rim"])
def test_dice_that_lean_on_something_are_in_doubt(kind: str) -> None:
    dice = 0
    for free, flat, reading in read(kind, 73, 8, LIGHTS[0], mounting=None):
        assert any(die.doubt for die in free) or reading.scene
        assert len(free) <= flat.total() + 2
        dice += any(die.doubt for die in free)
    assert dice >= 6


@pytest.mark.parametrize("lights", LIGHTS)
def test_what_is_no_die_is_foreign_and_the_dice_beside_it_are_read(lights: tuple[str, ...]) -> None:
    for free, flat, reading in read("thing", 74, 2, lights):
        assert Counter(die.value for die in free if die.value) == flat
        assert [(note.what, note.well) for note in reading.scene] == [("foreign", None)]
        left, top, right, bottom = reading.scene[0].box or (0.0,) * 4
        assert 10 < right - left < 80
        assert 10 < bottom - top < 80

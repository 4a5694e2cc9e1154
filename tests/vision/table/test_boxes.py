"""The table's reader over boxes with clear lids, in a room's light: dice, lids that are off, dice beside boxes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hardware.dimensions import BOXES
from hardware.sim.build import Build, BuildFault
from hardware.sim.cube import lay_die
from hardware.sim.lens import Mounting
from hardware.sim.render import Renderer
from hardware.sim.scene import Exposure, Scene, SceneFault, SeenDie
from tests.support.vision.table_scenes import HUNG, PLATES, TableScene, light_lamp, table_scenes
from vision.reading import Die, Reading
from vision.table.reader import TableReader
from vision.table.settle import doubt_unmoved

PLATE = PLATES[BOXES]
READER = TableReader(PLATE)
MACHINE = light_lamp(BOXES, 3)


def looks(
    seed: int, throws: int = 1, machine: Mapping[str, Any] = MACHINE, **more: Any
) -> list[tuple[TableScene, Reading]]:
    scenes = table_scenes(seed, throws, ("room",), machine=machine, mounting=more.pop("mounting", HUNG), **more)
    return [(look, READER.read(*look.exposures)) for look in scenes]


def said_wrong(look: TableScene, reading: Reading) -> list[Die]:
    return [die for die in reading.dice if die.well and die.value and die.value != look.wells[die.well - 1]]


def test_thrown_dice_are_read() -> None:
    for look, reading in looks(1, 3):
        assert [die.well for die in reading.dice] == [1, 2, 3, 4, 5, 6]
        assert not said_wrong(look, reading)
        assert not reading.scene
        assert len(reading.doubtful) <= 1


@pytest.mark.check
@pytest.mark.parametrize(
    ("hung", "most"),
    [
        (Mounting(right=40, down=-20, roll=6), 2),
        (Mounting(right=-15, down=40, pitch=4, yaw=-3), 2),
        (Mounting(up=60), 1),
    ],
)
def test_a_camera_on_a_stack_of_books_does(hung: Mounting, most: int) -> None:
    ((look, reading),) = looks(5, mounting=hung)
    assert len(reading.dice) == 6
    assert not said_wrong(look, reading)
    assert len(reading.doubtful) <= most


@pytest.mark.check
def test_a_lid_that_is_off_is_said_and_its_die_read() -> None:
    bare = Build({BuildFault.LID_OFF: frozenset({2, 6})}).plate(MACHINE)
    for look, reading in looks(7, 2, bare, faults={SceneFault.GLARE: 0.5}):
        assert [(note.what, note.well) for note in reading.scene] == [("lid-off", 2), ("lid-off", 6)]
        assert not said_wrong(look, reading)


def test_a_die_beside_its_box_is_told_of_where_it_lies() -> None:
    ((look, reading),) = looks(8, faults={SceneFault.BESIDE: 1.0}, odd_wells=(4,))
    ((note,), (out,)) = reading.scene, [die for die in reading.dice if die.well is None]
    assert (note.what, note.well) == ("beside", 4)
    assert note.box == out.box
    assert out.value in {None, next(die.pose.up for die in look.dice if die.well is None)}
    assert not said_wrong(look, reading)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (SceneFault.EMPTY, {"empty-well"}),
        (SceneFault.FOREIGN, {"foreign"}),
        (SceneFault.DOUBLE, {"double", "cocked"}),
        (SceneFault.COCKED, {"cocked", "double"}),
    ],
)
def test_what_is_odd_in_a_box_is_noticed(fault: SceneFault, words: set[str]) -> None:
    for look, reading in looks(9, 2, faults={fault: 1.0}, odd_wells=(5,)):
        die = reading.well(5)
        told = {note.what for note in reading.scene if note.well == 5} | {die.doubt if die else None}
        assert told & words
        assert die is None or die.value is None
        assert not said_wrong(look, reading)


@pytest.mark.check
@pytest.mark.parametrize(
    ("lamp", "pushed", "most"),
    [(None, 1.0, 1), (None, 8.0, 6), ([60.0, -30.0, 1500.0], 0.0, 6)],
    ids=["pushed a little", "pushed", "a lamp over the lids"],
)
def test_pushed_boxes_and_a_lamps_image_in_lids_are_never_misread(
    lamp: list[float] | None, pushed: float, most: int
) -> None:
    wells = {**MACHINE["wells"], "centres": [[x, y + pushed * (y > 100)] for x, y in MACHINE["wells"]["centres"]]}
    ((look, reading),) = looks(11, machine={**MACHINE, "wells": wells, "lamp": lamp or MACHINE["lamp"]})
    assert not said_wrong(look, reading)
    assert len(reading.doubtful) <= most
    assert not lamp or {die.doubt for die in reading.dice} <= {None, "glare", "cocked"}


def test_a_wall_hides_a_die_behind_it_no_more_than_is_computed() -> None:
    (x, y), half = PLATE.well_centres[2], PLATE.well_side / 2
    lens = np.array([*PLATE.camera_place, PLATE.camera_height])
    hidden = (x - half - lens[0]) * ((lens[2] - PLATE.well_top) / (lens[2] - PLATE.lid) - 1)
    assert 0 < hidden < PLATE.die_side / 2 - PLATE.pip_spacing - PLATE.pip_diameter / 2
    beside = lay_die(6, (x - half + PLATE.die_side / 2 + 0.2, y, PLATE.well_floor), PLATE.die_side, 0)
    picture = Renderer(MACHINE, HUNG).picture(Scene((SeenDie(beside, 3),)), Exposure(1, 1), (1,))
    die = READER.read(picture).well(3)
    assert die is not None
    assert die.value in {None, 6}


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({}, True),
        ({"box": (100.6, 99.5, 140.4, 140.6)}, True),
        ({"angle": 89.4}, True),
        ({"box": (103.0, 100.0, 143.0, 140.0)}, False),
        ({"angle": 5.0}, False),
        ({"value": 4}, False),
        ({"value": None, "doubt": "glare"}, False),
    ],
)
def test_a_die_that_lies_just_as_before_has_not_been_thrown(change: dict[str, Any], same: bool) -> None:
    before = Die(3, 0.9, (100.0, 100.0, 140.0, 140.0), 0.2, 1)
    die = replace(before, **change)
    assert (doubt_unmoved(die, before).doubt == "unmoved") is same
    assert doubt_unmoved(die, None) == die

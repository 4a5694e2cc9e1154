"""Cameras that were pushed: a die half out of view in a well or in the tray, and a plate without its markers."""

from functools import cache

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.lens import HEIGHT, WIDTH
from hardware.sim.render import Renderer
from hardware.sim.scene import SceneFault
from tests.support.vision.odd_scenes import TRAY_CUT, cut_dice
from tests.support.vision.table_scenes import HUNG, PLATE, TableScene, table_scenes
from vision.reading import Die, Reading
from vision.table.reader import TableReader

READER = TableReader(PLATE)
LIGHTS = [("both",), pytest.param(("left", "right"), marks=pytest.mark.check)]


@cache
def in_well_one(lights: tuple[str, ...]) -> list[tuple[TableScene, Reading]]:
    """Read scenes in which the picture's edge cuts the die in well 1."""
    looks = table_scenes(1, len(lights), lights, faults={SceneFault.EDGE: 1.0}, mounting=HUNG)
    return [(look, READER.read(*look.exposures)) for look in looks]


@cache
def in_tray(lights: tuple[str, ...]) -> list[tuple[TableScene, Reading, list[Die]]]:
    """Read scenes in which the picture's edge cuts the only die in the tray."""
    readings = [(look, READER.read(*look.exposures)) for look in cut_dice(2, len(lights), lights)]
    return [(look, reading, [die for die in reading.dice if die.well is None]) for look, reading in readings]


def said_right(look: TableScene, reading: Reading) -> bool:
    return all(die.value in (None, look.wells[die.well - 1]) for die in reading.dice if die.well)


@pytest.mark.parametrize("lights", LIGHTS)
def test_a_die_in_a_well_that_is_half_out_of_view_is_noticed_and_has_no_value(lights: tuple[str, ...]) -> None:
    for look, reading in in_well_one(lights):
        assert said_right(look, reading)
        die = reading.well(1)
        assert (die is not None and die.doubt) or any(note.well == 1 for note in reading.scene)


@pytest.mark.parametrize("lights", LIGHTS)
def test_a_die_in_the_tray_that_is_half_out_of_view_is_never_misread(lights: tuple[str, ...]) -> None:
    for look, reading, free in in_tray(lights):
        assert said_right(look, reading)
        assert all(die.value in (None, look.dice[-1].pose.up) for die in free)


@pytest.mark.parametrize("lights", LIGHTS)
def test_a_die_that_is_half_out_of_view_is_named_so(lights: tuple[str, ...]) -> None:
    for _, reading in in_well_one(lights):
        die = reading.well(1)
        assert die is not None
        assert die.doubt == "edge"
    for _, _, free in in_tray(lights):
        assert [die.doubt for die in free] == ["edge"]


@pytest.mark.parametrize(
    "paint", ["red", *(pytest.param(paint, marks=pytest.mark.check) for paint in ("black", "green"))]
)
def test_in_a_tray_that_is_cut_dice_wholly_in_view_are_read_and_no_other_is(paint: str) -> None:
    mounting = HUNG.knocked(TRAY_CUT)
    lens = Renderer(dimensions(), mounting, 1.0).lens
    for look in table_scenes(3, 1, free=4, paint=paint, mounting=mounting):
        reading = READER.read(*look.exposures)
        said = [die for die in reading.dice if die.well is None and die.value is not None]
        thrown = {lens.box_of(die.pose.corners(PLATE.die_side)): die.pose.up for die in look.dice if die.well is None}
        in_view = {box: up for box, up in thrown.items() if min(box[:2]) > 0 and box[2] < WIDTH and box[3] < HEIGHT}
        assert said
        for die in said:
            box = min(thrown, key=lambda box: np.abs(np.subtract(box, die.box)).sum())
            assert in_view.get(box) == die.value


@pytest.mark.parametrize("lights", LIGHTS)
def test_in_a_bare_tray_that_is_cut_there_is_no_die(lights: tuple[str, ...]) -> None:
    for look in table_scenes(4, 1, lights, noise=3.0, mounting=HUNG.knocked(TRAY_CUT)):
        assert all(die.well for die in READER.read(*look.exposures).dice)


@pytest.mark.check
@pytest.mark.parametrize("lights", LIGHTS)
def test_without_the_markers_at_the_right_there_is_no_plate_and_no_die(lights: tuple[str, ...]) -> None:
    for look in table_scenes(1, 1, lights, faults={SceneFault.ASKEW: 1.0}, free=4, mounting=HUNG):
        reading = READER.read(*look.exposures)
        assert reading.dice == ()
        assert [note.what for note in reading.scene] == ["no-plate"]

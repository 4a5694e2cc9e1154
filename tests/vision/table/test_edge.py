"""Cameras that were pushed: a die half out of view in a well or in the tray, and a plate without its markers."""

from functools import cache

import pytest

from hardware.sim.scene import SceneFault
from tests.vision.looks import PLATE, Look, looks
from tests.vision.odd_scenes import cut_dice
from vision.reading import Die, Reading
from vision.table.reader import TableReader

READER = TableReader(PLATE)
LIGHTS = [("left", "right"), ("both",)]


@cache
def in_well_one(lights: tuple[str, ...]) -> list[tuple[Look, Reading]]:
    """Read scenes in which the picture's edge cuts the die in well 1."""
    return [(look, READER.read(*look.exposures)) for look in looks(1, 6, lights, faults={SceneFault.EDGE: 1.0})]


@cache
def in_tray(lights: tuple[str, ...]) -> list[tuple[Look, Reading, list[Die]]]:
    """Read scenes in which the picture's edge cuts the only die in the tray."""
    readings = [(look, READER.read(*look.exposures)) for look in cut_dice(2, 6, lights)]
    return [(look, reading, [die for die in reading.dice if die.well is None]) for look, reading in readings]


def said_right(look: Look, reading: Reading) -> bool:
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


@pytest.mark.xfail(strict=True, reason="the table's reader says empty-well, foreign, hidden or cocked, or nothing")
@pytest.mark.parametrize("lights", LIGHTS)
def test_a_die_that_is_half_out_of_view_is_named_so(lights: tuple[str, ...]) -> None:
    for _, reading in in_well_one(lights):
        die = reading.well(1)
        assert die is not None
        assert die.doubt == "edge"
    for _, _, free in in_tray(lights):
        assert [die.doubt for die in free] == ["edge"]


@pytest.mark.parametrize("lights", LIGHTS)
def test_without_the_markers_at_the_right_there_is_no_plate_and_no_die(lights: tuple[str, ...]) -> None:
    for look in looks(1, 2, lights, faults={SceneFault.ASKEW: 1.0}, free=4):
        reading = READER.read(*look.exposures)
        assert reading.dice == ()
        assert [note.what for note in reading.scene] == ["no-plate"]

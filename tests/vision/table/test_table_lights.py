"""What light tells of a scene: the colour of a die without white light, and what the room alone lights."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.sim.dice import PAINTS
from hardware.sim.scene import SceneFault
from tests.support.vision.table_scenes import PLATE, TableScene, srgb_levels, table_scenes
from vision.table.lights import brighten_grey, colour_strength
from vision.table.reader import TableReader

FLOOR = (0.075, 0.05, 0.04)
BODY, PIP, BARE = (50, 30), (50, 50), (5, 5)


def die_on_floor(body: tuple[float, float, float], veil: float = 0.0) -> NDArray[np.uint8]:
    """Draw a die with one light pip under a veil of white light."""
    light = np.empty((100, 100, 3))
    light[:] = FLOOR
    light[25:75, 25:75] = body
    rows, columns = np.mgrid[:100, :100]
    light[np.hypot(rows - 50, columns - 50) < 6] = PAINTS["red"].pips
    return srgb_levels(0.8 * light + veil)


@pytest.mark.parametrize("body", [PAINTS["red"].body, PAINTS["green"].body, PAINTS["blue"].body, (0.36, 0.04, 0.25)])
def test_bodies_are_bright_in_their_colour_and_pips_dark_in_any_veil(body: tuple[float, float, float]) -> None:
    found = colour_strength([die_on_floor(body), die_on_floor(body, 0.15)])
    assert found is not None
    clear, veiled = found
    for picture in found:
        assert picture[BODY] > 180
        assert picture[PIP] < 20
        assert picture[BARE] < 60
    assert np.abs(clear.astype(int) - veiled).max() <= 12


@pytest.mark.parametrize("paint", ["white", "black"])
def test_dice_without_colour_have_none(paint: str) -> None:
    assert colour_strength([die_on_floor(PAINTS[paint].body)]) is None


def test_a_dark_picture_is_raised_to_a_lit_ones_level_and_a_black_one_is_not() -> None:
    room = np.full((720, 1280), 12, np.uint8)
    cv2.rectangle(room, (200, 200), (900, 600), 40, cv2.FILLED)
    bright = brighten_grey(room)
    assert bright is not None
    assert bright[400, 400] == 190
    assert bright[50, 50] == 57
    assert brighten_grey(np.full((720, 1280), 12, np.uint8)) is None


def test_the_rooms_light_shows_dice_that_the_only_lamps_glare_hides() -> None:
    reader = TableReader(PLATE)
    faults = {SceneFault.GLARE: 1.0, SceneFault.DEAD_RIGHT: 1.0}
    alone, with_dark = 0, 0
    for look in table_scenes(31, 4, faults=faults):
        alone += len(reader.read(look.exposures[0]).values)
        reading = reader.read(*look.exposures)
        with_dark += len(reading.values)
        said = {die.well: die.value for die in reading.dice if die.value is not None}
        assert said == {well: right(look, well) for well in said}
    assert with_dark >= alone + 2


def right(look: TableScene, well: int | None) -> int:
    assert well is not None
    return look.wells[well - 1]

import copy

import pytest

from hardware.dimensions import dimensions
from vision.errors import PlateError
from vision.table.plate import Plate


def test_plate_holds_the_machines_places() -> None:
    plate = Plate.from_dimensions(dimensions())
    assert len(plate.well_centres) == 6
    assert len(plate.marker_centres) == 4
    assert plate.well_top == plate.well_floor + plate.die_side == 18.0
    assert plate.tray_top_face == 17.0
    assert plate.focal(1280) == pytest.approx(989.09, abs=0.01)


@pytest.mark.parametrize("section", ["markers", "wells", "tray", "die", "camera"])
def test_missing_section_is_named(section: str) -> None:
    broken = copy.deepcopy(dimensions())
    del broken[section]
    with pytest.raises(PlateError, match=section):
        Plate.from_dimensions(broken)


def test_places_that_are_no_numbers_are_refused() -> None:
    broken = copy.deepcopy(dimensions())
    broken["wells"]["centres"][2] = ["left", 3.0]
    with pytest.raises(PlateError, match="left"):
        Plate.from_dimensions(broken)

import copy

import numpy as np
import pytest

from hardware.dimensions import dimensions
from vision.errors import VisionError
from vision.table.plate import Plate


def test_plate_holds_the_machines_places() -> None:
    plate = Plate.from_dimensions(dimensions())
    assert len(plate.well_centres) == 6
    assert len(plate.marker_centres) == 4
    assert plate.well_top == plate.well_floor + plate.die_side == 18.0
    assert plate.tray_top_face == 17.0
    assert plate.focal(1280) == pytest.approx(989.09, abs=0.01)


@pytest.mark.parametrize("section", ["markers", "wells", "lid", "tray", "die", "camera"])
def test_missing_section_is_named(section: str) -> None:
    broken = copy.deepcopy(dimensions())
    del broken[section]
    with pytest.raises(VisionError, match=section):
        Plate.from_dimensions(broken)


def test_places_that_are_no_numbers_are_refused() -> None:
    broken = copy.deepcopy(dimensions())
    broken["wells"]["centres"][2] = ["left", 3.0]
    with pytest.raises(VisionError, match="left"):
        Plate.from_dimensions(broken)


@pytest.mark.parametrize(("well", "outward"), [(0, -1), (4, 1)])
def test_the_lid_is_clear_but_for_its_slots_and_the_walls(well: int, outward: int) -> None:
    plate = Plate.from_dimensions(dimensions())
    centre = np.array(plate.well_centres[well])
    lens = np.array([*centre, plate.camera_height])
    away = {"slot": (0, 8 * outward), "other way": (0, -8 * outward), "beside": (8, 0), "wall": (15.5, 0)}
    for height in (plate.well_floor, plate.well_top, plate.lid):
        # What the lens sees through one place of the lid: straight above the well, farther out the lower it lies.
        widening = (plate.camera_height - height) / (plate.camera_height - plate.lid)
        places = centre + np.array(list(away.values())) * widening
        seen = plate.through_lid(lens, places, height, plate.well_centres[well], 0.0)
        assert dict(zip(away, seen.tolist(), strict=True)) == {
            "slot": False,
            "other way": True,
            "beside": True,
            "wall": False,
        }
        assert not plate.through_lid(lens, places, height, plate.well_centres[well], 8.0).any()

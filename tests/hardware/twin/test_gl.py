"""What OpenGL shows of dice and lid, as the robot's reader takes it."""

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.scene import Exposure, Scene
from hardware.twin import gl
from tests.support.hardware.lenses import uncorrected
from tests.support.requirements import needs_opengl, needs_package
from tests.support.vision.odd_scenes import leaning_dice
from tests.support.vision.table_scenes import PLATE
from vision.table.reader import TableReader

pytestmark = pytest.mark.check

needs_package("mujoco")
needs_opengl()

BRIGHTER = 1.3
"""Times that dark plastic is at least as bright under the ring's image as where the lid mirrors nothing."""


def test_no_value_is_said_of_leaning_dice() -> None:
    reader = TableReader(PLATE)
    for look in leaning_dice(51, 5, ("left", "right"), (8.0, 15.0), painter=gl.GlRenderer):
        assert [die.value for die in reader.read(*look.exposures).dice] == [None] * 6


def test_the_lid_mirrors_the_half_that_is_lit_and_not_the_other() -> None:
    machine = dimensions()
    camera, ring = machine["camera"], machine["ring"]
    # An angle of incidence is that of reflection: the ring's image lies nearly half as far out as the ring.
    rise, fall = camera["height"] - PLATE.lid, camera["height"] - ring["below_lens"] - PLATE.lid
    out = ring["radius"] * rise / (rise + fall)
    renderer = gl.GlRenderer(machine, uncorrected(1), 0.0)
    try:
        places = {
            half: np.round(renderer.lens.project(np.array([camera["x"] + way * out, camera["y"], PLATE.lid]))).astype(
                int
            )
            for half, way in (("left", -1), ("right", 1))
        }
        for lit, dark, exposure in (("left", "right", Exposure(1, 0)), ("right", "left", Exposure(0, 1))):
            picture = renderer.picture(Scene(()), exposure, (1,))
            # Both places are on the wall between the rows of wells, which is as dark here as there.
            levels = {half: picture[y - 2 : y + 3, x - 8 : x + 9].mean() for half, (x, y) in places.items()}
            assert levels[lit] > BRIGHTER * levels[dark], levels
    finally:
        renderer.close()

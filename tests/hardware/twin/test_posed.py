"""What OpenGL shows of the machine: to the robot's reader, and to people beside it."""

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.dimensions import CRANK, KINDS, dimensions
from hardware.sim.scene import Exposure, Scene
from hardware.twin import gl
from hardware.twin.box_machine import BoxMachine
from hardware.twin.machine import Machine
from hardware.twin.posed import HEIGHT, WIDTH, MachineView
from hardware.twin.sight_history import SightHistory
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

CHANGED = 12

"""Levels by which a pixel changes that shows something else."""


@pytest.fixture(params=KINDS)
def seen(request: pytest.FixtureRequest) -> Iterator[tuple[SightHistory, MachineView]]:
    kind = request.param
    machine = Machine(dimensions(), 4) if kind == CRANK else BoxMachine(dimensions(kind), 4)
    history = SightHistory(machine)
    with MachineView(history) as view:
        yield history, view


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


def move(machine: Machine | BoxMachine) -> None:
    """Turn the crank by half a turn, or knock a box."""
    if isinstance(machine, Machine):
        machine.advance(0.3, 800, enabled=True)
    else:
        machine.advance(0.04, edges=[(0.0, 2, True)])


def test_it_shows_the_motion_of_the_machine_and_renders_nothing_again(seen: tuple[SightHistory, MachineView]) -> None:
    history, view = seen
    first = view.frame()
    assert first.image.shape == (HEIGHT, WIDTH, 3)
    assert view.frame() is first
    move(history.machine)
    moved = view.frame()
    assert moved.time > first.time
    changed = np.abs(moved.image.astype(int) - first.image).max(axis=2) > CHANGED
    assert 0.001 < changed.mean() < 0.5, "the dice move, the table does not"
    assert np.abs(first.image.astype(int) - moved.image).mean() > 0, "a picture that was handed out stays as it is"


def test_people_see_it_by_daylight_from_near_and_from_far(seen: tuple[SightHistory, MachineView]) -> None:
    _, view = seen
    far, near = (view.picture(share) for share in (0.0, 1.0))
    assert near.mean() > 70
    assert far.mean() > 70
    assert np.abs(far.astype(int) - near).mean() > CHANGED
    assert view.picture(1.0) is near


def test_a_view_that_nobody_has_looked_through_is_closed_like_any_other() -> None:
    view = MachineView(SightHistory(Machine(dimensions(), 4)))
    view.close()
    view.close()

"""What OpenGL shows people beside the machine."""

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.dimensions import CRANK, KINDS, dimensions
from hardware.twin.box_machine import BoxMachine
from hardware.twin.machine import Machine
from hardware.twin.posed import HEIGHT, WIDTH, MachineView
from hardware.twin.sight_history import SightHistory
from tests.support.requirements import needs_opengl, needs_package

pytestmark = pytest.mark.check

needs_package("mujoco")
needs_opengl()

CHANGED = 12
"""Levels by which a pixel changes that shows something else."""


@pytest.fixture(params=KINDS)
def sights(request: pytest.FixtureRequest) -> Iterator[tuple[SightHistory, MachineView]]:
    kind = request.param
    machine = Machine(dimensions(), 4) if kind == CRANK else BoxMachine(dimensions(kind), 4)
    history = SightHistory(machine)
    with MachineView(history) as view:
        yield history, view


def move(machine: Machine | BoxMachine) -> None:
    """Turn the crank by half a turn, or knock a box."""
    if isinstance(machine, Machine):
        machine.advance(0.3, 800, enabled=True)
    else:
        machine.advance(0.04, edges=[(0.0, 2, True)])


def test_it_shows_the_motion_of_the_machine_and_renders_nothing_again(sights: tuple[SightHistory, MachineView]) -> None:
    history, view = sights
    first = view.frame()
    assert first.image.shape == (HEIGHT, WIDTH, 3)
    assert view.frame() is first
    move(history.machine)
    moved = view.frame()
    assert moved.time > first.time
    changed = np.abs(moved.image.astype(int) - first.image).max(axis=2) > CHANGED
    assert 0.001 < changed.mean() < 0.5, "the dice move, the table does not"
    assert np.abs(first.image.astype(int) - moved.image).mean() > 0, "a picture that was handed out stays as it is"


def test_people_see_it_by_daylight_from_near_and_from_far(sights: tuple[SightHistory, MachineView]) -> None:
    _, view = sights
    far, near = (view.picture(share) for share in (0.0, 1.0))
    assert near.mean() > 70
    assert far.mean() > 70
    assert np.abs(far.astype(int) - near).mean() > CHANGED
    assert view.picture(1.0) is near


def test_a_view_that_nobody_has_looked_through_is_closed_like_any_other() -> None:
    view = MachineView(SightHistory(Machine(dimensions(), 4)))
    view.close()
    view.close()

"""The view of the machine from beside it, for people who watch."""

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.twin.machine import Machine
from hardware.twin.posed import HEIGHT, WIDTH, MachineView
from hardware.twin.sight_history import SightHistory
from tests.support.requirements import needs_opengl, needs_package
from tools.shaking.motion import MotionDriver

pytestmark = pytest.mark.check

needs_package("mujoco")
needs_opengl()

CHANGED = 12
"""Levels by which a pixel changes that shows something else."""


@pytest.fixture
def seen() -> Iterator[tuple[SightHistory, MachineView]]:
    machine = Machine(dimensions(), 4)
    history = SightHistory(machine)
    history.lights = lambda: (1.0, 1.0)
    MotionDriver(machine).home()
    for _ in range(4):
        machine.advance(0.02, enabled=True)
    with MachineView(history, dimensions()) as view:
        yield history, view


def test_it_shows_the_motion_of_the_machine_and_renders_nothing_again(
    seen: tuple[SightHistory, MachineView],
) -> None:
    history, view = seen
    first = view.frame()
    assert first.image.shape == (HEIGHT, WIDTH, 3)
    assert view.frame() is first
    for _ in range(4):
        history.machine.advance(0.03, 150, enabled=True)
    moved = view.frame()
    assert moved.time > first.time
    changed = np.abs(moved.image.astype(int) - first.image).max(axis=2) > CHANGED
    assert 0.01 < changed.mean() < 0.5, "the block moves, the plate does not"
    assert np.abs(first.image.astype(int) - moved.image).mean() > 0, "a picture that was handed out stays as it is"


def test_it_is_darker_without_the_ring_and_not_dark(seen: tuple[SightHistory, MachineView]) -> None:
    history, view = seen
    lit = view.frame().image.mean()
    history.lights = lambda: (0.0, 0.0)
    history.machine.advance(0.05, enabled=True)
    dark = view.frame().image.mean()
    assert 30 < dark < 0.8 * lit


def test_a_view_that_nobody_has_looked_through_is_closed_like_any_other() -> None:
    view = MachineView(SightHistory(Machine(dimensions(), 4)), dimensions())
    view.close()
    view.close()

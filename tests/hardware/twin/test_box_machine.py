"""The machine of boxes on the twin: it throws as the study's box does, and only what is knocked moves."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
import pytest

from hardware.boxes import BoxController
from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import OutcomeUnknownError
from hardware.sim.build import Build, BuildFault
from hardware.sim.scene import SeenDie
from hardware.twin.box_machine import LONGEST_SETTLING, BoxMachine
from hardware.twin.knocked_box import KnockedBox, read_design
from hardware.twin.runner import Cause
from hardware.twin.twin import Twin
from tests.support.firmware.build import build
from tests.support.hardware.boards import driver_of
from tests.support.requirements import needs_package

pytestmark = pytest.mark.check

needs_package("mujoco")

DIMENSIONS = dimensions("boxes")
DESIGN, KNOCKS = read_design(DIMENSIONS)
SEED = 5
SALT = 0xB0C5
FAIR_THROWS = 1000


@contextmanager
def driven(
    faults: Mapping[BuildFault, frozenset[int]],
) -> Iterator[tuple[Twin, BoxMachine, BoxController, VirtualClock]]:
    """Put up a twin that is built with these faults, and a host at its board."""
    clock = VirtualClock()
    with (
        Twin(DIMENSIONS, SEED, clock, build("runner"), build=Build(faults)) as twin,
        driver_of(BoxController, twin.board, clock, seed=SEED) as host,
    ):
        assert isinstance(twin.machine, BoxMachine)
        yield twin, twin.machine, host, clock


def move(machine: BoxMachine, before: Sequence[SeenDie]) -> set[int | None]:
    return {die.well for die, was in zip(machine.dice, before, strict=True) if die.pose != was.pose}


def test_it_throws_as_the_box_of_the_study_does_and_nothing_else_moves() -> None:
    machine, box = BoxMachine(DIMENSIONS, SEED), KnockedBox(DESIGN, np.random.default_rng((SEED, 3, SALT)))
    before, (x, y) = machine.dice, DIMENSIONS["box"]["places"][2]
    box.coast(LONGEST_SETTLING)
    for _ in range(4):
        machine.advance(KNOCKS.pulse / 2, edges=[(0.0, 3, True)])
        assert max(machine.plungers) == machine.plungers[2] > 1
        assert max(machine.flaps) == machine.flaps[2] > 1
        machine.advance(LONGEST_SETTLING, edges=[(KNOCKS.pulse / 2, 3, False)])
        box.knock(KNOCKS.pulse, KNOCKS.volts)
        box.coast(LONGEST_SETTLING)
        assert machine.still
        across, along, height = np.array(machine.dice[2].pose.middle) - (x, y, DIMENSIONS["box"]["floor"])
        assert (along, across, height) == pytest.approx(box.pose.middle, abs=0.2)  # the hinge is behind
        assert machine.dice[2].pose.lean == pytest.approx(box.pose.lean, abs=1)
    assert move(machine, before) == {3}


@pytest.mark.parametrize(
    ("faults", "thrown", "moves"),
    [
        ({}, {1, 3, 4, 6}, {1, 3, 4, 6}),
        ({BuildFault.COIL_DEAD: frozenset({3})}, {3, 6}, {6}),
        ({BuildFault.COILS_SWAPPED: frozenset({2, 5})}, {2, 3}, {3, 5}),
    ],
)
def test_the_boards_pins_throw_the_boxes_that_they_are_wired_to(
    faults: Mapping[BuildFault, frozenset[int]], thrown: set[int], moves: set[int]
) -> None:
    with driven(faults) as (_, machine, host, _):
        before = machine.dice
        host.throw({1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6} - thrown)
        assert move(machine, before) == moves


def test_a_reset_ends_a_knock() -> None:
    with driven({}) as (twin, machine, host, _):
        down: list[bool] = []

        def reset() -> None:
            if not down and max(machine.plungers) > 1:
                twin.board.reset(Cause.BROWNOUT)
                down.append(True)

        with pytest.raises(OutcomeUnknownError, match="brownout"):
            host.throw({1, 2, 3}, meanwhile=reset)
        assert down
        machine.advance(LONGEST_SETTLING)
        assert machine.still
        machine.advance(1.0)
        assert max(*machine.plungers, *machine.flaps) < 0.5


@pytest.mark.soak
def test_its_dice_are_fair() -> None:
    """Chi-square of the faces, 5 degrees of freedom, and of repeats: in one of 1,000 runs a fair die fails."""
    seen = []
    with driven({}) as (twin, _, host, clock):
        for _ in range(FAIR_THROWS):
            host.throw({1, 2, 3, 4, 5, 6})
            clock.sleep(1.0)
            seen.append(twin.truth())
    thrown = np.array(seen)
    faces = np.array([(thrown == face).sum() for face in range(1, 7)])
    assert ((faces - faces.mean()) ** 2 / faces.mean()).sum() < 20.5
    repeats, pairs = (thrown[1:] == thrown[:-1]).sum(), thrown[1:].size
    assert abs(repeats - pairs / 6) < 3.3 * np.sqrt(pairs * 5 / 36)

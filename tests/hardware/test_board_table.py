"""Controller, wire, board and simulated table together: what is commanded happens to the dice."""

import pytest

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import OutcomeUnknownError
from hardware.sim.board import SimulatedBoard
from hardware.sim.faults import WireFaults
from hardware.sim.table import SimulatedTable
from tests.support.hardware.boards import controller_of


def faces(seed: int, throws: int, faults: WireFaults) -> list[tuple[int, ...]]:
    clock = VirtualClock()
    table = SimulatedTable(seed, clock, dimensions())
    seen = []
    with controller_of(SimulatedBoard(table, clock, faults), clock) as controller:
        controller.home()
        for _ in range(throws):
            controller.shake()
            clock.sleep(1.0)
            seen.append(table.truth())
    return seen


def test_throws_depend_on_the_seed_and_not_on_repeats() -> None:
    quiet = faces(5, 8, WireFaults())
    assert quiet == faces(5, 8, WireFaults(duplicate=0.5, drop=0.02))
    assert quiet != faces(6, 8, WireFaults())
    assert len(set(quiet)) == 8


def test_a_clamped_die_keeps_its_face() -> None:
    clock = VirtualClock()
    table = SimulatedTable(1, clock, dimensions())
    with controller_of(SimulatedBoard(table, clock), clock) as controller:
        controller.home()
        controller.clamp([2, 4])
        kept, others = set(), set()
        for _ in range(12):
            controller.shake()
            clock.sleep(1.0)
            truth = table.truth()
            kept.add((truth[1], truth[3]))
            others.add((truth[0], truth[2], truth[4], truth[5]))
        assert len(kept) == 1
        assert len(others) > 6


def test_a_reset_before_a_shake_throws_nothing() -> None:
    clock = VirtualClock()
    table = SimulatedTable(1, clock, dimensions())
    board = SimulatedBoard(table, clock)
    with controller_of(board, clock) as controller:
        controller.home()
        controller.lights(left=True, right=True)
        board.reset()
        clock.sleep(2 * WireFaults().reset_seconds)
        with pytest.raises(OutcomeUnknownError):
            controller.shake()
        assert table.shakes == 0
        controller.home()
        controller.shake()
        assert table.shakes == 1

"""A die that spins or rocks on is waited for, however it moves, and what moves at the end of the wait has no value."""

from collections.abc import Callable
from contextlib import ExitStack

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.chance import Chance
from hardware.sim.cube import DiePose, rotate, tilt_die
from hardware.sim.scene import SceneFault
from hardware.sim.table import FRAMES_A_SECOND, SimulatedTable
from robot.table import table as machine_table
from robot.table.table import MachineTable
from tests.support.robot.stubs import Watching, machine_of
from vision.pictures import Image
from vision.table.settle import Settle

SIX = (1, 2, 3, 4, 5, 6)
SIDE, FLOOR = float(dimensions()["die"]["side"]), float(dimensions()["wells"]["floor"])
LONG = 1.0
"""Seconds, less than the limit, that a die of these tests does not come to rest."""
STILL = 0.3
"""mm by which a corner may be away from where it ends when a die seems to lie still."""

Motion = Callable[[DiePose, float], DiePose]


class NotingSettle(Settle):
    """Notes when it says that the dice lie still, and how far they were then from where they end, in mm."""

    def __init__(self, machine: MachineTable, table: SimulatedTable, off: list[float]) -> None:
        super().__init__(machine.reader.plate)
        self._machine, self._table, self._off = machine, table, off

    def is_still(self, image: Image) -> bool:
        answer = super().is_still(image)
        if answer:
            now = self._machine.clock.now()
            here, there = (
                np.array([die.pose.corners(SIDE) for die in self._table.dice(time)]) for time in (now, now + 60)
            )
            self._off.append(float(np.abs(here - there).max()))
        return answer


class SlowSettle(Settle):
    """Takes seconds of the table's time for each comparison, as a slow computer does with a fast simulated table."""

    def __init__(self, machine: MachineTable) -> None:
        super().__init__(machine.reader.plate)
        self._clock = machine.clock

    def is_still(self, image: Image) -> bool:
        self._clock.sleep(2.0)
        return super().is_still(image)


def watch(stack: ExitStack, seed: int) -> tuple[SimulatedTable, MachineTable, list[float]]:
    """Return a table, the robot's over it, and what is noted of each time that the dice seem to lie still."""
    table, machine = machine_of(stack, seed)
    off: list[float] = []
    machine.settle = lambda: NotingSettle(machine, table, off)
    return table, machine, off


def flat_spin(frames: float) -> Motion:
    """Return a spin on a face by a quarter of a turn in so many frames: a 1, 4 or 5 looks the same again."""

    def at(pose: DiePose, since: float) -> DiePose:
        turn = rotate((0, 0, 1), 90 * since * FRAMES_A_SECOND / frames) @ pose.matrix
        return DiePose(pose.middle, tuple(float(part) for part in turn.ravel()))

    return at


def rock(frames: float) -> Motion:
    """Return a die that rocks by up to five degrees, once in so many frames."""

    def at(pose: DiePose, since: float) -> DiePose:
        return tilt_die(pose, SIDE, FLOOR, 30.0, 5.0 * np.sin(2 * np.pi * since * FRAMES_A_SECOND / frames))

    return at


def moves(monkeypatch: pytest.MonkeyPatch, motion: Motion, seconds: float) -> None:
    """Let every die that does not come to rest move so, for so long."""
    monkeypatch.setattr(Chance, "draw_spin_time", lambda *_: seconds)
    monkeypatch.setattr(Chance, "spin", lambda _, pose, number, well, since: motion(pose, since))  # noqa: ARG005


@pytest.mark.parametrize(
    ("motion", "frames"),
    [
        (flat_spin, 4),
        (rock, 3),
        *(pytest.param(flat_spin, frames, marks=pytest.mark.check) for frames in (2, 3, 8)),
        *(pytest.param(rock, frames, marks=pytest.mark.check) for frames in (2, 4, 8)),
    ],
)
def test_a_die_that_looks_the_same_again_after_some_frames_is_waited_for(
    motion: Callable[[float], Motion], frames: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves(monkeypatch, motion(frames), LONG)
    with ExitStack() as stack:
        table, machine, off = watch(stack, 5)
        table.switch(SceneFault.SPINNING, 1.0, (6,))
        values = machine.throw(SIX, {}, Watching())
        assert values == table.truth()
        assert values[5] == 4, "a face that looks the same again after a quarter of a turn"
        assert len(off) == 1
        assert max(off) < STILL


@pytest.mark.check
def test_dice_that_spin_on_a_corner_or_rock_on_are_waited_for() -> None:
    with ExitStack() as stack:
        table, machine, off = watch(stack, 6)
        for well in SIX:
            table.switch(SceneFault.SPINNING, 1.0, (well,))
            watching = Watching()
            values = machine.throw(SIX, {}, watching)
            assert values == table.truth()
        assert max(off) < STILL


@pytest.mark.parametrize("motion", [flat_spin, pytest.param(rock, marks=pytest.mark.check)])
def test_what_moves_to_the_end_has_no_value(motion: Callable[[float], Motion], monkeypatch: pytest.MonkeyPatch) -> None:
    moves(monkeypatch, motion(4), 1000.0)
    monkeypatch.setattr(machine_table, "SETTLE_LIMIT", 0.6)
    monkeypatch.setattr(machine_table, "RESHAKES", 0)
    with ExitStack() as stack:
        table, machine, off = watch(stack, 7)
        table.switch(SceneFault.SPINNING, 1.0, (6,))
        watching = Watching(says=2)
        machine.throw(SIX, {}, watching)
        assert not off
        doubts = {doubt for look in watching.looks for doubt in look.doubts}
        # What rocks between both exposures may also look like no die at all.
        assert {"moving"} <= doubts <= {"moving", "foreign"}
        assert watching.questions


def test_a_slow_computer_sees_that_dice_lie_still() -> None:
    with ExitStack() as stack:
        table, machine = machine_of(stack, 8)
        machine.settle = lambda: SlowSettle(machine)
        watching = Watching()
        assert machine.throw(SIX, {}, watching) == table.truth()
        assert len(watching.looks) == 1

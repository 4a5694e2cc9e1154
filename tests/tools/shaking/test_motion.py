"""The hand of the study moves the crank as the firmware does: its steps against those at the binary's pins."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from hardware.twin.drives import Pulses
from hardware.twin.machine import Machine
from hardware.twin.runner import CLOCK, EventKind
from tests.support.firmware.binary_bench import BinaryBench
from tests.support.requirements import needs_package
from tools.shaking.motion import MotionDriver
from tools.shaking.throws import plan_turns

pytestmark = pytest.mark.check

APART = 16
"""Steps, of 1600 a turn, between both at any time: the firmware begins its ramp a millisecond later."""
LONGER = 0.004
SWING = 4
"""Steps by which the slow swing differs in all: the hand reckons with a sine, the firmware with its table."""


class RecordingMachine(Machine):
    """A machine that notes the steps it is given, and does nothing."""

    def __init__(self) -> None:
        super().__init__(dimensions(), 1)
        self.now = 0.0
        self.steps: list[tuple[float, int]] = []

    def advance(
        self,
        seconds: float,
        steps: int | Sequence[tuple[float, int]] = 0,
        servo_us: Pulses = (),
        enabled: bool = False,
        edges: object = (),  # noqa: ARG002
    ) -> None:
        """Note the steps; see Machine.advance."""
        assert enabled
        assert servo_us == (None,) * 6
        self.steps += [] if isinstance(steps, int) else [(self.now + when, way) for when, way in steps]
        self.now += seconds


def steps_of_the_driver(program: ShakeProgram) -> NDArray[np.float64]:
    """Return the seconds of a shake's steps since the first one, and their ways (n, 2)."""
    machine = RecordingMachine()
    MotionDriver(machine).shake(program)
    return _from_the_first(np.array(machine.steps))


def steps_of_the_binary(program: ShakeProgram) -> NDArray[np.float64]:
    """Return the same of the firmware."""
    keys = {"rate": 10 * program.frequency, "stroke": program.stroke, "rock": 10 * program.rock}
    keys |= {"ms": 1000 * program.seconds, "ramp": 1000 * program.ramp}
    with BinaryBench() as bench:
        bench.home()
        since = bench.now
        assert bench.ask("shake " + " ".join(f"{key}={round(value)}" for key, value in keys.items())).startswith("ok")
        assert bench.until_idle()["homed"] == "1"
        events = bench.events(EventKind.STEP, since)
    return _from_the_first(np.column_stack([events["cycle"] / CLOCK, np.where(events["which"] & 1, 1, -1)]))


def _from_the_first(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(steps - (steps[0, 0], 0))


def runs(steps: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return the way and the number of the steps of each move one way."""
    return [(int(way), len(list(same))) for way, same in itertools.groupby(steps[:, 1])]


@pytest.mark.parametrize(
    "program",
    [ShakeProgram(), plan_turns(7.0, 6, 0.1, 6.0), plan_turns(8.0, 6, 0.2, 0.0), ShakeProgram(stroke=12)],
    ids=["the default", "slower", "without the swing", "swings"],
)
def test_the_hand_shakes_as_the_binary_does(program: ShakeProgram) -> None:
    needs_package("mujoco")
    driver, binary = steps_of_the_driver(program), steps_of_the_binary(program)
    assert [way for way, _ in runs(driver)] == [way for way, _ in runs(binary)]
    assert abs(len(driver) - len(binary)) == (SWING if program.rock else 0)
    assert abs(driver[-1, 0] - binary[-1, 0]) < LONGER
    moments = np.arange(0, max(driver[-1, 0], binary[-1, 0]), 0.0005)
    places = [np.interp(moments, steps[:, 0], np.cumsum(steps[:, 1])) for steps in (driver, binary)]
    assert np.abs(places[0] - places[1]).max() < APART
    assert driver[:, 1].sum() == binary[:, 1].sum() == 1600 * round(driver[:, 1].sum() / 1600)

"""The controller's verbs at a simulated board, and what they say when something is wrong."""

import os
import pty
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware import errors
from hardware.clock import Clock, VirtualClock
from hardware.controller import open_controller
from hardware.crank import CrankController, ShakeProgram
from hardware.dictionary import LID_SECONDS, FaultNumber
from hardware.errors import Failure, FaultError, OutcomeUnknownError
from hardware.link import LinkTiming
from hardware.sim.board import SimulatedBoard
from hardware.sim.lines import WireFaults
from hardware.transport import SerialTransport
from hardware.wire import Reply
from tests.support.hardware.boards import board_at_port, controller_of
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.robot.waiting import PATIENCE


class ControllerBench:
    """A board, what it did, and the controller that drives it."""

    def __init__(self, clock: Clock, faults: WireFaults | None = None) -> None:
        self.mechanics = RecordingMechanics()
        self.clock = clock
        self.board = SimulatedBoard(self.mechanics, clock, faults)
        self.controller = controller_of(self.board, clock)

    def close(self) -> None:
        self.controller.close()


class Order:
    """The clamps and shakes that the board makes its mechanics do from now on, with the wells whose levers are down."""

    def __init__(self, bench: ControllerBench) -> None:
        self.done: list[tuple[str, set[int]]] = []
        mechanics, clamp, shake = bench.mechanics, bench.mechanics.clamp, bench.mechanics.shake

        def note_clamp(wells: frozenset[int], at: float, pulses: tuple[int, ...]) -> None:
            self.done.append(("clamp", set(wells)))
            clamp(wells, at, pulses)

        def note_shake(start: float, seconds: float, rate: float) -> bool:
            self.done.append(("shake", set(mechanics.clamped)))
            return shake(start, seconds, rate)

        mechanics.clamp, mechanics.shake = note_clamp, note_shake  # type: ignore[assignment, method-assign]


@pytest.fixture
def bench() -> Iterator[ControllerBench]:
    made = ControllerBench(VirtualClock())
    yield made
    made.close()


def reset(bench: ControllerBench) -> None:
    bench.board.reset()
    bench.clock.sleep(2 * WireFaults().reset_seconds)


def think(bench: ControllerBench, seconds: float) -> None:
    for _ in range(round(seconds / 0.25)):
        bench.clock.sleep(0.25)
        bench.controller.keep_session()


def test_a_throw(bench: ControllerBench) -> None:
    bench.controller.home()
    bench.controller.clamp([5, 2])
    bench.controller.lights(left=True, right=False)
    bench.controller.shake(ShakeProgram(frequency=8, stroke=20, rock=0, seconds=1.0))
    stat = bench.controller.stat()
    assert (stat.state, stat.homed, stat.shakes, stat.clamped) == ("idle", True, 1, frozenset({2, 5}))
    assert (stat.left, stat.right, stat.lid_closed, stat.estop, stat.faults) == (100, 0, True, False, frozenset())
    assert bench.mechanics.clamped == frozenset({2, 5})
    ((start, seconds),) = bench.mechanics.shaken
    assert seconds == 1.0
    assert bench.clock.now() >= start + seconds


def test_shaking_comes_home_before(bench: ControllerBench) -> None:
    bench.controller.shake()
    assert (len(bench.mechanics.homes), len(bench.mechanics.shaken)) == (1, 1)


@pytest.mark.parametrize("pause", [3.0, 3.15, 60.0, 3600.0])
def test_after_a_pause_the_board_wakes_with_its_levers_down(bench: ControllerBench, pause: float) -> None:
    order = Order(bench)
    bench.controller.home()
    bench.controller.clamp([2, 6])
    bench.clock.sleep(pause)
    bench.controller.shake()
    assert order.done == [("clamp", {2, 6}), ("clamp", set()), ("clamp", {2, 6}), ("shake", {2, 6})]
    assert len(bench.mechanics.homes) == 2


def test_while_people_think_the_board_stays_awake_for_six_seconds_and_no_longer(bench: ControllerBench) -> None:
    bench.controller.shake()
    think(bench, 6.0)
    bench.controller.shake()
    assert len(bench.mechanics.homes) == 1
    think(bench, 9.5)
    assert bench.controller.stat().at_rest


def test_a_board_that_fails_meanwhile_is_told_of_later(bench: ControllerBench, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(verb: str) -> Reply:
        asked.append(verb)
        raise Failure.PORT_LOST.error("the port is gone")

    asked: list[str] = []
    bench.controller.shake()
    with monkeypatch.context() as patch:
        patch.setattr(bench.controller._link, "command", lose)
        think(bench, 10.0)
        assert asked == ["ping"]
        with raises(Failure.PORT_LOST):
            bench.controller.stat()
    reset(bench)
    with pytest.raises(OutcomeUnknownError):
        bench.controller.shake()
    think(bench, 10.0)
    bench.controller.shake()


def test_a_jammed_shake_leaves_the_crank_not_at_home(bench: ControllerBench, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [bench.controller.at_home]
    bench.controller.home()
    found.append(bench.controller.at_home)
    monkeypatch.setattr(bench.mechanics, "shake", lambda *_: False)
    with pytest.raises(FaultError):
        bench.controller.shake()
    assert [*found, bench.controller.at_home] == [False, True, False]


def test_no_moment_of_a_rest_throws_a_die_that_is_kept() -> None:
    """The board rests on its own 60 s after the last motion, between whichever two commands that is."""
    for late in range(0, 400, 7):
        made = ControllerBench(VirtualClock())
        order = Order(made)
        made.controller.home()
        made.controller.clamp([4])
        for _ in range(59):
            made.clock.sleep(1)
            made.controller.stat()
        made.clock.sleep(0.65 + late / 1000)
        made.controller.shake()
        assert order.done[-1] == ("shake", {4})
        made.close()


def test_homing_between_clamp_and_shake_throws_no_kept_die(bench: ControllerBench) -> None:
    order = Order(bench)
    bench.controller.clamp([1])
    bench.clock.sleep(10)
    bench.controller.home()
    bench.controller.shake()
    assert order.done[-1] == ("shake", {1})


def test_a_rest_lifts_the_levers_and_takes_no_command_amiss(bench: ControllerBench) -> None:
    order = Order(bench)
    bench.controller.home()
    bench.controller.clamp([3])
    bench.controller.rest()
    stat = bench.controller.stat()
    assert (stat.state, stat.homed, stat.clamped) == ("idle", False, frozenset())
    bench.controller.rest()
    assert order.done == [("clamp", {3}), ("clamp", set())]
    bench.controller.clamp([3])
    bench.clock.sleep(3.1)  # the board is at its rest now
    bench.controller.home()
    assert order.done[-1] == ("clamp", set())


def test_a_board_with_a_latched_fault_rests_too(bench: ControllerBench, caplog: pytest.LogCaptureFixture) -> None:
    order = Order(bench)
    bench.controller.home()
    bench.controller.clamp([3])
    bench.board.move(lid_closed=False)
    bench.clock.sleep(LID_SECONDS)
    bench.controller.rest()
    stat = bench.controller.stat()
    assert (stat.state, stat.homed, stat.clamped) == ("fault", False, frozenset())
    assert order.done == [("clamp", {3})], "nothing moves under an open lid"
    assert not caplog.records, "a rest is no error under an open lid"


@pytest.mark.parametrize(
    "program",
    [
        ShakeProgram(frequency=1.9),
        ShakeProgram(frequency=12.1),
        ShakeProgram(stroke=25),
        ShakeProgram(rock=11.2),
        ShakeProgram(rock=-1),
        ShakeProgram(seconds=0.2),
        ShakeProgram(seconds=5.1),
        ShakeProgram(ramp=0.01),
        ShakeProgram(seconds=0.3, ramp=0.2),
    ],
)
def test_shakes_out_of_range(bench: ControllerBench, program: ShakeProgram) -> None:
    bench.controller.home()
    with raises(errors.Failure.COMMAND_VALUE):
        bench.controller.shake(program)
    assert bench.mechanics.shaken == []


def test_other_values_out_of_range(bench: ControllerBench) -> None:
    with raises(errors.Failure.COMMAND_VALUE, match="wells 1 to 6"):
        bench.controller.clamp([0, 1])
    with raises(errors.Failure.COMMAND_VALUE, match="100 to 1000"):
        bench.controller.set(swing=5)
    with raises(errors.Failure.COMMAND_VALUE, match="has no fly"):
        bench.controller.set(fly=5)
    with raises(errors.Failure.COMMAND_VALUE):
        bench.controller.clear(9)


def test_settings(bench: ControllerBench) -> None:
    assert bench.controller.set(swing=100)["swing"] == 100
    assert bench.controller.set(lever=3, closed=1750)["closed"] == 1750
    assert bench.controller.set() == {
        "lever": 0,
        "open": 1000,
        "closed": 1800,
        "swing": 100,
        "idle": 2000,
        "crawl": 800,
    }


def test_a_latched_fault_names_its_number_and_remedy(bench: ControllerBench) -> None:
    bench.controller.home()
    bench.board.move(lid_closed=False)
    bench.clock.sleep(LID_SECONDS)
    with pytest.raises(errors.FaultError, match="fault 3, LID; close the lid") as caught:
        bench.controller.shake()
    assert caught.value.fault == 3
    with raises(errors.Failure.REFUSED, match="remove the cause") as refused:
        bench.controller.clear(3)
    assert "(CAUSE)" in str(refused.value)
    bench.board.move(lid_closed=True)
    assert bench.controller.clear(3) == frozenset()
    bench.controller.shake()


def test_levers_are_told_before_they_move_and_again_after_a_reset(bench: ControllerBench) -> None:
    bench.controller.levers = {3: (1020, 1950)}
    bench.controller.clamp([3])
    assert list(bench.mechanics.pulses) == [2000, 2000, 1050, 1000, 1000, 1000]
    reset(bench)
    with pytest.raises(errors.OutcomeUnknownError):
        bench.controller.stat()
    bench.controller.clamp([1])
    assert list(bench.mechanics.pulses) == [1200, 2000, 1980, 1000, 1000, 1000]
    bench.controller.levers = {3: (1030, 1940)}
    bench.controller.clamp([3])
    assert bench.mechanics.pulses[2] == 3000 - 1940


def test_somebody_may_look_while_the_crank_moves(bench: ControllerBench) -> None:
    looks: list[str] = []
    bench.controller.home(lambda: looks.append("home"))
    bench.controller.shake(ShakeProgram(seconds=1.0), lambda: looks.append("shake"))
    assert looks.count("home") > 3
    assert looks.count("shake") > 3


def test_a_reset_between_two_commands_is_told_once(bench: ControllerBench) -> None:
    bench.controller.home()
    reset(bench)
    with pytest.raises(errors.OutcomeUnknownError, match="home the table and look at the dice"):
        bench.controller.shake()
    assert bench.mechanics.shaken == []
    bench.controller.home()
    bench.controller.shake()
    assert len(bench.mechanics.shaken) == 1


def test_the_lease_ends_a_shake_whose_host_has_gone_to_sleep(bench: ControllerBench) -> None:
    class Sleepy:
        """A clock on which the host oversleeps."""

        def now(self) -> float:
            return bench.clock.now()

        def sleep(self, seconds: float) -> None:
            bench.clock.sleep(seconds + 1.6)

    bench.controller.home()
    bench.controller.close()
    sleepy = controller_of(bench.board, bench.clock, Sleepy())
    with pytest.raises(errors.FaultError, match="LEASE") as caught:
        sleepy.shake(ShakeProgram(seconds=5))
    assert caught.value.fault == 5
    assert len(bench.mechanics.stops) == 1
    sleepy.close()


def test_a_long_shake_keeps_its_lease(bench: ControllerBench) -> None:
    bench.controller.home()
    bench.controller.shake(ShakeProgram(seconds=5))
    assert bench.mechanics.stops == []


class InterruptedClock(VirtualClock):
    """A clock on which another thread does something during the next sleep."""

    interrupt: Callable[[], None] | None = None

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.interrupt is not None:
            thread = threading.Thread(target=self.interrupt)
            self.interrupt = None
            thread.start()
            thread.join()


def test_stop_from_another_thread() -> None:
    clock = InterruptedClock()
    bench = ControllerBench(clock)
    bench.controller.home()
    clock.interrupt = bench.controller.stop
    with pytest.raises(errors.FaultError, match="STOPPED"):
        bench.controller.shake(ShakeProgram(seconds=5))
    ((began, _),) = bench.mechanics.shaken
    (stopped,) = bench.mechanics.stops
    assert began < stopped < began + 1
    with pytest.raises(errors.FaultError, match="STOPPED"):
        bench.controller.home()
    bench.controller.clear(1)
    bench.controller.home()
    bench.close()


def noise(bench: ControllerBench) -> None:
    """Let the line turn a byte into the stop byte, as a burst on a cable can."""
    bench.board.receive(b"!")


def test_a_stop_that_nobody_asked_for_is_noise(bench: ControllerBench) -> None:
    class Noisy:
        """A clock whose next sleep is disturbed where it is not quiet."""

        quiet = True

        def now(self) -> float:
            return bench.clock.now()

        def sleep(self, seconds: float) -> None:
            bench.clock.sleep(seconds)
            if not self.quiet:
                noise(bench)
                self.quiet = True

    bench.controller.close()
    noisy = Noisy()
    disturbed = controller_of(bench.board, bench.clock, noisy)
    disturbed.home()
    noisy.quiet = False
    with pytest.raises(errors.OutcomeUnknownError, match="noise on the line has stopped the shake"):
        disturbed.shake()
    assert len(bench.mechanics.stops) == 1
    noise(bench)
    disturbed.home()
    noise(bench)
    disturbed.home()
    disturbed.close()


def test_a_stop_from_before_is_not_cleared_by_itself(bench: ControllerBench) -> None:
    bench.controller.stop()
    bench.controller.close()
    with controller_of(bench.board, bench.clock) as later, pytest.raises(errors.FaultError, match="STOPPED"):
        later.home()


def test_a_stop_that_was_asked_for_stays_when_another_fault_is_cleared(bench: ControllerBench) -> None:
    bench.controller.home()
    bench.board.move(lid_closed=False)
    bench.clock.sleep(LID_SECONDS)
    bench.controller.stop()
    bench.board.move(lid_closed=True)
    assert bench.controller.clear(FaultNumber.LID) == {FaultNumber.STOPPED}
    with pytest.raises(errors.FaultError, match="STOPPED"):
        bench.controller.shake()
    assert not bench.mechanics.shaken


def test_a_motion_that_never_ends_is_stopped(bench: ControllerBench) -> None:
    class StoppedClock:
        """A clock that stands still for the board while the host's goes on."""

        time = 0.0

        def now(self) -> float:
            return self.time

        def sleep(self, seconds: float) -> None:
            self.time += seconds

    bench.controller.close()
    waiting = controller_of(bench.board, bench.clock, StoppedClock())
    with raises(errors.Failure.MOTION_TIMEOUT, match="home has not ended after 9 s"):
        waiting.home()
    assert waiting.stat().faults == frozenset({1})
    waiting.close()


def test_closing_leaves_lights_off_and_levers_up_and_is_harmless_twice(bench: ControllerBench) -> None:
    bench.controller.lights(left=True, right=True)
    bench.controller.clamp([1])
    bench.controller.close()
    bench.controller.close()
    assert bench.mechanics.lights == (False, False)
    assert bench.mechanics.clamped == frozenset()


def test_closing_after_the_plug_was_pulled() -> None:
    with board_at_port(RecordingMechanics()) as (_, port):
        controller = open_controller(
            CrankController, port.name, VirtualClock(), LinkTiming(reply=PATIENCE, hello=PATIENCE)
        )
        port.close()
        controller.close()
        with raises(errors.Failure.PORT_LOST):
            controller.stat()


def test_ports_that_cannot_be_opened(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no port")
    for port, failure in (
        (str(tmp_path / "none"), errors.Failure.PORT_MISSING),
        (str(text), errors.Failure.PORT),
        (str(tmp_path), errors.Failure.PORT),
        ("/dev/null", errors.Failure.PORT),
        ("", errors.Failure.PORT_MISSING),
    ):
        with raises(failure) as caught:
            SerialTransport(port)
        assert "\n" not in str(caught.value)


def test_a_closed_port_and_a_port_whose_far_end_is_gone() -> None:
    far, near = pty.openpty()
    transport = SerialTransport(os.ttyname(near))
    os.close(near)
    os.close(far)
    with raises(errors.Failure.PORT_LOST):
        transport.read(0.1)
    with raises(errors.Failure.PORT_LOST):
        transport.write(b"x")
    transport.close()
    transport.close()
    with raises(errors.Failure.PORT_LOST, match="closed"):
        transport.read(0.1)

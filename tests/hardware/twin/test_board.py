"""The binary and a machine as one board: what the driver finds on its line and at its port."""

import hashlib
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import Clock, VirtualClock
from hardware.crank import CrankController, ShakeProgram
from hardware.dictionary import LID_SECONDS
from hardware.errors import Failure, FaultError, HardwareError, OutcomeUnknownError
from hardware.link import Link
from hardware.sim.lines import WireFaults
from hardware.twin.board import Line, Lockstep, TwinBoard
from hardware.twin.runner import Cause, Events, Runner
from tests.support.firmware.binary_bench import make_runner
from tests.support.firmware.crank_model import TURN, CrankModel
from tests.support.firmware.probed_runner import EEPROM_BYTES
from tests.support.firmware.servo_pins import at_pin
from tests.support.hardware.boards import controller_of
from tests.support.hardware.failures import raises

pytestmark = pytest.mark.check

SHORT = ShakeProgram(seconds=0.3, ramp=0.05, rock=0.0)


@contextmanager
def driven(
    crank: CrankModel, clock: Clock, *, runner: Runner | None = None
) -> Iterator[tuple[TwinBoard, CrankController]]:
    with TwinBoard(crank, clock, runner=runner or make_runner()) as board, controller_of(board, clock) as host:
        yield board, host


class TickingClock(VirtualClock):
    """A clock that goes on by itself as the system's does, a little with each look, however busy the machine is."""

    def now(self) -> float:
        self.sleep(0.0002)
        return super().now()


@pytest.mark.parametrize("clock", [VirtualClock(), TickingClock()], ids=["as fast as it goes", "paced"])
def test_the_driver_plays_on_it(clock: Clock) -> None:
    crank = CrankModel()
    with driven(crank, clock) as (board, host):
        assert (host.hello().boot, host.stat().homed) == (1, False)
        host.home()
        # while the board answers a line it looks at no switch, and a step of the slow approach may go by
        assert abs(crank.place - TURN) <= 1
        host.clamp({2, 5})
        assert {well for well, us in enumerate(crank.servo_us, 1) if at_pin(well, round(us or 0)) > 1700} == {2, 5}
        host.shake(SHORT)
        assert len(crank.shakes) == 1
        host.lights(left=True, right=False)
        board.catch_up()
        assert board.lights == (1.0, 0.0)
        assert host.stat().clamped == {2, 5}


def test_a_board_that_nobody_asks_goes_on_by_its_clock() -> None:
    clock, crank = VirtualClock(), CrankModel()
    with driven(crank, clock) as (board, host):
        host.home()
        host.clamp({1})
        before = crank.time
        clock.sleep(2.5)
        board.catch_up()
        assert crank.time == pytest.approx(before + 2.5, abs=0.2)
        assert crank.servo_us[1:] == (None,) * 5, "levers that are up are let go"


def history_of_a_line(seed: int) -> str:
    """Return the digest of all that happens to a board that the driver plays on over a bad line."""
    digest = hashlib.sha256()

    def listen(events: Events) -> None:
        digest.update(events.tobytes())

    faults = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05, reset=0.01, silent=0.01, rubbish=0.01)
    source = random.Random(seed)
    with Line(Lockstep(make_runner(), CrankModel(), listen=listen), faults, seed) as line:
        host = CrankController(Link(line, line, random.Random(seed)), line)
        for _ in range(5):
            try:
                if not host.stat().homed:
                    host.home()
                host.clamp(source.sample(range(1, 7), 2))
                host.shake(SHORT)
            except OutcomeUnknownError as error:
                digest.update(str(error).encode())
        digest.update(repr(line.now()).encode())
    return digest.hexdigest()


def test_a_seed_is_a_history() -> None:
    first = history_of_a_line(1)
    assert first == history_of_a_line(1)
    assert first != history_of_a_line(2)


@pytest.mark.parametrize("cause", [Cause.EXTERNAL, Cause.BROWNOUT])
def test_a_reset_in_a_motion_is_told_as_unknown(cause: Cause) -> None:
    clock, crank = VirtualClock(), CrankModel()
    with driven(crank, clock) as (board, host):
        host.home()
        board.reset(cause)
        clock.sleep(0.1)  # until it hears again
        with pytest.raises(OutcomeUnknownError, match=f"reset .cause: {cause.name}".lower()):
            host.shake(SHORT)
        assert not host.stat().homed
        assert crank.shakes == []
        host.home()
        host.shake(SHORT)
        assert len(crank.shakes) == 1


def test_a_home_switch_that_sticks_is_a_fault_with_a_way_out() -> None:
    crank = CrankModel()
    with driven(crank, VirtualClock()) as (_, host):
        crank.stuck = False
        with pytest.raises(FaultError, match="fault 4"):
            host.home()
        crank.stuck = None
        assert host.clear(4) == frozenset()
        host.home()


def test_a_worn_memory_is_a_fault() -> None:
    runner = make_runner()
    runner.wear(range(EEPROM_BYTES))
    with driven(CrankModel(), VirtualClock(), runner=runner) as (_, host), pytest.raises(FaultError, match="fault 8"):
        host.home()


def test_lid_and_emergency_stop_reach_the_board() -> None:
    crank, clock = CrankModel(), VirtualClock()
    with driven(crank, clock) as (_, host):
        host.home()
        crank.lid_closed = False
        clock.sleep(2 * LID_SECONDS)
        assert not host.stat().lid_closed
        with pytest.raises(FaultError, match="fault 3"):
            host.shake(SHORT)
        crank.lid_closed = True
        host.clear(3)
        crank.estop = True
        assert host.stat().estop


def test_a_runner_that_ends_is_told() -> None:
    with driven(CrankModel(), VirtualClock()) as (board, host):
        board.board.runner._process.kill()
        with pytest.raises(HardwareError, match="board has ended; start it again"):
            host.stat()


class InterruptedAnswers:
    """The runner's answers, read until Ctrl-C comes between the head of one and the rest of it."""

    def __init__(self, answers: Any) -> None:
        self._answers = answers
        self._reads = 0

    def read(self, count: int) -> bytes:
        self._reads += 1
        if self._reads == 2:
            raise KeyboardInterrupt
        answer: bytes = self._answers.read(count)
        return answer

    def close(self) -> None:
        self._answers.close()


def test_ctrl_c_in_the_middle_of_an_answer_ends_the_runner_and_hangs_nothing() -> None:
    with driven(CrankModel(), VirtualClock()) as (board, host):
        process: Any = board.board.runner._process
        process.stdout = InterruptedAnswers(process.stdout)
        with pytest.raises(KeyboardInterrupt):
            host.stat()
        with pytest.raises(HardwareError, match="board has ended"):
            host.stat()
        host.close()


def test_what_is_not_built_is_named_with_its_own_remedy(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    with raises(Failure.TWIN_MISSING, match=r"firmware .*nowhere; build it: 'make -C firmware',"):
        Runner(Path(__file__), nowhere)
    with raises(Failure.TWIN_MISSING, match=r"runner .*nowhere; build it: 'make -C firmware runner'"):
        Runner(nowhere)

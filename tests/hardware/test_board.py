"""The simulated board against the dialogues of the wire, and what mistakes of a builder do to its machine."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.errors import Failure
from hardware.sim.board import MOST_UNREAD, SimulatedBoard, VirtualLine
from hardware.sim.build import Build, BuildFault, compute_touch_angle, lever_angle
from hardware.sim.core import Switches
from hardware.sim.cores import CrankCore
from hardware.sim.drive import Drive, HomeSwitch
from hardware.sim.lines import WireFaults, carry_line, checksum, seal
from hardware.sim.sensor import CameraOptics
from hardware.transport import SerialTransport, Transport
from hardware.wire import decode_line
from tests.support.firmware.servo_pins import at_pin
from tests.support.firmware.sessions import replay, sessions
from tests.support.firmware.simulated_board import SimulatedCore
from tests.support.firmware.vectors import hold, vectors
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.robot.waiting import PATIENCE

SESSIONS = sessions()


class SerialTerminal:
    """A person's terminal program: bytes out, lines in."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.received = b""

    def send(self, data: bytes) -> None:
        self.transport.write(data)

    def lines(self, count: int, *, events: bool = False) -> list[str]:
        """Return the next lines without their CRC, which is checked, and without events unless asked."""
        found: list[str] = []
        while len(found) < count:
            line, newline, rest = self.received.partition(b"\n")
            if not newline:
                came = self.transport.read(PATIENCE)
                assert came, f"{count} lines are due, and only {found} came"
                self.received += came
                continue
            self.received = rest
            text, crc = line.decode("ascii").rsplit("*", 1)
            assert f"{checksum(text):04X}" == crc
            assert len(line) < 120
            if events or not text.startswith("evt"):
                found.append(text)
        return found

    def insist(self, line: bytes, mark: bytes) -> bytes:
        """Repeat a line until a reply holds `mark`, and return that: what nobody reads in time is lost."""
        heard = b""
        while True:
            self.send(line)
            heard += self.transport.read(0.2)
            *replies, heard = heard.split(b"\n")
            for reply in replies:
                if mark in reply:
                    return reply


class BoardBench:
    """A board, its table and its clock, and a terminal on its port."""

    def __init__(self, faults: WireFaults | None = None) -> None:
        self.mechanics = RecordingMechanics()
        self.clock = VirtualClock()
        self.board = SimulatedBoard(self.mechanics, self.clock, faults)
        self.terminal = SerialTerminal(VirtualLine(self.board, self.clock))

    def ask(self, line: str) -> str:
        """Send one line, sealed where it is a frame, and return its reply."""
        self.terminal.send(seal(line) if line.startswith("@") else f"{line}\n".encode("ascii"))
        return "".join(self.terminal.lines(1))

    def reset(self, cause: str) -> str:
        """Reset the board and return the event that tells of it."""
        self.board.reset(cause)
        while not (told := "".join(self.terminal.lines(1, events=True))).startswith("evt boot boot=2"):
            assert told, "the board tells of no reset"
        return told


@pytest.fixture
def bench() -> BoardBench:
    return BoardBench()


fragments = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"!", b"?", b"\n", b"\r", b"@", b"*", b"hello\n", b"home\n", b"shake\n", b"clamp wells=12\n"]),
    st.builds(
        lambda seq, text: seal(f"@1 {seq} {text}"),
        st.integers(1, 9),
        st.sampled_from(["hello", "home", "shake ms=300", "clamp wells=3", "set swing=100", "clear fault=1", "help"]),
    ),
    st.builds(lambda nonce: seal(f"@0 {nonce} hello"), st.integers(1, 65535)),
)

NO: frozenset[int] = frozenset()


@pytest.mark.parametrize("vector", vectors("dialogue"), ids=lambda vector: str(vector["name"]))
def test_dialogues(vector: dict[str, Any]) -> None:
    board = SimulatedCore()
    board.reset("power")
    hold(board, vector)
    (last,) = board.feed(b"hello\n")
    assert last.startswith("ok 0 boot=1 last="), "a line got a reply that should have none"


@pytest.mark.parametrize("name", SESSIONS)
def test_it_says_in_sessions_what_was_recorded(name: str) -> None:
    assert replay(SimulatedCore(), SESSIONS[name]) == SESSIONS[name]


def test_a_shake_is_told_to_the_table_once_and_when_it_begins(bench: BoardBench) -> None:
    bench.ask("hello")
    bench.ask("home")
    bench.clock.sleep(1)
    assert bench.ask("shake ms=1000 rock=0") == "ok 0 boot=1 shakes=1"
    assert bench.mechanics.shaken == [(1.0, 1.0)]
    bench.clock.sleep(2)
    assert "state=idle homed=1 shakes=1" in bench.ask("stat")
    assert (len(bench.mechanics.shaken), bench.mechanics.stops) == (1, [])


def test_a_shake_cut_short_by_stop(bench: BoardBench) -> None:
    bench.ask("hello")
    bench.ask("home")
    bench.clock.sleep(1)
    bench.ask("shake")
    bench.clock.sleep(0.5)
    bench.terminal.send(b"!")
    assert "state=fault homed=0 shakes=1" in bench.ask("stat")
    assert bench.mechanics.stops == [1.5]


def test_a_shake_cut_short_by_a_lost_lease_stops_when_the_lease_ran_out(bench: BoardBench) -> None:
    bench.ask("@0 5 hello")
    bench.ask("@1 1 home")
    bench.clock.sleep(1)
    bench.ask("@1 2 shake ms=5000")
    bench.clock.sleep(60)
    assert "faults=5" in bench.ask("stat")
    assert bench.mechanics.stops == [2.5]


def test_a_shake_cut_short_by_reset(bench: BoardBench) -> None:
    bench.ask("hello")
    bench.ask("home")
    bench.ask("light left=100 right=100")
    bench.clock.sleep(1)
    bench.ask("shake")
    bench.clock.sleep(0.25)
    assert bench.mechanics.lights == (True, True)
    assert bench.reset("watchdog") == "evt boot boot=2 reset=watchdog"
    assert bench.mechanics.stops == [1.25]
    assert bench.mechanics.lights == (False, False)
    assert "state=idle homed=0 shakes=0" in bench.ask("stat")
    assert bench.ask("home") == "err 0 code=HELLO boot=2"


def test_levers_that_are_stopped_halfway_hold_only_what_they_held(bench: BoardBench) -> None:
    bench.ask("hello")
    bench.ask("clamp wells=123")
    bench.clock.sleep(1)
    bench.ask("clamp wells=345")
    assert "state=clamping homed=0 shakes=0 clamp=3 " in bench.ask("stat"), "those that move are not at rest"
    bench.clock.sleep(0.1)
    bench.terminal.send(b"!")
    assert "clamp=3 " in bench.ask("stat")
    assert bench.mechanics.clamped == frozenset({3})


def test_seq_and_boot_begin_again_after_their_greatest() -> None:
    source = random.Random(1)
    core = CrankCore(
        RecordingMechanics(), Build(), Switches(), WireFaults(), source, boot=65535, cause="power", now=0.0
    )
    core.advance(0.0)
    assert core.feed(seal("@65535 1 ping"), 0.0) == [seal("ok 1 boot=65535")]
    core._last = 65532
    for seq in (65533, 65534, 65535, 1, 2):
        assert core.feed(seal(f"@65535 {seq} ping"), 0.0) == [seal(f"ok {seq} boot=65535")]
    clock = VirtualClock()
    board = SimulatedBoard(RecordingMechanics(), clock, boot=65535)
    board.reset()
    clock.sleep(2 * WireFaults().reset_seconds)
    terminal = SerialTerminal(VirtualLine(board, clock))
    terminal.send(b"ping\n")
    assert terminal.lines(1) == ["ok 0 boot=1"]


def test_rubbish_for_long_moves_nothing_and_the_board_is_well_after_it(bench: BoardBench) -> None:
    source = random.Random(7)
    for _ in range(300):
        bench.terminal.send(source.randbytes(400))
        bench.terminal.transport.read(0.0)
    bench.terminal.send(b"\n")
    assert b" last=0 " in bench.terminal.insist(seal("@0 1234 hello"), b"ok 1234 ")
    assert b" shakes=0 clamp=0 " in bench.terminal.insist(b"stat\n", b" state=")
    assert (bench.mechanics.shaken, bench.mechanics.homes) == ([], [])


def test_a_silent_board_says_nothing() -> None:
    bench = BoardBench(WireFaults(silent=1.0))
    bench.terminal.send(b"ping\n")
    assert bench.terminal.transport.read(0.3) == b""


def test_a_jam_latches_its_fault_within_the_motion() -> None:
    bench = BoardBench(WireFaults(jam=1.0))
    bench.ask("hello")
    bench.ask("home")
    bench.clock.sleep(5)
    assert "state=fault homed=0" in bench.ask("stat")
    assert bench.ask("home") == "err 0 code=FAULT boot=1 fault=7"


def test_noise_is_as_frequent_as_it_should_be_and_the_same_for_a_seed() -> None:
    faults = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05)
    came, again = (
        [carry_line(b"0123456789\n", faults, source) for _ in range(5_000)]
        for source in (random.Random(4), random.Random(4))
    )
    assert came == again
    dropped = sum(not pieces for pieces in came)
    doubled = sum(len(pieces) == 2 for pieces in came)
    spoilt = sum(any(piece != b"0123456789\n" for _, piece in pieces) for pieces in came)
    late = sum(any(delay > 0 for delay, _ in pieces) for pieces in came)
    for count in (dropped, doubled, spoilt, late):
        assert 190 < count < 310


def test_what_overflows_while_nobody_reads_is_lost(bench: BoardBench) -> None:
    for _ in range(200):
        bench.terminal.send(b"help\n")
    assert MOST_UNREAD - 200 < len(bench.board.transmit()) <= MOST_UNREAD
    assert bench.ask("ping") == "ok 0 boot=1"


def test_a_late_answer_comes_in_the_time_of_the_wire() -> None:
    bench = BoardBench(WireFaults(late=1.0, late_seconds=0.5))
    began = bench.clock.now()
    assert bench.ask("ping") == "ok 0 boot=1"
    assert 1.0 <= bench.clock.now() - began < 2.1, "the line and its answer are each late by 0.5 to 1 s"


def test_a_board_listens_at_its_port_and_closing_twice_is_harmless() -> None:
    with board_at_port(RecordingMechanics()) as (_, port), SerialTransport(port.name) as transport:
        terminal = SerialTerminal(transport)
        terminal.send(b"ping\n")
        assert terminal.lines(1) == ["ok 0 boot=1"]
        port.close()
    port.close()


def test_a_line_that_was_closed_says_so(bench: BoardBench) -> None:
    bench.terminal.transport.close()
    bench.terminal.transport.close()
    with raises(Failure.PORT_LOST, match="closed; open it again"):
        bench.terminal.send(b"ping\n")


@settings(max_examples=40)
@given(st.lists(st.tuples(fragments, st.floats(0, 3)), max_size=30))
def test_whatever_comes_the_answers_are_lines_that_the_driver_reads(pieces: list[tuple[bytes, float]]) -> None:
    core = CrankCore(
        RecordingMechanics(), Build(), Switches(), WireFaults(), random.Random(0), boot=1, cause="power", now=0.0
    )
    now = 0.0
    for piece, pause in pieces:
        now += pause
        for line in core.feed(piece, now):
            assert decode_line(line[:-1]).boot == 1


@pytest.mark.parametrize("start", [0.0, 15.0, -15.0, 90.0, 180.0, 200.0, 300.0])
def test_home_is_found_from_everywhere(start: float) -> None:
    places, _, found = Drive().seek_home(start)
    assert found
    assert places[-1] % 360 == pytest.approx(0.0, abs=0.6) or places[-1] % 360 > 359.4


def test_what_keeps_the_crank_from_home() -> None:
    for windings in (0, 1):
        places, _, found = Drive(windings=windings).seek_home(90.0)
        assert not found
        assert set(places) == {90.0}
    places, _, found = Drive(switch=HomeSwitch.OPEN).seek_home(0.0)
    assert not found
    assert max(places) > 360, "it looks for it over a whole turn"
    places, _, found = Drive(switch=HomeSwitch.INVERTED).seek_home(0.0)
    assert found
    assert 15 < places[-1] < 30, "it takes the wrong end of the cam for home"


def test_a_crank_that_slips_falls_behind_the_faster_the_more() -> None:
    assert Drive().comes_home(Drive().shake(0.0, 10, 8.0))
    slips = Build({BuildFault.SLIPPING_CRANK: NO}).drive
    slow, fast = (3600 - slips.shake(0.0, 10, rate) for rate in (1.0, 8.0))
    assert 0 < slow < fast
    assert not slips.comes_home(slips.shake(0.0, 10, 8.0))


def test_wires_and_horns() -> None:
    it, pulses = dimensions(), [2000, 2000, 1200, 1000, 1000, 1800]
    up, down = it["lever"]["highest"], it["lever"]["lowest"]
    assert Build().calls(it, pulses) == pytest.approx((up, up, down, up, up, down))
    swapped = Build({BuildFault.SWAPPED_SERVOS: frozenset({3, 4})}).calls(it, pulses)
    assert swapped == pytest.approx((up, up, lever_angle(it, 3, 1000), lever_angle(it, 4, 1200), up, down))
    assert Build({BuildFault.DEAD_SERVO: frozenset({3})}).calls(it, pulses)[2] is None
    turned = Build({BuildFault.SERVOS_TURNED: frozenset({2, 3})}).calls(it, pulses)
    assert turned == pytest.approx((up, up, 2 * up - down, up, up, down))
    assert Build({BuildFault.HORN_OFF: frozenset({4})}).horns[3] == pytest.approx(360 / 21)
    assert Build({BuildFault.HORN_LOW: NO}).horns[0] < 0
    assert Build().drive_lamps(1.0, 0.0) == (1.0, 0.0)
    assert Build({BuildFault.SWAPPED_HALVES: NO}).drive_lamps(1.0, 0.0) == (0.0, 1.0)
    assert Build({BuildFault.DEAD_LEFT_HALF: NO}).drive_lamps(1.0, 1.0) == (0.0, 1.0)


def test_a_lever_presses_a_little_beyond_where_it_touches() -> None:
    it = dimensions()
    for well in range(1, 7):
        up, down = (at_pin(well, round(it["lever"][end])) for end in ("highest_pulse", "lowest_pulse"))
        assert lever_angle(it, well, up) == pytest.approx(it["lever"]["highest"])
        assert lever_angle(it, well, down) == pytest.approx(it["lever"]["lowest"])
    assert it["lever"]["lowest"] < compute_touch_angle(it) < 0


def test_optics_change_pictures_only_where_something_is_wrong() -> None:
    image = np.zeros((72, 128, 3), np.uint8)
    image[:, 64:] = 200
    assert CameraOptics().apply(image, 0.0) is image
    blurred = CameraOptics(blur=CameraOptics.UNSHARP).apply(image, 0.0)
    assert 0 < blurred[36, 63, 0] < 200
    assert CameraOptics(veil=CameraOptics.GREASE).apply(image, 0.0)[36, 40, 0] > 10
    middle = CameraOptics(reads=CameraOptics.MIDDLE)
    assert middle.mode.share == pytest.approx(2 / 3, abs=0.01)
    assert middle.apply(image, 0.0).shape == image.shape
    flickers = CameraOptics(flicker=CameraOptics.LAMP)
    levels = [int(flickers.apply(image, number / 30)[0, 100, 0]) for number in range(3)]
    assert max(levels) - min(levels) > 5

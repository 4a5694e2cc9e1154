"""What the binary answers: the vectors of the wire, lines that people type, and whatever else comes."""

import random
from typing import Any

import pytest

from hardware.crank import CrankController
from hardware.link import Link
from hardware.sim.lines import seal
from hardware.twin.board import Line, Lockstep
from hardware.twin.runner import CLOCK, Cause, EventKind
from hardware.wire import decode_line
from tests.support.firmware.binary_bench import BinaryBench, make_runner
from tests.support.firmware.crank_model import CLOSED, TURN, CrankModel
from tests.support.firmware.servo_pins import at_pin
from tests.support.firmware.vectors import hold, vectors
from tests.support.hardware.campaign import NOISE, run_campaign

pytestmark = pytest.mark.check

PONG = "ok 0 boot=1"


@pytest.mark.parametrize("vector", vectors("dialogue"), ids=lambda vector: str(vector["name"]))
def test_dialogues(bench: BinaryBench, vector: dict[str, Any]) -> None:
    hold(bench, vector)
    (last,) = bench.feed(b"hello\n")
    assert last.startswith("ok 0 boot=1 last="), "a line got a reply that should have none"


@pytest.mark.parametrize("count", [60, 120, 200, 250, 300])
@pytest.mark.parametrize("byte", [b"x", b"\x80"])
def test_a_line_that_finds_no_room_takes_no_other_with_it(bench: BinaryBench, count: int, byte: bytes) -> None:
    bench.feed(b"??" + count * byte + b"\n")  # what is sent for the questions leaves all that time no place to go
    assert bench.feed(b"ping\n") == [PONG]
    bench.feed(b"??" + 40 * (byte + b"\n") + b"!" + count * byte + b"\n")
    assert bench.feed(b"ping\n") == [PONG]


def test_of_lines_of_which_some_find_no_room_the_others_are_answered(bench: BinaryBench) -> None:
    lines = [f"help verb=v{number}" for number in range(60)]
    said = [line for line in bench.feed(b"??" + "\n".join([*lines, ""]).encode()) if line.startswith("err")]
    assert 10 < len(said) < len(lines)
    assert set(said) == {"err 0 code=RANGE boot=1 key=verb"}
    assert bench.feed(b"ping\n") == [PONG]


@pytest.mark.parametrize(
    "burst",
    [
        60 * b"ping\n\n",
        30 * b"ping\n" + b"\n",
        40 * b"ping\n" + b"\n\n\n",
        30 * b"ping\n" + b"!!x!",
        40 * b"ping\n" + b"!!!!!x!",
    ],
)
def test_blank_lines_and_stop_bytes_that_find_no_room_spoil_no_line(bench: BinaryBench, burst: bytes) -> None:
    said = bench.feed(b"??" + burst)
    assert 20 < said.count(PONG) < burst.count(b"ping"), "the ring was not full"
    assert bench.feed(20 * b"ping\n\n") == 20 * [PONG]


@pytest.mark.parametrize("odd", [b"", b"xx\n"])
def test_a_stop_byte_behind_a_line_that_lost_bytes_is_latched_however_full_the_ring_is(
    bench: BinaryBench, odd: bytes
) -> None:
    for length in range(50, 80):  # bytes of it find room, and lose it again, as lines before it are taken
        bench.feed(b"??" + 5 * b"x\n" + odd + 64 * b"x\n" + length * b"y" + b"\n!")
        assert "faults=1" in bench.ask("stat"), length
        assert bench.ask("clear fault=1") == "ok 0 boot=1 faults=0"


@pytest.mark.parametrize(
    ("seconds", "seed"), [(5, 1), *(pytest.param(600, seed, marks=pytest.mark.soak) for seed in range(3))]
)
def test_rubbish_moves_nothing_and_the_board_is_well_after_it(bench: BinaryBench, seconds: int, seed: int) -> None:
    source = random.Random(seed)
    while bench.now < seconds * CLOCK:
        piece = source.randbytes(400)
        if source.random() < 0.5:
            piece = bytes(byte & 0x7F for byte in piece)
        end = bench.send(piece)
        bench.run((end - bench.now) / CLOCK)
    for line in bench.lines():
        assert decode_line(seal(line.text)[:-1]).boot == 1
        assert line.text.split()[0] in {"evt", "ok", "err"}
    assert not any(len(bench.events(kind)) for kind in (EventKind.STEP, EventKind.SERVO, EventKind.DRIVE))
    bench.send("\n")
    bench.run(0.2)
    bench.hello()
    for fault in bench.stat()["faults"].strip("0"):
        assert bench.command(f"clear fault={fault}").startswith("ok")
    assert bench.command("home").startswith("ok")
    bench.run(0.5)
    assert len(bench.steps())
    counters = bench.runner.counters()
    assert (counters.unread, counters.lost) == (0, 0)


SLICE_SECONDS = 1.0
"""The runner turns the crank itself, so nothing has to cross over step by step."""
RESETS = (Cause.POWER, Cause.EXTERNAL, Cause.BROWNOUT)
SETTLED = 0.05


class WatchedLine(Line):
    """A line to the binary that says what its machine did, and counts what is written to it, repeats among it."""

    lines = 0

    def __init__(self, seed: int) -> None:
        self.crank, runner = CrankModel(), make_runner()
        runner.turn_crank(self.crank.place, CLOSED, TURN)
        board = Lockstep(runner, self.crank, slice_seconds=SLICE_SECONDS, still_seconds=SLICE_SECONDS)
        super().__init__(board, NOISE, seed)

    def write(self, data: bytes) -> None:
        self.lines += 1
        super().write(data)

    @property
    def shakes(self) -> int:
        return len(self.crank.shakes)

    @property
    def moves(self) -> int:
        return self.crank.steps

    def check(self, verb: str, wells: frozenset[int], lights: tuple[bool, bool]) -> None:
        resets, crank = self.resets, self.crank
        self.sleep(SETTLED)
        if self.resets == resets:
            down = {well for well, us in enumerate(crank.servo_us, 1) if us and at_pin(well, round(us)) > 1700}
            assert down == wells or verb != "clamp"
            assert self.board.lights == lights or verb != "lights"
            at_home = abs((crank.place + TURN // 2) % TURN - TURN // 2) <= 4
            assert at_home or verb not in {"home", "shake"}


@pytest.mark.parametrize(
    ("seed", "commands", "a_reset_every", "resets"),
    [(21, 150, 20, 1), *(pytest.param(seed, 25_000, 1000, 10, marks=pytest.mark.soak) for seed in range(4))],
)
def test_campaign(seed: int, commands: int, a_reset_every: int, resets: int) -> None:
    with WatchedLine(seed) as line:

        def disturb(number: int, source: random.Random) -> None:
            if number % a_reset_every == a_reset_every - 1:
                line.reset_in(source.uniform(0, 0.8), source.choice(RESETS))

        controller = CrankController(Link(line, line, random.Random(seed)), line)
        controller.hello()
        run_campaign(controller, line, disturb, commands, seed=seed, resets=resets)
        print(line.lines, "lines")

"""What the binary answers: the vectors of the wire, lines that people type, and whatever else comes."""

import random
from typing import Any

import pytest

from hardware.sim.lines import seal
from hardware.twin.runner import CLOCK, EventKind
from hardware.wire import decode_line
from tests.support.firmware.binary_bench import BinaryBench
from tests.support.firmware.vectors import hold, vectors

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

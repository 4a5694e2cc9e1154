"""The board of boxes: what all boards of its kind say alike, and that no coil is on for longer than it bears."""

import itertools
import random
import subprocess
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hardware.boxes import BoxController
from hardware.controller import connect
from hardware.dictionary import WELLS, dictionary
from hardware.dimensions import BOXES
from hardware.errors import OutcomeUnknownError
from hardware.link import Link
from hardware.sim.lines import WireFaults
from hardware.twin.board import Line, Lockstep
from hardware.twin.runner import CLOCK, BootloaderKind, Cause, EventKind, Events
from tests.support.firmware.binary_bench import MS, US, BinaryBench, make_runner
from tests.support.firmware.build import build
from tests.support.firmware.crank_model import CrankModel
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.vectors import hold, vectors

pytestmark = pytest.mark.check

NUMBERS = dictionary("boxes").machine
MOST = NUMBERS["PULSE_MOST"]
COOL_SECONDS = MOST * (120_000 / NUMBERS["DUTY"] + 1) / 1000
"""After so long a coil that was hot bears its longest pulse."""
LONG = f"knock wells=1 count=1 length={MOST} gap=1000"


@pytest.fixture
def machine() -> str:
    return "boxes"


def pulses(bench: BinaryBench, since: int = -1) -> list[tuple[int, int, int]]:
    """Return the pulses that have ended: well, first cycle, cycle after the last."""
    ends = bench.events(EventKind.SERVO, since)
    return [(int(one["which"]), int(one["cycle"]) - int(one["more"]), int(one["cycle"])) for one in ends]


def cool(bench: BinaryBench) -> None:
    bench.ask("hello")
    bench.run(COOL_SECONDS)


@pytest.mark.parametrize("vector", vectors("dialogue", "boxes"), ids=lambda vector: str(vector["name"]))
def test_dialogues(bench: BinaryBench, host: HostBoard, vector: dict[str, Any]) -> None:
    for board in (bench, host):
        hold(board, vector)


@pytest.mark.parametrize(
    ("lines", "seed"), [(40_000, 1), (40_000, 2), pytest.param(10_000_000, 3, marks=pytest.mark.soak)]
)
def test_no_lines_keep_a_coil_on_for_longer_in_a_minute_than_it_bears(lines: int, seed: int) -> None:
    """The fuzzer counts each coil's milliseconds over every minute, while it knocks as hard as the board lets it."""
    done = subprocess.run([build("fuzz-boxes"), str(lines), str(seed)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    assert int(words[words.index("shakes") - 1]) > 100


def test_a_throw_is_staggered_and_as_long_as_asked(bench: BinaryBench) -> None:
    bench.ask("hello")
    bench.run(3 * COOL_SECONDS)
    since = bench.now
    assert bench.ask("knock wells=12456 count=3 length=20 gap=200").startswith("ok")
    bench.run(1)
    made = pulses(bench, since)
    assert [well for well, _, _ in made] == 3 * [1, 2, 4, 5, 6]
    assert all(19 * MS < end - begin <= 20 * MS for _, begin, end in made)
    apart = [begin - end for (_, _, end), (_, begin, _) in itertools.pairwise(made)]
    assert min(apart) > (NUMBERS["APART"] - 1) * MS, "two coils are never on at once"
    firsts = [begin for well, begin, _ in made if well == 1]
    assert np.diff(firsts) == pytest.approx(200 * MS, rel=0.005)
    assert bench.stat() | {"state": "idle", "shakes": "1", "faults": "0"} == bench.stat()


ENDS: dict[str, tuple[Callable[[BinaryBench], object], float, str]] = {
    "stop byte": (lambda bench: bench.send("!"), 1, "evt fault boot=1 fault=1"),
    "reset": (lambda bench: bench.board.reset(Cause.EXTERNAL), 1, "evt boot boot=2 reset=external"),
    "brownout": (lambda bench: bench.board.reset(Cause.BROWNOUT), 1, "evt boot boot=2 reset=brownout"),
    "hanging program": (lambda bench: bench.runner.hang(), MOST, "evt boot boot=2 reset=watchdog"),
    "failed timer": (lambda bench: bench.runner.fail_timer("millisecond"), MOST + 4, "evt boot boot=2 reset=watchdog"),
}
"""What may end a pulse: how it is brought about, after how many ms the coil is off at the latest, what is said."""


@pytest.mark.parametrize("name", ENDS)
def test_whatever_happens_a_pulse_ends(bench: BinaryBench, name: str) -> None:
    happen, most, said = ENDS[name]
    cool(bench)
    assert bench.ask(LONG).startswith("ok")
    bench.run(0.02)
    since = bench.now
    happen(bench)
    bench.run(0.8)
    ((well, begin, end),) = pulses(bench)
    assert well == 1
    assert end - since <= most * MS + MS // 2
    assert end - begin <= (MOST + 3) * MS
    assert said in [line.text for line in bench.lines(since)]
    bench.run(COOL_SECONDS)
    assert not pulses(bench, end), "nothing goes on"


def test_a_knock_ends_with_its_lease(bench: BinaryBench) -> None:
    cool(bench)
    bench.run(COOL_SECONDS)
    bench.hello()
    assert bench.command("knock wells=123456 count=8 length=10 gap=1000").startswith("ok")
    since = bench.now
    bench.run(4)
    assert pulses(bench, since)[-1][2] - since < 1.52 * CLOCK
    assert bench.stat()["faults"] == "5"


def test_after_a_reset_the_coils_are_taken_for_hot(bench: BinaryBench) -> None:
    cool(bench)
    for _ in range(3):
        assert bench.ask(LONG).startswith("ok")
        bench.run(0.2)
        bench.reset()
        bench.ask("hello")
        assert " code=HOT " in bench.ask(LONG)
        bench.run(COOL_SECONDS)


def test_no_pin_moves_while_the_board_starts_or_hears_rubbish() -> None:
    with BinaryBench(runner=make_runner("pipsqueak-boxes.elf"), boot=False) as bench:
        for bootloader in (BootloaderKind.NONE, BootloaderKind.OPTIBOOT):
            bench.runner.bootloader(bootloader)
            for cause in (Cause.POWER, Cause.EXTERNAL, Cause.WATCHDOG):
                bench.reset(cause)
        source = random.Random(2)
        while bench.now < 5 * CLOCK:
            end = bench.send(source.randbytes(400) + 30 * b"knock wells=1\n")
            bench.run((end - bench.now) / CLOCK)
        assert not pulses(bench)
        bench.send("\n")
        bench.run(0.2)
        for fault in bench.stat()["faults"].strip("0"):
            bench.ask(f"clear fault={fault}")
        bench.ask("hello")
        assert bench.ask("knock wells=6 count=1 length=5").startswith("ok")


@pytest.mark.parametrize("trouble", ["hang", "millisecond"])
def test_without_a_watchdog_too_a_pulse_ends(trouble: str) -> None:
    with BinaryBench(runner=make_runner("pipsqueak-boxes-no-watchdog.hex")) as bench:
        bench.runner.bootloader(BootloaderKind.OLD_NANO)
        cool(bench)
        assert bench.ask(LONG).startswith("ok")
        bench.run(0.02)
        if trouble == "hang":
            bench.runner.hang()
        else:
            bench.runner.fail_timer(trouble)
        bench.run(3)
        ((well, begin, end),) = pulses(bench)
        assert (well, WELLS) == (1, 6)
        assert end - begin <= (MOST + 3) * MS


@pytest.mark.parametrize(
    ("seed", "throws", "unknown"),
    [(21, 60, 3), *(pytest.param(seed, 5_000, 300, marks=pytest.mark.soak) for seed in range(3))],
)
def test_over_a_bad_line_no_throw_is_made_twice_or_believed_in_vain(seed: int, throws: int, unknown: int) -> None:
    source, begun, lost = random.Random(seed), list[int](), 0

    def keep(events: Events) -> None:
        begun.extend(int(one["which"]) for one in events[events["kind"] == EventKind.SERVO])

    board = Lockstep(make_runner("pipsqueak-boxes.elf"), CrankModel(), listen=keep)
    with Line(board, WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05), seed) as line:
        controller = connect(BoxController, Link(line, line, random.Random(seed), words=dictionary(BOXES)), line)
        for number in range(throws):
            wells = source.sample(range(1, WELLS + 1), source.randint(1, WELLS))
            begun.clear()
            if number % 10 == 9:
                line.reset_in(source.uniform(0, 3), source.choice((Cause.EXTERNAL, Cause.BROWNOUT)))
            try:
                controller.throw(wells)
            except OutcomeUnknownError:
                lost += 1
                assert len(begun) <= NUMBERS["PULSES"] * len(wells)
            else:
                assert begun == NUMBERS["PULSES"] * sorted(wells)
    assert unknown <= lost <= throws // 5


def test_a_reply_begins_within_5_ms_however_the_board_knocks(bench: BinaryBench) -> None:
    bench.ask("hello")
    bench.run(4 * COOL_SECONDS)
    bench.ask("knock wells=123456 count=8 length=10 gap=1000")
    lines = ["ping", "stat", "help", "help verb=knock", "knock wells=654321", "clear fault=8", "nonsense"]
    assert bench.longest_wait(3 * lines, random.Random(1)) < 5 * MS
    counters = bench.runner.counters()
    assert (counters.unread, counters.lost) == (0, 0)
    assert max(counters.longest) <= 30 * US

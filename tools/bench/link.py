"""The serial link beside a bare echo, and the firmware's binary in simulated cycles beside what it has to meet."""

import os
import random
import threading
import tty
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from hardware.clock import SystemClock, VirtualClock
from hardware.controller import open_controller
from hardware.link import LinkTiming
from hardware.sim.board import SimulatedBoard
from hardware.sim.lines import WireFaults
from hardware.sim.port import SimulatedPort
from hardware.transport import SerialTransport
from hardware.twin.runner import BYTE_CYCLES, CLOCK, EventKind, Runner
from hardware.wire import encode_command
from tests.support.firmware.binary_bench import BinaryBench, make_runner
from tests.support.firmware.servo_pins import at_pin
from tools.bench.timing import figure, times

TRIES = 2_000


class Nothing:
    """Mechanics that do nothing."""

    def seek(self, start: float) -> tuple[float, bool]:  # noqa: ARG002
        return 0.8, True

    def shake(self, start: float, seconds: float, rate: float) -> bool:  # noqa: ARG002
        return True

    def ignore(self, *_: object) -> None:
        pass

    home = stop = clamp = light = ignore


def hardware() -> Iterator[str]:
    """Yield how fast the link answers, beside a bare echo of the same bytes through a pseudo-terminal."""
    clock = VirtualClock()
    board = SimulatedBoard(Nothing(), clock, WireFaults(), wire=SystemClock())
    with SimulatedPort(board) as port, open_controller(port.name, clock, LinkTiming(reply=0.006)) as controller:
        controller.home()
        command = times([partial(controller.lights, left=True, right=False)] * TRIES).median
    yield figure("one command and its reply (median)", command, "the same bytes echoed by a bare thread", bare_echo())


def bare_echo() -> float:
    """Return the seconds that a line takes through a pseudo-terminal to a thread and back."""
    master, slave = os.openpty()
    tty.setraw(slave)
    thread = threading.Thread(target=echo_until_empty, args=(master,), daemon=True)
    thread.start()
    with SerialTransport(os.ttyname(slave)) as transport:
        line = encode_command(1, 1, "ping", {})

        def there_and_back() -> None:
            transport.write(line)
            left = len(line)
            while left:
                left -= len(transport.read(1.0))

        seconds = times([there_and_back] * TRIES).median
        transport.write(b"\0")
        thread.join()
    os.close(master)
    os.close(slave)
    return seconds


def echo_until_empty(descriptor: int) -> None:
    """Write back what comes, until a zero byte comes."""
    while (data := os.read(descriptor, 4096)) != b"\0":
        os.write(descriptor, data)


LINES, BOARDS = 300, 3
STOPS = 40
RATES = (20, 40, 60, 80, 100, 110, 120)
LONGEST_LINE = "set lever=6 open=1111 closed=2222 swing=999 idle=60000 crawl=4000"
TALK = ["stat", "help", "help verb=shake", "light left=37 right=99", LONGEST_LINE, "hello", "nonsense", "home"]
IDLE_SECONDS = 60


def binary() -> Iterator[str]:
    """Yield what the binary takes in simulated cycles, beside what it has to meet, and how fast its simulation is."""
    waits, counters = answers()
    yield figure(f"a reply while shaking at 12 Hz (worst of {LINES})", waits, "has to start within", 0.005)
    yield figure(f"stop byte's last data bit to last step (worst of {STOPS})", stops(), "has to be under", 0.001)
    yield figure("step interval at cruise, off its mean (worst)", jitter(), "has to be under", 5e-6)
    yield figure("a servo's pulse off what was set (worst)", pulses(), "has to be within", 15e-6)
    longest, waited, unread = full()
    yield figure("the longest interrupt handler", max(longest, *counters), "may take", 30e-6)
    what = f"a byte unread, both ways full, {unread} too long (worst)"
    yield figure(what, waited, "two bytes take", 2 * BYTE_CYCLES / CLOCK)
    yield figure("a second of the board at rest, in processor time", speed(rest=True), "real time", 1.0)
    yield figure("a second of shaking at 10 Hz", speed(rest=False), "real time", 1.0)


def talk_both_ways(bench: BinaryBench) -> None:
    for _ in range(20):
        bench.send("stat\nhelp verb=shake\n")
        bench.run(0.045)


def answers() -> tuple[float, list[float]]:
    """Return the longest wait for a reply's first bit, and the longest handler of each vector, in seconds."""
    source, waits, longest = random.Random(1), [], list[float]()
    for _ in range(BOARDS):
        with BinaryBench() as bench:
            bench.begin_shaking()
            waits.append(bench.longest_wait(source.choices(TALK, k=LINES // BOARDS), source))
            longest += [cycles / CLOCK for cycles in bench.runner.counters().longest]
    return max(waits) / CLOCK, longest


def stops() -> float:
    """Return the longest from the end of a stop byte's last data bit to the last step."""
    source = random.Random(2)
    last: list[int] = []
    for _ in range(STOPS):
        with BinaryBench() as bench:
            bench.begin_shaking()
            bench.run(source.uniform(0, 0.1))
            begin = bench.send("!") - round(BYTE_CYCLES / 10)
            bench.run(0.05)
            last.append(int(bench.steps()[-1]) - begin)
    return max(last) / CLOCK


def jitter() -> float:
    """Return by how much an interval between steps is off, at worst, with traffic both ways."""
    worst = 0.0
    for rate in RATES:
        with BinaryBench() as bench:
            bench.begin_shaking(f"shake ms=1500 rate={rate} ramp=200 rock=0")
            begin = bench.now
            talk_both_ways(bench)
            intervals = np.diff(bench.steps(begin + CLOCK // 10))
            worst = max(worst, float(np.abs(intervals - intervals.mean()).max()))
    return worst / CLOCK


def pulses() -> float:
    """Return by how much a pulse is off what was set, at worst, while shaking with traffic both ways."""
    worst = 0.0
    for closed in (500, 777, 1800, 2500):
        with BinaryBench() as bench:
            bench.ask(f"set closed={closed}")
            bench.begin_shaking()
            since = bench.now
            talk_both_ways(bench)
            made = bench.events(EventKind.SERVO, since)
            due = np.array([at_pin(int(lever), closed) for lever in made["which"]]) * CLOCK / 1e6
            worst = max(worst, float(np.abs(made["more"] - due).max()))
    return worst / CLOCK


def full() -> tuple[float, float, int]:
    """Fill both directions while all moves; return longest handler, longest unread byte, and bytes unread too long."""
    with BinaryBench() as bench:
        bench.begin_shaking()
        bench.runner.counters()
        end = bench.send("stat\n" * 5000)
        bench.run((end - bench.now) / CLOCK)
        counters = bench.runner.counters()
    return max(counters.longest) / CLOCK, counters.longest_unread / CLOCK, counters.unread + counters.lost


def speed(*, rest: bool) -> float:
    """Return the processor seconds of the runner for a second of the board."""
    runner = make_runner()
    with BinaryBench(runner=runner) as bench:
        if not rest:
            bench.home()
            bench.ask("shake ms=5000")
            bench.run(0.3)
        seconds = IDLE_SECONDS if rest else 4
        before = processor_seconds(runner)
        runner.advance(runner.cycle + seconds * CLOCK)
        return (processor_seconds(runner) - before) / seconds


def processor_seconds(runner: Runner) -> float:
    """Return what the runner's process has had of a processor."""
    return int(Path(f"/proc/{runner._process.pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9

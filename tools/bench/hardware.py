"""How fast the serial link answers, beside a bare echo of the same bytes through a pseudo-terminal."""

import os
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from hardware.clock import SystemClock, VirtualClock
from hardware.controller import Controller, open_controller
from hardware.errors import OutcomeUnknownError
from hardware.link import LinkTiming
from hardware.sim.board import SimulatedBoard
from hardware.sim.faults import WireFaults
from hardware.sim.port import SimulatedPort
from hardware.transport import SerialTransport
from hardware.wire import crc16, decode_line, encode_command
from tools.bench._figure import figure, times

TRIES = 2_000
THROWS = 100
NOISE = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05, late_seconds=0.008)
REPLY = b"ok 65535 boot=65535 state=idle homed=1 shakes=123 clamp=135 light=100,100 lid=1 estop=0 faults=0*"


@dataclass
class Nothing:
    """Mechanics that only count."""

    shakes: int = 0
    told: list[float] = field(default_factory=list)

    def seek(self, start: float) -> tuple[float, bool]:  # noqa: ARG002
        return 0.8, True

    def home(self, at: float) -> None:
        self.told.append(at)

    def shake(self, start: float, seconds: float, rate: float) -> bool:
        self.told.append(start + seconds + rate)
        self.shakes += 1
        return True

    def stop(self, at: float) -> None:
        self.told.append(at)

    def clamp(self, wells: frozenset[int], at: float, pulses: tuple[int, ...]) -> None:
        self.told.append(at + len(wells) + len(pulses))

    def light(self, left: bool, right: bool, at: float) -> None:
        self.told.append(at + left + right)


def run() -> Iterator[str]:
    """Yield the lines."""
    echo = bare_echo()
    yield figure("one command and its reply (median)", command(), "the same bytes echoed by a bare thread", echo)
    quiet, lines = throw(WireFaults())
    yield figure(
        "the link's part of a throw on a virtual clock (mean)", quiet, f"its {lines:.1f} lines echoed", echo * lines
    )
    noisy, lines = throw(NOISE)
    yield figure(
        "the same over a line with four faults at 5 % (mean)", noisy, f"its {lines:.1f} lines echoed", echo * lines
    )
    yield figure("a command encoded and a reply decoded (median)", codec(), "115200 baud carry those bytes in", wire())


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


@contextmanager
def table(faults: WireFaults) -> Iterator[tuple[Controller, Nothing]]:
    """Have a board that is homed, on a virtual clock."""
    clock, mechanics = VirtualClock(), Nothing()
    board = SimulatedBoard(mechanics, clock, faults, wire=SystemClock())
    with SimulatedPort(board) as port, open_controller(port.name, clock, LinkTiming(reply=0.006)) as controller:
        controller.home()
        yield controller, mechanics


def command() -> float:
    """Return the seconds of the shortest command and its reply."""
    with table(WireFaults()) as (controller, _):
        return times([partial(controller.lights, left=True, right=False)] * TRIES).median


def throw(faults: WireFaults) -> tuple[float, float]:
    """Return the mean seconds of keep two, shake, let go and switch the lights thrice, and how many lines that took."""
    with table(faults) as (controller, mechanics):

        def one() -> None:
            try:
                controller.clamp([1, 2])
                controller.shake()
                controller.clamp([])
            except OutcomeUnknownError:
                controller.home()
            for left, right in ((True, True), (True, False), (False, True)):
                controller.lights(left=left, right=right)

        before = controller.hello().last
        taken = 0.0
        for _ in range(THROWS):
            taken += times([one]).median
        lines = controller.hello().last - before
        if mechanics.shakes > THROWS:
            raise RuntimeError(f"{mechanics.shakes} shakes instead of {THROWS}")
        return taken / THROWS, lines / THROWS


def codec() -> float:
    """Return the seconds of one shake encoded and one stat decoded."""
    line = REPLY + f"{crc16(REPLY[:-1]):04X}".encode("ascii")

    def both() -> None:
        encode_command(65535, 65535, "shake", {"rate": 100, "stroke": 24, "rock": 60, "ms": 1500, "ramp": 200})
        decode_line(line)

    return times([both] * TRIES).median


def wire() -> float:
    """Return the seconds that 115200 baud need for the bytes of codec(), ten bits a byte."""
    shake = encode_command(65535, 65535, "shake", {"rate": 100, "stroke": 24, "rock": 60, "ms": 1500, "ramp": 200})
    return (len(shake) + len(REPLY) + 5) * 10 / 115200

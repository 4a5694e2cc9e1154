"""The serial link beside a bare echo."""

import os
import threading
import tty
from collections.abc import Iterator
from functools import partial

from hardware.clock import SystemClock, VirtualClock
from hardware.controller import open_controller
from hardware.crank import CrankController
from hardware.link import LinkTiming
from hardware.sim.board import SimulatedBoard
from hardware.sim.lines import WireFaults
from hardware.transport import SerialTransport
from hardware.wire import encode_command
from tests.support.hardware.pseudo_terminal import SimulatedPort
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
    with (
        SimulatedPort(board) as port,
        open_controller(CrankController, port.name, clock, LinkTiming(reply=0.006)) as controller,
    ):
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

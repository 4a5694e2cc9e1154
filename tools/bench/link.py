"""The speed of the serial link, compared with a bare echo."""

import os
import threading
import tty
from collections.abc import Iterator
from functools import partial

from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.crank import CrankController
from hardware.link import LinkTiming
from hardware.transport import SerialTransport
from hardware.wire import encode_command
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.mechanics import RecordingMechanics
from tools.bench.timing import figure, times

TRIES = 2_000


def hardware() -> Iterator[str]:
    """Yield the time of a command and its reply, compared with an echo of the same bytes through a pseudo-terminal."""
    clock = VirtualClock()
    with (
        board_at_port(RecordingMechanics(), clock) as (_, port),
        open_controller(CrankController, port.name, clock, LinkTiming(reply=0.006)) as controller,
    ):
        controller.home()
        command = times([partial(controller.lights, left=True, right=False)] * TRIES).median
    yield figure("one command and its reply (median)", command, "the same bytes echoed by a bare thread", bare_echo())


def bare_echo() -> float:
    """Return the median time in seconds in which a thread echoes a line through a pseudo-terminal."""
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
    """Write back all bytes that arrive, until a zero byte arrives."""
    while (data := os.read(descriptor, 4096)) != b"\0":
        os.write(descriptor, data)

"""What the host says of ports behind which no board of ours is, and of those that it may not open."""

import contextlib
import grp
import os
import pty
import select
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

from hardware import errors
from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.link import LinkTiming
from hardware.transport import SerialTransport
from tests.support.hardware.failures import raises

QUICK = LinkTiming(hello=0.4)
NOBODY = 65534


Answer = Callable[[bytes], bytes]
"""What a device says to the bytes that have come, asked every 10 ms."""


@contextlib.contextmanager
def device(answer: Answer) -> Iterator[str]:
    """Put something else behind a port."""
    far, near = pty.openpty()
    tty.setraw(near)
    ended = threading.Event()

    def talk() -> None:
        while not ended.is_set():
            said = answer(os.read(far, 4096) if select.select([far], [], [], 0.01)[0] else b"")
            if select.select([], [far], [], 0)[1]:
                os.write(far, said)

    thread = threading.Thread(target=talk)
    thread.start()
    try:
        yield os.ttyname(near)
    finally:
        ended.set()
        thread.join()
        os.close(near)
        os.close(far)


def silence(_: bytes) -> bytes:
    return b""


def said_of(port: str, failure: errors.Failure) -> str:
    with raises(failure) as caught:
        open_controller(port, VirtualClock(), QUICK).close()
    said = str(caught.value)
    assert "\n" not in said
    assert f"the board at {port}" in said
    assert "'pipsqueak flash'" in said, "says what to do"
    return said


def test_a_port_behind_which_nothing_answers() -> None:
    with device(silence) as port:
        assert "does not answer; check its cable and power" in said_of(port, errors.Failure.NO_REPLY)


def test_no_permission_names_the_group_to_join() -> None:
    with device(silence) as port:
        if os.geteuid() == 0:
            os.chown(port, -1, next(group.gr_gid for group in grp.getgrall() if group.gr_gid))
        group = Path(port).group()
        Path(port).chmod(0)
        with unprivileged(), raises(errors.Failure.PORT_PERMISSION) as caught:
            open_controller(port, VirtualClock(), QUICK)
    assert str(caught.value) == (
        f"no permission to open {port}; join its group: sudo usermod -a -G {group} $USER, then log in again"
    )


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """Be nobody for a while, where the tests run as root."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def test_closing_the_port_does_not_hang_up() -> None:
    far, near = pty.openpty()
    attributes = termios.tcgetattr(near)
    attributes[2] |= termios.HUPCL
    termios.tcsetattr(near, termios.TCSANOW, attributes)
    with SerialTransport(os.ttyname(near)):
        assert not termios.tcgetattr(near)[2] & termios.HUPCL
    assert not termios.tcgetattr(near)[2] & termios.HUPCL, "a port that is closed stays so"
    os.close(near)
    os.close(far)

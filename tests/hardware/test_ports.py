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
from random import Random

import pytest

from hardware import errors
from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.link import LinkTiming
from hardware.sim.board import BoardCore, Switches
from hardware.sim.faults import WireFaults
from hardware.transport import SerialTransport
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics

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


def each_line(answer: bytes) -> Answer:
    return lambda heard: answer * heard.count(b"\n")


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


@pytest.mark.parametrize(
    "other",
    [
        each_line(b"echo:Unknown command\r\nok\r\n"),
        lambda heard: heard,
        each_line(b"\xf8\x00\xf8\x80\xfe"),
        lambda _: b"\x00\xff\xaa" * 40,
        lambda _: b"temperature 21.5\n",
        each_line(b"ok 1 boot=9*FFFF\n"),
    ],
    ids=["printer", "echo", "other speed", "noise", "talker", "wrong CRC"],
)
def test_other_devices(other: Answer) -> None:
    with device(other) as port:
        assert "not as a Pipsqueak board; name the port" in said_of(port, errors.Failure.NO_BOARD)


def test_boards_of_other_versions() -> None:
    for faults, failure, words in (
        (WireFaults(protocol=4), errors.Failure.PROTOCOL_VERSION, "speaks protocol 4, this package protocol 3"),
        (WireFaults(dictionary="ABCD"), errors.Failure.DICTIONARY, "dictionary of commands ABCD, this package 0E8E"),
    ):
        with board_at_port(RecordingMechanics(), faults=faults) as (_, port):
            assert words in said_of(port.name, failure)


def test_rubbish_that_ends_is_forgotten() -> None:
    moments = iter(range(10_000))
    board = BoardCore(RecordingMechanics(), Switches(), WireFaults(), Random(1), boot=3, cause="power", now=0.0)

    def recovering(heard: bytes) -> bytes:
        moment = next(moments)
        return b"\xff\x00junk without end" * 9 if moment < 30 else b"".join(board.feed(heard, moment / 100))

    with device(recovering) as port, open_controller(port, VirtualClock()) as controller:
        assert controller.stat().state == "idle"


def test_a_port_in_use() -> None:
    with device(silence) as port, SerialTransport(port):
        with raises(errors.Failure.PORT_BUSY) as caught:
            open_controller(port, VirtualClock(), QUICK)
        assert str(caught.value) == f"{port} is in use; close the program that uses the port"


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

"""Ports by the names that stay, and what is said of ports that cannot be used."""

import contextlib
import grp
import os
import pty
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import ports
from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.crank import CrankController
from hardware.errors import Failure
from hardware.link import LinkTiming
from hardware.ports import find_port, stable_name, usb_ports
from hardware.transport import SerialTransport
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.hardware.usb import FakePort, FakeUsb, fake_usb

UNO = "usb-Arduino_Uno_7573-if00"

CLONE = FakePort("/dev/ttyUSB0", product="USB Serial")


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeUsb:
    return fake_usb(tmp_path, monkeypatch)


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that stands for /proc; no program runs."""
    monkeypatch.setattr(ports, "PROC", tmp_path / "proc")
    (tmp_path / "proc" / "self").mkdir(parents=True)
    return tmp_path / "proc"


def run(proc: Path, number: int, name: str, *files: str) -> None:
    """Let a program run that has these files open."""
    (proc / str(number) / "fd").mkdir(parents=True)
    (proc / str(number) / "comm").write_text(f"{name}\n")
    for descriptor, file in enumerate(files):
        (proc / str(number) / "fd" / str(descriptor)).symlink_to(file)


QUICK = LinkTiming(hello=0.4)

NOBODY = 65534


@pytest.fixture
def silent_port() -> Iterator[str]:
    """Put something behind a port that says nothing."""
    far, near = pty.openpty()
    tty.setraw(near)
    yield os.ttyname(near)
    os.close(near)
    os.close(far)


@contextlib.contextmanager
def drop_privileges() -> Iterator[None]:
    """Be nobody for a while, where the tests run as root."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.usefixtures("proc")
def test_the_only_usb_port_is_taken_by_the_name_that_stays(usb: FakeUsb) -> None:
    usb.plug(FakePort("/dev/ttyS0", vid=None, product=None))
    with raises(Failure.PORT_MISSING, match=r"no board is plugged in; plug it in with a cable that carries data$"):
        find_port()
    uno = usb.plug(FakePort("/dev/ttyACM3"), UNO)
    assert find_port() == stable_name("/dev/ttyACM3") == stable_name(uno) == uno
    assert stable_name("/dev/ttyS0") == "/dev/ttyS0"
    usb.plug(CLONE)
    several = rf"2 ports: /dev/ttyUSB0 \(USB Serial\), {uno} \(Arduino Uno\); choose one with --port"
    with raises(Failure.PORT_CHOICE, match=several):
        find_port()
    with raises(Failure.PORT_MISSING, match=rf"name one of: .*{uno} \(Arduino Uno\)"):
        SerialTransport("/dev/ttyACM0")


def test_a_board_that_is_pulled_out_while_ports_are_listed_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def tear() -> list[FakePort]:
        raise TypeError("int() can't convert non-string with explicit base")

    monkeypatch.setattr(ports, "comports", tear)
    assert usb_ports() == []


@pytest.mark.usefixtures("usb")
def test_a_busy_port_names_who_holds_it(proc: Path, tmp_path: Path) -> None:
    with board_at_port(RecordingMechanics()) as (_, port), SerialTransport(port.name):
        link = tmp_path / "link"
        link.symlink_to(port.name)
        run(proc, os.getpid(), "python", port.name)
        run(proc, 4, "bash", "/dev/null")
        for begun, said in (
            (None, "close the program that uses the port"),
            ((7, "ModemManager"), "ModemManager runs: it tries each new port for a modem; wait half a minute, or"),
            ((8, "minicom", port.name), r"close minicom \(process 8\)"),
            ((9, "ModemManager", port.name), "ModemManager: it tries each new port"),
        ):
            if begun:
                run(proc, *begun)
            with raises(Failure.PORT_BUSY, match=f"in use; {said}"):
                SerialTransport(str(link))


def test_a_port_that_is_gone_names_brltty_if_it_runs(usb: FakeUsb, proc: Path) -> None:
    usb.plug(FakePort("/dev/ttyS0", vid=None, product=None))
    run(proc, 7, "brltty")
    with raises(Failure.PORT_MISSING, match=r"there is no port /dev/ttyUSB0; brltty runs: .*sudo apt remove brltty"):
        SerialTransport("/dev/ttyUSB0")
    with raises(Failure.PORT_MISSING, match="no board is plugged in; brltty runs"):
        find_port()


def test_a_port_behind_which_nothing_answers(silent_port: str) -> None:
    said = rf"^the board at {silent_port} does not answer; check its cable and power.*'pipsqueak machine flash'.*\Z"
    with raises(Failure.NO_REPLY, match=said):
        open_controller(CrankController, silent_port, VirtualClock(), QUICK)


def test_no_permission_names_the_group_to_join(silent_port: str) -> None:
    if os.geteuid() == 0:
        os.chown(silent_port, -1, next(group.gr_gid for group in grp.getgrall() if group.gr_gid))
    group = Path(silent_port).group()
    Path(silent_port).chmod(0)
    with drop_privileges(), raises(Failure.PORT_PERMISSION) as caught:
        open_controller(CrankController, silent_port, VirtualClock(), QUICK)
    assert str(caught.value) == (
        f"no permission to open {silent_port}; join its group: sudo usermod -a -G {group} $USER, then log in again"
    )


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

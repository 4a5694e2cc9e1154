"""Bytes to and from the board: an interface, and the serial port that implements it."""

import errno
import logging
import select
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import serial

from hardware.closing import Closing
from hardware.errors import Failure, HardwareError, PortError
from hardware.ports import advice_if_busy, make_port_error

BAUD = 115200
WRITE_SECONDS = 1.0
_log = logging.getLogger(__name__)


class Transport(Protocol):
    """A line of bytes in both directions. Failures raise PortError."""

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        ...

    def read(self, timeout: float) -> bytes:
        """Return the received bytes, at least one, or nothing after `timeout` seconds (>= 0) of the line's time."""
        ...

    def close(self) -> None:
        """Close the line. Closing twice is harmless."""
        ...


Trace = Callable[[str, str], None]
"""Gets the sender, `host` or `board`, and the line without its newline."""


class TracedTransport:
    """A transport that traces what passes through it. Bytes outside ASCII are escaped."""

    def __init__(self, transport: Transport, trace: Trace) -> None:
        self._transport = transport
        self._trace = trace
        self._half = {"host": b"", "board": b""}

    def write(self, data: bytes) -> None:
        self._transport.write(data)
        self._pass_lines("host", data)

    def read(self, timeout: float) -> bytes:
        data = self._transport.read(timeout)
        self._pass_lines("board", data)
        return data

    def close(self) -> None:
        self._transport.close()

    def _pass_lines(self, speaker: str, data: bytes) -> None:
        *lines, self._half[speaker] = (self._half[speaker] + data).split(b"\n")
        for line in lines:
            self._trace(speaker, line.decode("ascii", errors="backslashreplace"))


class SerialTransport(Closing):
    """A serial port or pseudo-terminal, locked for this program, 115200 baud, 8N1.

    Raises PortError if it cannot be opened.
    """

    def __init__(self, port: str) -> None:
        self.port = port
        try:
            self._serial = serial.Serial(port, BAUD, timeout=0, write_timeout=WRITE_SECONDS, exclusive=True)
        except (serial.SerialException, OSError, ValueError) as error:
            _log.warning("cannot open %s: %s", port, error)
            raise _opening_error(port, error) from error
        self._keep_lines_up()
        _log.info("opened %s at %d baud", port, BAUD)

    def _keep_lines_up(self) -> None:
        """Clear HUPCL, so that closing the port does not reset the board."""
        import termios

        try:
            attributes = termios.tcgetattr(self._serial.fileno())
            attributes[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, attributes)
        except (termios.error, OSError) as error:
            self._serial.close()
            raise PortError(f"{self.port} is not a serial port", "name the port of the table's board") from error

    def write(self, data: bytes) -> None:
        if not self._serial.is_open:
            raise Failure.PORT_LOST.error(f"{self.port} is closed", "open it again")
        try:
            self._serial.write(data)
        except (serial.SerialException, OSError) as error:
            _log.error("lost %s while writing: %s", self.port, error)
            raise Failure.PORT_LOST.error(f"{self.port} takes no bytes any more") from error

    def read(self, timeout: float) -> bytes:
        if not self._serial.is_open:
            raise Failure.PORT_LOST.error(f"{self.port} is closed", "open it again")
        try:
            if not select.select([self._serial.fileno()], [], [], timeout)[0]:
                return b""
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except (serial.SerialException, OSError, ValueError) as error:
            _log.error("lost %s while reading: %s", self.port, error)
            raise Failure.PORT_LOST.error(f"{self.port} was unplugged") from error

    def close(self) -> None:
        if self._serial.is_open:
            _log.info("closed %s", self.port)
        self._serial.close()


def _opening_error(port: str, error: Exception) -> HardwareError:
    path = Path(port)
    number = getattr(error, "errno", None)
    if number == errno.ENOENT or not path.exists():
        return make_port_error(port)
    if number in {errno.EACCES, errno.EPERM}:
        return Failure.PORT_PERMISSION.error(f"no permission to open {port}", _permission_remedy(path))
    # pyserial reports a locked port by its message only, without an errno
    if number in {errno.EBUSY, errno.EAGAIN} or "lock" in str(error):
        return Failure.PORT_BUSY.error(f"{port} is in use", advice_if_busy(port))
    return PortError(f"{port} cannot be opened as a serial port", "name the port of the table's board")


def _permission_remedy(path: Path) -> str:
    try:
        group = path.group()
    except KeyError:
        return "ask who looks after this machine to let you use the port"
    # a port of the group root is not meant for users: serial ports of Debian belong to dialout
    return f"join its group: sudo usermod -a -G {'dialout' if group == 'root' else group} $USER, then log in again"

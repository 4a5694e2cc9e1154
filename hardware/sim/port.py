"""The two ways to a simulated board: in the same program, and in real time at a pseudo-terminal."""

import contextlib
import logging
import os
import select
import threading
import tty
from collections.abc import Callable
from typing import Protocol

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import Failure, HardwareError

SLICE_SECONDS = 0.002
"""Seconds of the clock between two looks at whether the board has answered."""


class HostSide(Protocol):
    """The host's side of a simulated board. Its methods may raise HardwareError."""

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now."""
        ...

    def sent(self) -> bytes:
        """Advance the board to the clock's time, and return what has reached the host since the last call."""
        ...

    def seconds_until_due(self) -> float | None:
        """Return the real seconds until it has to be looked at again, None if nothing is underway."""
        ...


class VirtualLine:
    """A `hardware.transport.Transport` to `board` whose time-outs are seconds of `clock`.

    With a virtual clock nothing waits in real time, so the same commands give the same history on any machine. The
    board outlives the line.
    """

    def __init__(self, board: HostSide, clock: Clock) -> None:
        self._board: HostSide | None = board
        self._clock = clock

    def write(self, data: bytes) -> None:
        self._connected().receive(data)

    def read(self, timeout: float) -> bytes:
        board, clock = self._connected(), self._clock
        end = clock.now() + timeout
        while not (data := board.sent()) and (left := end - clock.now()) > 0:
            clock.sleep(min(left, SLICE_SECONDS))
        return data

    def close(self) -> None:
        self._board = None

    def _connected(self) -> HostSide:
        if self._board is None:
            raise Failure.PORT_LOST.error("the line to the simulated board is closed", "open it again")
        return self._board


_log = logging.getLogger(__name__)

WAKE_SECONDS = 0.05
"""Real seconds between two looks at the clock while nothing is underway."""


class PseudoTerminal(Closing):
    """A raw pseudo-terminal; programs open it as `name`. With `held` it is never without a reader of its own.

    `run` is called in a thread when the terminal is started. It must return soon after `closes` has returned True.
    """

    def __init__(self, *, held: bool) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.name = os.ttyname(slave)
        self._wake_out, self._wake_in = os.pipe()
        self._descriptors = [self._wake_out, self._wake_in]
        if held:
            self._descriptors.append(slave)
        else:
            os.close(slave)
        self._thread: threading.Thread | None = None

    def start(self, run: Callable[[], None]) -> None:
        """Call `run` in a thread of its own."""
        self._thread = threading.Thread(target=run, name=f"board {self.name}", daemon=True)
        self._thread.start()

    def closes(self, seconds: float | None = None, *, listening: bool = True) -> bool:
        """Wait until bytes arrive, at most for so many seconds; return whether the terminal is being closed."""
        waited_for = [self._wake_out, self.master] if listening else [self._wake_out]
        return self._wake_out in select.select(waited_for, [], [], seconds)[0]

    def received(self) -> bytes:
        """Return the bytes that have arrived."""
        with contextlib.suppress(OSError):
            return os.read(self.master, 4096)
        return b""

    def send(self, data: bytes) -> None:
        """Send bytes. What nobody reads overflows and is lost, as on a real line."""
        with contextlib.suppress(OSError):
            os.write(self.master, data)

    def hang_up(self) -> None:
        """Take the port away from the program that has it open."""
        os.close(self.master)
        self.master = os.open(os.devnull, os.O_RDONLY)

    def close(self) -> None:
        """End the thread and close the terminal. Closing twice is harmless."""
        if not self._descriptors:
            return
        os.write(self._wake_in, b"x")
        if self._thread:
            self._thread.join()
        for descriptor in (self.master, *self._descriptors):
            os.close(descriptor)
        self._descriptors = []


class SimulatedPort(Closing):
    """The port of `board`, which must live by the system's clock. In a with-block it listens at `name`.

    Close it before the board. `held` is as for PseudoTerminal.
    """

    def __init__(self, board: HostSide, *, held: bool = True) -> None:
        self._board = board
        self._error: HardwareError | None = None
        self._terminal = PseudoTerminal(held=held)
        self._terminal.start(self._run)
        _log.info("the simulated board listens at %s", self._terminal.name)

    @property
    def name(self) -> str:
        """The port for the driver. Raises HardwareError if the board has failed."""
        self.explain_silence()
        return self._terminal.name

    def explain_silence(self) -> None:
        """Raise HardwareError if the board has failed, which explains a missing answer."""
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless. Raises HardwareError if the board has failed meanwhile."""
        self._terminal.close()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _run(self) -> None:
        try:
            while not self._closes():
                if received := self._terminal.received():
                    self._board.receive(received)
                if sent := self._board.sent():
                    self._terminal.send(sent)
        except Exception as error:  # noqa: BLE001  (raised in close)
            failure = f"the twin's board has failed: {type(error).__name__}: {error}"
            self._error = error if isinstance(error, HardwareError) else Failure.TWIN.error(failure)
            _log.error("%s", failure, exc_info=error)
            self._terminal.hang_up()

    def _closes(self) -> bool:
        """Wait until something is to be done; return whether the port is being closed."""
        due = self._board.seconds_until_due()
        return self._terminal.closes(WAKE_SECONDS if due is None else min(WAKE_SECONDS, due))

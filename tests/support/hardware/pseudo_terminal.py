"""Boards at a pseudo-terminal, which programs open as a serial port."""

import contextlib
import os
import select
import threading
import tty
from collections.abc import Callable

from hardware.closing import Closing
from hardware.sim.board import HostSide

WAKE_SECONDS = 0.005
"""Real seconds between two looks at the clock of a board."""


class PseudoTerminal(Closing):
    """A raw pseudo-terminal; programs open it as `name`.

    `run` is called in a thread when the terminal is started. It must return soon after `closes` has returned True.
    """

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.name = os.ttyname(slave)
        self._wake_out, self._wake_in = os.pipe()
        self._descriptors = [self._wake_out, self._wake_in, slave]
        self._thread: threading.Thread | None = None

    def start(self, run: Callable[[], None]) -> None:
        """Call `run` in a thread of its own."""
        self._thread = threading.Thread(target=run, name=f"board {self.name}", daemon=True)
        self._thread.start()

    def closes(self, seconds: float | None = None) -> bool:
        """Wait until bytes arrive, at most for so many seconds; return whether the terminal is being closed."""
        return self._wake_out in select.select([self._wake_out, self.master], [], [], seconds)[0]

    def receive(self) -> bytes:
        """Return the bytes that have arrived."""
        with contextlib.suppress(OSError):
            return os.read(self.master, 4096)
        return b""

    def send(self, data: bytes) -> None:
        """Send bytes. What nobody reads overflows and is lost, as on a real line."""
        with contextlib.suppress(OSError):
            os.write(self.master, data)

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


class SimulatedPort(PseudoTerminal):
    """The port of `board`, which must live by the system's clock. In a with-block it listens at `name`."""

    def __init__(self, board: HostSide) -> None:
        super().__init__()
        self._board = board
        self.start(self._run)

    def _run(self) -> None:
        while not self.closes(WAKE_SECONDS):
            if received := self.receive():
                self._board.receive(received)
            if sent := self._board.transmit():
                self.send(sent)

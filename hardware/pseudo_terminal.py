"""A pseudo-terminal with a thread behind it, for boards that are simulated in real time."""

import contextlib
import os
import select
import threading
import tty
from collections.abc import Callable

from hardware.closing import Closing


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

"""A pseudo-terminal at which a simulated board listens in real time; the driver opens it as its port."""

import contextlib
import logging
import os
import select
import threading
import tty

from hardware.closing import Closing
from hardware.sim.board import SimulatedBoard

_log = logging.getLogger(__name__)

WAKE_SECONDS = 0.05
"""Real seconds between two looks at the clock while nothing is underway."""


class SimulatedPort(Closing):
    """The port of `board`, whose wire must live by the system's clock. In a with-block it listens at `name`."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._master, self._slave = os.openpty()
        self._wake_out, self._wake_in = os.pipe()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        self._thread = threading.Thread(target=self._run, name=f"board {self.name}", daemon=True)
        self._thread.start()
        _log.info("the simulated board listens at %s", self.name)

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless."""
        if self._master < 0:
            return
        os.write(self._wake_in, b"x")
        self._thread.join()
        for descriptor in (self._master, self._slave, self._wake_out, self._wake_in):
            os.close(descriptor)
        self._master = -1

    def _run(self) -> None:
        while True:
            due = self._board.seconds_until_due()
            seconds = WAKE_SECONDS if due is None else min(WAKE_SECONDS, due)
            ready = select.select([self._master, self._wake_out], [], [], seconds)[0]
            if self._wake_out in ready:
                return
            if self._master in ready:
                self._board.receive(os.read(self._master, 4096))
            if sent := self._board.sent():
                # nobody reads: what overflows is lost, as on a real line
                with contextlib.suppress(BlockingIOError):
                    os.write(self._master, sent)

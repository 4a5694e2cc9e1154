"""The two ways to a simulated board: in the same program, and in real time at a pseudo-terminal."""

import logging
from typing import Protocol

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import Failure, PortError
from hardware.pseudo_terminal import PseudoTerminal
from hardware.sim.board import SimulatedBoard

SLICE_SECONDS = 0.002
"""Seconds of the clock between two looks at whether the board has answered."""


class HostSide(Protocol):
    """The host's side of a simulated board. Both methods may raise HardwareError."""

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now."""
        ...

    def sent(self) -> bytes:
        """Advance the board to the clock's time, and return what has reached the host since the last call."""
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
            raise PortError("the line to the simulated board is closed", "open it again", failure=Failure.PORT_LOST)
        return self._board


_log = logging.getLogger(__name__)

WAKE_SECONDS = 0.05
"""Real seconds between two looks at the clock while nothing is underway."""


class SimulatedPort(Closing):
    """The port of `board`, whose wire must live by the system's clock. In a with-block it listens at `name`."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._terminal = PseudoTerminal(held=True)
        self.name = self._terminal.name
        self._terminal.start(self._run)
        _log.info("the simulated board listens at %s", self.name)

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless."""
        self._terminal.close()

    def _run(self) -> None:
        while True:
            due = self._board.seconds_until_due()
            if self._terminal.closes(WAKE_SECONDS if due is None else min(WAKE_SECONDS, due)):
                return
            if received := self._terminal.received():
                self._board.receive(received)
            if sent := self._board.sent():
                self._terminal.send(sent)

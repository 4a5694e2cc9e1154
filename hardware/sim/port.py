"""The way to a simulated board, which is in the same program."""

from typing import Protocol

from hardware.clock import Clock
from hardware.errors import Failure

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

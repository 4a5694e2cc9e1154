"""The host's end of a line to the binary without a port: a transport and a clock in the board's time."""

from hardware.closing import Closing
from hardware.sim.faults import WireFaults
from hardware.twin.lockstep import Lockstep
from hardware.twin.runner import CLOCK, Cause, EventKind, Stop
from hardware.twin.wire import FaultyWire


class Line(Closing):
    """A board in lockstep behind a line with faults. Waiting takes simulated time, so a seed determines the history.

    It is a `hardware.transport.Transport` and a `hardware.clock.Clock` for one thread. It closes the runner.
    """

    def __init__(self, board: Lockstep, faults: WireFaults | None = None, seed: int = 0) -> None:
        self.board = board
        self.resets = 0
        self._faults = faults or WireFaults()
        self._wire = FaultyWire(self._faults, seed)
        self._inbox = bytearray()

    @property
    def underway(self) -> bool:
        """Whether anything is in transit in either direction."""
        return bool(self._wire.underway or self.board.runner.underway)

    def now(self) -> float:
        return self.board.time

    def sleep(self, seconds: float) -> None:
        self.advance(self.now() + seconds)

    def write(self, data: bytes) -> None:
        self._wire.from_host(data, self.now())

    def read(self, timeout: float) -> bytes:
        self.advance(self.now() + timeout, wait=True)
        came = bytes(self._inbox)
        self._inbox.clear()
        return came

    def reset(self, cause: Cause = Cause.EXTERNAL, *, hold: float = 0.0) -> None:
        """Reset the board; nothing runs for `hold` seconds."""
        self.resets += 1
        self._wire.cut()
        self.board.reset(cause, hold=round(hold * CLOCK))

    def reset_in(self, seconds: float, cause: Cause) -> None:
        """Schedule a reset of the board in this many seconds."""
        self._wire.reset_at(self.now() + seconds, cause)

    def advance(self, until: float, *, wait: bool = False) -> None:
        """Advance to `until` seconds; with `wait` stop at a byte for the host."""
        end = int(until * CLOCK) + 1  # never less, however the sum is rounded
        while True:
            now = self.now()
            for piece in self._wire.to_board(now):
                if isinstance(piece, Cause):
                    self.reset(piece, hold=self._faults.reset_seconds)
                else:
                    self.board.runner.feed(piece)
            self._inbox += self._wire.to_host(now)
            if self.board.runner.cycle >= end or (wait and self._inbox):
                return
            due = self._wire.due()
            events = self.board.advance(end if due is None else min(end, int(due * CLOCK) + 1), Stop.NEWLINE)
            for event in events[events["kind"] == EventKind.SENT]:
                self._wire.from_board(int(event["value"]), int(event["cycle"]) / CLOCK)

    def close(self) -> None:
        self.board.runner.close()

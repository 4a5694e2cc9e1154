"""The serial line between host and board, with faults of wire and board on request, in the board's time."""

import heapq
import itertools
import random
import re

from hardware.closing import Closing
from hardware.sim.faults import NoisyLine, WireFaults
from hardware.sim.lines import seal
from hardware.twin.lockstep import Lockstep
from hardware.twin.runner import CLOCK, Cause, EventKind, Stop

REALTIME = b"!?"
STOP = ord("!")
NEWLINE = 0x0A
RESET_WITHIN = 0.03
"""A reset that follows a line comes within these seconds: while the line is read, carried out or answered."""


class FaultyWire:
    """Both directions of the line. Faults act on whole lines. Realtime bytes pass at once, wherever they occur.

    Times are the board's seconds. The same `seed` gives the same faults to the same lines.
    """

    def __init__(self, faults: WireFaults, seed: int) -> None:
        self._faults = faults
        self._source = random.Random(f"board {seed}")
        self._inward = NoisyLine(faults, random.Random(f"to the board {seed}"))
        self._outward = NoisyLine(faults, random.Random(f"from the board {seed}"), rubbish=faults.rubbish)
        self._half_in = bytearray()
        self._half_out = bytearray()
        self._to_board: list[tuple[float, int, bytes | Cause]] = []
        self._to_host: list[tuple[float, int, bytes]] = []
        self._order = itertools.count()
        self._silent_until = 0.0

    def from_host(self, data: bytes, now: float) -> None:
        """Accept what the host sends now."""
        for byte in data:
            if byte in REALTIME:
                if byte == STOP:
                    self._half_in.clear()
                self._schedule(now, bytes([byte]))
                continue
            self._half_in.append(byte)
            if byte == NEWLINE:
                for delay, piece in self._inward.carry(bytes(self._half_in)):
                    self._schedule(now + delay, piece)
                self._half_in.clear()

    def from_board(self, byte: int, now: float) -> None:
        """Accept a byte that the board has sent."""
        self._half_out.append(byte)
        if byte == NEWLINE:
            if now >= self._silent_until:
                for delay, piece in self._outward.carry(self._renamed(bytes(self._half_out))):
                    heapq.heappush(self._to_host, (now + delay, next(self._order), piece))
            self._half_out.clear()

    def _renamed(self, line: bytes) -> bytes:
        """Return a line as a board with another version of the protocol, or of the commands, says it."""
        text = said = line.decode("ascii", "replace").rpartition("*")[0]
        for key, other in (("protocol", self._faults.protocol), ("dictionary", self._faults.dictionary)):
            if other is not None:
                text = re.sub(rf" {key}=\S+", f" {key}={other}", text)
        return line if text == said else seal(text)

    def cut(self) -> None:
        """Drop the line that the board is sending: it is being reset."""
        self._half_out.clear()

    @property
    def underway(self) -> bool:
        """Whether anything is in transit, including a line that the board has begun."""
        return bool(self._to_board or self._to_host or self._half_out)

    def due(self) -> float | None:
        """Return when the next piece or reset reaches the board, or the next piece the host; None for none."""
        return min((queue[0][0] for queue in (self._to_board, self._to_host) if queue), default=None)

    def to_board(self, now: float) -> list[bytes | Cause]:
        """Return what has reached the board by now, including resets."""
        came: list[bytes | Cause] = []
        while self._to_board and self._to_board[0][0] <= now:
            piece = heapq.heappop(self._to_board)[2]
            if isinstance(piece, Cause) or now >= self._silent_until:
                came.append(piece)
        return came

    def to_host(self, now: float) -> bytes:
        """Return what has reached the host by now."""
        came = bytearray()
        while self._to_host and self._to_host[0][0] <= now:
            came += heapq.heappop(self._to_host)[2]
        return bytes(came)

    def reset_at(self, when: float, cause: Cause) -> None:
        """Schedule a reset of the board at this time."""
        heapq.heappush(self._to_board, (when, next(self._order), cause))

    def _schedule(self, when: float, piece: bytes) -> None:
        draw, faults = self._source.random, self._faults
        if draw() < faults.silent:
            self._silent_until = max(self._silent_until, when + faults.silent_seconds)
        heapq.heappush(self._to_board, (when, next(self._order), piece))
        if draw() < faults.reset:
            self.reset_at(when + draw() * RESET_WITHIN, Cause.BROWNOUT)


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

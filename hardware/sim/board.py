"""A simulated board: the same bytes as the real one, with faults on request."""

import heapq
import itertools
import logging
import random
import threading

from hardware.clock import Clock
from hardware.sim.build import Build
from hardware.sim.core import BoardCore, Mechanics, Switches
from hardware.sim.dictionary import BOOT_MAX
from hardware.sim.faults import NoisyLine, WireFaults

_log = logging.getLogger(__name__)

REALTIME = b"!?"
STOP = ord("!")
FOREIGN = b"error:20\r\n"
"""What another maker's board answers to a line that it does not know."""
MOST_UNREAD = 4096
"""Bytes that wait for a host. What overflows is lost, as on a real line."""


class SimulatedBoard:
    """A board that moves `table`. A host reaches it by `receive` and `sent` (see VirtualLine), or at a SimulatedPort.

    The same `seed` gives the same faults to the same lines. Motions take seconds of `clock`. Delays of the wire and of
    resets take seconds of `wire`, by default of `clock`. `build` is how it is wired. Threads may share a board.
    """

    def __init__(
        self,
        table: Mechanics,
        clock: Clock,
        faults: WireFaults | None = None,
        seed: int = 0,
        boot: int = 1,
        *,
        wire: Clock | None = None,
        build: Build | None = None,
    ) -> None:
        self._build = build or Build()
        self._table = table
        self._clock = clock
        self._wire = wire or clock
        self._faults = faults or WireFaults()
        self._source = random.Random(f"board {seed}")
        self._inward = NoisyLine(self._faults, random.Random(f"to the board {seed}"))
        self._outward = NoisyLine(self._faults, random.Random(f"from the board {seed}"), rubbish=self._faults.rubbish)
        self._lid_closed, self._stop_pressed = True, False
        self._switches = Switches()
        self._wired()
        self._lock = threading.RLock()
        self._deaf_until = 0.0
        self._half = bytearray()
        self._waiting: list[tuple[float, int, bool, bytes]] = []
        self._order = itertools.count()
        self._unread = bytearray()
        self._core = self._start(boot, "power")

    def open_lid(self) -> None:
        self._lid_closed = False
        self._switch()

    def close_lid(self) -> None:
        self._lid_closed = True
        self._switch()

    def press_estop(self) -> None:
        self._stop_pressed = True
        self._switch()

    def release_estop(self) -> None:
        self._stop_pressed = False
        self._switch()

    def reset(self, cause: str = "external") -> None:
        """Reset the board as its button does. It ignores its line for a moment, then has the next boot number."""
        _log.info("resetting the simulated board: %s", cause)
        with self._lock:
            now = self._clock.now()
            self._core.advance(now)
            self._core.halt(now)
            self._half.clear()
            self._deaf_until = self._wire.now() + self._faults.reset_seconds
            self._core = self._start(self._core.boot % BOOT_MAX + 1, cause)

    def _start(self, boot: int, cause: str) -> BoardCore:
        now = self._clock.now()
        return BoardCore(
            self._table,
            self._switches,
            self._faults,
            self._source,
            boot=boot,
            cause=cause,
            now=now,
            levers_at_once=self._build.levers_at_once,
        )

    def _wired(self) -> None:
        """Let the board's inputs have the levels that the wires give them."""
        self._switches.lid_closed = self._lid_closed or self._build.lid_shorted
        self._switches.estop = self._stop_pressed or self._build.stop_unwired

    def _switch(self) -> None:
        with self._lock:
            now = self._clock.now()
            out = self._core.advance(now)
            self._wired()
            self._core.sense(now)
            self._send(out + self._core.advance(now))

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now."""
        with self._lock:
            self._arrive(data)

    def sent(self) -> bytes:
        """Advance the board to the clock's time, and return what has reached the host since the last call."""
        with self._lock:
            self._deliver()
            self._sag()
            if not self._deaf:
                self._send(self._core.advance(self._clock.now()))
            sent = bytes(self._unread)
            self._unread.clear()
            return sent

    def seconds_until_due(self) -> float | None:
        """Return the seconds of the wire's clock until a late line is due, None if none is underway."""
        with self._lock:
            return max(0.0, self._waiting[0][0] - self._wire.now()) if self._waiting else None

    @property
    def _deaf(self) -> bool:
        """Whether the board neither receives nor sends."""
        return self._wire.now() < self._deaf_until

    def _arrive(self, data: bytes) -> None:
        """Split received bytes into lines, on which faults act. Realtime bytes pass at once."""
        for byte in data:
            if byte in REALTIME:
                if byte == STOP:
                    self._half.clear()
                self._hear(bytes([byte]))
            else:
                self._half.append(byte)
                if byte == 0x0A:
                    for delay, piece in self._inward.carry(bytes(self._half)):
                        self._later(delay, True, piece)
                    self._half.clear()
                    self._deliver()

    def _later(self, delay: float, inward: bool, piece: bytes) -> None:
        heapq.heappush(self._waiting, (self._wire.now() + delay, next(self._order), inward, piece))

    def _deliver(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._wire.now():
            _, _, inward, piece = heapq.heappop(self._waiting)
            if inward:
                self._hear(piece)
            else:
                self._write(piece)

    def _sag(self) -> None:
        """Reset the board where more levers have moved than the supply can move."""
        if self._core.sags_at is not None and self._core.sags_at <= self._clock.now():
            self.reset("brownout")

    def _hear(self, piece: bytes) -> None:
        draw = self._source.random
        self._sag()
        if self._deaf:
            return
        if self._build.foreign:
            self._send([FOREIGN])
            return
        if draw() < self._faults.silent:
            self._deaf_until = self._wire.now() + self._faults.silent_seconds
            return
        if draw() >= self._faults.reset:
            self._send(self._core.feed(piece, self._clock.now()))
        elif draw() < 0.5:
            self.reset("brownout")
        else:
            self._core.feed(piece, self._clock.now())
            self.reset("brownout")

    def _send(self, lines: list[bytes]) -> None:
        if self._deaf:
            return
        for line in lines:
            for delay, piece in self._outward.carry(line):
                self._later(delay, False, piece)
        self._deliver()

    def _write(self, piece: bytes) -> None:
        if len(self._unread) + len(piece) <= MOST_UNREAD:
            self._unread += piece

"""A simulated board behind a pseudo-terminal: the same bytes as the real one, with faults on request."""

import heapq
import itertools
import logging
import os
import random
import select
import threading
import time
import tty
from types import TracebackType
from typing import Self

from hardware.clock import Clock
from hardware.sim.core import BoardCore, Mechanics, Switches
from hardware.sim.dictionary import BOOT_MAX
from hardware.sim.faults import NoisyLine, WireFaults

_log = logging.getLogger(__name__)

WAKE_SECONDS = 0.05
REALTIME = b"!?"
STOP = ord("!")


class SimulatedBoard:
    """A board that moves `table`. In a with-block it listens on the pseudo-terminal `port`.

    The same `seed` gives the same faults to the same lines. Delays of the wire and of resets are real seconds; motions
    take seconds of `clock`.
    """

    def __init__(
        self, table: Mechanics, clock: Clock, faults: WireFaults | None = None, seed: int = 0, boot: int = 1
    ) -> None:
        self._table = table
        self._clock = clock
        self._faults = faults or WireFaults()
        self._source = random.Random(f"board {seed}")
        self._inward = NoisyLine(self._faults, random.Random(f"to the board {seed}"))
        self._outward = NoisyLine(self._faults, random.Random(f"from the board {seed}"), rubbish=self._faults.rubbish)
        self._switches = Switches()
        self._lock = threading.RLock()
        self._deaf_until = 0.0
        self._half = bytearray()
        self._waiting: list[tuple[float, int, bool, bytes]] = []
        self._order = itertools.count()
        self._core = self._start(boot, "power")
        self._thread: threading.Thread | None = None
        self._master, self._slave = os.openpty()
        self._wake_out, self._wake_in = os.pipe()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)

    def open_lid(self) -> None:
        self._switch(lid_closed=False, estop=self._switches.estop)

    def close_lid(self) -> None:
        self._switch(lid_closed=True, estop=self._switches.estop)

    def press_estop(self) -> None:
        self._switch(lid_closed=self._switches.lid_closed, estop=True)

    def release_estop(self) -> None:
        self._switch(lid_closed=self._switches.lid_closed, estop=False)

    def reset(self, cause: str = "external") -> None:
        """Reset the board as its button does. It ignores its line for a moment, then has the next boot number."""
        _log.info("resetting the simulated board: %s", cause)
        with self._lock:
            now = self._clock.now()
            self._core.advance(now)
            self._core.halt(now)
            self._half.clear()
            self._deaf_until = time.monotonic() + self._faults.reset_seconds
            self._core = self._start(self._core.boot % BOOT_MAX + 1, cause)

    def _start(self, boot: int, cause: str) -> BoardCore:
        now = self._clock.now()
        return BoardCore(self._table, self._switches, self._faults, self._source, boot=boot, cause=cause, now=now)

    def _switch(self, *, lid_closed: bool, estop: bool) -> None:
        with self._lock:
            now = self._clock.now()
            out = self._core.advance(now)
            self._switches.lid_closed, self._switches.estop = lid_closed, estop
            self._core.sense(now)
            self._send(out + self._core.advance(now))

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._run, name=f"board {self.port}", daemon=True)
        self._thread.start()
        _log.info("the simulated board listens at %s", self.port)
        return self

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless."""
        if self._master < 0:
            return
        if self._thread is not None:
            os.write(self._wake_in, b"x")
            self._thread.join()
        for descriptor in (self._master, self._slave, self._wake_out, self._wake_in):
            os.close(descriptor)
        self._master = -1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        while True:
            timeout = WAKE_SECONDS
            if self._waiting:
                timeout = min(timeout, max(0.0, self._waiting[0][0] - time.monotonic()))
            ready = select.select([self._master, self._wake_out], [], [], timeout)[0]
            if self._wake_out in ready:
                return
            with self._lock:
                if self._master in ready:
                    self._arrive(os.read(self._master, 4096))
                self._deliver()
                if time.monotonic() >= self._deaf_until:
                    self._send(self._core.advance(self._clock.now()))

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
        heapq.heappush(self._waiting, (time.monotonic() + delay, next(self._order), inward, piece))

    def _deliver(self) -> None:
        while self._waiting and self._waiting[0][0] <= time.monotonic():
            _, _, inward, piece = heapq.heappop(self._waiting)
            if inward:
                self._hear(piece)
            else:
                self._write(piece)

    def _hear(self, piece: bytes) -> None:
        draw = self._source.random
        if time.monotonic() < self._deaf_until:
            return
        if draw() < self._faults.silent:
            self._deaf_until = time.monotonic() + self._faults.silent_seconds
            return
        if draw() >= self._faults.reset:
            self._send(self._core.feed(piece, self._clock.now()))
        elif draw() < 0.5:
            self.reset("brownout")
        else:
            self._core.feed(piece, self._clock.now())
            self.reset("brownout")

    def _send(self, lines: list[bytes]) -> None:
        if time.monotonic() < self._deaf_until:
            return
        for line in lines:
            for delay, piece in self._outward.carry(line):
                self._later(delay, False, piece)
        self._deliver()

    def _write(self, piece: bytes) -> None:
        try:
            os.write(self._master, piece)
        except BlockingIOError:
            return  # nobody reads: what overflows is lost, as on a real line

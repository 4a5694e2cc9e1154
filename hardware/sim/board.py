"""A simulated board, and the way to it: the same bytes as the real one (firmware/PROTOCOL.md), faults on request."""

import logging
import random
import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol

from hardware import dictionary as d
from hardware.clock import Clock
from hardware.dimensions import BOXES, CRANK
from hardware.errors import Failure
from hardware.sim.build import Build, BuildFault
from hardware.sim.core import BoardCore, Switches
from hardware.sim.cores import BoxCore, CrankCore
from hardware.sim.lines import FaultyWire, WireFaults
from hardware.sim.table import SimulatedTable

_log = logging.getLogger(__name__)

FOREIGN = b"error:20\r\n"
"""What another maker's board answers to a line that it does not know."""
MOST_UNREAD = 4096
"""Bytes that wait for a host. What overflows is lost, as on a real line."""


class SimulatedBoard:
    """A board that moves `table`. A host reaches it by `receive` and `transmit` (see VirtualLine).

    The same `seed` gives the same faults to the same lines. Motions take seconds of `clock`. Delays of the wire and of
    resets take seconds of `wire`, by default of `clock`. `build` is how it is wired. Threads may share a board.
    """

    def __init__(
        self,
        table: SimulatedTable,
        clock: Clock,
        faults: WireFaults | None = None,
        seed: int = 0,
        boot: int = 1,
        *,
        wire: Clock | None = None,
        build: Build | None = None,
        machine: str = CRANK,
    ) -> None:
        self._build = build or Build()
        self._clock = clock
        self._wire = wire or clock
        self._faults = faults or WireFaults()
        self._source = random.Random(f"jams {seed}")
        self._line = FaultyWire(self._faults, seed)
        self._lid_closed, self._stop_pressed = True, False
        self._switches = Switches()
        self._set_inputs()
        self._lock = threading.RLock()
        self._deaf_until = 0.0
        self._unread = bytearray()
        core: Callable[..., BoardCore] = BoxCore if machine == BOXES else CrankCore
        self._make = partial(core, table, self._build, self._switches, self._faults, self._source)
        self._core = self._start(boot, "power")

    def move(self, *, lid_closed: bool | None = None, estop: bool | None = None) -> None:
        """Open or close the lid, press or release the emergency stop."""
        with self._lock:
            self._lid_closed = self._lid_closed if lid_closed is None else lid_closed
            self._stop_pressed = self._stop_pressed if estop is None else estop
            now = self._clock.now()
            out = self._core.advance(now)
            self._set_inputs()
            self._core.sense(now)
            self._send(out + self._core.advance(now))

    def reset(self, cause: str = "external") -> None:
        """Reset the board as its button does. It ignores its line for a moment, then has the next boot number."""
        _log.info("resetting the simulated board: %s", cause)
        with self._lock:
            now = self._clock.now()
            self._core.advance(now)
            self._core.halt(now)
            self._deaf_until = self._wire.now() + self._faults.reset_seconds
            self._core = self._start(self._core.boot % d.BOOT_MAX + 1, cause)

    def _start(self, boot: int, cause: str) -> BoardCore:
        return self._make(boot=boot, cause=cause, now=self._clock.now())

    def _set_inputs(self) -> None:
        """Set the board's inputs to the levels that the wires give them."""
        self._switches.lid_closed = self._lid_closed or self._build.has(BuildFault.LID_SHORTED)
        self._switches.estop = self._build.reads_stop(self._stop_pressed)

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now."""
        with self._lock:
            self._line.from_host(data, self._wire.now())
            self._deliver()

    def transmit(self) -> bytes:
        """Advance the board to the clock's time, and return what has reached the host since the last call."""
        with self._lock:
            self._deliver()
            self._sag()
            if not self._deaf:
                self._send(self._core.advance(self._clock.now()))
            self._deliver()
            sent = bytes(self._unread)
            self._unread.clear()
            return sent

    @property
    def _deaf(self) -> bool:
        """Whether the board neither receives nor sends."""
        return self._wire.now() < self._deaf_until

    def _deliver(self) -> None:
        """Pass on to the board what has reached it, and to the host what has reached the host."""
        for piece in self._line.to_board(self._wire.now()):
            self._sag()
            if isinstance(piece, str):
                self.reset(piece)
            elif not self._deaf:
                self._send(
                    [FOREIGN] if self._build.has(BuildFault.WRONG_BOARD) else self._core.feed(piece, self._clock.now())
                )
        arrived = self._line.to_host(self._wire.now())
        if len(self._unread) + len(arrived) <= MOST_UNREAD:
            self._unread += arrived

    def _sag(self) -> None:
        """Reset the board where more levers have moved than the supply can move."""
        if self._core.sags_at is not None and self._core.sags_at <= self._clock.now():
            self.reset("brownout")

    def _send(self, lines: list[bytes]) -> None:
        if not self._deaf:
            self._line.from_board(b"".join(lines), self._wire.now())


SLICE_SECONDS = 0.002
"""Seconds of the clock between two looks at whether the board has answered."""


class HostSide(Protocol):
    """The host's side of a simulated board. Its methods may raise HardwareError."""

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now."""
        ...

    def transmit(self) -> bytes:
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
        self._get_board().receive(data)

    def read(self, timeout: float) -> bytes:
        board, clock = self._get_board(), self._clock
        end = clock.now() + timeout
        while not (data := board.transmit()) and (left := end - clock.now()) > 0:
            clock.sleep(min(left, SLICE_SECONDS))
        return data

    def close(self) -> None:
        self._board = None

    def _get_board(self) -> HostSide:
        if self._board is None:
            raise Failure.PORT_LOST.error("the line to the simulated board is closed", "open it again")
        return self._board

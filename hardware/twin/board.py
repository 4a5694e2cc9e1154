"""The binary and its machine as one board, paced by a clock, behind its serial line and at a pseudo-terminal."""

import heapq
import itertools
import logging
import random
import re
import select
import termios
import threading
from collections.abc import Callable
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import TwinError
from hardware.pseudo_terminal import PseudoTerminal
from hardware.sim.board import FOREIGN, REALTIME, STOP
from hardware.sim.faults import NoisyLine, WireFaults
from hardware.sim.lines import seal
from hardware.twin.lockstep import DrivenMachine, Lockstep
from hardware.twin.runner import CLOCK, BootloaderKind, Cause, EventKind, Events, Runner, Stop

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


WINDOW_SECONDS = 0.1
"""Interval of the board's time between two comparisons."""
BEHIND_SECONDS = 3.0
"""Total loss in seconds after which a board is too slow: as long as a host repeats hello."""
WINDOW_LOSS_SECONDS = 0.5
"""Largest loss counted in one window: more means that the whole program was stopped."""

LAG_SECONDS = 1.0
"""Lag in seconds from which it explains a missing answer."""


@dataclass(slots=True)
class Pace:
    """Compares a board's own time with the clock's, both in seconds since power-on, `rate` of them per real second.

    The losses of the windows are added up, and gains subtracted. A program that was stopped, however long, loses one
    window. A board is too slow after seven successive windows at a sixth of real time or slower, and later if each
    loses less. All limits are in real seconds.
    """

    rate: float = 1.0
    _board: float = 0.0
    _clock: float = 0.0
    _lost: float = 0.0

    def note(self, board: float, clock: float) -> None:
        """Compare both times; call it regularly.

        Raises:
            TwinError: the computer is too slow.

        """
        board, clock = board / self.rate, clock / self.rate
        if board - self._board < WINDOW_SECONDS:
            return
        loss = (clock - self._clock) - (board - self._board)
        self._lost = max(0.0, self._lost + min(loss, WINDOW_LOSS_SECONDS))
        self._board, self._clock = board, clock
        if self._lost > BEHIND_SECONDS:
            raise _too_slow(clock - board)

    def explain_silence(self, board: float, clock: float) -> None:
        """Compare both times when the board has not answered: a board far behind answers late.

        Raises:
            TwinError: the board is behind by more than a second.

        """
        if (behind := (clock - board) / self.rate) > LAG_SECONDS:
            raise _too_slow(behind)


def _too_slow(behind: float) -> TwinError:
    return TwinError(
        f"this computer is too slow for the twin in real time: it is {behind:.1f} s behind",
        "let it go as fast as it can: --fast",
    )


_log = logging.getLogger(__name__)

SLICE_SECONDS = 0.01
START_SECONDS = 0.1
"""How long the board has been on when it is first opened."""


class TwinBoard(Closing):
    """A board that drives `machine`. A host reaches it by `receive` and `sent` (see VirtualLine), or at a TwinPort.

    Its time is that of `clock`. It advances when it receives something or somebody looks, so that by a virtual clock
    the same commands and the same `seed` of `faults` give the same history to the last bit. `uno` puts Optiboot on the
    chip. `pace` stops a board that cannot keep up with the clock. `listen` gets all events at the board's pins, from
    the thread that advances it. In place of a `foreign` board another maker's answers.
    """

    def __init__(
        self,
        machine: DrivenMachine,
        clock: Clock,
        faults: WireFaults | None = None,
        seed: int = 0,
        *,
        runner: Runner,
        uno: bool = False,
        pace: Pace | None = None,
        listen: Callable[[Events], None] | None = None,
        foreign: bool = False,
    ) -> None:
        self.lock = threading.RLock()
        """Held while machine and board advance."""
        self.uno = uno
        self._clock, self._foreign = clock, foreign
        self._said = bytearray()
        self._line = Line(Lockstep(runner, machine, listen=listen), faults, seed)
        if uno:
            runner.bootloader(BootloaderKind.OPTIBOOT)
        self._line.advance(START_SECONDS)
        self._pace = pace
        self.start = clock.now() - self._line.now()
        """The clock's time at power-on."""

    @property
    def lights(self) -> tuple[float, float]:
        """Brightness of the left and the right half of the ring, 0 to 1."""
        return self._line.board.lights

    @property
    def resets(self) -> int:
        """Number of resets from outside."""
        return self._line.resets

    def reset(self, cause: Cause = Cause.EXTERNAL, *, hold: float = 0.0) -> None:
        """Reset the board as its button or its supply does. Nothing runs for `hold` seconds."""
        with self.lock:
            self.catch_up()
            _log.info("resetting the twin's board at %.3f s: %s", self._line.now(), cause.name)
            self._line.reset(cause, hold=hold)

    def sag(self) -> None:
        """Let its supply break down for a moment: it is reset at once. For the thread that advances it."""
        self._line.reset_in(0.0, Cause.BROWNOUT)

    def catch_up(self) -> None:
        """Advance board and machine to the clock's time. Raises TwinError: the runner has ended, or the pace's."""
        with self.lock:
            now = self._clock.now() - self.start
            while self._line.now() < now:
                self._line.advance(min(now, self._line.now() + SLICE_SECONDS))
                if self._pace:
                    self._pace.note(self._line.now(), self._clock.now() - self.start)

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now. Raises what catch_up does."""
        with self.lock:
            self.catch_up()
            if self._foreign:
                self._said += FOREIGN * data.count(b"\n")
            else:
                self._line.write(data)

    def sent(self) -> bytes:
        """Catch up, and return what has reached the host since the last call. Raises what catch_up does."""
        with self.lock:
            self.catch_up()
            said, self._said = bytes(self._said), bytearray()
            return said if self._foreign else self._line.read(0.0)

    def explain_silence(self) -> None:
        """Raise TwinError if the board lies far behind the clock, which explains a missing answer."""
        if self._pace:
            self._pace.explain_silence(self._line.now(), self._clock.now() - self.start)

    def close(self) -> None:
        """Switch the board off. Closing twice is harmless."""
        self._line.close()


POLL_SECONDS = 0.004
"""Real seconds between two looks at port and clock."""
BOOTLOADER_SECONDS = 1.0
"""Time that Optiboot takes after the reset by opening the port."""


class TwinPort(Closing):
    """The port of `board`, which must live by the system's clock. In a with-block the board listens there.

    Opening the port of an Uno resets it, unless the previous program has cleared HUPCL, and Optiboot then takes a
    second. Close it before the board.
    """

    def __init__(self, board: TwinBoard) -> None:
        self.opened = False
        """Whether a program has the port open."""
        self.drops = True
        """Whether closing the port drops the line that resets an Uno: HUPCL, as the last program left it."""
        self._board = board
        self._error: TwinError | None = None
        self._terminal = PseudoTerminal(held=not board.uno)
        self._terminal.start(self._run)
        _log.info("the twin's board listens at %s", self._terminal.name)

    @property
    def name(self) -> str:
        """The port for the driver. Raises TwinError if the board has failed."""
        self._raise_error()
        return self._terminal.name

    def explain_silence(self) -> None:
        """Raise TwinError if the board has failed or lies far behind the clock, which explains a missing answer."""
        self._raise_error()
        self._board.explain_silence()

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless. Raises TwinError if the board has failed meanwhile."""
        self._terminal.close()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not self._terminal.closes(POLL_SECONDS, listening=self.opened):
                self._look_at_port()
                if sent := self._board.sent():
                    self._terminal.send(sent)
        except Exception as error:  # noqa: BLE001  (raised in close)
            failure = f"the twin's board has failed: {type(error).__name__}: {error}"
            self._error = error if isinstance(error, TwinError) else TwinError(failure)
            _log.error("%s", failure, exc_info=error)
            self._terminal.hang_up()

    def _look_at_port(self) -> None:
        poll = select.poll()
        poll.register(self._terminal.master, select.POLLIN)
        happened = dict(poll.poll(0)).get(self._terminal.master, 0)
        opened = not happened & select.POLLHUP
        if opened and not self.opened and self._board.uno and self.drops:
            self._board.reset(Cause.EXTERNAL, hold=BOOTLOADER_SECONDS)
        self.opened = opened
        if opened:
            self.drops = bool(termios.tcgetattr(self._terminal.master)[2] & termios.HUPCL)
        if received := self._terminal.received():
            self._board.receive(received)

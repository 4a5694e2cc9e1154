"""The binary and its machine as one board, paced by a clock, behind its serial line."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import Failure
from hardware.sim.board import FOREIGN
from hardware.sim.lines import FaultyWire, WireFaults
from hardware.twin.runner import CLOCK, EVENT, Cause, EventKind, Events, Runner, Stop

STEPPING_SECONDS = 0.0005
STILL_SECONDS = 0.01
"""The longest slice while nothing steps, and so the largest delay of a switch."""
FASTER = 4000 / CLOCK
"""Largest increase in speed within a slice (steps per cycle): five times that of the firmware."""
PULSE_SECONDS = 0.04
"""A servo without a pulse for this time is free."""
SERVOS = 6
_FREE = round(PULSE_SECONDS * CLOCK)
_SENT, _STEPPED, _STEP = int(EventKind.SENT), int(EventKind.STEP), int(Stop.STEP)
_PULSED = frozenset({int(EventKind.PULSE), int(EventKind.SERVO)})
Edges = Sequence[tuple[float, int, bool]]
"""Changes of the coils: seconds from the start, the coil (1 to 6), and whether it is on from then."""


class DrivenMachine(Protocol):
    """The machine that the board drives, and its switches."""

    @property
    def home(self) -> bool:
        """Whether the home switch is closed."""

    @property
    def steps_from_switch(self) -> int:
        """Least number of steps until the home switch changes; 0 if any step may change it."""

    @property
    def lid_closed(self) -> bool: ...

    @property
    def estop(self) -> bool: ...

    def advance(
        self,
        seconds: float,
        steps: Sequence[tuple[float, int]],
        servo_us: tuple[float | None, ...],
        enabled: bool,
        edges: Edges,
    ) -> None:
        """Advance the time.

        `steps` are those of the motor, each with its seconds from the start and +1 (forward) or -1. `servo_us` are the
        pulses of servos 1 to 6 in microseconds, None for a servo without pulses. `enabled`: the motor has current.
        `edges` are those of the coils, which are on the servos' pins.
        """


class Lockstep:
    """One board and its machine. `listen` gets every event in order, after it has happened.

    A slice takes at most `slice_seconds` while the motor steps near the home switch, else `still_seconds`.
    """

    def __init__(
        self,
        runner: Runner,
        machine: DrivenMachine,
        *,
        slice_seconds: float = STEPPING_SECONDS,
        still_seconds: float = STILL_SECONDS,
        listen: Callable[[Events], None] | None = None,
    ) -> None:
        self.runner = runner
        self.machine = machine
        self.listen = listen
        self.lights = (0.0, 0.0)
        self.enabled = False
        self._slice = round(slice_seconds * CLOCK)
        self._still_slice = round(still_seconds * CLOCK)
        self._until_step = _STEP if slice_seconds < still_seconds else 0
        self._still = True
        self._rate = 0.0
        self._servo_us: list[float | None] = [None] * SERVOS
        self._pulsed = [0] * SERVOS

    @property
    def time(self) -> float:
        """The seconds since power-on."""
        return self.runner.cycle / CLOCK

    def advance(self, until: int, stop: Stop | int = 0) -> Events:
        """Advance to cycle `until`, or to the first `stop`. Return the events."""
        collected: list[bytes] = []
        ends = False
        while self.runner.cycle < until and not ends:
            start = self.runner.cycle
            self._sense()
            goal = min(until, start + (self._still_slice if self._still else self._bound_slice()))
            events = self.runner.advance(goal, stop | self._until_step if self._still else stop)
            self._still = True
            if len(events):
                kinds = events["kind"]
                steps = int((kinds == _STEPPED).sum())
                self._still = not steps
                self._rate = steps / max(1, self.runner.cycle - start)
                ends = bool(stop & Stop.NEWLINE and ((kinds == _SENT) & (events["value"] == 0x0A)).any())
                collected.append(events.tobytes())
            self._move(start, events)
            if self.listen is not None and len(events):
                self.listen(events)
        return np.frombuffer(b"".join(collected), EVENT)

    def reset(self, cause: Cause, *, hold: int = 0) -> None:
        """Reset the board; see Runner.reset."""
        self.runner.reset(cause, hold=hold)

    def _move(self, start: int, events: Events) -> None:
        steps: list[tuple[float, int]] = []
        edges: list[tuple[float, int, bool]] = []
        if len(events):
            kinds = events["kind"]
            for event in events[(kinds > _STEPPED)]:
                self._take(event)
                if event["kind"] in _PULSED:
                    after = (int(event["cycle"]) - start) / CLOCK
                    edges.append((after, int(event["which"]), event["kind"] == EventKind.PULSE))
            motor = events[(kinds == _STEPPED) & (events["which"] < 2)]
            times = ((motor["cycle"] - start) / CLOCK).tolist()
            steps = [(when, 1 if which else -1) for when, which in zip(times, motor["which"].tolist(), strict=True)]
        for servo, pulsed in enumerate(self._pulsed):
            if self.runner.cycle - pulsed > _FREE:
                self._servo_us[servo] = None
        seconds = (self.runner.cycle - start) / CLOCK
        self.machine.advance(seconds, steps, tuple(self._servo_us), self.enabled, edges)

    def _bound_slice(self) -> int:
        """Return the cycles in which even an accelerating motor cannot reach the home switch."""
        far = round(self.machine.steps_from_switch / (self._rate + FASTER))
        return max(self._slice, min(far, self._still_slice))

    def _take(self, event: np.void) -> None:
        kind, which = event["kind"], int(event["which"])
        if kind == EventKind.SERVO:
            self._servo_us[which - 1] = int(event["more"]) * 1e6 / CLOCK
            self._pulsed[which - 1] = int(event["cycle"])
        elif kind == EventKind.DRIVE:
            self.enabled = bool(event["value"])
        elif kind == EventKind.LIGHT:
            left, right = self.lights
            level = int(event["value"]) / 1000
            self.lights = (level, right) if which == 0 else (left, level)

    def _sense(self) -> None:
        inputs, machine = self.runner.inputs, self.machine
        inputs.home, inputs.lid_closed, inputs.estop = machine.home, machine.lid_closed, machine.estop


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
        self._wire.reset_at(self.now() + seconds, str(cause.name).lower())

    def advance(self, until: float, *, wait: bool = False) -> None:
        """Advance to `until` seconds; with `wait` stop at a byte for the host."""
        end = int(until * CLOCK) + 1  # never less, however the sum is rounded
        while True:
            now = self.now()
            for piece in self._wire.to_board(now):
                if isinstance(piece, str):
                    self.reset(Cause[piece.upper()], hold=self._faults.reset_seconds)
                else:
                    self.board.runner.feed(piece)
            self._inbox += self._wire.to_host(now)
            if self.board.runner.cycle >= end or (wait and self._inbox):
                return
            due = self._wire.find_due()
            events = self.board.advance(end if due is None else min(end, int(due * CLOCK) + 1), Stop.NEWLINE)
            for event in events[events["kind"] == EventKind.SENT]:
                self._wire.from_board(bytes([event["value"]]), int(event["cycle"]) / CLOCK)

    def close(self) -> None:
        self.board.runner.close()


WINDOW_SECONDS = 0.1
"""Interval of the board's time between two comparisons."""
BEHIND_SECONDS = 3.0
"""Total loss in seconds after which a board is too slow: as long as a host repeats hello."""
WINDOW_LOSS_SECONDS = 0.5
"""Largest loss counted in one window: more means that the whole program was stopped."""


@dataclass(slots=True)
class Pace:
    """Compares a board's own time with the clock's, both in seconds since power-on, `rate` of them per real second.

    The losses of the windows are added up, and gains subtracted. A program that was stopped, however long, counts as
    the loss of one window. A board is too slow after seven successive windows at a sixth of real time or slower, and
    later if each loses less. All limits are in real seconds.
    """

    rate: float = 1.0
    _board: float = 0.0
    _clock: float = 0.0
    _lost: float = 0.0

    def note(self, board: float, clock: float) -> None:
        """Compare both times; call it regularly.

        Raises:
            HardwareError: the computer is too slow.

        """
        board, clock = board / self.rate, clock / self.rate
        if board - self._board < WINDOW_SECONDS:
            return
        loss = (clock - self._clock) - (board - self._board)
        self._lost = max(0.0, self._lost + min(loss, WINDOW_LOSS_SECONDS))
        self._board, self._clock = board, clock
        if self._lost > BEHIND_SECONDS:
            raise Failure.TWIN.error(
                f"this computer is too slow for the twin in real time: it is {clock - board:.1f} s behind",
                "add --fast",
            )


SLICE_SECONDS = 0.01
START_SECONDS = 0.1
"""How long the board has been on when it is first opened."""


class TwinBoard(Line):
    """A board that drives `machine`. Hosts reach it by `receive` and `transmit` (see VirtualLine).

    Its time is that of `clock`. It advances when it receives something or somebody looks, so that by a virtual clock
    the same commands and the same `seed` of `faults` give the same history to the last bit. `pace` stops a board that
    cannot keep up with the clock. `listen` gets all events at the board's pins, from the thread that advances it. A
    `foreign` board answers as one of another maker does.
    """

    def __init__(
        self,
        machine: DrivenMachine,
        clock: Clock,
        faults: WireFaults | None = None,
        seed: int = 0,
        *,
        runner: Runner,
        pace: Pace | None = None,
        listen: Callable[[Events], None] | None = None,
        foreign: bool = False,
    ) -> None:
        super().__init__(Lockstep(runner, machine, listen=listen), faults, seed)
        self.lock = threading.RLock()
        """Held while machine and board advance."""
        self._clock, self._pace, self._foreign = clock, pace, foreign
        self._said = bytearray()
        self.advance(START_SECONDS)
        self.start = clock.now() - self.now()
        """The clock's time at power-on."""

    @property
    def lights(self) -> tuple[float, float]:
        """Brightness of the left and the right half of the ring, 0 to 1."""
        return self.board.lights

    def sag(self) -> None:
        """Reset it at once, as if its supply broke down for a moment. For the thread that advances the board."""
        self.reset_in(0.0, Cause.BROWNOUT)

    def catch_up(self) -> None:
        """Advance all to the clock's time. Raises HardwareError if the runner has ended or the board is too slow."""
        with self.lock:
            now = self._clock.now() - self.start
            while self.now() < now:
                self.advance(min(now, self.now() + SLICE_SECONDS))
                if self._pace:
                    self._pace.note(self.now(), self._clock.now() - self.start)

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now. Raises what catch_up does."""
        with self.lock:
            self.catch_up()
            if self._foreign:
                self._said += FOREIGN * data.count(b"\n")
            else:
                self.write(data)

    def transmit(self) -> bytes:
        """Catch up, and return what has reached the host since the last call. Raises what catch_up does."""
        with self.lock:
            self.catch_up()
            said, self._said = bytes(self._said), bytearray()
            return said if self._foreign else self.read(0.0)

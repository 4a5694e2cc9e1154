"""Runs the binary and the machine in lockstep: exchanges steps, pulses and switches slice by slice."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from hardware.twin.runner import CLOCK, EVENT, Cause, EventKind, Events, Runner, Stop

SLICE_SECONDS = 0.0005
STILL_SECONDS = 0.01
"""The longest slice while nothing steps, and so the largest delay of a switch."""
FASTER = 4000 / CLOCK
"""Largest increase in speed within a slice (steps per cycle): five times that of the firmware."""
PULSE_SECONDS = 0.04
"""A servo without a pulse for this time is free."""
SERVOS = 6
_FREE = round(PULSE_SECONDS * CLOCK)
_SENT, _STEPPED, _STEP = int(EventKind.SENT), int(EventKind.STEP), int(Stop.STEP)


class DrivenMachine(Protocol):
    """The machine that the board drives, and its switches."""

    @property
    def home(self) -> bool:
        """Whether the home switch is closed."""
        ...

    @property
    def steps_from_switch(self) -> int:
        """Least number of steps until the home switch changes; 0 if any step may change it."""
        ...

    @property
    def lid_closed(self) -> bool: ...

    @property
    def estop(self) -> bool: ...

    def advance(
        self, seconds: float, steps: Sequence[tuple[float, int]], servo_us: tuple[float | None, ...], enabled: bool
    ) -> None:
        """Advance the time.

        `steps` are those of the motor, each with its seconds from the start and +1 (forward) or -1. `servo_us` are the
        pulses of servos 1 to 6 in microseconds, None for a servo without pulses. `enabled`: the motor has current.
        """
        ...


class Lockstep:
    """One board and its machine. `listen` gets every event in order, after it has happened.

    A slice takes at most `slice_seconds` while the motor steps near the home switch, else `still_seconds`.
    """

    def __init__(
        self,
        runner: Runner,
        machine: DrivenMachine,
        *,
        slice_seconds: float = SLICE_SECONDS,
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
            goal = min(until, start + (self._still_slice if self._still else self._moving_slice()))
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
        if len(events):
            kinds = events["kind"]
            for event in events[(kinds > _STEPPED)]:
                self._take(event)
            motor = events[(kinds == _STEPPED) & (events["which"] < 2)]
            after = ((motor["cycle"] - start) / CLOCK).tolist()
            steps = [(when, 1 if which else -1) for when, which in zip(after, motor["which"].tolist(), strict=True)]
        for servo, pulsed in enumerate(self._pulsed):
            if self.runner.cycle - pulsed > _FREE:
                self._servo_us[servo] = None
        seconds = (self.runner.cycle - start) / CLOCK
        self.machine.advance(seconds, steps, tuple(self._servo_us), self.enabled)

    def _moving_slice(self) -> int:
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

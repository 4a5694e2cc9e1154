"""A model of the firmware's motion that drives the machine without a board, for studies and tests."""

import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from hardware.crank import ShakeProgram
from hardware.dictionary import MACHINE
from hardware.dimensions import find_mirrored_levers, mirror_pulse
from hardware.twin.drives import NO_PULSES, Pulses
from hardware.twin.machine import Machine

ROCK_SECONDS = 0.4
SWING_SECONDS, FRAME_SECONDS = 0.3, 0.02
MIDDLE_SECONDS = 0.15
WAKE_SECONDS, REST_SECONDS = 0.02, 0.01
LONGEST_SETTLING = 3.0
STROKE = MACHINE["STROKE"]


class MotionDriver:
    """A driver that turns the crank and moves the levers of a machine that loses no steps."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._turn = machine.measures.steps
        self._closed, self._open = (_pulses(machine.dimensions, end) for end in ("lowest_pulse", "highest_pulse"))
        self._pulses: Pulses = NO_PULSES

    def home(self) -> None:
        """Bring the crank to the nearest position where the wells are level."""
        turn = self.machine.crank / 360
        self.machine.advance(WAKE_SECONDS, 0, self._pulses, enabled=True)
        self._step(round((round(turn) - turn) * self._turn), 0.3)
        self.machine.advance(REST_SECONDS, 0, self._pulses, enabled=True)

    def clamp(self, wells: Collection[int]) -> None:
        """Move the levers of these wells down and all others up, at the firmware's speed."""
        goals = [(self._closed if well in wells else self._open)[well - 1] for well in range(1, 7)]
        starts = [up if pulse is None else pulse for up, pulse in zip(self._open, self._pulses, strict=True)]
        frames = round(SWING_SECONDS / FRAME_SECONDS)
        for frame in range(1, frames + 3):
            share = min(1.0, frame / frames)
            self._pulses = tuple(start + share * (goal - start) for start, goal in zip(starts, goals, strict=True))
            self.machine.advance(FRAME_SECONDS, 0, self._pulses, enabled=True)

    def shake(self, program: ShakeProgram) -> None:
        """Throw the dice. The crank must be at home, and returns there."""
        if program.stroke == STROKE:
            self._turns(program)
        else:
            self._swings(program)
        if program.rock:
            measures = self.machine.measures
            # As in the firmware, for an infinitely long rod; the firmware's table of angles gives one step less.
            lift = math.sin(math.radians(program.rock)) * measures.across / measures.crank
            tilt = round(math.acos(1 - lift) / (2 * math.pi) * self._turn)
            for steps, seconds in ((tilt, 0.25), (-2 * tilt, 0.5), (tilt, 0.25)):
                self._step(steps, seconds * ROCK_SECONDS)
        self.machine.advance(REST_SECONDS, 0, self._pulses, enabled=True)

    def settle(self) -> float:
        """Wait until everything is at rest, at most LONGEST_SETTLING seconds; return the seconds."""
        start = self.machine.time
        while not self.machine.still and self.machine.time - start < LONGEST_SETTLING:
            self.machine.advance(0.05, 0, self._pulses, enabled=True)
        return self.machine.time - start

    def _turns(self, program: ShakeProgram) -> None:
        """Make whole turns for the time of the program, and end at home."""
        turns = math.ceil(program.frequency * (program.seconds - program.ramp) - 1e-9)
        self._move(turns * self._turn, turns / program.frequency + program.ramp, program.ramp)

    def _swings(self, program: ShakeProgram) -> None:
        """Swing about the middle of the stroke, with growing amplitude during the ramp."""
        quarter = self._turn // 4
        reach = math.asin(program.stroke / STROKE) / (2 * math.pi) * self._turn
        halves = math.ceil(2 * program.frequency * program.seconds - 1e-9)
        self._step(quarter, MIDDLE_SECONDS)
        place = 0
        for half in range(1, halves + 1):
            soft = min(1.0, min(half, halves - half) / (2 * program.frequency * program.ramp))
            target = round(reach * soft) * (1 if half % 2 else -1)
            self._step(target - place, 0.5 / program.frequency)
            place = target
        self._step(-quarter, MIDDLE_SECONDS)

    def _step(self, steps: int, seconds: float) -> None:
        self._move(steps, seconds, seconds / 4)

    def _move(self, steps: int, seconds: float, ramp: float) -> None:
        """Make `steps` in `seconds`, with constant acceleration at the start and the end."""
        count, way = abs(steps), 1 if steps > 0 else -1
        number = np.arange(count) + 0.5
        speed = count / (seconds - ramp)
        soft = speed * ramp / 2
        times = ramp / 2 + number / speed
        begins, ends = number < soft, number > count - soft
        times[begins] = np.sqrt(2 * ramp * number[begins] / speed)
        times[ends] = seconds - np.sqrt(2 * ramp * (count - number[ends]) / speed)
        self.machine.advance(seconds, [(when, way) for when in times.tolist()], self._pulses, enabled=True)


def _pulses(dimensions: Mapping[str, Any], end: str) -> list[float]:
    """Return the pulses (µs) that the firmware sends to servos 1 to 6 for one end of the levers' way."""
    pulse, mirror = float(dimensions["lever"][end]), find_mirrored_levers(dimensions)
    return [mirror_pulse(pulse) if well in mirror else pulse for well in range(1, 7)]

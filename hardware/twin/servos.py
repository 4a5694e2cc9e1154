"""Six hobby servos: how fast and how far their levers follow the pulses."""

import math
from collections.abc import Mapping
from typing import Any

from hardware.sim.build import Build
from hardware.twin.block import Block
from hardware.twin.faults import SLOW_SHARE

SPEED = 10.5
"""Speed in rad/s: 60 degrees in 0.1 s, as data sheets give it at 4.8 V."""
DEAD_BAND = 0.005
"""Dead band in radians: a change of less than 3 microseconds moves nothing."""
RIPPLE = 0.04
"""Seconds after its last turn in which a servo still draws current: two periods of its pulses."""

Pulses = tuple[float | None, ...]
"""Pulse widths in microseconds of servos 1 to 6, None for a servo without pulses."""


class Servos:
    """The position and the target of each servo's motor; `build` says which pulse calls which lever where."""

    def __init__(self, dimensions: Mapping[str, Any], block: Block, build: Build) -> None:
        self._dimensions, self._build, self._block = dimensions, build, block
        count = len(build.horns)
        self._pulses: Pulses = (None,) * count
        self._driven = [False] * count
        self._stands = [math.radians(dimensions["lever"]["highest"] + horn) for horn in build.horns]
        self._calls = list(self._stands)
        self._speeds = [SPEED] * count
        self._slipping = [False] * count
        self._moving = False
        self._now, self._turned = 0.0, [-math.inf] * count
        block.set_levers(self._stands)
        self._grip()

    def set_faults(self, slipping: frozenset[int], slow: frozenset[int]) -> None:
        """Set which levers slip and which servos are slow."""
        for index in range(len(self._speeds)):
            self._slipping[index] = index + 1 in slipping
            self._speeds[index] = SPEED * (SLOW_SHARE if index + 1 in slow else 1.0)
        self._grip()

    def attach(self, block: Block) -> None:
        """Move to another block, with the levers in place."""
        block.set_levers(self._block.levers)
        self._block = block
        block.aim(self._stands)
        self._grip()

    def set_pulses(self, pulses: Pulses) -> None:
        """Set the pulses at the board's six signals from now on."""
        if pulses == self._pulses:
            return
        self._pulses = pulses
        called = self._build.calls(self._dimensions, pulses)
        for index, angle in enumerate(called):
            call = self._stands[index] if angle is None else math.radians(angle)
            if angle is None or abs(call - self._calls[index]) > DEAD_BAND:
                self._moving |= call != self._stands[index]
                self._calls[index] = call
        driven = [angle is not None for angle in called]
        if driven != self._driven:
            self._driven = driven
            self._grip()

    def tick(self, seconds: float) -> None:
        """Advance by one tick."""
        self._now += seconds
        if not self._moving:
            return
        for index, call in enumerate(self._calls):
            most = self._speeds[index] * seconds
            if call != self._stands[index]:
                self._turned[index] = self._now
            self._stands[index] += max(-most, min(most, call - self._stands[index]))
        self._moving = self._stands != self._calls
        self._block.aim(self._stands)

    @property
    def turning(self) -> int:
        """The number of servos that turn, from one pulse to the next."""
        return sum(self._now - turned < RIPPLE for turned in self._turned)

    @property
    def state(self) -> tuple[float, ...]:
        """Everything except the pulses that determines their future."""
        return (*self._stands, *self._calls, *self._turned)

    def _grip(self) -> None:
        for index, driven in enumerate(self._driven):
            self._block.grip(index + 1, driven, self._slipping[index])

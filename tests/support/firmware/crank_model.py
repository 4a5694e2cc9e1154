"""A machine of one crank, without dice: the place that the steps should give, its home switch, and what was done."""

from collections.abc import Sequence

TURN = 1600
CLOSED = (-44, 45)
"""Steps from home between which the home switch is closed."""
FAST = 1 / 10_000
"""Steps closer than this belong to a shake: homing is slower."""
APART = 0.05


class CrankModel:
    """Counts what the board does. `stuck` holds the home switch closed or open; `jammed` holds the crank."""

    def __init__(self, place: int = 700) -> None:
        self.place = place
        self.lid_closed = True
        self.estop = False
        self.stuck: bool | None = None
        self.jammed = False
        self.time = 0.0
        self.shakes: list[float] = []
        self.steps = 0
        self.servo_us: tuple[float | None, ...] = (None,) * 6
        self.enabled = False
        self.steps_from_switch = 0
        self._last_step = -1.0
        self._last_fast = -1.0

    @property
    def home(self) -> bool:
        return (self.place - CLOSED[0]) % TURN < CLOSED[1] - CLOSED[0] if self.stuck is None else self.stuck

    def advance(
        self,
        seconds: float,
        steps: Sequence[tuple[float, int]],
        servo_us: tuple[float | None, ...],
        enabled: bool,
        edges: object = (),  # noqa: ARG002
    ) -> None:
        for after, way in steps:
            when = self.time + after
            if when - self._last_step < FAST:
                if when - self._last_fast > APART:
                    self.shakes.append(when)
                self._last_fast = when
            self._last_step = when
            self.steps += 1
            if enabled and not self.jammed and not self.estop:
                self.place += way
        self.time += seconds
        self.servo_us = servo_us
        self.enabled = enabled

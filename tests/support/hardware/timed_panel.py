"""A panel whose buttons are pressed at given times."""

from dataclasses import dataclass, field

from hardware.clock import VirtualClock
from hardware.panel import Button
from tests.support.robot.stubs import Pressing


@dataclass
class Timed(Pressing):
    """A panel on which a button arrives at its time of the clock."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    times: list[float] = field(default_factory=list)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        if not self.times or self.times[0] > self.clock.now():
            return None
        self.times.pop(0)
        return self.buttons.pop(0)


def script(clock: VirtualClock, *presses: tuple[float, Button]) -> Timed:
    return Timed([button for _, button in presses], clock=clock, times=[time for time, _ in presses])

"""Who comes to the simulated exhibition, and the screen that they look at."""

import random
from collections.abc import Collection
from dataclasses import dataclass, field

from hardware.clock import VirtualClock
from hardware.closing import Closing
from hardware.panel import ARROWS, Button
from robot.match.events import Event

ON_THE_PANEL = tuple(button for button in Button if button not in {Button.RULES, Button.ENTER, *ARROWS})
"""The buttons that visitors can press; the others are on keyboards alone."""


@dataclass
class Visitors(Closing):
    """People who come every few minutes, press ROLL and HOLD as they like, hold buttons down, and leave any time."""

    clock: VirtualClock
    chance: random.Random
    every: float
    stays: float = 0.0
    next: float = 5.0
    pressed: list[float] = field(default_factory=list)
    waiting: list[Button] = field(default_factory=list)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        now = self.clock.now()
        if self.waiting:
            return self.waiting.pop()
        if now < self.next:
            return None
        if now > self.stays:
            self.next = now + self.chance.uniform(0.3, 1.7) * self.every
            self.stays = self.next + self.chance.uniform(10, 240)
            return None
        self.next = now + self.chance.uniform(0.5, 6)
        self.pressed.append(now)
        button: Button = self.chance.choice([Button.ROLL, Button.ROLL, Button.HOLD, *ON_THE_PANEL])
        self.waiting = [button] * self.chance.choice([0, 0, 1, 20])
        return button

    def forget(self, but: Collection[Button] = ()) -> None:  # noqa: ARG002
        self.waiting.clear()

    def lamps(self, lit: Collection[Button]) -> None:
        """Look at no lamps."""

    def close(self) -> None:
        """Stay."""


@dataclass
class Screen:
    """A screen that goes away and comes back."""

    there: bool = True

    def hear(self, event: Event) -> None:  # noqa: ARG002
        if not self.there:
            raise OSError(5, "Input/output error")

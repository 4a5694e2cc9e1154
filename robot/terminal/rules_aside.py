"""The rules in a terminal while nobody is asked anything: the game waits until they are read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from hardware.keyboard import KeyboardPanel
from hardware.panel import Button
from robot.match.events import Asked, Event, RulesWanted

STEP = 0.1
"""Seconds of a wait between two looks at the keyboard."""


@runtime_checkable
class RulesView(Protocol):
    """A screen that shows the rules page by page, each for one RulesWanted."""

    @property
    def reads_rules(self) -> bool:
        """Whether a page of the rules is shown."""

    def hear(self, event: Event) -> None:
        """Receive an event."""


@dataclass(slots=True)
class RulesAside:
    """A listener that looks, at each event and while the game waits, whether somebody asks for the rules.

    Each key then shows the next page, and after the last one the game. It hears events after the `view`. Questions hear
    that key themselves.
    """

    keyboard: KeyboardPanel
    view: RulesView
    sleep: Callable[[float], None]
    now: Callable[[], float]

    def hear(self, event: Event) -> None:
        if not isinstance(event, Asked | RulesWanted):
            self._look()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now() + seconds
        self._look()
        while (left := end - self.now()) > 0:
            self.sleep(min(left, STEP))
            self._look()

    def _look(self) -> None:
        if self.keyboard.pressed_aside(Button.RULES):
            self.view.hear(RulesWanted())
            while self.view.reads_rules:
                self.keyboard.press()
                self.view.hear(RulesWanted())

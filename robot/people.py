"""The people who sit around the panel, and what they are asked: doubts, dice to set right, and agreement."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.panel import KEEPS, Button, Panel
from robot.doubts import DOUBTS
from robot.look import Look
from robot.words import listed

PATIENCE = 2.5
"""Seconds in which people can regret a choice before a robot goes on from it."""


@dataclass(frozen=True, slots=True)
class PeopleAtThePanel:
    """Everybody who can reach the buttons; `patience` is how many seconds they have to regret a choice."""

    panel: Panel
    announce: Callable[[str], None]
    patience: float = 0.0

    def value(self, die: int, look: Look) -> int:
        """Ask until one of the buttons 1 to 6 is pressed."""
        doubt = DOUBTS[look.doubts[die] or "pattern"]
        which = f" in well {look.wells[die]}" if len(look.wells) > 1 else ""
        button = self._ask(f"The die{which} {doubt.said}: {doubt.remedy}, and press 1 to 6 for what it shows.", KEEPS)
        return KEEPS.index(button) + 1

    def mended(self, target: str) -> bool:
        """Ask people to set dice right: HOLD says that they have, ROLL lets the table do it."""
        question = f"Let {target} and press HOLD (h), or ROLL (r) to let the table throw it until it does."
        return self._ask(question, (Button.HOLD, Button.ROLL)) is Button.HOLD

    def regrets(self) -> bool:
        """Return whether NEW is pressed while people can regret a choice; any other button ends the wait."""
        if not self.patience:
            return False
        self.announce("NEW (u) takes that back, any other button goes on.")
        self.panel.forget()
        return self.panel.press(self.patience) is Button.NEW

    def agrees(self, names: Sequence[str]) -> bool:
        """Ask the others: HOLD agrees, any other button does not."""
        return self._ask(f"{listed(names)}: HOLD (h) agrees, any other button does not.", tuple(Button)) is Button.HOLD

    def _ask(self, question: str, answers: Sequence[Button]) -> Button:
        """Wait for one of the answers; the lamps of those that have one are lit meanwhile."""
        self.announce(question)
        self.panel.forget()
        self.panel.lamps(answers)
        try:
            while (button := self.panel.press()) is None or button not in answers:
                pass
            return button
        finally:
            self.panel.lamps(())

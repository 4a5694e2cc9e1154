"""The people who sit around the panel, and what they are asked: doubts, dice to set right, and agreement."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.panel import KEEPS, Button, Panel
from robot.games.throwing import LIES
from robot.language.names import called
from robot.saying import Saying
from robot.table.doubts import doubt_words, remedy
from robot.table.look import Look
from robot.table.tray import known

PATIENCE = 2.5
"""Seconds in which people can regret a choice before a robot goes on from it."""


@dataclass(frozen=True, slots=True)
class PeopleAtThePanel:
    """Everybody who can reach the buttons; `patience` is how many seconds they have to regret a choice."""

    panel: Panel
    announce: Callable[[Saying], None]
    patience: float = 0.0

    def value(self, die: int, look: Look) -> int:
        """Ask until one of the buttons 1 to 6 is pressed."""
        doubt = look.doubts[die]
        said = {"doubt": doubt_words(doubt), "remedy": remedy(doubt)}
        several = len(look.wells) > 1
        question = Saying("ask-value-well", said | {"well": look.wells[die]}) if several else Saying("ask-value", said)
        return KEEPS.index(self._ask(question, KEEPS)) + 1

    def mended(self, target: Saying) -> bool:
        """Ask people to set dice right: HOLD says that they have, ROLL lets the table do it."""
        return self._ask(Saying("ask-mend", {"target": target}), (Button.HOLD, Button.ROLL)) is Button.HOLD

    def ready(self, seconds: float | None) -> bool:
        """Wait so long for a button, and return whether HOLD says that the dice lie there; with None it is asked."""
        if seconds is None:
            self.announce(Saying("ask-ready"))
        return self.panel.press(seconds) is Button.HOLD

    def confirmed(
        self, values: tuple[int | None, ...], show: Callable[[tuple[int | None, ...], int], None]
    ) -> tuple[int, ...] | None:
        """HOLD says that all is right, and NEW has all looked at again.

        1 to 6 choose a die, and the same again takes one from what it shows; ROLL adds one.
        """
        said = list(values)
        chosen = said.index(None) if None in said else 0
        picked: Button | None = None
        self.announce(Saying("ask-confirm"))
        show(tuple(said), chosen)
        self.panel.forget()
        try:
            while True:
                self.panel.lamps([KEEPS[chosen]])
                button = self.panel.press()
                if button in KEEPS[: len(said)]:
                    if button is picked:
                        said[chosen] = ((said[chosen] or 1) - 2) % len(KEEPS) + 1
                    chosen, picked = KEEPS.index(button), button
                elif button is Button.ROLL:
                    said[chosen] = (said[chosen] or 0) % len(KEEPS) + 1
                elif button is Button.NEW:
                    return None
                elif button is Button.HOLD:
                    if None not in said:
                        return known(said)
                    chosen = said.index(None)
                show(tuple(said), chosen)
        finally:
            self.panel.lamps(())

    def entered(self, things: int) -> tuple[int, ...]:
        """Ask for each thing by the buttons 1 to 6, until HOLD says that all of it is right."""
        while True:
            lies = [KEEPS.index(self._ask(Saying("ask-lie", {"pig": pig}), KEEPS)) + 1 for pig in range(1, things + 1)]
            told = Saying("ask-lies", {"lies": tuple(Saying(LIES[lie - 1]) for lie in lies)})
            if self._ask(told, (Button.HOLD, Button.NEW)) is Button.HOLD:
                return tuple(lies)

    def leaves(self, name: str, *, alone: bool) -> bool:
        """HOLD says yes, any other button no."""
        question = Saying("ask-leave-alone" if alone else "ask-leave", {"name": called(name)})
        return self._ask(question, tuple(Button)) is Button.HOLD

    def regrets(self) -> bool:
        """Return whether NEW is pressed while people can regret a choice; any other button ends the wait."""
        if not self.patience:
            return False
        self.announce(Saying("ask-regret"))
        self.panel.forget()
        return self.panel.press(self.patience) is Button.NEW

    def agrees(self, names: Sequence[str]) -> bool:
        """Ask the others: HOLD agrees, any other button does not."""
        question = Saying("ask-agree", {"names": tuple(map(called, names))})
        return self._ask(question, tuple(Button)) is Button.HOLD

    def _ask(self, question: Saying, answers: Sequence[Button]) -> Button:
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

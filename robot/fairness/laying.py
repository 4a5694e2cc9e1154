"""Who lays the dice of a study into their wells."""

from collections.abc import Callable
from dataclasses import dataclass

from robot.table.helping_hands import DiceHands

BY_HANDS = "the table's own hands moved the dice"
BY_PEOPLE = "people moved the dice"
BEFOREHAND = "people said that the dice lie so already"


@dataclass(slots=True)
class DiceLaying:
    """Has dice laid into wells: by `hands` where the table has some, else by people.

    `asked` shows people a prompt and returns what they type, None where nobody is there. `lying` are the wells in which
    people have laid the dice already, once.
    """

    asked: Callable[[str], str | None]
    lying: tuple[int, ...] = ()
    hands: DiceHands | None = None

    def laid(self, wells: tuple[int, ...], prompt: str) -> str:
        """Return who laid the dice, "" where nobody is there."""
        if self.hands is not None:
            self.hands.lay_dice(wells)
            return BY_HANDS
        already, self.lying = self.lying == wells, ()
        if already:
            return BEFOREHAND
        return "" if self.asked(prompt) is None else BY_PEOPLE

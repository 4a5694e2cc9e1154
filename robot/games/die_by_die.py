"""How dice are marked with the three big buttons alone: people are asked about one die after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.panel import Button
from robot.games.game import Tally
from robot.saying import Saying

KEPT = {Button.HOLD: True, Button.ROLL: False}
"""Whether these buttons keep the die that is asked about."""


@dataclass(frozen=True, slots=True)
class DieByDie:
    """The dice of a choice: HOLD keeps the die that is asked about, ROLL throws it again, and the next one is asked.

    `wells` are those of all dice that can be marked, () where none can, and `faces` what they show. Dice in `stays`
    were kept before: they are asked about only if people go back to them. NEW goes back by one die. `Tally.well` is
    the die that is asked about, and 0 once all were: then buttons mean what the game says.
    """

    wells: tuple[int, ...]
    faces: tuple[int, ...]
    stays: tuple[int, ...] = ()

    def begun(self, keep: tuple[int, ...]) -> Tally:
        """Return the draft that asks about the first die; the dice in the wells `keep` are kept so far."""
        return self._after(0, keep)

    def pressed(self, tally: Tally, button: Button) -> Tally | None:
        """Return the draft after a press of a button, None if the button means something else here."""
        if not tally.asks or tally.box is not None:
            return None
        if button is Button.NEW and self.goes_back(tally):
            return replace(tally, well=self._before(tally))
        if button not in KEPT or tally.well not in self.wells:
            return None
        others = {*tally.keep} - {tally.well}
        return self._after(tally.well, tuple(sorted(others | {tally.well} if KEPT[button] else others)))

    def keys(self, tally: Tally) -> Iterator[Saying]:
        """Yield in words which keys mark the die that is asked about, and go back."""
        if tally.well:
            yield Saying("key-asked-keep", {"well": tally.well})
            yield Saying("key-asked-throw", {"well": tally.well})
        if before := self._before(tally):
            yield Saying("key-asked-back", {"well": before})

    def sentences(self, tally: Tally) -> Iterator[Saying]:
        """Yield the same in sentences for the ear."""
        if tally.well:
            face = self.faces[self.wells.index(tally.well)]
            yield Saying("press-asked", {"well": tally.well, "face": face})
        if before := self._before(tally):
            yield Saying("press-back", {"well": before})

    def goes_back(self, tally: Tally) -> bool:
        """Return whether NEW goes back by one die."""
        return tally.asks and tally.box is None and bool(self._before(tally))

    def _before(self, tally: Tally) -> int:
        """Return the well of the die to which NEW goes back, 0 if it goes back to none."""
        earlier = [well for well in self.wells if well < tally.well or not tally.well]
        return earlier[-1] if earlier else 0

    def _after(self, well: int, keep: tuple[int, ...]) -> Tally:
        """Return the draft that asks about the next die after this well."""
        passed = {*self.stays} & {*keep}
        return Tally(keep, well=next((one for one in self.wells if one > well and one not in passed), 0), asks=True)

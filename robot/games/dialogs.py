"""What the panel's buttons mean while somebody chooses a move, and how dice are marked with three of them alone."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hardware.panel import Button
from robot.games.choices import MoveChoice, TakeAction
from robot.games.game import Tally, Wish
from robot.games.named_moves import NamedMoves
from robot.language.names import called
from robot.saying import Saying, chained

WISHES = {Button.NEW: Wish.TAKE_BACK, Button.HINT: Wish.HINT, Button.LEAVE: Wish.LEAVE}
"""What buttons ask for while somebody has to move."""


def choose(name: str, options: Sequence[Saying], first: Saying | None = None) -> Saying:
    """Return the player `name` with `options`, a sentence each, in one saying; `first` is said before them."""
    return Saying("choose", {"name": called(name), "options": chained("sentences", [*filter(None, [first]), *options])})


@dataclass(frozen=True, slots=True)
class ButtonDialog:
    """One button a move: `actions` are the names of the moves. ENTER is ROLL."""

    actions: Mapping[Button, str]

    def lit(self, position: NamedMoves, _tally: Tally, /) -> Collection[Button]:
        return [button for button, action in self.actions.items() if action in position.actions]

    def pressed(self, position: NamedMoves, tally: Tally, button: Button) -> MoveChoice | Wish | None:
        if button in WISHES:
            return WISHES[button]
        meant = Button.ROLL if button is Button.ENTER else button
        return TakeAction(self.actions[meant]) if meant in self.lit(position, tally) else None


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

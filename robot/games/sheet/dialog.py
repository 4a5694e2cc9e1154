"""How people play a score sheet with the panel: keep dice, throw the others, step through the boxes."""

from collections.abc import Collection

from hardware.panel import KEEPS, Button
from robot.games.choices import KeepDice, MoveChoice, WriteBox
from robot.games.dialogs import WISHES
from robot.games.game import Tally, Wish
from robot.games.sheet.position import SheetPosition


class SheetDialog:
    """Three big buttons and six small ones.

    While dice are kept: 1 to 6 keep the die in that well or release it, ROLL throws the others, HOLD goes on to the
    boxes. While a box is chosen: ROLL steps to the next box that may be chosen, 1 to 6 go to that box of the sheet,
    HOLD confirms, NEW goes back to the dice. Elsewhere NEW asks to take back the last choice.
    """

    def lit(self, position: SheetPosition, tally: Tally) -> Collection[Button]:
        if tally.box is None:
            return [KEEPS[well - 1] for well in tally.keep]
        return KEEPS[position.state.sheet.index(tally.box) :][:1]

    def pressed(self, position: SheetPosition, tally: Tally, button: Button) -> Tally | MoveChoice | Wish:
        if button in WISHES and (button is not Button.NEW or tally.box is None or not position.throws):
            return WISHES[button]
        return _on_dice(position, tally.keep, button) if tally.box is None else _on_boxes(position, tally, button)


def _on_dice(position: SheetPosition, kept: tuple[int, ...], button: Button) -> Tally | MoveChoice:
    if button in KEEPS and position.faces:
        return Tally(tuple(sorted({*kept} ^ ({KEEPS.index(button) + 1} & {*position.wells}))))
    if button is Button.ROLL and len(kept) < len(position.wells):
        return KeepDice(kept)
    if button in {Button.ROLL, Button.HOLD} and position.boxes:
        return position.opened(kept, position.dearest)
    return Tally(kept)


def _on_boxes(position: SheetPosition, tally: Tally, button: Button) -> Tally | MoveChoice:
    names, box = list(position.boxes), str(tally.box)
    if button is Button.HOLD:
        return WriteBox(box)
    if button is Button.NEW:
        return Tally(tally.keep)
    if button is Button.ROLL:
        box = names[(names.index(box) + 1) % len(names)]
    elif button in KEEPS:
        wanted = position.state.sheet.names[KEEPS.index(button) :][:1]
        box = wanted[0] if wanted and wanted[0] in names else box
    return position.opened(tally.keep, box)

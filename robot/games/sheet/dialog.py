"""How people play a score sheet with the panel: keep dice, throw the others, step through the boxes."""

from collections.abc import Collection
from dataclasses import replace

from hardware.panel import KEEPS, Button
from robot.games.choices import KeepDice, MoveChoice, WriteBox
from robot.games.dialogs import WISHES
from robot.games.game import Tally, Wish
from robot.games.sheet.position import SheetPosition, back_on_dice

ALONG = {Button.LEFT: -1, Button.RIGHT: 1}
"""By how many dice the arrow keys go on in the row of dice."""
THROUGH = {Button.UP: -1, Button.DOWN: 1, Button.ROLL: 1}
"""By how many boxes these go on in the list of boxes, which begins with the most points."""


class SheetDialog:
    """Three big buttons and six small ones, or the arrow keys and ENTER.

    While dice are kept: 1 to 6 keep the die in that well or release it, ROLL throws the others, HOLD goes on to the
    boxes. While a box is chosen: ROLL steps to the next box that may be chosen, 1 to 6 go to that box of the sheet,
    HOLD confirms, NEW goes back to the dice. Elsewhere NEW asks to take back the last choice.

    With three big buttons alone people are asked about one die after the other (`DieByDie`). Then ROLL throws and HOLD
    goes to the boxes. Where no die can be thrown, ROLL does that: nothing is written by HOLD alone.

    LEFT and RIGHT reach a die, which ENTER keeps or releases; where none is reached ENTER throws. UP and DOWN go to the
    boxes and through them, and from both ends back to the dice. There ENTER confirms.
    """

    def lit(self, position: SheetPosition, tally: Tally) -> Collection[Button]:
        if tally.box is None:
            return [KEEPS[well - 1] for well in tally.keep]
        return KEEPS[position.state.sheet.index(tally.box) :][:1]

    def pressed(self, position: SheetPosition, tally: Tally, button: Button) -> Tally | MoveChoice | Wish:
        if asked := position.die_by_die.pressed(tally, button):
            return asked
        if button in WISHES and not (button is Button.NEW and position.goes_back(tally)):
            return WISHES[button]
        if button in ALONG:
            return _along(position, tally, ALONG[button])
        return _on_dice(position, tally, button) if tally.box is None else _on_boxes(position, tally, button)


def _along(position: SheetPosition, tally: Tally, step: int) -> Tally:
    """Return the draft in which the next die is reached, if dice may be kept."""
    if not position.throws or not position.faces:
        return tally
    wells = position.wells
    first = wells[0 if step > 0 else -1]
    reached = tally.box is None and tally.well in wells
    well = wells[(wells.index(tally.well) + step) % len(wells)] if reached else first
    return replace(back_on_dice(tally), well=well)


def _on_dice(position: SheetPosition, tally: Tally, button: Button) -> Tally | MoveChoice:
    kept = tally.keep
    if button is Button.ENTER:
        button = KEEPS[tally.well - 1] if tally.well else Button.ROLL
    if button in KEEPS and position.faces:
        well = KEEPS.index(button) + 1
        return replace(tally, keep=tuple(sorted({*kept} ^ ({well} & {*position.wells}))))
    throws = position.throws and len(kept) < len(position.wells)
    if button is Button.ROLL and throws:
        return KeepDice(kept)
    if button is Button.HOLD and tally.asks and not throws:
        return tally
    if button in {Button.ROLL, Button.HOLD, Button.DOWN, Button.UP} and position.boxes:
        return position.opened(tally, position.ordered[-1 if button is Button.UP else 0])
    return tally


def _on_boxes(position: SheetPosition, tally: Tally, button: Button) -> Tally | MoveChoice:
    names, box = position.ordered, str(tally.box)
    if button in {Button.HOLD, Button.ENTER}:
        return WriteBox(box)
    if button is Button.NEW:
        return back_on_dice(tally)
    if button in THROUGH:
        place = names.index(box) + THROUGH[button]
        if place not in range(len(names)) and button is not Button.ROLL and position.throws:
            return back_on_dice(tally)
        box = names[place % len(names)]
    elif button in KEEPS:
        wanted = position.state.sheet.names[KEEPS.index(button) :][:1]
        box = wanted[0] if wanted and wanted[0] in names else box
    return position.opened(tally, box)

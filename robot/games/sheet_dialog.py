"""How people play a score sheet with the panel: keep dice, throw the others, step through the boxes."""

from collections.abc import Callable, Collection

from hardware.panel import KEEPS, Button, Panel
from robot.games.game import Move, Tally, Wish
from robot.games.sheet_position import SheetPosition
from robot.games.throwing import WISHES


class SheetDialog:
    """Three big buttons and six small ones.

    While dice are kept: 1 to 6 keep the die in that well or let it go, ROLL throws the others, HOLD goes on to the
    boxes. While a box is chosen: ROLL steps to the next box that may be chosen, 1 to 6 go to that box of the sheet,
    HOLD confirms, NEW goes back to the dice. Elsewhere NEW asks to take back the last choice.
    """

    def ask(self, position: SheetPosition, panel: Panel, show: Callable[[Tally], None]) -> Move | Wish:
        try:
            return _ask(position, panel, show)
        finally:
            panel.lamps(())


def _ask(position: SheetPosition, panel: Panel, show: Callable[[Tally], None]) -> Move | Wish:
    boxes = position.boxes
    kept = set(position.kept) if position.throws else set()
    box = None if position.throws else _dearest(position)
    show(_tally(position, kept, box))
    panel.forget()
    while True:
        panel.lamps(KEEPS[position.state.sheet.index(box) :][:1] if box else [KEEPS[well - 1] for well in kept])
        button = panel.press()
        if button in WISHES and (button is not Button.NEW or box is None or not position.throws):
            return WISHES[button]
        if box is None:
            if button in KEEPS and position.faces:
                kept ^= {KEEPS.index(button) + 1} & set(position.wells)
            elif button is Button.ROLL and len(kept) < len(position.wells):
                return position.keep(kept)
            elif button in {Button.ROLL, Button.HOLD} and boxes:
                box = _dearest(position)
        elif button is Button.HOLD:
            return position.book(box)
        elif button is Button.ROLL:
            names = list(boxes)
            box = names[(names.index(box) + 1) % len(names)]
        elif button in KEEPS:
            wanted = position.state.sheet.names[KEEPS.index(button) :][:1]
            box = wanted[0] if wanted and wanted[0] in boxes else box
        elif button is Button.NEW:
            box = None
        show(_tally(position, kept, box))


def _tally(position: SheetPosition, kept: Collection[int], box: str | None) -> Tally:
    return Tally((), box, position.boxes[box]) if box else Tally(tuple(sorted(kept)))


def _dearest(position: SheetPosition) -> str:
    """Return the box in which the dice score most, the first of several."""
    return max(position.boxes, key=position.boxes.__getitem__)

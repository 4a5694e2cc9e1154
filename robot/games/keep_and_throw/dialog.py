"""How people set dice aside with the panel: mark them, then throw the others or hold."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from hardware.panel import KEEPS, Button
from robot.games.choices import HoldDice, KeepDice, MoveChoice
from robot.games.dialogs import WISHES
from robot.games.game import Tally, Wish
from robot.games.keep_and_throw.aside import AsidePosition

ALONG = {Button.LEFT: -1, Button.RIGHT: 1}
"""By how many dice the arrow keys go on in the row of dice that were thrown last."""


class AsideDialog:
    """1 to 6 mark the die in that well or take its mark away, ROLL sets the marked dice aside and throws the others.

    HOLD sets them aside and holds. LEFT and RIGHT reach a die, which ENTER marks; where none is reached ENTER throws.
    The lamps of all dice are lit that stay. With three big buttons alone people are asked about one die after the other
    (`DieByDie`), and then ROLL and HOLD do the same.
    """

    def lit(self, position: AsidePosition[Any], tally: Tally) -> Collection[Button]:
        return [KEEPS[well - 1] for well in sorted({*position.aside, *tally.keep})]

    def pressed(self, position: AsidePosition[Any], tally: Tally, button: Button) -> Tally | MoveChoice | Wish:
        if asked := position.die_by_die.pressed(tally, button):
            return asked
        if button in WISHES:
            return WISHES[button]
        wells = [*position.free]
        if button in ALONG and wells:
            step = ALONG[button]
            at = wells.index(tally.well) + step if tally.well in wells else (0 if step > 0 else -1)
            return replace(tally, well=wells[at % len(wells)])
        if button is Button.ENTER:
            button = KEEPS[tally.well - 1] if tally.well else Button.ROLL
        if button in KEEPS:
            return replace(tally, keep=tuple(sorted({*tally.keep} ^ ({KEEPS.index(button) + 1} & {*wells}))))
        match button:
            case Button.ROLL:
                return KeepDice(tally.keep)
            case Button.HOLD:
                return HoldDice(tally.keep)
        return tally

"""What comes of an action on a score sheet: the boxes that it aims at, and the chance of the bonus."""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from solver.sheet.coach.advise import bare_values
from solver.sheet.coach.decide import weigh
from solver.sheet.coach.explain import aimed_boxes
from solver.sheet.coach.value_breakdown import Breakdowns
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetAction, SheetState
from solver.sheet.game.sheet import Sheet

STEP = 2.0**-10
"""So many points more are paid as the bonus, to see how much more the game is worth then."""
RICHER_KEPT = 4


@dataclass(frozen=True, slots=True)
class SheetOutcomes:
    """What comes of actions on sheets with fair dice; tables that are solved are kept in `cache`."""

    cache: Path | None = None

    def aims(self, state: SheetState, action: SheetAction) -> list[tuple[str, float]]:
        """Return the boxes that take most points in this turn on average, one or two, likeliest first.

        Each comes with the chance that the turn ends there with points. Raises what `load_sheet` raises.
        """
        values = load_sheet(state.sheet, cache=self.cache)
        plain = bare_values(state.sheet, values.die, self.cache) if state.sheet.bonus else values
        return aimed_boxes(state.sheet, Breakdowns(plain, weigh(values, state)).of(action))

    def bonus(self, state: SheetState, action: SheetAction) -> float:
        """Return the chance, 0 to 1, of the bonus after a legal action and best play for points.

        What best play is worth rises with the bonus by exactly the chance to be paid it, as long as the play stays the
        same (the envelope theorem): both are solved, with the bonus and with a thousandth of a point more. Raises what
        `load_sheet` raises; solving the second needs numba.
        """
        card = state.card
        if card.bonus or not card.sheet.bonus:
            return float(bool(card.bonus))
        values = load_sheet(state.sheet, cache=self.cache)
        richer = _richer(values)
        alone = SheetState((card,), 0, state.dice, state.rolls_left, state.committed)
        more = replace(alone, cards=(Card(richer.sheet, card.scores, card.extras),))
        gain = weigh(richer, more).worth(action) - weigh(values, alone).worth(action)
        return min(1.0, max(0.0, gain / STEP))


@lru_cache(RICHER_KEPT)
def _richer(values: SheetTable) -> SheetTable:
    from solver.sheet.exact.solve import solve

    return solve(_with_bonus(values.sheet, values.sheet.bonus + STEP), values.die)


def _with_bonus(sheet: Sheet, bonus: float) -> Sheet:
    """Return a sheet that pays another bonus; no sheet that is played pays parts of points."""
    return replace(sheet, bonus=bonus)  # type: ignore[arg-type]

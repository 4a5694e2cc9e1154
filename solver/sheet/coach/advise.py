"""Advice in a score-sheet game: the best action, the values of all alternatives, and the reason."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from solver.explanation import sentence
from solver.sheet.coach.decide import SheetDecision, Values, moment, weigh
from solver.sheet.coach.explain import action_words, why_best
from solver.sheet.coach.value_breakdown import Breakdowns, bare
from solver.sheet.exact.sheet_files import FOLDER, load, load_sheet
from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet, find_sheet
from solver.throw_distribution import Chance

SHIPPED_BARE = FOLDER / "yahtzee-forced-no-bonus.table"
BARE_KEPT = 4


def advise_sheet(
    values: Values,
    card: Card,
    dice: Sequence[int],
    rolls_left: int,
    *,
    committed: str | None = None,
    plain: Values | None = None,
) -> SheetDecision:
    """Return the best action on a card, with `dice` in any order and so many throws left, by the exact values.

    Before the first throw of a turn there are no dice, all throws are left, and the action is Keep(()). `committed` is
    the box that was chosen where it is chosen early. `plain` are the values of the same sheet without its bonus, from
    which the sentence takes the value of the bonus; those of `bare_values` if None.

    Raises PositionError for dice that are no throw of the sheet, for throws that are never left then, for a full card
    and for values of another sheet, and what `bare_values` raises.
    """
    return advise_state(values, moment(card, dice, rolls_left, committed), plain)


def advise_state(values: Values, state: SheetState, plain: Values | None = None) -> SheetDecision:
    """Return the best action of the player whose turn it is, for that player's points alone; see `advise_sheet`."""
    weighed = weigh(values, state)
    if plain is None:
        plain = bare_values(values.sheet, values.die) if values.sheet.bonus else values
    action, value = weighed.options[0]
    why = sentence(action_words(state.card, state.dice, action), lambda: why_best(weighed, Breakdowns(plain, weighed)))
    return SheetDecision(action, value, weighed.options, why)


@lru_cache(BARE_KEPT)
def bare_values(sheet: Sheet, die: tuple[Chance, ...], cache: Path | None = None) -> SheetTable:
    """Return the values of the sheet without its bonus: from the table that ships, the folder `cache`, or solved.

    Raises what `load_sheet` raises.
    """
    without = bare(sheet)
    if without == bare(find_sheet("yahtzee")) and len(set(die)) == 1:
        return load(SHIPPED_BARE, without, die)
    return load_sheet(without, die, cache)

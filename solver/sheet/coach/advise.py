"""Advice in a score-sheet game: the best action with its reason, and the chance of the bonus."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from solver.action import Action
from solver.decision import Decision
from solver.reason import Reason
from solver.sheet.coach.decide import Weighed, weigh
from solver.sheet.coach.explain import SheetReasons
from solver.sheet.exact.card_values import SheetValues
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState

STEP = 2.0**-10
"""This many points more are paid as the bonus, to see how much more the game is worth then."""
RICHER_KEPT = 4


def advise_state(values: SheetValues, state: SheetState, plain: SheetTable | None = None) -> Decision:
    """Return the best action of the player whose turn it is, for that player's points alone.

    By values that are a bound it is by a rule. `plain` are the values of the same sheet without its bonus, by which
    reasons tell apart what brings points; those of `bare_values` if None. Raises PositionError for values of another
    sheet.
    """
    return decide(values, weigh(values, state), plain)


def decide(
    values: SheetValues,
    weighed: Weighed,
    plain: SheetTable | None = None,
    action: Action | None = None,
    rule: Reason | None = None,
) -> Decision:
    """Return the decision for an action at a moment that is `weighed` by `values`, the best one if None.

    `plain` are those of `advise_state`, and `rule` is how whoever chose it did so.
    """
    bare = (lambda: plain or bare_values(values)) if isinstance(values, SheetTable) else None
    return SheetReasons(weighed, bare).decide(action, rule=rule, by_rule=not values.exact)


def bare_values(values: SheetTable, cache: Path | None = None) -> SheetTable:
    """Return the values of the same sheet without its bonus. Raises what `load_sheet` raises."""
    return load_sheet(values.sheet.bare, values.die, cache) if values.sheet.bonus else values


def bonus_chance(state: SheetState, action: Action, cache: Path | None = None) -> float:
    """Return the chance, 0 to 1, of the bonus after a legal action and best play for points with fair dice.

    What best play is worth rises with the bonus by exactly the chance to be paid it, as long as the play stays the
    same (the envelope theorem): both are solved, with the bonus and with a thousandth of a point more. Raises what
    `load_sheet` raises; solving the second needs numba.
    """
    card = state.card
    if card.bonus or not card.sheet.bonus:
        return float(bool(card.bonus))
    values = load_sheet(state.sheet, cache=cache)
    richer = _richer(values)
    alone = SheetState((card,), 0, state.dice, state.rolls_left, state.committed)
    more = replace(alone, cards=(Card(richer.sheet, card.scores, card.extras),))
    gain = weigh(richer, more).worth(action) - weigh(values, alone).worth(action)
    return min(1.0, max(0.0, gain / STEP))


@lru_cache(RICHER_KEPT)
def _richer(values: SheetTable) -> SheetTable:
    """Return the values where a bonus pays STEP more; no sheet that is played pays parts of points."""
    from solver.sheet.exact.solve import solve

    return solve(replace(values.sheet, bonus=values.sheet.bonus + STEP), values.die)  # type: ignore[arg-type]

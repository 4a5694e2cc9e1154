"""Advice in a score-sheet game: the best action with its reason, the boxes it aims at, and the chance of the bonus."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from solver.action import Action
from solver.explanation import sentence
from solver.sheet.coach.decide import Breakdowns, SheetDecision, weigh
from solver.sheet.coach.explain import action_words, aimed_boxes, why_best, why_worth
from solver.sheet.exact.card_values import SheetValues
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable
from solver.sheet.game.card import Card
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

STEP = 2.0**-10
"""This many points more are paid as the bonus, to see how much more the game is worth then."""
RICHER_KEPT = 4


def advise_state(values: SheetTable, state: SheetState, plain: SheetTable | None = None) -> SheetDecision:
    """Return the best action of the player whose turn it is, for that player's points alone.

    `plain` are the values of the same sheet without its bonus, from which the sentence takes the value of the bonus;
    those of `bare_values` if None. Raises PositionError for values of another sheet, and what `bare_values` raises.
    """
    weighed = weigh(values, state)
    if plain is None:
        plain = bare_values(values.sheet, values.die) if values.sheet.bonus else values
    action, value = weighed.options[0]
    why = sentence(action_words(state.card, state.dice, action), lambda: why_best(weighed, Breakdowns(plain, weighed)))
    return SheetDecision(action, value, dict(weighed.options), why)


def advise_by(values: SheetValues, state: SheetState) -> SheetDecision:
    """Return the best action by values of any kind, with a plain reason; by values that are a bound it is by a rule.

    Raises PositionError for values of another sheet.
    """
    weighed = weigh(values, state)
    action, value = weighed.options[0]
    lead = action_words(state.card, state.dice, action, first=state.first)
    why = sentence(lead, lambda: f"{lead}: {why_worth(weighed, by_rule=not values.exact)}")
    return SheetDecision(action, value, dict(weighed.options), why, by_rule=not values.exact)


def bare_values(sheet: Sheet, die: tuple[Chance, ...], cache: Path | None = None) -> SheetTable:
    """Return the values of the sheet without its bonus. Raises what `load_sheet` raises."""
    return load_sheet(sheet.bare, die, cache)


def turn_aims(state: SheetState, action: Action, cache: Path | None = None) -> list[tuple[str, float]]:
    """Return the boxes that take most points in this turn on average, one or two, likeliest first, with fair dice.

    Each comes with the chance that the turn ends there with points. Tables that are solved are kept in `cache`. Raises
    what `load_sheet` raises.
    """
    values = load_sheet(state.sheet, cache=cache)
    plain = bare_values(state.sheet, values.die, cache) if state.sheet.bonus else values
    return aimed_boxes(state.sheet, Breakdowns(plain, weigh(values, state)).of(action))


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

"""What is shown of the games for one player: where to hold, and how often plain recursion computes it."""

from collections import Counter
from collections.abc import Callable
from math import log10

import numpy as np

from solver.layout import Floats, Layout, Panel, View, Views, mask, title
from solver.single.exact import SinglePlayerTable


def solitaire_views(table: SinglePlayerTable) -> Views:
    """Return what pictures show of a game for one player; without a limit of turns nobody counts plain recursion."""
    kinds: dict[str, Callable[[], View]] = {"hold": lambda: hold_layout(table)}
    if table.turns is not None:
        kinds["calls"] = lambda: _calls_layout(table)
    return Views(kinds, table.goal)


def hold_layout(table: SinglePlayerTable) -> Layout:
    """Return the lowest turn total that is held, by the own score and the turns left; scores that agree share a line.

    No number stands where the player throws on until the goal is reached.
    """
    rolls = table.rolls if table.turns is None else table.rolls[1:]
    holds = np.where(rolls.all(axis=2), table.cap, np.argmin(rolls, axis=2))
    scores = holds.shape[1]
    races = np.zeros(holds.shape, np.bool_) if table.goal is None else holds >= table.goal - np.arange(scores)
    left = "" if table.turns is None else ", with that many turns left"
    return Layout(
        f"{_title(table)}: the turn total at which to hold",
        "turn total",
        (_by_turns(table, mask(holds, races), "hold"),),
        axes=("own score", "turns left"),
        corner="score",
        key=f"Hold at this total{left}; - you throw on.",
        merged=True,
    )


def _calls_layout(table: SinglePlayerTable) -> Layout:
    calls = plain_calls(table)
    powers = np.full((table.turns or 0, 1 + max(score for _, score in calls)), np.nan)
    for (left, score), times in calls.items():
        powers[left - 1, score] = log10(times)
    return Layout(
        f"{_title(table)}: how often plain recursion begins a turn",
        "times, as a power of ten",
        (_by_turns(table, np.ma.masked_invalid(powers), ""),),
        axes=("own score", "turns left"),
        hidden="never",
    )


def _by_turns(table: SinglePlayerTable, numbers: Floats, unit: str) -> Panel:
    """Return numbers given at [turns left - 1, score] by score, most turns first, or in one column called `unit`."""
    turns, scores = numbers.shape
    return Panel(numbers[::-1].T, range(scores), (unit,) if table.turns is None else range(turns, 0, -1))


def _title(table: SinglePlayerTable) -> str:
    limits = (
        "" if table.goal is None else f" to {table.goal}",
        "" if table.turns is None else f" in {table.turns} turns",
    )
    return title(table.game) + "".join(limits)


def plain_calls(table: SinglePlayerTable) -> dict[tuple[int, int], int]:
    """Return how many times plain recursion computes a turn's beginning with n turns left, this one too, and s banked.

    With t at risk too, a program that takes the equations literally computes all that a throw and a hold lead to, each
    time anew, which dynamic programming does once: a state as often as there are ways to it. Turns that are never begun
    are left out. The game has a limit of turns; without one a turn that is lost leads back to where it began,
    and plain recursion never ends.
    """
    assert table.turns is not None, "plain recursion ends where turns are counted down"
    thrown = table.distribution
    starts = Counter({(table.turns, 0): 1})
    for left in range(table.turns, 0, -1):
        for score in sorted(score for turns, score in starts if turns == left):
            at_risk = Counter({0: starts[left, score]})
            end = table.cap if table.goal is None else table.goal - score
            for total in range(end + thrown.gains[-1]):
                times = at_risk[total]
                if not times or (total >= end and table.goal is not None):
                    continue
                if total:
                    starts[left - 1, score + total] += times
                if total < end:
                    starts[left - 1, score + thrown.bust_gain] += times
                    if thrown.ruin:
                        starts[left - 1, 0] += times
                    for gain in thrown.gains:
                        at_risk[total + gain] += times
    return {place: times for place, times in starts.items() if place[0] and times}

"""What is shown of the games for one player: where to hold, as text too, and how often plain recursion computes it."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from solver.policy_words import Axis, PolicyMap, Sentence, own, race_sentences, sentences_at
from solver.single.exact import SinglePlayerTable
from solver.text_table import STEPS, grid, paragraph

CELL = 5
SAMPLE = 30
"""The banked points that sentences speak of where there is no goal."""


def hold_map(table: SinglePlayerTable) -> PolicyMap:
    """Return where to hold at [turns left - 1, own score], or at [own score] where turns are not limited.

    No number stands where the player throws on until the goal is reached.
    """
    rolls = table.rolls if table.turns is None else table.rolls[1:]
    holds = np.where(rolls.all(axis=2), table.cap, np.argmin(rolls, axis=2))
    have = np.ones(holds.shape, np.bool_)
    if table.goal is not None:
        have = holds < table.goal - np.arange(table.goal)
    scores = own(range(holds.shape[1]))
    if table.turns is None:
        return PolicyMap(holds[0], have[0], (scores,))
    said = "with {turns} left", "with {} to {turns} left", "with {turns} or more left"
    left = Axis(range(1, table.turns + 1), *said)
    return PolicyMap(
        holds, have, (left, Axis(scores.scores, "and {points}", "and {} to {points}", "and {points} or more"))
    )


def solitaire_sentences(policy: PolicyMap) -> Iterator[Sentence]:
    """Yield sentences about a game for one player."""
    whole = tuple(axis.whole for axis in policy.axes)
    every = policy.claim(whole)
    if every.least == every.most and not every.some:
        yield policy.say_whole("Whatever is banked, and however many turns are left,")
    elif policy.have.ndim == 1:
        yield from race_sentences(policy)
    else:
        turns, scores = policy.have.shape
        half = (turns + 1) // 2
        sample = min(SAMPLE, scores - 1)
        places = [(turns, 0), *((left, score) for left in (half, 1) for score in (0, sample))]
        yield from sentences_at(policy, dict.fromkeys((left - 1, score) for left, score in places))
        yield policy.sentence((range(1), whole[1]))


def hold_table(table: SinglePlayerTable, width: int | None = None) -> Iterator[str]:
    """Yield a table of where to hold as lines, own scores down, turns left across; scores that agree share a line."""
    policy = hold_map(table)
    turns, scores = np.atleast_2d(policy.numbers).shape
    step = next((one for one in STEPS if width is None or CELL * (2 + -(-turns // one)) <= width), turns)
    shown = range(turns - 1, -1, -step)

    def row(score: int) -> tuple[str, ...]:
        return tuple(policy.cell(*((score,) if table.turns is None else (left, score))) for left in shown)

    rows = []
    for cells, alike in groupby(range(scores), row):
        first, *more = alike
        rows.append([f"{first}-{more[-1]}" if more else str(first), *cells])
    head = ["score", *("hold" if table.turns is None else f"{left + 1}" for left in shown)]
    yield from grid(head, rows, max(CELL, *(len(row[0]) + 1 for row in rows)))
    yield "Hold at this total" + ("" if table.turns is None else ", with that many turns left") + "; - you throw on."
    if step > 1:
        yield f"Turns in steps of {step}, for which there is room here: --whole prints all."
    yield from paragraph((one.words for one in solitaire_sentences(policy)), width)


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

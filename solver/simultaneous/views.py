"""When the robot sits in Swine Herd and Skunk, as text: tables of its rule of thumb, and what they say in words."""

from collections.abc import Iterator

import numpy as np

from solver.policy_words import Axis, Claim, PolicyMap, Sentence, other, own, race_sentences, say_hold, sentences_at
from solver.simultaneous.strategy import SkunkTable, SwineHerdTable
from solver.text_table import grid, paragraph, score_table

KEY = "Sit with this many points of the round; - you stand until you reach the goal. This is the robot's rule of thumb."
SKUNK_SCORES = range(0, 100, 10)


def say_sit(claim: Claim) -> str:
    """Return in words with how many points of the round a player sits."""
    return say_hold(claim, "sit", "stand")


def swine_herd_map(table: SwineHerdTable) -> PolicyMap:
    """Return from which points of the round on the robot sits, at [own score, best other score]."""
    scores = range(table.goal)
    marks = np.array([[table.stands_below(me, rival) for rival in scores] for me in scores])
    return PolicyMap(marks, marks < table.goal - np.arange(table.goal)[:, None], (own(scores), other(scores)), say_sit)


def swine_herd_table(table: SwineHerdTable, width: int | None = None) -> Iterator[str]:
    """Yield a table of when to sit, own scores down, the best other score across."""
    policy = swine_herd_map(table)
    yield from score_table(table.goal, width, policy.cell)
    yield KEY
    yield from paragraph((one.words for one in race_sentences(policy)), width)


def skunk_map(table: SkunkTable) -> PolicyMap:
    """Return the same of Skunk at [rounds left - 1 (0 or 1), place of own score, place of the best other score]."""
    rounds = range(1, min(2, table.rounds) + 1)
    left = Axis(rounds, "with {rounds} left", "with {} to {rounds} left", "with {rounds} or more left")
    marks = [[[table.stands_below(me, rival, one) for rival in SKUNK_SCORES] for me in SKUNK_SCORES] for one in rounds]
    mine = Axis(SKUNK_SCORES, "and {points}", "and {} to {points}", "and {points} or more")
    numbers = np.array(marks)
    return PolicyMap(numbers, np.ones(numbers.shape, np.bool_), (left, mine, other(SKUNK_SCORES)), say_sit)


def skunk_sentences(policy: PolicyMap) -> Iterator[Sentence]:
    """Yield sentences about a player who is level, ahead and behind, before the last round and in it."""
    low, high = 3, 6
    places = [
        (left, *pair) for left in reversed(policy.axes[0].whole) for pair in ((low, low), (high, low), (low, high))
    ]
    yield from sentences_at(policy, places)


def skunk_tables(table: SkunkTable, width: int | None = None) -> Iterator[str]:
    """Yield a table for the rounds before the last one and one for the last, own scores down."""
    policy = skunk_map(table)
    for place in reversed(policy.axes[0].whole):
        yield "before the last round" if place else "in the last round"
        rows = ([str(me), *map(str, policy.numbers[place, at])] for at, me in enumerate(SKUNK_SCORES))
        yield from grid(["i/j", *map(str, SKUNK_SCORES)], rows, 5)
    yield "Sit with this many points of the round. This is the robot's rule of thumb."
    yield from paragraph((one.words for one in skunk_sentences(policy)), width)

"""The best numbers of "score base, keep pace, end race" in Pig, exactly: `python -m tools.campaigns practical_pig`.

From several rules it goes to the best of the 26 around, whose base, lead and end differ by one at most, until none is
better. What a rule loses is how much more often optimal play wins as it begins than the rule does against optimal play.
"""

import itertools
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import cache

from solver.race.evaluate import race_turns, rule_chances, turns_of, win_rates
from solver.race.race_table import load_race
from solver.race.strategies import OPTIMAL
from solver.race.thumbs import base_pace_race

Numbers = tuple[int, int, int]
BEGINNINGS: tuple[Numbers, ...] = ((20, 0, 20), (25, 20, 25), (15, 30, 40))
STEPS = tuple(itertools.product((-1, 0, 1), repeat=3))


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--goal", type=int, default=100, metavar="N", help="points that win (default 100)")


def run(options: Namespace) -> Iterator[str]:
    """Yield a line for each rule on the way: its numbers, and what it loses in games of 100."""
    for numbers in BEGINNINGS:
        found: Numbers | None = None
        following = numbers
        while following != found:
            found = following
            yield f"base {found[0]}, lead {found[1]}, end {found[2]}: {100 * loss(found, options.goal):.4f}"
            following = min(around(found), key=lambda one: loss(one, options.goal))
        yield "the best of those around it"


def around(numbers: Numbers) -> list[Numbers]:
    """Return numbers that differ by at most one, none below 0."""
    base, lead, end = numbers
    return [(max(1, base + a), max(0, lead + b), max(0, end + c)) for a, b, c in STEPS]


@cache
def loss(numbers: Numbers, goal: int = 100) -> float:
    """Return how much more often optimal play wins as it begins than the rule does against it."""
    table = load_race("pig", goal)
    best = turns_of(OPTIMAL, table)
    wins = win_rates(best, race_turns(rule_chances(base_pace_race(goal, *numbers), goal), table.distribution))
    return float(wins[0, 0, 0] + wins[1, 0, 0]) - 1.0

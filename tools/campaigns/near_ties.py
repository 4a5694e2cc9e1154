"""How close choices of keep-and-throw games lie: `python -m tools.campaigns near_ties [GAME] [GOAL]`, with fair dice.

A choice is what it leads to: points that are held, or points at risk and dice that are thrown. Positions in which
somebody can win at once are left out. Sums round by some 1e-15, and choices within 1e-12 count as equal; then the
player holds, sets aside more points, or fewer dice.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.aside import TIE
from solver.jit import compiled
from solver.keep_and_throw.hands import Throws, hands_of
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, load_keep
from solver.keep_and_throw.rules import find_rules, shipped_rules

NEAR = 1e-9


class NearTies(NamedTuple):
    """How many positions have two choices, how many of these within 1e-9 and within 1e-12, and the closest others.

    `closest` is the smallest difference above 1e-12 between the best choice and the next.
    """

    positions: int
    near: int
    equal: int
    closest: float


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", choices=shipped_rules(), metavar="GAME", help="only this game")
    parser.add_argument("goal", nargs="?", type=int, metavar="GOAL", help="points that win")


def run(options: Namespace) -> Iterator[str]:
    """Yield a line for each game, of holding or throwing alone and of all choices after a throw."""
    for name in [options.game] if options.game else shipped_rules():
        rules = find_rules(name).changed(options.goal)
        table = load_keep(rules, (fair_laws(rules),) * 2)
        for what, found in zip(("hold or throw", "choices after a throw"), near_ties(table), strict=True):
            yield (
                f"{name} to {rules.goal:,}, {what}: {found.positions:,} positions, {found.near:,} within {NEAR:.0e}, "
                f"{found.equal:,} of them equal; the closest others {found.closest:.2e}"
            )


def near_ties(table: KeepTable) -> tuple[NearTies, ...]:
    """Return how close holding and throwing lie, then choices after a throw; the dice of both sides are alike."""
    rules = table.rules
    throws = hands_of(rules, table.laws[0]).throws
    counts, closest = np.zeros((2, 3), np.int64), np.full(2, np.inf)
    weigh_choices(throws, rules.opening // rules.step, table.start[0][0, 0], counts, closest)
    return tuple(
        NearTies(int(positions), int(near), int(equal), float(gap))
        for (positions, near, equal), gap in zip(counts, closest, strict=True)
    )


@compiled
def weigh_choices(
    throws: Throws, opening: int, start: NDArray[np.float64], counts: NDArray[np.int64], closest: NDArray[np.float64]
) -> None:
    """Add to `counts[w]` the positions, the near and the equal ones; lower `closest[w]` to the smallest difference.

    w is 0 for hold or throw, 1 for choices after a throw. `start[i, j]` is the win probability of a turn's beginning.
    """
    bust, first, chance, option, gain, left = throws
    goal = len(start)
    thrown = np.empty((goal, len(bust)))
    for i in range(goal):
        top, closed = goal - i, opening if i == 0 else 0
        for j in range(goal):
            held = 1.0 - start[j, i:]
            for k in range(top - 1, -1, -1):
                for h in range(len(bust)):
                    total = bust[h] * held[0]
                    for o in range(first[h], first[h + 1]):
                        best, second, wins = -np.inf, -np.inf, False
                        for a in range(option[o], option[o + 1]):
                            reached = k + gain[a]
                            if reached >= top:
                                wins = True
                                break
                            again = reached < closed
                            for b in range(option[o], a):
                                again = again or gain[b] == gain[a]
                            # Two choices: to throw what is left, and to hold unless another one holds the same.
                            value = thrown[reached, left[a]]
                            for _ in range(1 if again else 2):
                                if value > best:
                                    best, second = value, best
                                else:
                                    second = max(second, value)
                                value = held[reached]
                        if wins:
                            total += chance[o]
                            continue
                        total += chance[o] * best
                        if second > -np.inf:
                            count_gap(best - second, 1, counts, closest)
                    thrown[k, h] = total
                    if k >= max(closed, 1):
                        count_gap(abs(total - held[k]), 0, counts, closest)


@compiled
def count_gap(gap: float, which: int, counts: NDArray[np.int64], closest: NDArray[np.float64]) -> None:
    """Count a difference between two choices."""
    counts[which, 0] += 1
    if gap <= NEAR:
        counts[which, 1] += 1
        if gap <= TIE:
            counts[which, 2] += 1
    if TIE < gap < closest[which]:
        closest[which] = gap

"""Near ties of keep-and-throw games: those counted are those that tables of single turns show."""

import itertools

import numpy as np
import pytest

from solver.aside import TIE
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, solve_keep, sum_scored, turn_values
from solver.keep_and_throw.rules import find_rules
from tools.campaigns.near_ties import near_ties


def solved(name: str, goal: int, opening: int = 0) -> KeepTable:
    rules = find_rules(name).changed(goal=goal, opening=opening)
    return solve_keep(rules, (fair_laws(rules),) * 2)


@pytest.mark.parametrize(
    ("name", "goal", "opening"), [pytest.param("ten-thousand", 300, 0, marks=pytest.mark.check), ("farkle", 400, 150)]
)
def test_what_is_counted_is_what_single_turns_show(name: str, goal: int, opening: int) -> None:
    table = solved(name, goal, opening)
    throws = table.hands(0).throws
    outright: list[float] = []
    after: list[float] = []
    for i, j in itertools.product(range(table.steps), repeat=2):
        value, holds = turn_values(table, 0, (i, j)), table.hold_values(0, (i, j))
        top = len(holds)

        def thrown(k: int, h: int, value: np.ndarray = value, lost: float = holds[0]) -> float:
            return sum_scored(throws, value, k, h) + float(throws.bust[h] * lost)

        for k, h in itertools.product(range(top), range(len(throws.bust))):
            if k and holds[k] >= 0.0:
                outright.append(abs(thrown(k, h) - holds[k]))
            for o in range(throws.first[h], throws.first[h + 1]):
                options = range(throws.option[o], throws.option[o + 1])
                reached = {(k + throws.gain[a], throws.left[a]) for a in options}
                if max(total for total, _ in reached) < top:
                    values = [thrown(*one) for one in reached]
                    values += [holds[total] for total in {total for total, _ in reached} if holds[total] >= 0.0]
                    if len(values) > 1:
                        *_, second, best = sorted(values)
                        after.append(best - second)
    for found, gaps in zip(near_ties(table), (outright, after), strict=True):
        assert found[:3] == (len(gaps), sum(gap <= 1e-9 for gap in gaps), sum(gap <= TIE for gap in gaps))
        assert abs(found.closest - min(gap for gap in gaps if gap > TIE)) < 1e-14

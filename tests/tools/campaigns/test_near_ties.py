"""Near ties of keep-and-throw games: those counted are those that tables of single turns show."""

import itertools

import numpy as np
import pytest

from solver.keep_and_throw.decide import TIE
from solver.keep_and_throw.exact import solve_keep
from solver.keep_and_throw.keep_table import KeepTable, fair_laws
from solver.keep_and_throw.rules import find_rules
from solver.keep_and_throw.turn_values import scored, turn_values
from tools.campaigns.near_ties import NearTies, near_ties


def solved(name: str, goal: int, opening: int = 0) -> KeepTable:
    rules = find_rules(name).changed(goal=goal, opening=opening)
    return solve_keep(rules, (fair_laws(rules),) * 2).table


@pytest.mark.parametrize(("name", "goal", "opening"), [("ten-thousand", 300, 0), ("farkle", 400, 150)])
def test_what_is_counted_is_what_single_turns_show(name: str, goal: int, opening: int) -> None:
    table = solved(name, goal, opening)
    throws = table.hands(0).throws
    outright: list[float] = []
    after: list[float] = []
    for i, j in itertools.product(range(table.goal), repeat=2):
        value, holds = turn_values(table, 0, (i, j)), table.held(0, (i, j))
        top = len(holds)

        def thrown(k: int, h: int, value: np.ndarray = value, lost: float = holds[0]) -> float:
            return scored(throws, value, k, h) + float(throws.bust[h] * lost)

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


@pytest.mark.soak
def test_choices_of_the_whole_games_lie_as_close_as_measured() -> None:
    assert near_ties(solved("farkle", 10_000)) == (
        NearTies(23_880_000, 9, 0, pytest.approx(5.45e-11, rel=0.01)),
        NearTies(792_768_200, 425, 0, pytest.approx(9.06e-12, rel=0.1)),
    )
    holding, choosing = near_ties(solved("ten-thousand", 10_000))
    assert holding == (23_880_000, pytest.approx(337, abs=2), 0, pytest.approx(1.06e-12, rel=0.3))
    assert choosing[:2] == (600_717_800, pytest.approx(611_571, abs=50))

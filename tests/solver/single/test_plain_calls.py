"""How often plain recursion computes what dynamic programming computes once."""

from collections import Counter

import pytest

from solver.single.exact import SinglePlayerTable, solve_solitaire
from solver.single.views import plain_calls


def counted(table: SinglePlayerTable) -> dict[tuple[int, int], int]:
    """Compute a game by plain recursion, and count the beginnings of turns."""
    calls = Counter[tuple[int, int]]()
    goal, cap, thrown = table.goal, table.cap, table.distribution

    def worth(left: int, score: int, total: int) -> float:
        if goal is not None and score + total >= goal:
            return 1.0
        if left == 0:
            return 0.0 if goal is not None else float(score)
        calls[left, score] += total == 0
        hold = worth(left - 1, score + total, 0) if total else 0.0
        if goal is None and total >= cap:
            return hold
        rolls = sum(
            chance * worth(left, score, total + gain) for gain, chance in zip(thrown.gains, thrown.chances, strict=True)
        )
        rolls += thrown.bust * worth(left - 1, score, 0)
        if thrown.ruin:
            rolls += thrown.ruin * worth(left - 1, 0, 0)
        return max(rolls, hold)

    assert table.turns is not None
    assert worth(table.turns, 0, 0) == pytest.approx(table.value, abs=1e-12)
    return dict(calls)


@pytest.mark.parametrize(
    ("game", "goal", "turns", "cap"),
    [("pig-reach", 7, 3, None), ("pig-reach", 12, 2, None), ("pig-score", None, 3, 3), ("think", None, 3, 4)],
)
def test_the_counts_are_those_of_a_program_that_counts(
    game: str, goal: int | None, turns: int, cap: int | None
) -> None:
    table = solve_solitaire(game, goal, turns, cap=cap)
    assert plain_calls(table) == counted(table)

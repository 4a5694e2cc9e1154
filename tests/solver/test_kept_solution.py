"""What a solution has told is computed once for one version of the solver, and read the same."""

from pathlib import Path

import pytest

from solver import kept_solution
from solver.checked_file import solver_version
from solver.game import Solution
from solver.games import find_game
from solver.kept_solution import solve_once
from solver.options import GameOptions


def counted_solve(solved: list[str], extra: dict[str, object]) -> tuple[Solution, bool]:
    solved.append("")
    return Solution("pig", 0.1 + 0.2, "games", 7, 0.5, "ab", extra), True


def test_a_solution_is_solved_once_for_the_same_options_and_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[str] = []

    def solve(goal: int) -> tuple[Solution, bool]:
        return solve_once(find_game("pig"), GameOptions(goal=goal), tmp_path, lambda: counted_solve(solved, {"sd": 1}))

    first = solve(50)
    again = solve(50)
    assert len(solved) == 1
    assert (again[0].to_json(), again[1]) == (first[0].to_json(), True)
    solve(60)
    assert len(solved) == 2, "another goal is another game"
    monkeypatch.setattr(kept_solution, "solver_version", lambda: "older")
    solve(50)
    assert len(solved) == 3


def test_what_json_does_not_hold_is_solved_each_time(tmp_path: Path) -> None:
    solved: list[str] = []
    for _ in range(2):
        solve_once(find_game("pig"), GameOptions(), tmp_path, lambda: counted_solve(solved, {"raised": {2: 0.5}}))
    assert len(solved) == 2


def test_the_version_is_that_of_the_code() -> None:
    assert solver_version() == solver_version()
    assert solver_version.__wrapped__() == solver_version()

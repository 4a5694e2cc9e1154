"""Learners of games that are no races: one of each kind, beside its exact values."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.environments import learned
from solver.environments.learned import GraphTask, task_of
from solver.errors import OptionError
from solver.game import Game, read_options
from solver.games import find_game
from solver.learning.course import LearningCheck, watch
from solver.learning.settings import METHODS, PLAYING, LearningSettings
from tests.support.conformance import SMALL_SHEET
from tests.support.solver.environments import expected

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pig-reach", {"goal": 12, "turns": 2}),
    ("pig-turns", {"goal": 8}),
    ("pig-three", {"goal": 4}),
    ("ship-captain-crew", {}),
    ("shut-the-box", {}),
    ("kingdom-come", {"goal": 50}),
)
"""A game of each kind whose states are few: chances to win, points, the fewest of them, and for three players."""


def task(name: str, **options: Any) -> GraphTask:
    found = task_of(*chosen(name, **options))
    assert isinstance(found, GraphTask)
    return found


def chosen(name: str, **options: Any) -> tuple[Game, Any]:
    game = find_game(name)
    return game, read_options(game, **options)


def course(learns: GraphTask, method: str, seed: int = 1, **settings: Any) -> list[LearningCheck]:
    learner = learns.learner(method, LearningSettings(**settings), np.random.default_rng(seed))
    return list(watch(learner, learns.judge()))


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_every_kind_of_game_is_learned(name: str, options: dict[str, Any]) -> None:
    learns = task(name, **options)
    exact = expected(learns.model, learns.model.start(), 0)
    assert learns.exact_value() == pytest.approx(abs(exact), abs=1e-9)
    perfect = 1.0 / learns.model.players
    for method in METHODS:
        settings = {} if method not in PLAYING else {"episodes": 3_000, "exploring": True}
        checks = course(learns, method, **settings)
        first, last = checks[0], checks[-1]
        assert last.win_rate <= perfect + 1e-9
        if method in PLAYING:
            assert last.mean_error < first.mean_error
            assert first.visited < last.visited <= 1.0
        else:
            assert last.largest_error < 1e-9
            assert last.value == pytest.approx(abs(exact), abs=1e-9)
            assert last.win_rate == pytest.approx(perfect, abs=1e-9)


@pytest.mark.parametrize("method", PLAYING)
def test_a_learner_comes_near_and_the_same_seed_learns_the_same(method: str) -> None:
    learns = task("pig-turns", goal=6)
    one, same = (course(learns, method, 5, episodes=20_000, exploring=True, epsilon=0.05)[-1] for _ in range(2))
    assert one.mean_error < 0.6
    assert one.win_rate > 0.9
    assert (one.value, one.updates, one.mean_error) == (same.value, same.updates, same.mean_error)


def test_a_discount_draws_values_to_what_nobody_has_won() -> None:
    """Whoever throws anything but a 1 reaches the goal in the one turn; alone nothing is what nobody has won."""
    learns = task("pig-reach", goal=2, turns=1)
    (*_, last) = course(learns, "monte-carlo", episodes=5_000, gamma=0.5)
    assert last.value == pytest.approx(5 / 6 / 4, abs=0.02)  # a throw, then holding


def test_a_sheet_of_ones_own_is_learned(tmp_path: Path) -> None:
    file = tmp_path / "two-boxes.toml"
    file.write_text(SMALL_SHEET.replace("dice = 3", "dice = 2"), encoding="utf-8")
    learns = task(str(file))
    assert learns.truth == f"best play is worth {learns.exact_value():.6f} (points)"
    assert course(learns, "policy-iteration")[-1].largest_error < 1e-9


def test_what_cannot_be_learned_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="is not solved exactly"):
        task("skunk")
    with pytest.raises(OptionError, match="leave out --throws"):
        task_of(*chosen("chicago"), "1 2\n")
    with pytest.raises(OptionError, match="episodes"):
        course(task("pig-turns", goal=2), "policy-iteration", episodes=3)
    monkeypatch.setattr(learned, "MOST_STATES", 10)
    with pytest.raises(OptionError, match="the states of chicago are too many for a table: give a smaller goal"):
        task("chicago")

"""The settings of value iteration: its tolerance, its discount, and the values to begin with."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.environments.learned import task_of
from solver.errors import OptionError
from solver.game import read_options
from solver.games import find_game
from solver.learning.course import Learner
from solver.learning.settings import LearningSettings
from solver.race.exact import race_iteration
from solver.sweeping import StartValues, SweepSettings, read_start
from solver.value_iteration import iterate
from tests.support.solver.asked_game import AskedGame

FADING = SweepSettings(gamma=0.9)
SMALL: dict[str, dict[str, Any]] = {
    "pig": {"goal": 8},
    "two-dice-pig": {"goal": 8},
    "hog": {"goal": 8},
    "pig-three": {"goal": 4},
    "pig-reach": {"goal": 9, "turns": 3},
    "pig-turns": {"goal": 9},
    "pig-score": {"turns": 1},
    "think": {"turns": 1},
}


def learner_of(game: str, options: dict[str, Any], gamma: float) -> Learner:
    found = find_game(game)
    task = task_of(found, read_options(found, **options))
    learner = task.learner("value-iteration", LearningSettings(gamma=gamma), np.random.default_rng(1))
    while learner.learn(learner.trials + 1):
        pass
    return learner


def test_a_discount_draws_each_action_of_a_race_to_one_half() -> None:
    goal, gamma = 6, 0.9
    iteration = race_iteration("pig", goal, settings=FADING)
    solution = iterate(iteration)
    assert (solution.extra["gamma"], solution.policy_sha256) == (gamma, None)
    win = iteration.values

    def drawn(value: float) -> float:
        return 0.5 + gamma * (value - 0.5)

    for i in range(goal):
        for j in range(goal):
            for k in range(goal - i):
                on = sum(win[i, j, k + face] if i + k + face < goal else 1.0 for face in range(2, 7))
                roll = (on + 1.0 - win[j, i, 0]) / 6
                hold = 1.0 - win[j, i + k, 0] if k else 0.0
                assert win[i, j, k] == pytest.approx(drawn(max(roll, hold)), abs=1e-12)


def test_a_strong_discount_makes_hog_a_game_of_the_next_throw() -> None:
    weak = iterate(race_iteration("hog", 8, settings=SweepSettings(gamma=1e-9)))
    assert weak.value == pytest.approx(0.5, abs=1e-8)


@pytest.mark.parametrize("game", ["pig-three", "pig-reach", "pig-turns", "pig-score"])
def test_the_kernels_discount_as_the_moments_of_the_rules_do(game: str) -> None:
    """Two programs: sweeps over arrays, and over a table of all moments that the rules lead to."""
    if game == "pig-score":
        iterated = AskedGame("pig-score", FADING, turns=1).iterate(lambda *_: None).value
        best = max(Fraction(0), *(worth_of_holding(total) for total in range(2, 40)))
        assert iterated == pytest.approx(float(best), abs=1e-12)
        return
    options = SMALL[game]
    learner = learner_of(game, options, gamma=0.9)
    iterated = AskedGame(game, FADING, **options).iterate(lambda *_: None).value
    sign = -1.0 if game == "pig-turns" else 1.0
    assert sign * learner.values()[0, 0] == pytest.approx(iterated, abs=1e-11)
    assert iterated != pytest.approx(AskedGame(game, **options).solve().value, abs=1e-3)


def worth_of_holding(total: int) -> Fraction:
    """Return what one turn brings, discounted by 9/10 each action, if it holds from a total on."""
    gamma = Fraction(9, 10)

    @cache
    def worth(points: int) -> Fraction:
        if points >= total:
            return gamma * points
        return gamma * sum((worth(points + face) for face in range(2, 7)), Fraction(0)) / 6

    return worth(0)


@pytest.mark.parametrize("game", [game for game in SMALL if game not in {"pig-score", "think"}])
def test_a_larger_tolerance_ends_after_fewer_sweeps_and_near_the_truth(game: str) -> None:
    told: list[float] = []
    asked = AskedGame(game, SweepSettings(tolerance=1e-4), **SMALL[game])
    solution = asked.iterate(lambda _, change: told.append(change))
    assert told[-1] <= 1e-4 < told[-2]
    exact = AskedGame(game, **SMALL[game])
    assert solution.extra["sweeps"] == len(told) < exact.iterate(lambda *_: None).extra["sweeps"]
    assert solution.extra["tolerance"] == 1e-4
    assert solution.value == pytest.approx(exact.solve().value, abs=1e-2)


@pytest.mark.parametrize("game", SMALL)
def test_values_that_are_written_begin_where_they_ended(game: str, tmp_path: Path) -> None:
    iteration = AskedGame(game, **SMALL[game]).iteration()
    iterate(iteration)
    kept = tmp_path / "values.txt"
    kept.write_text("".join(f"{line}\n" for line in iteration.lines()))
    assert len(kept.read_text().splitlines()) == iteration.named.inside.sum()
    again = AskedGame(game, SweepSettings(start=read_start(str(kept))), **SMALL[game]).iteration()
    assert (again.values == iteration.values).all()
    assert iterate(again).extra["sweeps"] == 1


@pytest.mark.parametrize(("game", "number"), [("pig", 1.0), ("pig-three", 0.3), ("pig-turns", 7.5), ("think", 40.0)])
def test_a_number_begins_every_state(game: str, number: float) -> None:
    asked = AskedGame(game, SweepSettings(start=StartValues(number)), **SMALL[game])
    iteration = asked.iteration()
    assert np.unique(np.abs(iteration.values[iteration.named.inside])).tolist() == [number]
    told: list[float] = []
    value = iterate(iteration, lambda _, change: told.append(change)).value
    assert value == pytest.approx(AskedGame(game, **SMALL[game]).solve().value, abs=1e-11)
    assert told[0] > 0.1


REFUSED: list[tuple[str, Callable[[Path], object], str]] = [
    ("", lambda _: SweepSettings(tolerance=1.0), "--tolerance 1 is out of range"),
    ("", lambda _: SweepSettings(tolerance=float("nan")), "--tolerance nan is out of range"),
    ("", lambda _: SweepSettings(gamma=0.0), "--gamma 0 is out of range"),
    ("", lambda _: SweepSettings(gamma=1.5), "--gamma 1.5 is out of range"),
    ("", lambda folder: read_start(str(folder / "nothing")), "is no start value: give a number, or a file"),
    ("", lambda folder: read_start(str(folder / "begin")), "names no state"),
    ("me=0 0.5", lambda folder: read_start(str(folder / "begin")), "line 1 of .*write a state, a tab and its value"),
    ("me=0\thalf", lambda folder: read_start(str(folder / "begin")), "line 1 of"),
    ("me=9 opponent=0 turn=0\t0.5", lambda folder: begun(folder, "pig"), "has no state 'me=9"),
    ("me=x opponent=0 turn=0\t0.5", lambda folder: begun(folder, "pig"), "write states as 'me=0 opponent=0 turn=0'"),
    ("me=0 opponent=0 turn=0\t1.5", lambda folder: begun(folder, "pig"), "a start value of 1.5 is impossible in pig"),
    ("me=0 opponent=0 turn=0\tnan", lambda folder: begun(folder, "pig"), "a start value of nan"),
    ("me=0 second=0 third=0\t0.5", lambda folder: begun(folder, "pig-three"), "needs 3 numbers"),
    ("", lambda _: AskedGame("hog", SweepSettings(start=StartValues(-1.0))).iteration(), "give numbers from 0 to 1"),
]


def begun(folder: Path, game: str) -> object:
    return AskedGame(game, SweepSettings(start=read_start(str(folder / "begin"))), **SMALL[game]).iteration()


@pytest.mark.parametrize(("text", "ask", "words"), REFUSED)
def test_what_a_game_cannot_take_is_refused_in_a_line(
    text: str, ask: Callable[[Path], object], words: str, tmp_path: Path
) -> None:
    (tmp_path / "begin").write_text(text or "\n")
    with pytest.raises(OptionError, match=words) as refusal:
        ask(tmp_path)
    assert "\n" not in str(refusal.value)

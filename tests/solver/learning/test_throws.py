"""Recorded throws: how they are read, and that a game is learned from them alone."""

from itertools import product

import numpy as np
import pytest

from solver.errors import DistributionError, OptionError
from solver.learning.course import LearningJudge, learning_task, watch
from solver.learning.settings import LearningSettings
from solver.learning.throws import RecordedThrows, read_throws
from solver.race.race_table import load_race
from solver.race.rules import PassThePigsState
from solver.throw_distribution import fair_die


def test_throws_are_read_with_blanks_commas_doubts_and_remarks() -> None:
    read = read_throws("pass-the-pigs", "# pigs\n1 2\n3,4\n? 1\n\n 6  6 # both on an ear\n")
    assert read.throws == ((1, 2), (3, 4), (6, 6))
    assert read.doubts == 1
    assert [float(chance) for chance in read.die()] == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 6, 0, 1 / 3])
    assert read_throws("hog", "1\n6\n").throws == ((1,), (6,))


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        (
            "pass-the-pigs",
            "1 2\n1 7",
            r"line 2 is not a throw of pass-the-pigs, '1 7': give 2 numbers from 1 to 6, or \?",
        ),
        ("pass-the-pigs", "1", "line 1 is not a throw"),
        ("piglet", "3", "give 1 number from 1 to 2"),
        ("pig", "1.5", "line 1"),
        ("pig", "# none\n?\n", "no throws of pig are given"),
    ],
)
def test_what_is_no_throw_is_refused(game: str, text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        read_throws(game, text)


def test_too_few_throws_are_refused() -> None:
    few = learning_task("pass-the-pigs", 5, recorded=RecordedThrows("pass-the-pigs", ((3, 3), (5, 5))))
    for method in ("q-learning", "td"):
        with pytest.raises(DistributionError, match=r"2 throws are too few to learn from: .*no throw ends a turn"):
            few.learner(method, LearningSettings(), np.random.default_rng(0))


def test_every_throw_once_is_the_fair_game() -> None:
    every = tuple(product(range(1, 7), repeat=2))
    task = learning_task("two-dice-pig", 20, recorded=RecordedThrows("two-dice-pig", every))
    assert task.recorded_value() == pytest.approx(load_race("two-dice-pig", 20).value, abs=1e-12)
    assert learning_task("pig", 20).recorded_value() == load_race("pig", 20).value


def test_pass_the_pigs_is_learned_from_throws_alone() -> None:
    chances = np.array(PassThePigsState.die(), float)
    lies = np.random.default_rng(3).choice(np.arange(1, 7), (3000, 2), p=chances)
    recorded = RecordedThrows("pass-the-pigs", tuple((int(a), int(b)) for a, b in lies))
    task = learning_task("pass-the-pigs", 6, recorded=recorded)
    judge = LearningJudge(task)
    for method, off in (("q-learning", 0.05), ("policy-iteration", 0.02)):
        settings = LearningSettings(episodes=50_000, exploring=True).taken_by(method)
        *_, last = watch(task.learner(method, settings, np.random.default_rng(0)), judge)
        assert last.mean_error < off
        assert last.win_rate > 0.48
    assert 0.0 < abs(task.recorded_value() - task.exact_value()) < 0.02


def test_dice_with_other_faces_are_recorded_too() -> None:
    read = read_throws("pig", "8\n1\n3\n", 8)
    assert len(read.die()) == 8
    task = learning_task("pig", 12, fair_die(8), read)
    assert 0.5 < task.recorded_value() < 1.0
    with pytest.raises(OptionError, match="give 1 number from 1 to 8"):
        read_throws("pig", "9", 8)


def test_hog_counts_the_faces() -> None:
    recorded = RecordedThrows("hog", tuple((face,) for face in (1, 2, 3, 4, 5, 6)))
    assert recorded.die() == fair_die(6)
    task = learning_task("hog", 10, recorded=recorded)
    assert task.recorded_value() == task.exact_value()

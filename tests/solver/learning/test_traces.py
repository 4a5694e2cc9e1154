"""Eligibility traces where dice always show the same: what comes of a game moves back over both players' turns."""

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.learning.episode_kernels import EXPECTED_SARSA, Q_LEARNING, SARSA, LearningRule, learn_actions, learn_states
from solver.learning.model import BANKS, GOES_ON, HOLD, ROLL, TurnModel

STEP = TurnModel(np.ones((2, 1)), np.ones((2, 1)), np.array([[0], [1]]), np.array([[BANKS], [GOES_ON]]), ROLL)
"""A throw adds one point and never ends a turn."""
GOAL = 2
PATH = [((0, 0, 0), ROLL), ((0, 0, 1), HOLD), ((0, 1, 0), ROLL), ((0, 1, 1), HOLD), ((1, 1, 0), ROLL)]
"""Both players hold at one point, and the one who began wins; own score, the other's, turn total."""
PASSES = [False, True, False, True, False]
RESULTS = [1.0, 1.0, 0.0, 0.0, 1.0]
"""What comes of it for the player who acts."""
ALPHA = 0.1


def first_values() -> NDArray[np.float64]:
    """Return values [i, j, k, action] of which the higher ones lead along the path."""
    q = np.full((GOAL, GOAL, GOAL, 2), 0.3)
    for number, (state, action) in enumerate(PATH):
        q[(*state, action)] = 0.5 + 0.05 * number
    return q


def expected(before: list[float], passes: list[bool], trace: float) -> list[float]:
    """Return where the values along the path move to, as the sum of all later differences."""
    after = [*before[1:], 1.0]
    differences = [
        (1.0 - then if passed else then) - now for now, then, passed in zip(before, after, passes, strict=True)
    ]
    moved = []
    for at, value in enumerate(before):
        weight, total = 1.0, 0.0
        for later in range(at, len(before)):
            total += weight * differences[later]
            weight *= -trace if passes[later] else trace
        moved.append(value + ALPHA * total)
    return moved


@pytest.mark.parametrize("kind", [SARSA, Q_LEARNING, EXPECTED_SARSA])
@pytest.mark.parametrize("trace", [0.0, 0.5, 1.0])
def test_differences_of_actions_move_back_over_both_players(kind: int, trace: float) -> None:
    q, visits = first_values(), np.zeros((GOAL, GOAL, GOAL, 2), np.int64)
    before = [float(q[(*state, action)]) for state, action in PATH]
    rule = LearningRule(kind, 0.0, 1.0, ALPHA, trace, False)
    assert learn_actions(STEP, rule, (q, visits), 1, np.random.default_rng(0)) == len(PATH)
    told = [float(q[(*state, action)]) for state, action in PATH]
    assert told == pytest.approx(expected(before, PASSES, trace), abs=1e-12)
    if trace == 1.0:
        toward = [value + ALPHA * (result - value) for value, result in zip(before, RESULTS, strict=True)]
        assert told == pytest.approx(toward, abs=1e-12)
    assert visits.sum() == len(PATH)
    assert all(visits[(*state, action)] == 1 for state, action in PATH)


@pytest.mark.parametrize("trace", [0.0, 0.5, 1.0])
def test_differences_of_states_move_back_over_both_players(trace: float) -> None:
    """To 3 points, by values with which both players hold at one point, and the one who began then throws on."""
    path = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)]
    passes, results = [False, True, False, True, False, False], [1.0, 1.0, 0.0, 0.0, 1.0, 1.0]
    win, visits = STEP.values(3, 0.5), np.zeros((3, 3, 3), np.int64)
    win[0, 0, 2] = win[0, 1, 2] = 0.1
    win[0, 1, 0], win[1, 1, 0] = 0.3, 0.4
    before = [float(win[state]) for state in path]
    rule = LearningRule(0, 0.0, 1.0, ALPHA, trace, False)
    assert learn_states(STEP, rule, (win, visits), 1, np.random.default_rng(0)) == len(path)
    told = [float(win[state]) for state in path]
    assert told == pytest.approx(expected(before, passes, trace), abs=1e-12)
    if trace == 1.0:
        toward = [value + ALPHA * (result - value) for value, result in zip(before, results, strict=True)]
        assert told == pytest.approx(toward, abs=1e-12)
    assert visits.sum() == len(path)

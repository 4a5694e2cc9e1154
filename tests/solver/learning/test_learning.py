"""Learners beside exact play: what converges, what stays near, and what is told of them."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.errors import OptionError, UnknownNameError
from solver.learning.course import LearningCheck, LearningJudge, LearningTask, PolicyLearner, learning_task, watch
from solver.learning.kernels import EXPECTED_SARSA, Q_LEARNING, SARSA, LearningRule, learn_actions, learn_states
from solver.learning.model import BANKS, GOES_ON, HOLD, ROLL, TurnModel, law_of
from solver.learning.settings import METHODS, PLAYING, TAKEN, LearningSettings
from solver.race.evaluate import rate
from solver.race.exact import race_iteration
from solver.race.race_table import load_race, load_table
from solver.race.rules import TWO_PLAYER_GAMES
from solver.race.thumbs import hold_at
from solver.race.turn_values import race_values
from solver.throw_distribution import fair_die
from solver.value_iteration import iterate

SMALL = {
    "piglet": 6,
    "pig": 12,
    "progressive-pig": 12,
    "two-dice-pig": 15,
    "big-pig": 20,
    "pass-the-pigs": 12,
    "hog": 15,
}

STEP = TurnModel(np.ones((2, 1)), np.ones((2, 1)), np.array([[0], [1]]), np.array([[BANKS], [GOES_ON]]), ROLL)
"""A throw adds one point and never ends a turn."""
GOAL = 2
PATH = [((0, 0, 0), ROLL), ((0, 0, 1), HOLD), ((0, 1, 0), ROLL), ((0, 1, 1), HOLD), ((1, 1, 0), ROLL)]
"""Both players hold at one point, and the one who began wins; own score, the other's, turn total."""
PASSES = [False, True, False, True, False]
RESULTS = [1.0, 1.0, 0.0, 0.0, 1.0]
"""What comes of it for the player who acts."""
ALPHA = 0.1


def course(method: str, task: LearningTask, seed: int = 1, **settings: Any) -> list[LearningCheck]:
    """Return the checks of a learner."""
    learner = task.learner(method, LearningSettings(**settings), np.random.default_rng(seed))
    return list(watch(learner, LearningJudge(task)))


@pytest.mark.parametrize("game", TWO_PLAYER_GAMES)
def test_policy_iteration_comes_to_the_exact_values(game: str) -> None:
    task = learning_task(game, SMALL[game])
    *before, last = course("policy-iteration", task)
    assert last.largest_error < 1e-12
    assert abs(last.value - load_table(game, SMALL[game]).value) < 1e-12
    assert last.win_rate == pytest.approx(0.5, abs=1e-12)
    assert [check.trials for check in before] == [1, 2, 3, 4, 6, 8, 11][: len(before)]
    assert before[0].mean_error > 1e-3


@pytest.mark.parametrize("game", TWO_PLAYER_GAMES)
def test_value_iteration_is_that_of_solve(game: str) -> None:
    goal = SMALL[game]
    solution = iterate(race_iteration(game, goal))
    last = course("value-iteration", learning_task(game, goal))[-1]
    assert (last.value, last.trials) == (solution.value, solution.extra["sweeps"])
    assert last.updates == solution.states * last.trials
    assert last.largest_error < 1e-11
    assert last.win_rate == pytest.approx(0.5, abs=1e-12)


def test_value_iteration_begins_where_it_is_told() -> None:
    task = learning_task("piglet", 4)
    first, *_, last = course("value-iteration", task, start_value=1.0)
    assert first.mean_error != course("value-iteration", task)[0].mean_error
    assert last.largest_error < 1e-12


@pytest.mark.parametrize("game", ["pig", "two-dice-pig", "progressive-pig"])
def test_looking_ahead_from_exact_values_weighs_as_the_solver_does(game: str) -> None:
    goal = 30
    table, values = load_race(game, goal), race_values(game, goal)
    learner = PolicyLearner(law_of(game, table.die), goal)
    for _ in range(50):
        if not learner.learn(learner.trials + 1):
            break
    q = learner.looked_ahead(learner.values())
    for i, j, k in ((0, 0, 1), (3, 20, 7), (25, 4, 2), (11, 11, 18), (29, 29, 0)):
        roll, hold = values.roll_and_hold(i, j, k)
        assert q[i, j, k, ROLL] == pytest.approx(roll, abs=1e-12)
        if k:
            assert q[i, j, k, 1 - ROLL] == pytest.approx(hold, abs=1e-12)
    assert ((learner.choice() == ROLL) == table.roll_mask()).all()


def test_the_judge_rates_a_policy_as_rate_does() -> None:
    goal = 40
    i, _, k = np.ogrid[:goal, :goal, :goal]
    rolls = hold_at(20).rolls(0, 0, k) * np.ones((goal, goal, 1))
    rolls[:, :, 0] = 1.0
    choice = np.where(np.broadcast_to(i + k >= goal, rolls.shape), 0, rolls).astype(np.int64)
    wins = rate("pig", ["optimal", "hold20"], goal)
    expected = (wins["hold20", "optimal"] + 1.0 - wins["optimal", "hold20"]) / 2
    assert LearningJudge(learning_task("pig", goal)).win_rate(choice) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("method", "settings", "mean_error"),
    [
        ("monte-carlo", {"epsilon": 0.05}, 0.03),
        ("td", {}, 0.02),
        ("td", {"trace": 0.8, "alpha": 0.001}, 0.02),
        ("sarsa", {"epsilon": 0.02}, 0.03),
        ("sarsa", {"epsilon": 0.02, "trace": 0.8, "alpha": 0.001}, 0.03),
        ("expected-sarsa", {"epsilon": 0.02}, 0.03),
        ("q-learning", {}, 0.02),
        ("q-learning", {"trace": 0.8, "alpha": 0.001}, 0.02),
    ],
)
def test_playing_learners_come_near(method: str, settings: dict[str, Any], mean_error: float) -> None:
    checks = course(method, learning_task("piglet", 3), episodes=60_000, exploring=True, **settings)
    assert checks[-1].mean_error < mean_error < checks[0].mean_error
    assert abs(checks[-1].win_rate - 0.5) < 0.03
    assert checks[-1].visited == 1.0
    assert checks[-1].trials == 60_000


@pytest.mark.parametrize("method", PLAYING)
@pytest.mark.parametrize("game", ["hog", "pass-the-pigs"])
def test_every_learner_plays_every_kind_of_game(method: str, game: str) -> None:
    first, *_, last = course(method, learning_task(game, 8), episodes=5_000)
    assert last.mean_error < first.mean_error
    assert 0.0 < first.visited < last.visited <= 1.0
    assert last.updates > last.trials


def test_a_discount_draws_values_towards_one_half() -> None:
    """To 1 point u = gamma (1/2 - u/2): whoever throws heads wins."""
    task = learning_task("piglet", 1)
    for gamma, value in ((1.0, 2 / 3), (0.9, 0.5 + 0.45 / 1.45 / 2)):
        for method in PLAYING:
            assert course(method, task, episodes=60_000, gamma=gamma)[-1].value == pytest.approx(value, abs=0.02)


@pytest.mark.parametrize("method", PLAYING)
def test_the_same_seed_learns_the_same(method: str) -> None:
    task = learning_task("pig", 10)
    one, same, other = (course(method, task, seed, episodes=2_000)[-1] for seed in (5, 5, 6))
    assert (one.value, one.updates, one.mean_error) == (same.value, same.updates, same.mean_error)
    assert one.updates != other.updates


def test_seconds_are_those_of_learning_alone() -> None:
    task = learning_task("piglet", 2)
    ticks = iter(range(1000))
    learner = task.learner("policy-iteration", LearningSettings(), np.random.default_rng(0))
    checks = list(watch(learner, LearningJudge(task), lambda: float(next(ticks))))
    assert [check.seconds for check in checks] == list(range(1, len(checks) + 1))


@pytest.mark.parametrize(
    ("method", "settings", "words"),
    [
        ("td", {"epsilon": 1.5}, "--epsilon 1.5 is out of range: give a number from 0 to 1"),
        ("td", {"gamma": 0.0}, "--gamma 0 is out of range"),
        ("sarsa", {"trace": -1.0}, "--lambda -1 is out of range"),
        ("sarsa", {"alpha": float("nan")}, "--alpha nan is out of range"),
        ("sarsa", {"episodes": 0}, "--episodes 0 is out of range"),
        ("monte-carlo", {"trace": 0.5}, "monte-carlo takes no --lambda: leave it out"),
        ("policy-iteration", {"start_value": 0.5}, "takes no --start-value: leave it out .it takes no settings"),
    ],
)
def test_settings_that_cannot_be_are_refused(method: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        course(method, learning_task("piglet"), **settings)


def test_unknown_methods_and_large_goals_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean sarsa"):
        course("sarza", learning_task("piglet"))
    with pytest.raises(OptionError, match="too many states to learn"):
        learning_task("pig", 251)
    with pytest.raises(UnknownNameError):
        learning_task("yahtzee")


def test_each_method_is_given_the_settings_that_it_takes() -> None:
    usual = {"epsilon": 0.1, "gamma": 1.0, "alpha": 0.1, "trace": 0.5, "tolerance": 1e-6, "start_value": 0.5}
    every = LearningSettings(**usual, episodes=9, exploring=True)
    for method in METHODS:
        taken = every.taken_by(method)
        taken.check_for(method)
        assert set(taken.given()) == TAKEN[method]


def test_a_die_of_ones_own_is_learned() -> None:
    task = learning_task("pig", 8, fair_die(4))
    assert course("policy-iteration", task)[-1].largest_error < 1e-12


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

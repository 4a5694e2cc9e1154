"""Learners beside exact play: what converges, what stays near, and what is told of them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.environments import learned
from solver.environments.learned import LearningTask, graph_of, task_of
from solver.errors import OptionError, UnknownNameError
from solver.games import find_game
from solver.learning.course import LearningCheck, watch
from solver.learning.graph import EXPECTED_SARSA, OVER, Q_LEARNING, SARSA, TD, GameGraph, LearningRule, play
from solver.learning.settings import METHODS, PLAYING, TAKEN, LearningSettings
from solver.race.evaluate import rate
from solver.race.race_table import load_race
from solver.throw_distribution import weigh_die
from tests.support.conformance import SMALL_SHEET
from tests.support.solver.environments import compute_value, every_state

RACES: dict[str, int] = {
    "piglet": 6,
    "pig": 12,
    "progressive-pig": 12,
    "two-dice-pig": 9,
    "big-pig": 12,
    "pass-the-pigs": 6,
    "hog": 5,
}
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pig", {"goal": 6}),
    ("hog", {"goal": 3}),
    ("pass-the-pigs", {"goal": 4}),
    ("pig-reach", {"goal": 12, "turns": 2}),
    ("pig-turns", {"goal": 8}),
    ("pig-three", {"goal": 4}),
    ("ship-captain-crew", {}),
    ("shut-the-box", {}),
    ("kingdom-come", {"goal": 50}),
)
"""A game of each kind whose states are few: chances to win, points, the fewest of them, and for three players."""
ALPHA = 0.1


def task(name: str, **options: Any) -> LearningTask:
    return task_of(find_game(name, **options))


def course(learns: LearningTask, method: str, seed: int = 1, **settings: Any) -> list[LearningCheck]:
    """Return the checks of a learner."""
    learner = learns.learner(method, LearningSettings(**settings), np.random.default_rng(seed))
    return list(watch(learner, learns.judge))


@pytest.mark.parametrize("game", RACES)
def test_sweeps_and_policies_of_races_come_to_the_solvers_values(game: str) -> None:
    """The tables of races are solved by other code."""
    learns, value = task(game, goal=RACES[game]), find_game(game, goal=RACES[game]).solve().value
    assert learns.exact_value == pytest.approx(value, abs=1e-11)
    for method in ("value-iteration", "policy-iteration"):
        first, *_, last = course(learns, method)
        assert last.largest_error < 1e-11
        assert last.value == pytest.approx(value, abs=1e-11)
        assert last.win_rate == pytest.approx(0.5, abs=1e-12)
    assert first.mean_error > 1e-3


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_every_kind_of_game_is_learned(name: str, options: dict[str, Any]) -> None:
    learns = task(name, **options)
    exact = compute_value(learns.model, learns.model.start(), 0)
    assert learns.exact_value == pytest.approx(abs(exact), abs=1e-9)
    perfect = 1.0 / learns.model.players
    for method in METHODS:
        settings = {} if method not in PLAYING else {"episodes": 3_000, "exploring": True}
        checks = course(learns, method, **settings)
        first, last = checks[0], checks[-1]
        assert last.win_rate <= perfect + 1e-9
        if method in PLAYING:
            assert last.mean_error < first.mean_error
            assert 0.0 < first.visited < last.visited <= 1.0
            assert last.trials == 3_000 < last.updates
        else:
            assert last.largest_error < 1e-9
            assert last.value == pytest.approx(abs(exact), abs=1e-9)
            assert last.win_rate == pytest.approx(perfect, abs=1e-9)


def test_all_states_have_their_exact_values() -> None:
    model = task("pig", goal=6).model
    _, moments = graph_of(model)
    exact = task("pig", goal=6).judge.exact
    for moment in every_state(model):
        player = model.mover(moment)
        assert exact[moments[model.words(moment)], player] == pytest.approx(compute_value(model, moment, player))


def test_a_die_of_ones_own_is_learned() -> None:
    die = weigh_die((1, 2, 3, 3, 2, 1))
    value = load_race("pig", 6, die).value
    assert task("pig", goal=6, die=die).exact_value == pytest.approx(value, abs=1e-11)


def test_blocks_lead_to_themselves_and_to_earlier_ones() -> None:
    graph, _ = graph_of(task("pig-three", goal=4).model)
    block = np.empty(len(graph.player), np.int64)
    block[graph.order] = np.repeat(np.arange(len(graph.blocks) - 1), np.diff(graph.blocks))
    assert (np.repeat(block, np.diff(graph.first)) >= block[graph.child]).all()


def test_the_judge_rates_a_policy_as_rate_does() -> None:
    """Whoever holds at 5 plays exactly against the best play, which another program works out."""
    goal = 12
    learns = task("pig", goal=goal)
    graph, moments = graph_of(learns.model)
    choice = np.where(graph.player >= 0, graph.first[:-1], -1)
    for words, number in moments.items():
        if graph.player[number] >= 0:
            *scores, turn = (int(part.partition("=")[2]) for part in words.split(": ")[1].split())
            choice[number] += turn >= 5 or 0 < goal - scores[graph.player[number]] <= turn
    wins = rate("pig", ["optimal", "hold5"], goal)
    both = (wins["hold5", "optimal"] + 1.0 - wins["optimal", "hold5"]) / 2
    assert learns.judge.win_rate(choice) == pytest.approx(both, abs=1e-12)


def test_values_begin_where_they_are_told() -> None:
    learns = task("piglet", goal=4)
    learner = learns.learner("td", LearningSettings(start_value=0.25), np.random.default_rng(0))
    assert np.unique(learner.known).tolist() == [0.0, 0.25]
    turns = task("pig-turns", goal=4)  # few are better
    assert turns.learner("sarsa", LearningSettings(start_value=3.0), np.random.default_rng(0)).known.max() == -3.0
    with pytest.raises(OptionError, match=r"a start value of 1\.5 is impossible in piglet: give numbers from 0 to 1"):
        course(learns, "td", start_value=1.5)


@pytest.mark.parametrize(
    ("method", "settings", "mean_error"),
    [
        ("monte-carlo", {"epsilon": 0.05}, 0.03),
        ("td", {}, 0.02),
        ("td", {"trace": 0.8, "alpha": 0.003}, 0.02),
        ("sarsa", {"epsilon": 0.02}, 0.03),
        ("sarsa", {"epsilon": 0.02, "trace": 0.8, "alpha": 0.003}, 0.03),
        ("expected-sarsa", {"epsilon": 0.02}, 0.03),
        ("q-learning", {}, 0.02),
        ("q-learning", {"trace": 0.8, "alpha": 0.003}, 0.02),
    ],
)
def test_playing_learners_come_near(method: str, settings: dict[str, Any], mean_error: float) -> None:
    checks = course(task("piglet", goal=3), method, episodes=120_000, exploring=True, **settings)
    assert checks[-1].mean_error < mean_error < checks[0].mean_error
    assert abs(checks[-1].win_rate - 0.5) < 0.03
    assert checks[-1].visited == 1.0


def test_a_discount_draws_values_towards_one_half() -> None:
    """To 1 point u = gamma (gamma/2 - u/2): whoever throws heads holds, and wins."""
    learns = task("piglet", goal=1)
    for gamma, value in ((1.0, 2 / 3), (0.9, 0.5 + 0.405 / 1.45 / 2)):
        assert course(learns, "value-iteration", gamma=gamma)[-1].value == pytest.approx(value, abs=1e-12)
        for method in PLAYING:
            last = course(learns, method, episodes=20_000, gamma=gamma)[-1]
            assert last.value == pytest.approx(value, abs=0.03)


def test_a_discount_draws_values_to_what_nobody_has_won() -> None:
    """Whoever throws anything but a 1 reaches the goal in the one turn; alone nothing is what nobody has won."""
    learns = task("pig-reach", goal=2, turns=1)
    (*_, last) = course(learns, "monte-carlo", episodes=5_000, gamma=0.5)
    assert last.value == pytest.approx(5 / 6 / 4, abs=0.02)  # a throw, then holding


@pytest.mark.parametrize("method", PLAYING)
def test_the_same_seed_learns_the_same(method: str) -> None:
    learns = task("pig", goal=8)
    one, same, other = (course(learns, method, seed, episodes=2_000)[-1] for seed in (5, 5, 6))
    assert (one.value, one.updates, one.mean_error) == (same.value, same.updates, same.mean_error)
    assert one.updates != other.updates


@pytest.mark.parametrize("tolerance", [1e-2, 1e-5])
def test_value_iteration_ends_after_the_first_sweep_that_changes_no_value_by_more(tolerance: float) -> None:
    learns = task("piglet", goal=4)
    free = LearningSettings(tolerance=0.0)
    learner = learns.learner("value-iteration", free, np.random.default_rng(0))
    changes: list[float] = []
    while not changes or changes[-1] > tolerance:
        before = learner.known.copy()
        learner.learn(len(changes) + 1)
        changes.append(float(np.abs(learner.known - before).max()))
    assert course(learns, "value-iteration", tolerance=tolerance)[-1].trials == len(changes) > 3


def test_seconds_are_those_of_learning_alone() -> None:
    learns = task("piglet", goal=2)
    ticks = iter(range(1000))
    learner = learns.learner("policy-iteration", LearningSettings(), np.random.default_rng(0))
    checks = list(watch(learner, learns.judge, lambda: float(next(ticks))))
    assert [check.seconds for check in checks] == list(range(1, len(checks) + 1))


@pytest.mark.parametrize(
    ("method", "settings", "words"),
    [
        ("td", {"epsilon": 1.5}, "epsilon 1.5 is out of range: give a number from 0 to 1"),
        ("td", {"gamma": 0.0}, "gamma 0 is out of range"),
        ("sarsa", {"trace": -1.0}, "trace -1 is out of range"),
        ("sarsa", {"alpha": float("nan")}, "alpha nan is out of range"),
        ("sarsa", {"episodes": 0}, "episodes 0 is out of range: give a number from 1 to 100,000,000"),
        ("monte-carlo", {"trace": 0.5}, "monte-carlo takes no trace: leave it out"),
        ("policy-iteration", {"start_value": 0.5}, "takes no start_value: leave it out .it takes no settings"),
    ],
)
def test_settings_that_cannot_be_are_refused(method: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        course(task("piglet", goal=2), method, **settings)


def test_what_cannot_be_learned_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownNameError, match="did you mean sarsa"):
        course(task("piglet", goal=2), "sarza")
    monkeypatch.setattr(learned, "MOST_LEARNED", 10)
    with pytest.raises(OptionError, match="the states of chicago are too many for a table: give fewer players"):
        task("chicago")


@pytest.mark.parametrize("game", ["pig", "hog", "farkle", "kingdom-come", "yahtzee", "hooligan"])
def test_a_game_that_is_known_to_be_too_large_is_refused_before_its_states_are_written_down(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "graph_of", None)
    advice = {"yahtzee": "learn", "hooligan": "learn"}.get(game, "give a smaller goal or learn")
    with pytest.raises(OptionError, match=f"the states of {game} are too many for a table: {advice} another game"):
        learned.task_of(find_game(game))


@pytest.mark.parametrize(
    ("game", "goal"), [("pig", 9), ("piglet", 5), ("two-dice-pig", 12), ("hog", 3), ("pig-three", 4)]
)
def test_no_more_ways_are_counted_than_there_are(game: str, goal: int) -> None:
    counted = find_game(game, goal=goal).count_edges()
    assert 0 < counted <= len(task(game, goal=goal).graph.child)


def test_each_method_is_given_the_settings_that_it_takes() -> None:
    usual = {"epsilon": 0.1, "gamma": 1.0, "alpha": 0.1, "trace": 0.5, "start_value": 0.5, "tolerance": 0.01}
    every = LearningSettings(**usual, episodes=9, exploring=True)
    for method in METHODS:
        taken = every.choose_for(method)
        taken.check_for(method)
        assert set(taken.list_given()) == TAKEN[method]


def test_a_sheet_of_ones_own_is_learned(tmp_path: Path) -> None:
    file = tmp_path / "two-boxes.toml"
    file.write_text(SMALL_SHEET.replace("dice = 3", "dice = 2"), encoding="utf-8")
    learns = task(str(file))
    assert learns.truth == f"best play is worth {learns.exact_value:.4f} (points)"
    assert course(learns, "policy-iteration")[-1].largest_error < 1e-9


PATH = (0, 1, 0, 1)
"""Who acts at each moment of a line of them; each has an edge to the next one and one to the end. The first wins."""
EDGES = 2 * len(PATH)


def line_of_moments() -> GameGraph:
    """Return a game without chance along PATH, in which the last edge of the line wins for player 0."""
    end = len(PATH)
    child = np.array([one for moment in range(end) for one in (moment + 1, end)])
    reward = np.zeros((EDGES, 2))
    reward[EDGES - 2] = 1.0, 0.0
    first = np.append(np.arange(0, EDGES + 1, 2), EDGES)
    order = np.arange(end, -1, -1)
    return GameGraph(np.array([*PATH, OVER]), first, child, np.ones(EDGES), reward, 0.5, order, np.arange(end + 2))


def move(before: list[float], rewards: list[float], trace: float) -> list[float]:
    """Return where one player's values along the line move to, as the sum of all later differences."""
    differences = [got + after - now for now, after, got in zip(before, [*before[1:], 0.0], rewards, strict=True)]
    return [
        value + ALPHA * sum(trace ** (later - at) * differences[later] for later in range(at, len(before)))
        for at, value in enumerate(before)
    ]


@pytest.mark.parametrize("kind", [SARSA, Q_LEARNING, EXPECTED_SARSA, TD])
@pytest.mark.parametrize("trace", [0.0, 0.5, 1.0])
def test_differences_move_back_over_both_players(kind: int, trace: float) -> None:
    """Values with which every player follows the line: a first edge is worth more than the second, which ends it."""
    graph, end = line_of_moments(), len(PATH)
    known = np.zeros((end + 1 if kind == TD else EDGES, 2))
    on_line = np.arange(end) if kind == TD else np.arange(0, EDGES, 2)
    known[on_line] = [(0.3 + 0.05 * at, 0.4 - 0.05 * at) for at in range(end)]
    before = known.copy()
    visits = np.zeros(len(known), np.int64)
    rule = LearningRule(kind, 0.0, 1.0, ALPHA, trace, False)
    assert play(graph, rule, (known, visits, np.arange(end)), 1, np.random.default_rng(0)) == end
    for player, rewards in enumerate(([0.0, 0.0, 0.0, 1.0], [0.0] * end)):
        told = move(before[on_line, player].tolist(), rewards, trace)
        assert known[on_line, player].tolist() == pytest.approx(told, abs=1e-12)
    assert visits[on_line].tolist() == [1] * end
    assert visits.sum() == end

"""Games of one round, against what was published; conformance checks each value by the rules."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.decision import Unit
from solver.rounds.rating import WIN, for_points, rate_pairs, round_outcomes, score_chances, win_chances
from solver.rounds.round_player import decide_turn
from solver.rounds.rules import SHIPPED_ROUNDS, RoundRules, find_round, read_round
from solver.rounds.state import RoundState
from solver.rounds.turn_graph import best_turn, turn_graph
from solver.rounds.turns import KeepingTurn, TilesTurn
from solver.throw_distribution import fair_die

FAIR = fair_die(6)


def aimed(name: str, worth: Sequence[float] | None = None, rules: RoundRules | None = None) -> float:
    """Return the largest mean of what scores are worth; without `worth` the chance to score at all."""
    graph = turn_graph(rules or find_round(name), FAIR)
    wanted = np.array([float(score > 0) for score in graph.scores] if worth is None else worth)
    return float(best_turn(graph, wanted[None], wanted).value[0, -1])


def test_threes_is_as_published() -> None:
    """The notebook "game_of_threes" of icepool (github.com/HighDiceRoller/icepool) prints mean and chances."""
    rules = find_round("threes")
    assert f"{round_outcomes('optimal', rules, FAIR).mean:.3f}" == "6.254"
    chances = dict(zip(turn_graph(rules, FAIR).scores, score_chances("optimal", rules, FAIR), strict=True))
    assert [f"{100 * chances[score]:.6f}" for score in (0, 1, 30)] == ["1.033203", "3.643430", "0.000000"]
    assert abs(100 * chances[2] - 5.161979 - 2.528141) < 1.01e-6


@pytest.mark.check
def test_midnight_is_as_published() -> None:
    """Hemphill and Bevan (MathGroup, May 2010) count the one and the four; Wikipedia gives the chance to score."""
    graph = turn_graph(find_round("midnight"), FAIR)
    assert f"{aimed('midnight', [score + 5.0 if score else 0.0 for score in graph.scores]):.2f}" == "23.46"
    assert abs(aimed("midnight") - (1 - (2 * (5 / 6) ** 21 - (4 / 6) ** 21))) < 1e-13


@pytest.mark.parametrize(
    ("one_die_sum", "percent"), [pytest.param(0, "7.1432", marks=pytest.mark.check), (6, "9.7614")]
)
def test_the_box_is_shut_as_often_as_published(one_die_sum: int, percent: str) -> None:
    """Bill Butler, durangobill.com/ShutTheBox.html: always two dice, and one die from 6 on."""
    bare = find_round("shut-the-box")
    assert isinstance(bare.turn, TilesTurn)
    rules = replace(bare, turn=replace(bare.turn, one_die_shut=None, one_die_sum=one_die_sum))
    shut = [float(score == 0) for score in turn_graph(rules, FAIR).scores]
    assert f"{100 * aimed('', shut, rules):.4f}" == percent


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.check) if name == "midnight" else name for name in SHIPPED_ROUNDS]
)
def test_strategies_stand_in_order_and_chances_sum_to_1(name: str) -> None:
    rules = find_round(name)
    ruled = for_points(rules)
    worth = {one: rules.worth(1) * round_outcomes(one, rules, FAIR).mean for one in ruled}
    order = [worth[one] for one in ("optimal", "greedy", "random")]
    assert order == sorted(order, reverse=True) or name == "chicago"
    assert max(worth.values()) == worth["optimal"] or name == "chicago"
    for one in ruled:
        assert abs(score_chances(one, rules, FAIR).sum() - 1) < 1e-12
    wins = rate_pairs((WIN, *ruled), rules, FAIR)
    first, second = win_chances(rules, FAIR, 2)[0]
    assert abs(wins[WIN, WIN] - first) < 1e-12
    assert abs(first + second - 1) < 1e-12
    assert all(wins[one, WIN] <= wins[WIN, WIN] + 1e-12 for one in ruled)
    assert all(wins[one, WIN] <= wins[one, other] + 1e-12 for one in (WIN, *ruled) for other in ruled)


def test_advice_to_win_differs_from_advice_for_points() -> None:
    rules = find_round("threes")
    assert isinstance(rules.turn, KeepingTurn)
    position = rules.turn.position((3, 3), 3)
    for_points = decide_turn(RoundState(rules, (None,), position, (1, 2, 5)))
    assert str(for_points.action) == "keep 1, throw"
    sure = decide_turn(RoundState(rules, (9, None), position, (1, 2, 5)))
    assert (str(sure.action), sure.value, sure.unit) == ("keep 1 2 5, hold", 1.0, Unit.WINS)
    first, second = (decide_turn(RoundState.start(rules, n)).value for n in (2, 3))
    assert abs(first - win_chances(rules, FAIR, 2)[0][0]) < 1e-12
    assert abs(second - win_chances(rules, FAIR, 3)[0][0]) < 1e-12


def test_a_file_may_build_on_rules_that_ship(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('engine = "round"\nname = "two-four-24"\nbase = "midnight"\nneeds = [2, 4]\n')
    own = read_round(path)
    bare = find_round("midnight")
    assert isinstance(own.turn, KeepingTurn)
    assert own == replace(bare, name="two-four-24", turn=replace(own.turn, needs=(2, 4)))
    assert own.turn.points == (1, 2, 3, 4, 5, 6)

"""Swine Herd and Skunk: the robot's rules, what they say, and what they win against simple ones."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from solver.action import SIT, STAND, Action
from solver.errors import OptionError, PositionError
from solver.games import find_game
from solver.reason import Reason
from solver.simultaneous.states import SimultaneousState, SkunkState, SwineHerdState
from solver.simultaneous.strategy import skunk_decision, stance, swine_herd_decision
from solver.single.exact import load_solitaire, solve_solitaire
from tests.support.solver.playouts import mean_of, play_to_end
from tests.support.solver.reasons import parts

Stands = Callable[[Any, int], bool]
"""Whether a player stands in a state."""


def herd_hold(least: int) -> Stands:
    """Sit at a fixed number of points, or when that reaches the goal."""
    return lambda state, player: state.round_total < least and state.scores[player] + state.round_total < state.goal


def herd_pace(state: SwineHerdState, player: int) -> bool:
    """End race or keep pace, as in Pig."""
    me, rival = state.scores[player], max(score for p, score in enumerate(state.scores) if p != player)
    if me + state.round_total >= (state.goal or 0):
        return False
    return max(me, rival) >= 71 or state.round_total < 21 + round((rival - me) / 8)


def skunk_hold(least: int) -> Stands:
    """Sit at a fixed number of points."""
    return lambda state, _player: state.round_total < least


def skunk_points(state: SkunkState, player: int) -> bool:
    """Stand while that brings more points, as in THINK."""
    table = load_solitaire("think", None, state.rounds, None)
    left = (state.rounds or 0) - state.taken
    return state.round_total < table.cap and bool(table.rolls[left, state.scores[player], state.round_total])


def share_of(begin: SimultaneousState, rules: Sequence[Stands], games: int, seed: int) -> tuple[float, float]:
    """Return the first player's share of victories, and its standard error."""
    chance = random.Random(seed)

    def act(state: SimultaneousState) -> tuple[list[int], int]:
        sitting = [p for p in state.standing if state.round_total and not rules[p](state, p)]
        return sitting, state.thrown.dice * state.throws(sitting)

    return mean_of([play_to_end(begin, act, chance).returns()[0] for _ in range(games)])


HERD, SKUNK = SwineHerdState((0, 0)), SkunkState((0, 0))


@pytest.mark.parametrize(
    ("begin", "other", "games"),
    [
        pytest.param(HERD, herd_hold(20), 400, id="herd hold20", marks=pytest.mark.check),
        pytest.param(HERD, herd_hold(25), 400, id="herd hold25", marks=pytest.mark.check),
        pytest.param(HERD, herd_pace, 100, id="herd pace"),
        pytest.param(SKUNK, skunk_hold(20), 400, id="skunk hold20", marks=pytest.mark.check),
        pytest.param(SKUNK, skunk_hold(25), 400, id="skunk hold25", marks=pytest.mark.check),
        pytest.param(SKUNK, skunk_points, 200, id="skunk points"),
    ],
)
def test_the_robot_beats_simple_rules(begin: SimultaneousState, other: Stands, games: int) -> None:

    def robot(state: Any, player: int) -> bool:
        return stance(state, player).action == STAND

    share, error = share_of(begin, [robot, other], games, 5)
    assert share - 2 * error > 0.5


def mark(key: str, up: int, points: int, by: int = 0) -> Reason:
    return Reason(f"rule-{key}", {"up": up, "points": points, "by": by})


BEGINS = Reason("rule-begins")


@pytest.mark.parametrize(
    ("place", "action", "rule"),
    [
        ((0, 0, 0), STAND, BEGINS),
        ((30, 30, 25), STAND, mark("level", 25, 26)),
        ((30, 30, 26), SIT, mark("level", 26, 26)),
        ((30, 60, 35), STAND, mark("behind", 35, 36, 30)),
        ((60, 30, 16), SIT, mark("ahead", 16, 16, 30)),
        ((79, 30, 21), SIT, Reason("rule-reached", {"me": 79, "turn": 21, "sum": 100})),
        ((40, 80, 45), STAND, Reason("rule-late")),
        ((40, 79, 45), SIT, mark("behind", 45, 39, 39)),
    ],
)
def test_what_the_robot_does_in_swine_herd(place: tuple[int, int, int], action: Action, rule: Reason) -> None:
    decision = swine_herd_decision(*place)
    assert decision.by_rule
    assert (decision.action, decision.value, decision.rule) == (action, decision.options[decision.action], rule)
    assert [*parts(decision.reason)] == ["beside", "ruled", rule.key, "worth-rule"]
    me, _, turn = place
    assert decision.options[SIT] == pytest.approx(me + turn)
    if turn == 20:
        assert decision.options[STAND] == pytest.approx(me + 20)


def last(key: str, points: int, rival: int) -> Reason:
    return Reason(f"rule-last-{key}", {"sum": points, "rival": rival})


@pytest.mark.parametrize(
    ("place", "action", "rule"),
    [
        ((0, 0, 0, 5), STAND, BEGINS),
        ((30, 30, 23, 3), STAND, mark("ahead", 23, 24, 23)),
        ((30, 30, 24, 3), SIT, mark("ahead", 24, 24, 24)),
        ((30, 62, 27, 2), STAND, mark("behind", 27, 28, 5)),
        ((30, 62, 27, 1), STAND, last("behind", 57, 62)),
        ((30, 62, 32, 1), STAND, last("behind", 62, 62)),
        ((30, 62, 33, 1), SIT, last("ahead", 63, 62)),
        ((30, 20, 5, 1), STAND, last("ahead", 35, 20)),
    ],
)
def test_what_the_robot_does_in_skunk(place: tuple[int, int, int, int], action: Action, rule: Reason) -> None:
    decision = skunk_decision(*place)
    assert decision.by_rule
    assert (decision.action, decision.value, decision.rule) == (action, decision.options[decision.action], rule)


def test_points_alone_are_those_of_think() -> None:
    table = solve_solitaire("think")
    for me, turn, left in ((0, 0, 5), (40, 13, 2), (7, 30, 1)):
        decision = skunk_decision(me, 0, turn, left)
        assert tuple(decision.options.values()) == pytest.approx(table.weigh(left, me, turn), abs=1e-12)
    assert find_game("skunk").solve().value == table.value


def test_the_rival_is_the_best_of_the_others() -> None:
    herd = SwineHerdState((10, 40, 20), frozenset({1}), 22)
    assert stance(herd, 0) == swine_herd_decision(10, 40, 22)
    skunk = SkunkState((10, 40, 30), frozenset({1}), 22, taken=1)
    assert stance(skunk, 0) == skunk_decision(10, 52, 22, 4)
    assert stance(skunk, 2) == skunk_decision(30, 40, 22, 4)


def test_who_has_as_much_of_the_round_as_the_rival_is_level() -> None:
    decision = stance(SkunkState((0, 0), round_total=7), 0)
    assert decision.rule == mark("level", 7, 27)


def test_advice_by_name() -> None:
    assert find_game("swine-herd").advise("30:30 +26 s2").action == SIT
    assert find_game("skunk").advise("30:30 +24 l3 s2").action == SIT
    assert find_game("skunk", turns=3).advise("30:30 +4 s2").action == STAND


def test_who_sits_is_asked_nothing() -> None:
    with pytest.raises(PositionError, match="player 1 sits: ask for a standing player, 0"):
        stance(SwineHerdState((0, 0), frozenset({1}), 5), 1)


@pytest.mark.parametrize("goal", [-1, 0, 10_000])
def test_goals_that_nobody_plays_to_are_refused(goal: int) -> None:
    words = "is too large: choose one up to 1000" if goal > 0 else "choose one from 1 to 1000"
    for ask in (
        lambda: find_game("swine-herd", goal=goal).solve(),
        lambda: find_game("swine-herd", goal=goal).advise("0:0"),
        lambda: SwineHerdState((0, 0), goal=goal),
    ):
        with pytest.raises(OptionError, match=words):
            ask()


def test_for_points_alone_a_throw_must_gain_on_average() -> None:
    """By hand: two dice gain 25/36 of 8, lose 11/36 of the round and 1/36 of what is banked."""
    for me in range(0, 200, 9):
        actions = [skunk_decision(me, 0, turn, 1).action for turn in range(1, 20)]
        assert actions == [STAND if 11 * turn < 200 - me else SIT for turn in range(1, 20)]

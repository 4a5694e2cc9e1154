"""Games for one player: checked by fractions, and by what is known of them."""

import hashlib
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from solver.action import HOLD, ROLL, Action
from solver.errors import UnknownNameError
from solver.games import find_game
from solver.race.state import TIE
from solver.single.exact import FIRST_CAP, SinglePlayerTable, solve_solitaire, weigh_turn
from solver.single.states import PigReachState, PigScoreState, PigTurnsState, SinglePlayerState, ThinkState
from solver.throw_distribution import fair_die
from tests.support.solver.choices import check_choices
from tests.support.solver.reasons import parts

LOADED = tuple(Fraction(weight, 12) for weight in (3, 1, 2, 1, 4, 1))

FAIR = fair_die(6)


def check(table: SinglePlayerTable, start: SinglePlayerState, die: tuple[Fraction, ...], **close: Any) -> int:
    """Check a table up to a throw beyond its cap; return in how many states. Turns that are counted are taken away."""
    counted = table.turns is None

    def turns_left(state: SinglePlayerState) -> int:
        return 0 if state.turns is None else state.turns - state.taken

    def weigh(state: SinglePlayerState) -> tuple[float, float]:
        left = turns_left(state)
        roll, hold = table.weigh(left, state.score, state.turn_total)
        if state.turn_total < table.cap and state.score < table.rolls.shape[1] and abs(roll - hold) > 1e-12 * abs(hold):
            rolls = state.turn_total == 0 or roll > hold
            assert bool(table.rolls[left, state.score, state.turn_total]) == rolls, state
        return roll, hold

    def worth(before: SinglePlayerState, after: SinglePlayerState) -> float:
        ended = after.taken - before.taken
        if after.over:
            return -1.0 if counted else after.returns()
        roll, hold = table.weigh(turns_left(after), after.score, after.turn_total)
        return (max(roll, hold) if after.turn_total else roll) - (counted and ended)

    def alike(state: SinglePlayerState) -> SinglePlayerState:
        return replace(state, taken=0) if counted else state

    return len(check_choices(start, die, weigh, worth, table.cap + 6, alike=alike, **close))


def test_the_least_hope_is_better_than_none() -> None:
    die = (Fraction(99, 100), Fraction(1, 100))
    table = solve_solitaire("pig-reach", 20, 2, die)
    check(table, PigReachState(goal=20, turns=2), die, rel=1e-12, abs=0)
    assert 0 < table.value < 1e-18
    for turn in range(0, 20, 2):
        assert table.rolls[1, 0, turn]
    advice = find_game("pig-reach", goal=20, turns=2, die=(0.99, 0.01)).advise("0 +2 l1")
    assert [*parts(advice.reason)] == ["close", "beside", "risking", "worth-reach"]


@pytest.mark.parametrize(
    ("state", "die"),
    [
        (PigScoreState(turns=2), LOADED),
        pytest.param(PigScoreState(turns=2), FAIR, marks=pytest.mark.check),
        pytest.param(ThinkState(turns=2), FAIR, marks=pytest.mark.check),
        pytest.param(ThinkState(turns=2), LOADED, marks=pytest.mark.check),
    ],
)
def test_most_points_are_the_mean_of_what_may_follow(state: PigScoreState, die: tuple[Fraction, ...]) -> None:
    assert check(solve_solitaire(state.game, None, 2, die), state, die, abs=1e-13) > 300


@pytest.mark.parametrize("die", [FAIR, LOADED])
@pytest.mark.parametrize("goal", [1, 2, 10, 33])
def test_fewest_turns_are_the_mean_of_what_may_follow(goal: int, die: tuple[Fraction, ...]) -> None:
    table = solve_solitaire("pig-turns", goal, die=die)
    check(table, PigTurnsState(goal=goal), die, abs=1e-13)


@pytest.mark.parametrize(("game", "ties"), [("pig-reach", 0), ("pig-score", 5 * 153), ("pig-turns", 0), ("think", 16)])
def test_choices_nearer_than_nine_digits_are_ties_which_hold(game: str, ties: int) -> None:
    table, found = solve_solitaire(game), 0
    turns, scores, totals = table.rolls.shape
    at_risk = np.arange(totals)
    for left in range(0 if table.turns is None else 1, turns):
        after = table.start[0 if table.turns is None else left - 1]
        roll, hold = weigh_turn(table.distribution, after, slice(0, scores), totals)
        choices = np.broadcast_to(at_risk > 0, (scores, totals))
        if table.goal is not None:
            choices = choices & (np.arange(scores)[:, None] + at_risk < table.goal)
        near = choices & (np.abs(roll[:totals, :scores] - hold[:totals, :scores]).T < 1e-9)
        assert not table.rolls[left][near].any()
        found += int(near.sum())
    assert found == ties


@pytest.mark.parametrize("game", ["pig-score", "think"])
def test_a_larger_cap_moves_nothing(game: str) -> None:
    table = solve_solitaire(game)
    assert table.cap > FIRST_CAP
    assert not table.rolls[:, :, table.cap - 1].any()


def test_the_hash_is_over_the_roll_bits_in_c_order() -> None:
    table = solve_solitaire("pig-reach", 7, 3)
    bits = []
    for left in (1, 2, 3):
        for score in range(7):
            for turn in range(7 - score):
                roll, hold = table.weigh(left, score, turn)
                bits.append(turn == 0 or roll - hold > TIE)
    assert hashlib.sha256(np.packbits(np.array(bits)).tobytes()).hexdigest() == table.policy_sha256


@pytest.mark.parametrize(
    ("line", "action", "keys"),
    [
        ("pig-reach 0", ROLL, ["alone", "beginning", "worth-reach"]),
        ("pig-reach 80 +21 l3", HOLD, ["reached"]),
        ("pig-reach 80 +10 l1", ROLL, ["better", "risking", "worth-reach"]),
        ("pig-score 0 +20", HOLD, ["even-safe", "banking", "worth-end"]),
        ("pig-score 30 +1 l2", ROLL, ["unreachable", "better", "risking", "worth-end"]),
        ("pig-turns 0 +23", HOLD, ["close", "beside", "banking", "worth-turns"]),
        ("pig-turns 98", ROLL, ["alone", "beginning", "worth-turns"]),
        ("think 40 +15 l1", HOLD, ["better", "banking", "worth-end"]),
    ],
)
def test_advice(line: str, action: Action, keys: list[str]) -> None:
    decision = find_game(line.split(maxsplit=1)[0]).advise(line)
    assert decision.action == action
    assert [*parts(decision.reason)] == keys
    assert decision.value == decision.options[decision.action]
    assert decision.reachable == ("unreachable" not in keys)


@pytest.mark.parametrize("game", ["pig-reach", "pig-turns"])
def test_however_far_beyond_the_goal_it_is_the_same(game: str) -> None:
    near = find_game(game).advise("80 +20")
    far = find_game(game).advise("80 +999999999")
    assert (near.action, near.options) == (far.action, far.options)
    assert not far.reachable


def test_an_unknown_solitaire_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean pig-reach"):
        solve_solitaire("pig-reech")

"""The exact solution of Pig in fractions; compiling it, and what pictures show of it."""

import hashlib
import itertools
import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest

from solver import jit
from solver.action import ROLL
from solver.errors import DistributionError, OptionError, PositionError
from solver.race.race_table import RaceTable, load_race, solve_table
from solver.race.rules import RACES, race_rules
from solver.race.turn_values import LONGEST, RaceFractions, race_values
from solver.race.views import hold_values, line, reachable
from solver.throw_distribution import Effect, Outcome, ThrowDistribution, weighed_die
from tests.support.solver.searches import search


@pytest.fixture(scope="module")
def pig() -> RaceTable:
    return solve_table("pig", 100)


ON, BUST, RUIN = Effect.ON, Effect.BUST, Effect.RUIN


# Far enough that the player holds before the goal.
FAR = (("pig", 38), ("progressive-pig", 34), ("two-dice-pig", 30), ("big-pig", 33))


def test_the_hash_is_over_the_roll_bits_in_c_order(pig: RaceTable) -> None:
    bits = [pig.rolls(i, j, k) for i in range(100) for j in range(100) for k in range(100 - i)]
    assert len(bits) == pig.states
    packed = np.packbits(np.array(bits, np.uint8), bitorder="big")
    assert hashlib.sha256(packed.tobytes()).hexdigest() == pig.policy_sha256


def test_compilation_goes_on_where_nothing_can_be_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    njit: Any = numba.njit

    # numba calls it too, for modules that it imports late.
    def unwritable(*functions: Callable[..., Any], cache: bool = False, **options: Any) -> Any:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(*functions, **options)

    def double(x: int) -> int:
        return 2 * x

    monkeypatch.setattr(numba, "njit", unwritable)
    assert jit.compiled(double)(21) == 42


def test_without_numba_only_fresh_solutions_are_missing() -> None:
    script = """
import sys
sys.modules["numba"] = None
from solver.games import find_game
from solver.errors import MissingNumbaError
pig = find_game("pig")
assert pig.advise("15:70 +28").action.verb == "roll"
try:
    find_game("pig", goal=50).advise("1:2 +3")
except MissingNumbaError as missing:
    print(missing)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "solving a game afresh needs numba: install it\n"


@pytest.mark.parametrize(
    ("outcomes", "advice"),
    [
        (((1.0, 0, BUST),), "every throw ends the turn"),
        (((1.0, 3, ON),), "no throw ends a turn"),
        (((0.5, 3, ON), (0.5, 0, RUIN)), "no throw ends a turn"),
        (((0.4, 2, ON), (0.4, 2, ON), (0.2, 0, BUST)), "rising"),
        (((0.4, 0, ON), (0.4, 2, ON), (0.2, 0, BUST)), "rising"),
        (((0.4, 3, ON), (0.4, 2, ON), (0.2, 0, BUST)), "rising"),
        (((0.5, 2, ON), (0.5, 3, ON), (0.0, 0, BUST)), "above 0"),
        (((0.5, 2, ON), (-0.1, 3, ON), (0.6, 0, BUST)), "above 0"),
        (((math.nan, 2, ON), (0.3, 0, BUST)), "above 0"),
        (((0.4, 2, ON), (0.4, 3, ON), (0.3, 0, BUST)), r"sum to 1\.1"),
        (((0.4, 2, ON), (0.3, 0, BUST), (0.3, 1, BUST)), "one way only"),
        (((0.4, 2, ON), (0.6, -1, BUST)), "one way only"),
        (((0.4, 2, ON), (0.4, 0, BUST), (0.1, 0, RUIN), (0.1, 1, RUIN)), "one way only"),
    ],
)
def test_laws_that_no_throw_can_have_are_refused(outcomes: tuple[tuple[float, int, Effect], ...], advice: str) -> None:
    with pytest.raises(DistributionError, match=advice):
        ThrowDistribution(tuple(Outcome(*outcome) for outcome in outcomes))


def test_the_end_of_pig_by_hand() -> None:
    """The guided page solves these with school algebra."""
    for goal in (3, 4, 100):
        values = RaceFractions(load_race("pig", goal))
        a, b = goal - 3, goal - 1
        assert values.start(b, b) == Fraction(6, 7)
        assert values.start(a, b) == Fraction(174, 209)
        assert values.start(b, a) == Fraction(180, 209)
        assert values.roll_and_hold(a, b, 2) == (Fraction(179, 209), Fraction(1, 7))


@pytest.mark.parametrize(
    ("game", "goal"), [("piglet", 4), ("progressive-pig", 7), ("pass-the-pigs", 1), ("big-pig", 9)]
)
def test_fractions_are_the_values(game: str, goal: int) -> None:
    fractions, values, found = RaceFractions(load_race(game, goal)), race_values(game, goal), 0
    for i, j in itertools.product(range(goal), repeat=2):
        for k in range(goal - i):
            told = fractions.roll_and_hold(i, j, k)
            for fraction, value in zip(told[: 2 if k else 1], values.roll_and_hold(i, j, k), strict=False):
                assert fraction is None or abs(float(fraction) - value) < 1e-14
        start = fractions.start(i, j)
        assert start is None or abs(float(start) - values.roll_and_hold(i, j, 0)[0]) < 1e-14
        found += start is not None
    assert found >= goal


@pytest.mark.parametrize(
    ("weights", "goal", "close"), [((3, 1, 2, 1, 4, 1), 10, 1e-14), ((244_995, 1, 1, 1, 1, 1), 7, 5e-11)]
)
def test_no_choice_can_be_bettered_in_fractions(
    weights: tuple[int, ...], goal: int, close: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A policy that is best against its own values everywhere is optimal."""
    monkeypatch.setattr("solver.race.turn_values.LONGEST", 10**9999)
    table = solve_table("pig", goal, weighed_die(weights))
    values = RaceFractions(table)
    for i, j in itertools.product(range(goal), repeat=2):
        assert abs(float(values.start(i, j) or 0) - table.turn_start[i, j]) < close
        for k in range(1, goal - i):
            roll, hold = values.roll_and_hold(i, j, k)
            assert roll is not None
            assert hold is not None
            assert table.rolls(i, j, k) == (roll > hold)


@pytest.mark.check
def test_far_from_the_goal_fractions_are_long() -> None:
    values = RaceFractions(load_race("pig"))
    assert values.start(0, 0) is None
    assert values.roll_and_hold(0, 0, 20) == (None, None)
    roll, hold = values.roll_and_hold(98, 98, 3)
    exact = race_values("pig").roll_and_hold(98, 98, 3)
    assert hold == 1
    assert float(roll or 0) == pytest.approx(exact[0], abs=1e-15)
    assert all((start := values.start(97, j)) is None or start.denominator <= LONGEST for j in range(100))


def test_what_has_no_fractions_is_refused() -> None:
    with pytest.raises(OptionError, match="whole scores are lost"):
        RaceFractions(load_race("two-dice-pig", 10))
    with pytest.raises(OptionError, match="give die_counts, not die"):
        RaceFractions(load_race("piglet", 3, (0.25, 0.75)))


@pytest.mark.parametrize("game", RACES)
def test_views_are_those_of_the_policy(game: str) -> None:
    table = load_race(game)
    holds = hold_values(table)
    for i, j in ((0, 0), (0, table.goal - 1), (1, 8), (3, 9), (table.goal - 1, 0)):
        rolls = [table.rolls(i, j, k) for k in range(table.goal - i)]
        assert table.roll_mask()[i, j].tolist() == rolls + [False] * i
        assert holds[i, j] == [*rolls, False].index(False)
        me, other, action, *changes = line(table, i, j).split()
        assert (int(me), int(other)) == (i, j)
        told = dict(zip(map(int, changes[::2]), changes[1::2], strict=True))
        for k, roll in enumerate(rolls):
            assert told.get(k, action) != action or k not in told
            action = told.get(k, action)
            assert (action == str(ROLL)) == roll


@pytest.mark.parametrize(
    ("game", "goal"),
    [("pig", 25), ("piglet", 10), *(pytest.param(game, goal, marks=pytest.mark.check) for game, goal in FAR)],
)
def test_reachable_states_are_what_a_search_of_all_games_finds(game: str, goal: int) -> None:
    table = load_race(game, goal)
    mask = reachable(table)
    assert mask.shape == (goal, goal, goal)
    found = {place for place in search(race_rules(game), goal, table.rolls) if place[0] + place[2] < goal}
    assert {(i, j, k) for i, j, k in np.argwhere(mask).tolist()} == found


def test_scores_outside_the_game_are_refused() -> None:
    table = load_race("pig")
    with pytest.raises(PositionError, match="a score of 100 is outside the game"):
        line(table, 100, 3)
    with pytest.raises(PositionError, match="a score of -1 is outside the game"):
        line(table, -1, 3)

"""The exact solution of Pig: compiling it, and what is shown of it."""

import hashlib
import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from solver import jit
from solver.action import ROLL
from solver.errors import DistributionError, PositionError
from solver.race.games import hold_values, line
from solver.race.race_table import RaceTable, load_race, solve_table
from solver.race.rules import RACES
from solver.throw_distribution import Effect, Outcome, ThrowDistribution


@pytest.fixture(scope="module")
def pig() -> RaceTable:
    return solve_table("pig", 100)


ON, BUST, RUIN = Effect.ON, Effect.BUST, Effect.RUIN


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
        (((0.4, 2, ON), (0.3, 0, BUST), (0.3, 1, BUST)), "only one way"),
        (((0.4, 2, ON), (0.6, -1, BUST)), "only one way"),
        (((0.4, 2, ON), (0.4, 0, BUST), (0.1, 0, RUIN), (0.1, 1, RUIN)), "only one way"),
    ],
)
def test_laws_that_no_throw_can_have_are_refused(outcomes: tuple[tuple[float, int, Effect], ...], advice: str) -> None:
    with pytest.raises(DistributionError, match=advice):
        ThrowDistribution(tuple(Outcome(*outcome) for outcome in outcomes))


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


def test_scores_outside_the_game_are_refused() -> None:
    table = load_race("pig")
    with pytest.raises(PositionError, match="a score of 100 is outside the game"):
        line(table, 100, 3)
    with pytest.raises(PositionError, match="a score of -1 is outside the game"):
        line(table, -1, 3)

"""The exact solution of Pig, checked in forty digits, also with loaded dice; compiling it, and doing without."""

import hashlib
import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import jit
from solver.errors import DistributionError
from solver.race.race_table import RaceTable, solve_table
from solver.race.state import TIE
from solver.throw_distribution import Effect, Outcome, ThrowDistribution, weighed_die
from tests.support.solver.reference_digits import PolicyCheck
from tests.support.solver.reference_race import State

NEAR = 1e-6
FAIR = (1,) * 6


@pytest.fixture(scope="module")
def pig() -> RaceTable:
    return solve_table("pig", 100)


def test_the_hash_is_over_the_roll_bits_in_c_order(pig: RaceTable) -> None:
    bits = [pig.rolls(i, j, k) for i in range(100) for j in range(100) for k in range(100 - i)]
    assert len(bits) == pig.states
    packed = np.packbits(np.array(bits, np.uint8), bitorder="big")
    assert hashlib.sha256(packed.tobytes()).hexdigest() == pig.policy_sha256


@pytest.mark.check
def test_no_choice_can_be_bettered_in_forty_digits(pig: RaceTable) -> None:
    """A policy that is best against its own values everywhere is optimal; all 505,000 signs are checked."""
    judge = PolicyCheck(pig, FAIR)
    near = [abs(gap) for state, gap in agreed(pig, judge) if abs(gap) < NEAR]
    assert len(near) == 13
    assert 2.65e-8 < min(near) < 2.75e-8
    worst = max(abs(chance - Decimal(float(pig.turn_start[pair]))) for pair, chance in judge.start.items())
    assert worst < 1e-14


def agreed(table: RaceTable, judge: PolicyCheck) -> Iterator[tuple[State, Decimal]]:
    """Yield each state with its gap, once it is sure that the table rolls just where rolling is worth more."""
    for state, gap in judge.gaps():
        assert table.rolls(*state) == (gap > 0), (state, gap)
        yield state, gap


@settings(max_examples=3, deadline=None)
@given(st.lists(st.integers(1, 20), min_size=6, max_size=6), st.integers(2, 30))
def test_loaded_dice_are_solved_exactly(weights: list[int], goal: int) -> None:
    table = solve_table("pig", goal, tuple(weight / sum(weights) for weight in weights))
    judge = PolicyCheck(table, tuple(weights))
    for (i, j, k), gap in judge.gaps():
        if k > 0 and abs(gap) > TIE:
            assert table.rolls(i, j, k) == (gap > 0)
    assert all(abs(chance - Decimal(float(table.turn_start[pair]))) < 1e-13 for pair, chance in judge.start.items())


def test_a_die_that_nearly_always_ends_the_turn_is_solved() -> None:
    weights = (244_995, 1, 1, 1, 1, 1)
    table = solve_table("pig", 30, weighed_die(weights))
    judge = PolicyCheck(table, weights)
    assert sum(1 for _ in agreed(table, judge)) == table.states
    assert all(abs(chance - Decimal(float(table.turn_start[pair]))) < 5e-11 for pair, chance in judge.start.items())


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
from solver.game import read_options
from solver.errors import MissingNumbaError
pig = find_game("pig")
assert pig.advise(read_options(pig), me=15, opponent=70, turn=28).action == "roll"
try:
    pig.advise(read_options(pig, goal=50), me=1, opponent=2, turn=3)
except MissingNumbaError as missing:
    print(missing)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "solving a game afresh needs numba: install the extra 'solve'\n"


ON, BUST, RUIN = Effect.ON, Effect.BUST, Effect.RUIN


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

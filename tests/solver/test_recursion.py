"""Small games that are solved by recursion, and fixed points of contractions."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.action import HOLD, ROLL
from solver.environments.registry import model_of
from solver.errors import DistributionError, OptionError, PositionError, RuleError, SolverError
from solver.fixed_point import ROUNDING, FixedPoint, error_bound, fixed_point
from solver.recursion import RecursiveGame
from tests.support.documents import files_of


@pytest.fixture(scope="module")
def game() -> RecursiveGame:
    """Return Twenty-One."""
    (text,) = (text for _, name, text in files_of("extend.md") if name == "solver/twenty_one/rules.py")
    written: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, "extend.md", "exec"), written)
    found: RecursiveGame = written["GAMES"][0]
    return found


@cache
def most(done: int, total: int, second: bool) -> Fraction:
    """Return the first player's chance to win from a turn of the first, or of the second player against `done`."""
    held = Fraction(1 + (done > total) - (done < total), 2) if second else most(total, 0, True)
    lost = Fraction(1 + (done > 0), 2) if second else most(0, 0, True)
    ways = [most(done, total + face, second) if total + face <= 21 else lost for face in range(1, 7)]
    thrown = sum(ways, Fraction()) / len(ways)
    return thrown if not total else min(thrown, held) if second else max(thrown, held)


def test_values_are_those_of_plain_recursion_with_fractions(game: RecursiveGame) -> None:
    values = game.values()
    assert game.solve().value == pytest.approx(float(most(0, 0, False)), abs=1e-12)
    for seat, opponent, turn in ((1, 0, 0), (1, 0, 17), (2, 17, 16), (2, 21, 20), (2, 0, 1)):
        state = game.parse(f"{opponent}:0 p{seat} +{turn}")
        first = float(most(opponent, turn, seat == 2))
        assert values.worth(state) == pytest.approx((first, 1 - first), abs=1e-12)
        decision = game.decide(state)
        assert decision.value == pytest.approx((first, 1 - first)[seat - 1], abs=1e-12)
        assert decision.options == dict(values.options(state))


def test_a_position_is_a_line_that_reads_back_also_at_the_end(game: RecursiveGame) -> None:
    state = game.parse("17:0 p2 +16")
    assert str(state) == "twenty-one 17:0 p2 +16"
    over = state.apply(HOLD)
    assert (over.over, over.winners, over.legal_actions()) == (True, (0,), ())
    assert [game.parse(str(one)) for one in (state, over)] == [state, over]


def test_what_is_none_is_refused_in_one_line(game: RecursiveGame) -> None:
    with pytest.raises(PositionError, match="0 to 21"):
        game.parse("0:0 +22")
    with pytest.raises(OptionError, match="twenty-one is for 2 players"):
        game.start(3)
    with pytest.raises(DistributionError, match="does not fit twenty-one: give 6 numbers"):
        game.with_options(sides=4).solve()
    with pytest.raises(RuleError, match="throw first"):
        game.start().apply(HOLD)
    with pytest.raises(RuleError, match="not a throw of one die"):
        game.start().apply(ROLL, (7,))


def test_learners_get_the_win_and_see_scores_and_turn(game: RecursiveGame) -> None:
    model = model_of(game)
    end = model.moment(game.parse("17:0 p2 +19").apply(HOLD))
    assert model.gains_of(end) == (0.0, 1.0)
    assert model.observe(model.moment(game.parse("17:0 p2 +5")), 1) == (0, 17, 5)


SIZE = 30


def affine(contraction: float, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return a matrix, a vector and the fixed point of the map that they make, which is nearer by `contraction`."""
    chance = np.random.default_rng(seed)
    matrix = chance.random((SIZE, SIZE)) - 0.5
    matrix *= contraction / np.abs(matrix).sum(axis=1).max()
    vector = chance.random(SIZE)
    return matrix, vector, np.asarray(np.linalg.solve(np.eye(SIZE) - matrix, vector), np.float64)


@pytest.mark.parametrize("contraction", [0.1, 0.9, 0.999])
@pytest.mark.parametrize("seed", range(3))
def test_an_affine_map_is_solved_within_its_bound(contraction: float, seed: int) -> None:
    matrix, vector, truth = affine(contraction, seed)
    found = fixed_point(lambda place: matrix @ place + vector, np.zeros(SIZE))
    assert found.change <= ROUNDING or found.steps < 60
    assert np.abs(found.place - truth).max() <= error_bound(found, contraction) + 1e-15 * SIZE


def test_slow_maps_take_few_steps() -> None:
    """Repeating the map alone would take some 30,000 steps."""
    slow = np.diag(np.array([0.999, 0.99, 0.9, *[0.1] * (SIZE - 3)]))
    found = fixed_point(lambda place: slow @ place + 0.001, np.zeros(SIZE))
    assert found.steps < 60
    assert found.place == pytest.approx(0.001 / (1 - np.diag(slow)), abs=1e-10)


def test_noise_ends_the_search_where_it_was_best() -> None:
    noise = np.random.default_rng(7)
    calls: list[NDArray[np.float64]] = []

    def step(place: NDArray[np.float64]) -> NDArray[np.float64]:
        calls.append(place)
        return 0.5 * place + 1.0 + 1e-9 * noise.random(SIZE)

    found = fixed_point(step, np.zeros(SIZE))
    assert found.steps == len(calls) < 60
    assert found.place == pytest.approx(np.full(SIZE, 2.0), abs=1e-8)
    assert ROUNDING < found.change < 2e-9


@pytest.mark.parametrize(("change", "contraction"), [(1e-15, 1.0), (1e-15, 1.0 - 1e-9), (1e-9, 0.5), (np.nan, 0.5)])
def test_less_than_ten_digits_are_refused(change: float, contraction: float) -> None:
    with pytest.raises(SolverError, match="choose a smaller goal or another die"):
        error_bound(FixedPoint(np.zeros(1), change, 3), contraction)

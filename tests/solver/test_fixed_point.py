"""Fixed points of contractions, and how far off they end."""

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.fixed_point import ROUNDING, FixedPoint, error_bound, fixed_point

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

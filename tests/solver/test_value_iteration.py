"""Value iteration and fixed points beside the exact methods, and how far off they end."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.errors import OptionError, SolverError
from solver.fixed_point import ROUNDING, FixedPoint, error_bound, fixed_point
from solver.game import Solution
from solver.games import GAMES, find_game
from solver.multiplayer.exact import three_iteration
from solver.multiplayer.three import solve_three
from solver.single import value_iteration
from solver.single.exact import SOLITAIRES, solve_solitaire
from solver.sweeping import MOST_SWEEPS, GridStates, SweepSettings, ValueIteration, ValueRange
from solver.value_iteration import iterate
from tests.support.solver.asked_game import AskedGame

LOADED = tuple(Fraction(weight, 12) for weight in (3, 1, 2, 1, 4, 1))

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("risk", {}, "nobody decides"),
    ("swine-herd", {}, "pig-score"),
    ("skunk", {}, "is think"),
    ("pig-three", {"goal": 201}, "201"),
    *(
        (name, {}, "approximated")
        for name in GAMES
        if name.startswith("pig-") and find_game(name).unit.endswith("approximate")
    ),
]


def solved(game: str, options: dict[str, Any]) -> tuple[Solution, list[tuple[int, float]]]:
    told: list[tuple[int, float]] = []
    return AskedGame(game, **options).iterate(lambda sweep, change: told.append((sweep, change))), told


def halving(left: int, tolerance: float = 1e-6) -> ValueIteration:
    """Return a value that halves its distance to 1 for some sweeps and then goes to and fro."""
    sweeps, distance = iter(range(left)), np.ones(1)

    def sweep() -> float:
        change = -distance[0] / 2 if next(sweeps, None) is not None else -2 * distance[0]
        distance[0] += change
        return abs(float(change))

    return ValueIteration(
        game="halving",
        unit="halves",
        states=1,
        values=distance,
        named=GridStates(("state",), np.zeros(1, np.bool_)),
        within=ValueRange(),
        settings=SweepSettings(tolerance=tolerance),
        value=lambda: 1.0 - float(distance[0]),
        sweep=sweep,
        warm_up=lambda: None,
        policy=lambda: "found",
        patience=7,
    )


SIZE = 30


def affine(contraction: float, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return a matrix, a vector and the fixed point of the map that they make, which is nearer by `contraction`."""
    chance = np.random.default_rng(seed)
    matrix = chance.random((SIZE, SIZE)) - 0.5
    matrix *= contraction / np.abs(matrix).sum(axis=1).max()
    vector = chance.random(SIZE)
    return matrix, vector, np.asarray(np.linalg.solve(np.eye(SIZE) - matrix, vector), np.float64)


@pytest.mark.parametrize("die", [None, LOADED])
@pytest.mark.parametrize("game", SOLITAIRES)
def test_solitaires_come_to_the_same(game: str, die: tuple[Fraction, ...] | None) -> None:
    told: list[tuple[int, float]] = []
    asked, table = AskedGame(game, die=die), solve_solitaire(game, die=die)
    iteration, exact = asked.iteration(), asked.solve()
    iterated = iterate(iteration, lambda sweep, change: told.append((sweep, change)))
    assert iterated.value == pytest.approx(exact.value, abs=1e-11)
    starts, scores = iteration.values.reshape(len(table.start), -1, table.cap)[:, :, 0], table.rolls.shape[1]
    assert starts[:, :scores] == pytest.approx(table.start[:, :scores], abs=1e-10)
    assert (iterated.policy_sha256, iterated.states, iterated.unit) == (exact.policy_sha256, exact.states, exact.unit)
    assert [sweep for sweep, _ in told] == list(range(1, iterated.extra["sweeps"] + 1))
    assert told[-1][1] == iterated.extra["largest_change"] <= 1e-14 < told[-2][1]
    assert "unsettled" not in iterated.extra


@pytest.mark.parametrize(("goal", "die"), [(1, None), (2, None), (20, None), (12, LOADED)])
def test_three_come_to_the_same_to_small_goals(goal: int, die: tuple[Fraction, ...] | None) -> None:
    exact = solve_three(goal, die)
    iteration = three_iteration(goal, die)
    iterated = iterate(iteration)
    assert np.abs(iteration.values - exact.win).max() < 1e-12
    assert (iterated.policy_sha256, iterated.states) == (exact.policy_sha256, exact.states)


def test_three_begin_alike_where_some_turns_never_rest() -> None:
    """Plain sweeps go round in cycles where the exact solution's players mix, and say so."""
    options: dict[str, Any] = {"goal": 16, "die": (Fraction(1, 3),) * 3}
    iterated, told = solved("pig-three", options)
    exact = AskedGame("pig-three", **options).solve()
    assert exact.extra["mixed"] > 0
    assert iterated.value == pytest.approx(exact.value, abs=1e-9)
    assert "no fixed choices" in iterated.extra["unsettled"]
    assert iterated.policy_sha256 is None
    assert iterated.extra["largest_change"] > 1e-6
    assert len(told) < 400


def test_sweeping_ends_at_rest_or_without_progress() -> None:
    rests, swings = iterate(halving(MOST_SWEEPS)), iterate(halving(10))
    assert (rests.extra["sweeps"], rests.policy_sha256) == (20, "found")
    assert (swings.extra["sweeps"], swings.policy_sha256) == (17, None)
    assert "unsettled" in swings.extra


@pytest.mark.parametrize(
    ("game", "options", "why"),
    REFUSED,
)
def test_where_it_makes_no_sense_one_line_says_why(game: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError, match=why) as refusal:
        solved(game, options)
    assert "\n" not in str(refusal.value)


def test_more_states_than_are_kept_for_one_player_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_iteration, "MOST_STATES", 3 * 30 * 30)
    assert solved("pig-reach", {"goal": 30, "turns": 2})[0].value > 0
    with pytest.raises(OptionError, match="pig-reach has too many states"):
        solved("pig-reach", {"goal": 30, "turns": 3})


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

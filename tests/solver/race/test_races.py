"""Every race solved exactly, with and without a last round, by slow methods, games played out and what is published."""

import itertools
import operator
import random
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from solver.action import HOLD, ROLL
from solver.errors import DistributionError, OptionError, PositionError
from solver.games import find_game
from solver.race.exact import ruin_chances, settle, throw_arrays
from solver.race.games import Race
from solver.race.last_round import last_round_values
from solver.race.race_table import RaceTable, find_shipped, load_race, solve_table
from solver.race.rules import RACES, PigState, TwoDicePigState, race_rules
from solver.race.state import RaceState
from solver.throw_distribution import check_die, fair_die, weigh_die
from tests.support.solver.choices import check_choices
from tests.support.solver.playouts import agrees

CLOSE = 1e-9


def loses_score(table: RaceTable, state: RaceState, source: random.Random) -> bool:
    """Play a game to its end and return whether a score was lost on the way."""
    while state.winner is None:
        if state.me + state.turn_total >= state.goal or not table.rolls(state.me, state.opponent, state.turn_total):
            state = state.apply(HOLD)
        else:
            throw = (source.randint(1, 6), source.randint(1, 6))
            if throw == (1, 1):
                return True
            state = state.apply(ROLL, throw)
    return False


@pytest.mark.parametrize("game", RACES)
def test_shipped_tables_are_fresh_solutions(game: str) -> None:
    """The policy is the same, bit for bit."""
    table = load_race(game)
    fresh = solve_table(game, table.goal)
    assert table.turn_start == pytest.approx(fresh.turn_start, rel=0, abs=1e-12)
    assert np.array_equal(table.policy, fresh.policy)
    assert find_shipped(game).stat().st_size < 150_000


@pytest.mark.parametrize(
    "step", [25, pytest.param(4, marks=pytest.mark.check), pytest.param(1, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("game", RACES)
def test_values_of_both_actions_agree_with_the_policy_and_none_are_close(game: str, step: int) -> None:
    table, close = load_race(game), 0
    for i in range(table.goal):
        for j in range(i % step, table.goal, step):
            assert abs(table.roll_and_hold(i, j, 0)[0] - table.turn_start[i, j]) < 1e-14
            for k in range(1, table.goal - i):
                roll, hold = table.roll_and_hold(i, j, k)
                assert (roll > hold) == table.rolls(i, j, k)
                close += abs(roll - hold) < CLOSE
    assert close == 0


@pytest.mark.parametrize(
    ("game", "weights"),
    [
        ("pig", (1012, 987, 1003, 995, 1010, 993)),
        ("two-dice-pig", (180, 150, 170, 160, 165, 175)),
        ("pass-the-pigs", (10, 11, 7, 3, 2, 1)),
    ],
)
def test_measured_dice_are_solved_and_advised(game: str, weights: tuple[int, ...]) -> None:
    measured = weigh_die(weights)
    options: dict[str, Any] = (
        {"goal": 40, "weights": weights} if game == "pass-the-pigs" else {"goal": 40, "die": measured}
    )
    solution, table = find_game(game, **options).solve(), solve_table(game, 40, measured)
    assert solution.value == table.value
    assert solution.policy_sha256 == table.policy_sha256
    advice = find_game(game, **options).advise("10:20 +12")
    assert advice.action == (ROLL if table.rolls(10, 20, 12) else HOLD)


@pytest.mark.parametrize(("game", "goal"), [("pig", 60), ("piglet", 10), ("two-dice-pig", 50), ("pass-the-pigs", 60)])
def test_the_shape_of_a_policy_is_told_with_numbers_that_the_table_proves(game: str, goal: int) -> None:
    table = load_race(game, goal)
    held = {
        (i, j): next((k for k in range(goal - i) if not table.rolls(i, j, k)), goal - i)
        for i, j in itertools.product(range(goal), repeat=2)
    }
    races = {pair for pair, total in held.items() if total == goal - pair[0]}
    behind, ahead = (
        [Fraction(sum(held[i, j] for j in others), len(others)) for i in range(1, goal - 1) for others in [rivals(i)]]
        for rivals in (lambda i: range(i + 1, goal), range)
    )
    ends = (min(n for n in range(goal) if all(pair in races for pair in held if pair[seat] >= n)) for seat in (0, 1))
    more, less = sum(map(operator.gt, behind, ahead)), sum(map(operator.lt, behind, ahead))
    means = [f"{float(sum(kind)) / len(kind):.1f}" for kind in (behind, ahead)]
    shape = find_game(game, goal=goal).solve().extra["shape"]
    assert shape.startswith("Behind, risk more: you hold at ")
    told = [*means, more, goal - 2, less, f"{100 * len(races) / goal**2:.1f}", 100, *ends]
    assert re.findall(r"[\d.]*\d", shape) == [*map(str, told)]


def test_the_error_of_a_game_with_ruin_is_proven() -> None:
    solution = find_game("two-dice-pig").solve()
    assert 0.67 < solution.extra["contraction"] < 0.68
    assert 0 < solution.extra["error_bound"] <= 1e-14
    table = load_race("two-dice-pig")
    again = np.empty((100, 100))
    settle(table.distribution, table.turn_start[:, 0].copy(), again)
    assert np.abs(again - table.turn_start).max() < 2e-15
    larger = find_game("two-dice-pig", goal=150).solve()
    assert solution.extra["contraction"] < larger.extra["contraction"] < 1
    assert larger.extra["error_bound"] < 1e-13


def test_the_chance_of_a_ruin_is_what_games_show() -> None:
    """The contraction is the chance that a ruin follows another, here for the player who moves against nothing."""
    table = load_race("two-dice-pig", 40)
    chance = np.empty((40, 40))
    ruin_chances(throw_arrays(table.distribution), table.turn_start, chance)
    source, games = random.Random(12), 3_000
    seen = sum(loses_score(table, TwoDicePigState(40, (20, 0)), source) for _ in range(games))
    assert agrees(seen / games, float(chance[20, 0]), games)


def test_a_coin_that_rarely_shows_tails_and_dice_with_many_sides_are_solved() -> None:
    assert 0.99 < solve_table("piglet", 10, (0.001, 0.999)).value < 1
    assert solve_table("pig", 60, fair_die(30)).states == 60 * 60 * 61 // 2


def test_dice_as_typed_are_taken_to_sum_to_one() -> None:
    typed = (0.166666667, 0.166666667, 0.166666667, 0.166666667, 0.166666666, 0.166666666)
    taken = [float(chance) for chance in check_die(typed)]
    assert sum(taken) == pytest.approx(1.0, abs=1e-15)
    assert taken == pytest.approx(typed, abs=1e-9)
    with pytest.raises(DistributionError, match=r"sum to 1\.0002"):
        check_die((0.1667,) * 6)
    assert weigh_die((1, 2, 5)) == (Fraction(1, 8), Fraction(1, 4), Fraction(5, 8))
    assert weigh_die((0.5, 1.5)) == (0.25, 0.75)


ROUNDS = (("piglet", 2, 8), ("pig", 2, 32), ("progressive-pig", 1, 34), ("two-dice-pig", 1, 24))


@pytest.mark.parametrize(
    ("game", "rules", "far", "weights", "close"),
    [
        ("pig", (7, ""), 9, (244_995, 1, 1, 1, 1, 1), 5e-11),
        *(
            pytest.param(game, (goal, kind), far, None, 1e-12, marks=pytest.mark.check if game != "piglet" else ())
            for game, goal, far in ROUNDS
            for kind in ("all", "second")
        ),
    ],
)
def test_choices_are_the_mean_of_what_follows(
    game: str, rules: tuple[int, str], far: int, weights: tuple[int, ...] | None, close: float
) -> None:
    """Values of which each is the best of means over the rules' own states are optimal."""
    goal, last_round = rules
    start, die = race_rules(game)(goal, last_round=last_round), weigh_die(weights) if weights else None
    values = last_round_values(game, goal, die, last_round) if last_round else load_race(game, goal, die)

    def worth(before: RaceState, after: RaceState) -> float:
        roll, hold = (float(after.winner == after.player),) * 2 if after.over else values.both(after)
        best = max(roll, hold) if after.turn_total else roll
        return best if after.player == before.player else 1 - best

    assert len(check_choices(start, die or start.die(), values.both, worth, far, abs=close)) > far


def test_the_other_has_one_more_turn_and_needs_more() -> None:
    after = PigState(100, (95, 90), 0, 7, last_round="all").apply(HOLD)
    assert (after.player, after.over, after.to_beat) == (1, False, 102)
    same = PigState(100, (102, 90), 1, 12, last_round="all")
    assert same.apply(HOLD).winner == 0
    assert same.apply(ROLL, (2,)).apply(HOLD).winner == 1
    assert same.apply(ROLL, (1,)).winner == 0
    assert PigState(100, (95, 90), 1, 12, last_round="second").apply(HOLD).winner == 1
    assert PigState(100, (95, 90), 0, 12, last_round="second").apply(HOLD).to_beat == 107


def test_advice_knows_the_score_to_beat_and_the_seat() -> None:
    pig = find_game("pig", goal=40, last_round="second")
    assert pig.advise("45:30 p2 +15").action == ROLL
    assert pig.advise("45:30 p2 +16").value == 1.0
    assert pig.advise("35:30 p2 +10").value == 1.0
    assert pig.advise("30:35 +10").value < 1.0
    assert pig.advise("30:35 +4000").action == HOLD
    with pytest.raises(PositionError, match="the game is over"):
        pig.advise("30:45")


def test_what_is_not_computed_with_a_last_round_is_refused_in_one_line() -> None:
    pig = Race(PigState).with_options(last_round="all")
    for refused in (pig.table, pig.compare, pig.text):
        with pytest.raises(OptionError, match="leave out last_round"):
            refused()

"""Hog: the worth of every number of dice, its strategies, and what they say, and what cost most in a review."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.action import HOLD, ROLL
from solver.errors import DistributionError, OptionError, PositionError, RuleError, UnknownNameError
from solver.games import find_game
from solver.race.hog import DICE, MOST_DICE, HogState, throw_sums
from solver.race.hog_strategies import HogValues, best_dice, hog_strategy, hog_values
from solver.race.state import TIE
from solver.review import Review, ReviewedMove, Swing
from solver.throw_distribution import fair_die
from tests.support.solver.reasons import parts

CLOSE = 1e-9


def test_every_number_of_dice_is_valued_as_the_table_says() -> None:
    values, close = hog_values(), 0
    for i in range(100):
        for j in range(100):
            worth = values.dice_values(i, j)
            assert abs(worth.max() - values.turn_start[i, j]) < 1e-14
            assert best_dice(worth) == values.best[i, j]
            close += sorted(worth)[-2] > worth.max() - CLOSE
    assert close == 0


def test_sums_are_those_of_dice_counted_one_by_one() -> None:
    sums = throw_sums(fair_die(6))
    assert sums.sum(axis=1) == pytest.approx([1.0] * MOST_DICE, abs=1e-14)
    assert sums[1, 5] == pytest.approx(2 / 36, abs=1e-16)
    assert sums[2, 0] == pytest.approx(1 - (5 / 6) ** 3, abs=1e-16)
    assert sums[29, 180] == pytest.approx(6.0**-30, rel=1e-12)


@settings(max_examples=30)
@given(st.integers(0, 99), st.integers(0, 99))
def test_decisions_hang_together(me: int, opponent: int) -> None:
    state = HogState(100, (me, opponent))
    best, six = hog_strategy("optimal").decide(state), hog_strategy("dice6").decide(state)
    assert best.options == six.options
    assert len(best.options) == MOST_DICE
    assert best.value == max(best.options.values()) == best.options[best.action]
    assert six.action.count == 6
    assert six.value <= best.value
    assert best.reachable == six.reachable == (1 not in (me, opponent))
    assert find_game("hog").advise(f"{me}:{opponent}") == best
    assert hog_strategy("optimal").decide(HogState(100, (opponent, me), 1)) == best


def test_the_best_number_is_explained() -> None:
    decision = find_game("hog").advise("0:0")
    told = parts(decision.reason)
    assert [*told] == ["close", "beside", "scoring", "worth-wins"]
    assert told["beside"]["other"] == DICE[4]
    assert told["scoring"] == {"action": DICE[5], "share": 33}


def test_another_number_says_what_it_gives_away() -> None:
    told = parts(hog_strategy("dice2").decide(HogState()).reason)
    assert [*told] == [
        *("errs", "worse", "ruled", "rule-dice", "worth-wins"),
        *("loses-gains", "part-score", "part-clean"),
    ]
    assert (told["part-score"]["points"], told["part-score"]["other"]) == pytest.approx((8, 24))
    assert (told["part-clean"]["share"], told["part-clean"]["less"]) == (69, 33)  # of (5/6)^n
    assert (told["worse"]["other"], told["rule-dice"]) == (DICE[5], {"dice": 2})


def test_chance_decides_for_those_who_leave_it_to_chance() -> None:
    with pytest.raises(OptionError, match="random chooses at random: give it a source"):
        hog_strategy("random").decide(HogState())
    thrown = [hog_strategy("random", chance=random.Random(8)).decide(HogState()).action for _ in range(2)]
    assert thrown[0] == thrown[1]
    careless = hog_strategy("careless:0.5", chance=random.Random(1))
    best = sum(careless.decide(HogState()).action.count == 6 for _ in range(400))
    assert 150 < best < 250
    assert hog_strategy("careless:0").decide(HogState()).action.count == 6


def test_what_is_outside_the_game_is_refused() -> None:
    with pytest.raises(PositionError, match="the game is over"):
        find_game("hog").advise("100:0")
    with pytest.raises(PositionError, match="other rules"):
        hog_strategy("optimal").decide(HogState(50))
    with pytest.raises(RuleError, match="nothing to decide"):
        hog_strategy("optimal").decide(HogState(100, (104, 3)))
    with pytest.raises(UnknownNameError, match="did you mean dice"):
        hog_strategy("dice31")
    with pytest.raises(DistributionError, match="a die that shows a 1 sometimes"):
        HogValues(20, (1.0, 0.0))


def test_the_fewest_of_equal_numbers_are_thrown() -> None:
    """Whoever needs two points against nothing to fear throws one die; at a tie of values fewer are taken."""
    worth = hog_values().dice_values(98, 0)
    assert best_dice(worth) == 1
    worth[4] = worth[0] + TIE / 2
    assert best_dice(worth) == 1


def test_what_cost_or_turned_as_much_comes_in_the_order_of_the_game_whatever_a_machine_rounds() -> None:
    def play(place: int, lost: float) -> ReviewedMove:
        swing = Swing(ROLL, "throw", 0.5, 0.5 - lost, 0.5 - lost)
        return ReviewedMove(0, place, "", "hold", HOLD, (), None, swing)

    early, late, largest = play(1, 0.1), play(2, 0.1 + 2e-16), play(3, 0.2)
    assert early.turning < late.turning
    found = Review((early, late, largest))
    assert found.turning_points() == found.costliest() == (largest, early, late)

"""Values as fractions: those that learners find by hand, and those of the table."""

import itertools
from fractions import Fraction

import pytest

from solver.errors import OptionError
from solver.race.race_table import load_race
from solver.race.turn_values import LONGEST, RaceFractions, race_values


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
    with pytest.raises(OptionError, match="give --die-counts, not --die"):
        RaceFractions(load_race("piglet", 3, (0.25, 0.75)))

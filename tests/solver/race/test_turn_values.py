"""Values as fractions: those that learners find by hand, and an independent solution of small games."""

from fractions import Fraction

import pytest

from solver.errors import OptionError
from solver.race.race_table import load_race
from solver.race.turn_values import LONGEST, RaceFractions, race_values
from tests.support.solver.reference_race import FAIR, PIGS, die, solve


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
    ("game", "goal", "chances"),
    [("piglet", 4, die([1, 1])), ("progressive-pig", 7, FAIR), ("pass-the-pigs", 1, PIGS), ("big-pig", 9, FAIR)],
)
def test_small_games_agree_with_the_reference(game: str, goal: int, chances: list[Fraction]) -> None:
    reference, values = solve(goal, game, chances), RaceFractions(load_race(game, goal))
    found = 0
    for (i, j), chance in reference.start.items():
        start = values.start(i, j)
        assert start in {None, chance}
        found += start is not None
    for (i, j, k), roll in reference.roll.items():
        told = values.roll_and_hold(i, j, k)
        assert told[0] in {None, roll}
        assert told[1] in {None, reference.hold[i, j, k]}
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

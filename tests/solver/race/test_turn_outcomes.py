"""The outcomes of one turn: against the published table, fractions, and turns played out."""

import math
import random
from fractions import Fraction

import pytest

from solver.errors import DistributionError, PositionError
from solver.race.evaluate import hold_outcomes
from solver.race.pig import PigState
from solver.race.state import Action
from solver.single.exact import solve_solitaire

PUBLISHED = (0.624541, 0.099713, 0.094991, 0.074189, 0.054196, 0.035198, 0.017173)


def test_hold_at_twenty_is_the_published_table() -> None:
    found = hold_outcomes(20)
    assert list(found.chances) == [0, *range(20, 26)]
    assert tuple(round(chance, 6) for chance in found.chances.values()) == PUBLISHED
    assert sum(found.chances.values()) == pytest.approx(1, abs=1e-15)


def by_recursion(hold: int, turn: int = 0) -> dict[int, Fraction]:
    """Return a turn's scores by following each throw, in fractions."""
    if turn >= hold:
        return {turn: Fraction(1)}
    found = {0: Fraction(1, 6)}
    for face in range(2, 7):
        for score, chance in by_recursion(hold, turn + face).items():
            found[score] = found.get(score, Fraction(0)) + chance / 6
    return found


@pytest.mark.parametrize("hold", [1, 2, 3, 9, 17])
def test_scores_agree_with_fractions(hold: int) -> None:
    found, exact = hold_outcomes(hold), by_recursion(hold)
    assert list(found.chances) == sorted(exact)
    for score, chance in exact.items():
        assert found.chances[score] == pytest.approx(float(chance), abs=1e-15)
    assert found.mean == pytest.approx(float(sum(score * chance for score, chance in exact.items())), abs=1e-13)


def test_a_hundred_in_one_turn_is_to_reach_it_in_one() -> None:
    """Throwing until 100 is there is all that a player with a single turn can do."""
    for die in (None, (0.9, 0.1), (0.9, 0.02, 0.02, 0.02, 0.02, 0.02)):
        reached = solve_solitaire("pig-reach", 100, 1, die).value
        assert hold_outcomes(20, die).more["hundred"] == pytest.approx(reached, rel=1e-12, abs=0)
    assert hold_outcomes(100).chances[0] == pytest.approx(1 - hold_outcomes(3).more["hundred"], abs=1e-15)


def test_turns_played_out_agree() -> None:
    chance, turns, found = random.Random(4), 10_000, hold_outcomes(20)
    counts: dict[int, int] = {}
    for _ in range(turns):
        state = PigState()
        while state.player == 0:
            rolls = state.turn_total < 20
            state = state.apply(Action.ROLL if rolls else Action.HOLD, (chance.randint(1, 6),) if rolls else ())
        counts[state.scores[0]] = counts.get(state.scores[0], 0) + 1
    assert counts.keys() == found.chances.keys()
    for score, share in found.chances.items():
        assert abs(counts[score] / turns - share) < 4 * math.sqrt(share * (1 - share) / turns)


def test_a_measured_die_is_taken() -> None:
    found = hold_outcomes(2, (0.25, 0.5, 0.25))
    assert found.chances == {0: 0.25, 2: 0.5, 3: 0.25}
    assert found.to_json()["outcomes"] == {"0": 0.25, "2": 0.5, "3": 0.25}


@pytest.mark.parametrize("hold", [0, -3, 10_000])
def test_rules_that_nobody_plays_are_refused(hold: int) -> None:
    with pytest.raises(PositionError, match="is no rule: choose a turn total from 1 to 9999"):
        hold_outcomes(hold)


def test_a_die_that_never_ends_a_turn_is_refused() -> None:
    with pytest.raises(DistributionError, match="no throw ends a turn"):
        hold_outcomes(20, (0.0, 0.5, 0.5))

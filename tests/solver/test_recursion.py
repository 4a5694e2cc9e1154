"""Small games that are solved by recursion, by the one that the guide for adding a game writes."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from solver.action import HOLD, ROLL
from solver.environments.registry import model_of
from solver.errors import DistributionError, OptionError, PositionError, RuleError
from solver.recursion import RecursiveGame
from tests.support.documents import files_of


@pytest.fixture(scope="module")
def game() -> RecursiveGame:
    """Return Twenty-One."""
    (text,) = (text for _, name, text in files_of("add-a-game.md") if name == "solver/twenty_one/rules.py")
    written: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, "add-a-game.md", "exec"), written)
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
    with pytest.raises(RuleError, match="at least one throw"):
        game.start().apply(HOLD)
    with pytest.raises(RuleError, match="not a throw of one die"):
        game.start().apply(ROLL, (7,))


def test_learners_get_the_win_and_see_scores_and_turn(game: RecursiveGame) -> None:
    model = model_of(game)
    end = model.moment(game.parse("17:0 p2 +19").apply(HOLD))
    assert model.gained(end) == (0.0, 1.0)
    assert model.observe(model.moment(game.parse("17:0 p2 +5")), 1) == (0, 17, 5)

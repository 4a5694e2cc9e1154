"""Glenn's strategies: his figures, their decisions, and their guesses."""

from fractions import Fraction

import numpy as np
import pytest

from solver.errors import UnknownNameError
from solver.reason import Reason
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.evaluate import evaluate
from solver.sheet.policy.strategies import (
    OPEN_TALLY,
    STRATEGIES,
    decide_by,
    rate_sheet,
    sheet_strategy,
    strategies_for,
    upper_bonus,
)
from solver.throw_distribution import fair_die
from tests.support.solver.acts import keep, moment, score
from tests.support.solver.sheet_playing import check_same, digest_of_decisions

FREE = find_sheet("yahtzee", "free")
FAIR = fair_die(6)
GLENN = ("yahtzees-only", "yahtzees-and-straights", "greedy", "rational-yahtzees", "heuristic", "better-heuristic")


# What each did when it met its figures; after a change that is meant, see first that it meets them still.
DECISIONS = {
    "yahtzees-only": "a97fade0",
    "yahtzees-and-straights": "a075a291",
    "greedy": "9dd4b9e6",
    "rational-yahtzees": "e0c1a8ed",
    "heuristic": "27a4f8d1",
    "better-heuristic": "d1e4aa83",
}


@pytest.mark.parametrize("name", GLENN)
def test_each_decides_as_it_did_when_it_met_its_figures(name: str) -> None:
    assert digest_of_decisions(sheet_strategy(name, FREE)) == DECISIONS[name]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name == "heuristic" else pytest.mark.check) for name in GLENN]
)
def test_published_figures_are_met(name: str) -> None:
    mean, sd = STRATEGIES[name].published
    found = evaluate(sheet_strategy(name, FREE))
    assert found.mean == pytest.approx(mean, abs=5)
    assert found.sd == pytest.approx(sd, abs=2)
    assert found.scores.sum() == pytest.approx(1.0, abs=1e-12)


# What heuristic decides is compared above in any case.
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.check) if name == "heuristic" else name for name in GLENN]
)
@pytest.mark.parametrize(
    "sheet", [pytest.param(FREE, marks=pytest.mark.check), find_sheet("yahtzee")], ids=lambda sheet: sheet.rule
)
def test_a_decision_is_that_of_the_whole_policy(sheet: Sheet, name: str) -> None:
    strategy = sheet_strategy(name, sheet)
    check_same(strategy, games=1, seed=11)


def test_decisions_tell_what_they_give_away() -> None:
    strategy = sheet_strategy("yahtzees-only", find_sheet("yahtzee"))
    values = load_sheet(strategy.sheet)
    told = decide_by(strategy, values, moment(Card.blank(strategy.sheet), (1, 2, 3, 4, 5), 2))
    best, value = next(iter(told.options.items()))
    assert (told.action, best) == (keep(5), score("large-straight"))
    assert told.value < value - 10
    assert told.reason.values["points"] == pytest.approx(value - told.value)
    assert told.rule == Reason("rule-step", {"step": OPEN_TALLY.step})
    begun = decide_by(strategy, values, moment(Card.blank(strategy.sheet), (), 3))
    assert begun.action == keep()


def test_ratings_carry_published_figures_where_these_were_played() -> None:
    hooligan = rate_sheet(find_sheet("hooligan"))
    assert [rating["strategy"] for rating in hooligan] == ["optimal", "greedy", "heuristic", "better-heuristic"]
    assert all(rating["published_mean"] is None for rating in hooligan)
    assert all(rating["mean"] < hooligan[0]["mean"] for rating in hooligan[1:])
    (told,) = rate_sheet(find_sheet("yahtzee"), names=["yahtzees-only"])
    assert list(told)[:5] == ["strategy", "mean", "sd", "bonus_probability", "yahtzee_probability"]
    assert list(told)[5:] == ["yahtzees_mean", "yahtzees_sd", "published_mean", "published_sd", "tie_rule"]
    assert (told["published_mean"], told["published_sd"]) == (171.52, 68.17)
    assert told["tie_rule"]
    loaded = (Fraction(1, 4), *(Fraction(3, 20),) * 5)
    (rated,) = rate_sheet(find_sheet("yahtzee"), loaded, ["yahtzees-only"])
    assert rated["published_mean"] is None


def test_names_that_a_sheet_has_not_are_refused() -> None:
    assert "rational-yahtzees" not in strategies_for(find_sheet("yatzy"))
    with pytest.raises(UnknownNameError, match="did you mean greedy"):
        sheet_strategy("gredy", FREE)
    with pytest.raises(UnknownNameError, match="strategy of yatzy"):
        sheet_strategy("rational-yahtzees", find_sheet("yatzy"))


def test_zeros_do_not_count_as_chances() -> None:
    blind = (0.0, *(0.2,) * 5)
    assert upper_bonus(FREE, blind)[0b1111111_111110].max() == 0.0
    assert np.isfinite(upper_bonus(FREE, blind)).all()

"""Play by prices: what is to come never exceeds its bound, and games that are played so stay below it."""

import pytest

from solver.errors import OptionError
from solver.sheet.coach.advise import advise_state
from solver.sheet.exact.card_values import CardValues
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import parse_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.prices import PricedValues
from solver.sheet.simulation import play_by_values
from solver.throw_distribution import weighed_die
from tests.support.own_games import COLUMNS, CONVERTED, FIRST, JOKERS, SAVES
from tests.support.solver.reference_states import moments

EVERY = {"first": FIRST, "saves": SAVES, "columns": COLUMNS, "converted": CONVERTED, "jokers": JOKERS}


@pytest.fixture(params=EVERY)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return parse_sheet(EVERY[request.param])


def test_no_card_is_worth_more_than_its_bound(sheet: Sheet) -> None:
    die = weighed_die(range(1, sheet.sides + 1))
    exact, priced = CardValues(sheet, die), PricedValues(sheet, die)
    last = False
    for state in moments(sheet, 4, 1):
        if not state.dice:
            worth, bound = exact.at(state.card), priced.at(state.card)
            last = len(state.card.open) == 1
            assert worth <= bound + 1e-9
            if last:
                assert bound == pytest.approx(worth, abs=1e-9)
    assert last
    assert exact.value <= priced.value <= 2 * exact.value + 5


@pytest.mark.check
def test_games_that_are_played_by_prices_stay_below_the_bound_and_those_by_values_come_to_these(sheet: Sheet) -> None:
    exact, priced = CardValues(sheet), PricedValues(sheet)
    best, played = play_by_values(exact, 400, 1), play_by_values(priced, 150, 2)
    assert best.mean == pytest.approx(exact.value, abs=4 * best.standard_error)
    assert played.mean <= exact.value + 4 * played.standard_error
    assert played.mean >= 0.75 * exact.value - 4 * played.standard_error
    told = played.to_json()
    assert told["loss_at_most"] == pytest.approx(told["bound"] - told["mean"])
    assert best.to_json()["value"] == exact.value


def test_a_choice_by_prices_says_that_a_rule_made_it() -> None:
    sheet = parse_sheet(CONVERTED)
    priced = PricedValues(sheet)
    for state in moments(sheet, 1, 3):
        decision = advise_state(priced, state)
        assert decision.by_rule
        assert decision.action in state.legal_actions()
        assert {*decision.options} == {*state.legal_actions()}
        assert (decision.reason.key == "priced") is (len(decision.options) > 1)
    assert priced.at(Card(sheet, (0,) * 4)) == 0.0
    with pytest.raises(OptionError, match="1 game has no standard error"):
        play_by_values(priced, 1, 1)

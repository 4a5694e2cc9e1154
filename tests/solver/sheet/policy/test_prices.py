"""Play by prices: what is to come never exceeds its bound, and games that are played so stay below it."""

import pytest

from solver.sheet.coach.advise import advise_state
from solver.sheet.exact.card_values import CardValues
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import parse_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.prices import PricedValues
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


def test_a_choice_by_prices_says_that_it_is_estimated() -> None:
    sheet = parse_sheet(CONVERTED)
    priced = PricedValues(sheet)
    for state in moments(sheet, 1, 3):
        decision = advise_state(priced, state)
        assert decision.about
        assert decision.action in state.legal_actions()
        assert {*decision.options} == {*state.legal_actions()}
        assert (decision.reason.key == "priced") is (len(decision.options) > 1)
    assert priced.at(Card(sheet, (0,) * 4)) == 0.0

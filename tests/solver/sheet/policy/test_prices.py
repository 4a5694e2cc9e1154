"""Play by prices: what is to come never exceeds its bound, and games that are played so stay below it."""

from statistics import mean

import pytest

from solver.sheet.coach.advise import advise_state
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.card_values import CardValues
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet, parse_sheet
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.prices import PricedValues
from solver.throw_distribution import weigh_die
from tests.support.own_games import COLUMNS, CONVERTED, FIRST, JOKERS, SAVES
from tests.support.solver.reference_states import moments

EVERY = {"first": FIRST, "saves": SAVES, "columns": COLUMNS, "converted": CONVERTED, "jokers": JOKERS}


@pytest.fixture(params=EVERY)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return parse_sheet(EVERY[request.param])


def test_no_card_is_worth_more_than_its_bound(sheet: Sheet) -> None:
    die = weigh_die(range(1, sheet.sides + 1))
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


@pytest.mark.check
def test_what_choices_cost_by_prices_is_near_what_they_cost(capsys: pytest.CaptureFixture[str]) -> None:
    """On Yahtzee, whose exact values are known: choices of a random player that cost less than 3 points."""
    exact = load_sheet(find_sheet("yahtzee"))
    priced, off = PricedValues(exact.sheet), list[float]()
    for state in moments(exact.sheet, 4, 7):
        known, guessed = dict(weigh(exact, state).options), dict(weigh(priced, state).options)
        best, highest = max(known.values()), max(guessed.values())
        off += [abs(best - known[one] - highest + guessed[one]) for one in known if 0 < best - known[one] < 3]
    with capsys.disabled():
        print(f"costs by prices are off by {mean(off):.2f} points")
    assert mean(off) < 1

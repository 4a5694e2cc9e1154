"""The search for rule cards prints those that are shipped, and finds better and better ones with their exact values."""

from dataclasses import replace

import pytest

from solver.rule_card import RuleCard, find_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.policy.card_rules import card_list
from solver.sheet.policy.evaluate import evaluate
from tools.campaigns.__main__ import main
from tools.campaigns.rule_cards import SheetSearch

pytestmark = pytest.mark.check


def test_the_search_prints_a_shipped_card(capsys: pytest.CaptureFixture[str]) -> None:
    card = find_card("pig", "card-15")
    assert card is not None
    assert main(["rule_cards", "pig", "--words", "15"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"15 words lose {card.loss:.8f}: {'; '.join(card.rules)}"


def test_the_search_finds_better_cards_and_values_them_exactly() -> None:
    yahtzee = find_sheet("yahtzee")
    sheet = replace(yahtzee, boxes=yahtzee.boxes[5:], bonus_from=18)
    search = SheetSearch(sheet, len, plain=True)
    cards = [*search.climb(("most",), [20] * len(sheet.boxes), 3)]
    values = [search.value(*card) for card in cards]
    assert values == sorted(values)
    keeps, pars = cards[-1]
    assert 1 < len(keeps) <= 3
    player = card_list(sheet, RuleCard(0, 0.0, (*keeps, " ".join(map(str, pars)))))
    assert values[-1] == pytest.approx(evaluate(player, scores=False).mean, abs=1e-9)

"""Rule cards: what they say, that they play as they say, and what they lose, exactly and in played games."""

import pytest

from robot.games.registry import make_game
from robot.games.rule_card import CardInWords
from robot.language import Language
from solver.action import FIRST_KEEP
from solver.errors import OptionError, UnknownNameError
from solver.games import find_game
from solver.rule_card import RuleCard, cards_of, find_card
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.policy.card_rules import PATTERNS, card_list, read_step
from solver.sheet.policy.evaluate import evaluate
from solver.sheet.policy.strategies import sheet_strategy
from tests.support.solver.sheet_playing import check_same

GAMES = ("yahtzee", "pig", "farkle")
EVERY = [pytest.param(game, card, id=f"{game}-{card.words}") for game in GAMES for card in cards_of(game)]
SHEET = find_sheet("yahtzee")


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_a_card_says_all_its_rules_in_each_language(game: str, language: str) -> None:
    told = CardInWords(make_game(game, {}), Language(language))
    lines, page = [*told.lines()], told.page()
    assert all(line.strip() == "" or line.strip()[0].isalnum() for line in lines)
    assert all(text in page for _, lines in told.parts(told.card) for text in lines)
    pars = {"en": "ones 7, twos 12,", "de": "Einer 7, Zweier 12,", "es": "Unos 7, Doses 12,"}
    assert game != "yahtzee" or pars[language] in page
    assert page.startswith(f'<!doctype html><html lang="{language}">')


@pytest.mark.parametrize(("game", "card"), EVERY)
def test_a_card_has_as_many_words_as_it_says(game: str, card: RuleCard) -> None:
    assert CardInWords(make_game(game, {}), Language("en")).count(card) == card.words


@pytest.mark.parametrize("game", GAMES)
def test_a_longer_card_loses_less(game: str) -> None:
    cards = cards_of(game)
    assert [*cards] == sorted(cards, key=lambda card: card.words)
    assert [*cards] == sorted(cards, key=lambda card: -card.loss)


def test_a_card_is_the_longest_of_at_most_so_many_words() -> None:
    first, *_, last = cards_of("pig")
    assert find_card("pig", "card") is find_card("pig", "card-999") is last
    assert find_card("pig", f"card-{first.words}") is first
    assert find_card("pig", "hold20") is find_card("hog", "card") is None
    with pytest.raises(UnknownNameError, match="unknown card 'card-"):
        find_card("pig", f"card-{first.words - 1}")
    with pytest.raises(OptionError, match="hog has no rule card: choose one of yahtzee, pig, farkle"):
        _ = CardInWords(make_game("hog", {}), Language("en")).card


@pytest.mark.check
@pytest.mark.parametrize(("game", "card"), EVERY)
def test_the_loss_of_a_card_is_exact(game: str, card: RuleCard) -> None:
    if game == "yahtzee":
        loss = load_sheet(SHEET).value - evaluate(sheet_strategy(card.strategy, SHEET), scores=False).mean
    else:
        compare = find_game(game).compare
        assert compare is not None
        _, best, mine, _ = compare(["optimal", card.strategy]).lines
        loss = best["win_first"] - mine["win_first"]
    assert card.loss == pytest.approx(loss, abs=5e-7)


def test_rows_and_single_decisions_of_a_card_are_the_same() -> None:
    check_same(sheet_strategy("card", SHEET), games=1, seed=7)


@pytest.mark.parametrize(
    ("step", "line", "kept"),
    [
        ("open-2-2", "3,,,,,,,,,,,,", (4, 4)),
        ("open-2-2", ",,,12,,,,,,,,,", None),
        ("open-1", ",,,,,18,,,,,,,", (5,)),
        ("row-4", ",,,,,,,,,30,40,,", None),
        ("middle-3", ",,,,,,,,,,,,", (3, 4, 5)),
        ("high-1-5 early", ",,,,,,,,,,,,", (5, 6)),
    ],
)
def test_a_step_keeps_what_it_says(step: str, line: str, kept: tuple[int, ...] | None) -> None:
    state = find_game("yahtzee").parse(f"{line} 34456 r2")
    assert isinstance(state, SheetState)
    action, reason = card_list(SHEET, RuleCard(0, 0.0, (step, "none", "0 " * 13))).act(state)
    assert action.keep == (kept or FIRST_KEEP.keep)
    assert reason == read_step(SHEET, step if kept else "none").step


def test_a_roll_is_scored_where_it_is_most_above_par() -> None:
    high = f"{'0 ' * 4} 13 {'0 ' * 8}"
    for pars, box in (("0 " * 13, "fives"), (high, "three-of-a-kind"), ("0 " * 12 + "30", "fives")):
        state = find_game("yahtzee").parse(",,,,,,,,,,,, 12555 r0")
        assert card_list(SHEET, RuleCard(0, 0.0, ("none", pars))).act(state)[0].box == box


def test_every_pattern_of_the_language_is_said() -> None:
    assert all(read_step(SHEET, kind).step.key == f"step-card-{kind}" for kind in PATTERNS)

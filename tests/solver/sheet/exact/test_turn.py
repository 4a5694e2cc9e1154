"""Keeps, throws and rules of one's own beside every outcome in fractions, and what solving a sheet takes."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from solver.errors import DistributionError, OptionError, PositionError
from solver.sheet.exact.card_values import CardValues
from solver.sheet.exact.size import check_size, count_cards, size_of
from solver.sheet.exact.solve import solve
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet, parse_sheet, read_sheet
from solver.sheet.game.dice import TIE, lattice
from solver.sheet.game.rules import keeps
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import fair_die, weigh_die
from tests.support.own_games import COLUMNS, CONVERTED, FIRST, JOKERS, SAVES
from tests.support.repository import DOCS
from tests.support.solver.boxes import chance
from tests.support.solver.reference_states import ReferencePlay, moments

# Yacht's by an independent program, Yatzy's as Larsson and Sjöberg have it (248.63, 2012), to more digits.
KNOWN = {"yacht": 166.955067705, "yatzy-pairs": 248.639993232}


def many_boxes(count: int, dice: int = 5, sides: int = 6) -> Sheet:
    return Sheet("many", "plain", tuple(chance(f"chance-{place}") for place in range(count)), dice=dice, sides=sides)


def test_equal_keeps_stand_in_the_order_of_the_rules() -> None:
    dice = lattice(5, fair_die(6))
    for place in random.Random(3).sample(range(252), 40):
        roll = dice.rolls[place]
        order = [roll, *(action.keep or () for action in keeps(roll))]
        for first in range(len(order)):
            values = np.full(len(dice.keeps), 1.0)
            values[[dice.index(keep) for keep in order[:first]]] = 0.5
            values[dice.index(order[-1])] += TIE / 2
            assert dice.keeps[dice.arg_best(values)[place]] == order[first]


def test_dice_of_another_game_are_refused() -> None:
    dice = lattice(5, fair_die(6))
    with pytest.raises(PositionError, match="dice 7 do not fit this game"):
        dice.index([7])
    with pytest.raises(PositionError, match="4 dice are not a throw"):
        dice.roll_index([1, 2, 3, 4])
    with pytest.raises(DistributionError, match="too many keeps"):
        lattice(40, fair_die(20))
    with pytest.raises(DistributionError, match="0 dice cannot be thrown"):
        lattice(0, fair_die(6))


@pytest.mark.parametrize(
    "text", [FIRST, SAVES, COLUMNS, CONVERTED, JOKERS, FIRST.replace("box", "commit = true\nbox", 1)]
)
def test_cards_are_worth_what_their_rules_say(text: str) -> None:
    sheet = parse_sheet(text)
    assert not sheet.tabled
    die = weigh_die(range(1, sheet.sides + 1))
    values, states = CardValues(sheet, die), ReferencePlay(tuple(Fraction(face) for face in die))
    for state in moments(sheet, 3, 1):
        if not state.dice:
            assert values.at(state.card) == pytest.approx(float(states.value(state)), abs=1e-11)
    assert values.states <= count_cards(sheet) * (1 if not sheet.saves else sheet.throws * len(sheet.boxes))


def test_boxes_that_are_filled_several_times_are_filled_in_their_order() -> None:
    sheet = parse_sheet(CONVERTED)
    card = Card.blank(sheet)
    assert card.offered == ("fours", "pair", "low")
    assert card.with_score("fours", (4, 4)).offered == ("fours-2", "pair", "low")
    full = Card(sheet, (4, 4, 5, 0))
    assert (full.written, full.total) == (13, 0 + 5 + 2)
    assert replace(full, scores=(8, 8, 0, 3)).total == 3 + 5 + 4


def test_what_takes_too_long_is_refused_in_one_line() -> None:
    many = "".join(f'[[box]]\nname = "any-{place}"\nkind = "chance"\nfirst = 1\n' for place in range(25))
    with pytest.raises(OptionError, match="many is too large to solve: 33,554,432 cards would need about 3 days"):
        CardValues(parse_sheet(f'name = "many"\n{many}'))


@pytest.mark.parametrize("name", ["yacht", pytest.param("yatzy-pairs", marks=pytest.mark.check)])
def test_sheets_of_the_docs_are_worth_what_is_known(name: str) -> None:
    assert solve(read_sheet(DOCS / "sheets" / f"{name}.toml")).value == pytest.approx(KNOWN[name], abs=1e-9)


@pytest.mark.check
def test_generala_without_served_hands_is_worth_the_same_by_its_table_and_by_its_cards() -> None:
    served = read_sheet(DOCS / "sheets" / "generala.toml")
    plain = replace(served, boxes=tuple(replace(box, first=0) for box in served.boxes))
    worth = solve(plain).value
    assert CardValues(plain).value == pytest.approx(worth, abs=1e-10)
    assert CardValues(served).value > worth


@pytest.mark.parametrize(
    ("sheet", "need"),
    [
        (many_boxes(29), "536,870,912 states would need 43 GB of memory and about 55 minutes"),
        (many_boxes(22, 8, 8), "4,194,304 states would need 336 MB of memory and about 18 minutes"),
    ],
)
def test_a_sheet_too_large_is_told_with_what_it_would_need(sheet: Sheet, need: str) -> None:
    with pytest.raises(OptionError, match=f"many is too large to solve: {need}, and this machine has ") as refusal:
        check_size(sheet)
    assert "\n" not in str(refusal.value)


def test_memory_is_as_much_as_the_machine_has_to_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    states, need, _ = size_of(find_sheet("yahtzee"))
    assert states == 2**13 * 64 * 2
    for spare in (need, need - 1):
        monkeypatch.setattr("solver.sheet.exact.size.spare_memory", lambda spare=spare: spare)
        if spare == need:
            check_size(find_sheet("yahtzee"))
        else:
            with pytest.raises(OptionError, match="yahtzee is too large to solve"):
                check_size(find_sheet("yahtzee"))

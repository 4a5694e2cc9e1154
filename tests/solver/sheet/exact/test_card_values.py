"""Sheets with rules of their own: values beside the same in fractions, by the rules' own states."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from solver.errors import OptionError
from solver.sheet.exact.card_values import CardValues
from solver.sheet.exact.size import count_cards
from solver.sheet.exact.solve import solve
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import parse_sheet, read_sheet
from solver.sheet.game.sheet import Joker, Pays, Sheet, groups, number, some_faces, straight, sum_of
from solver.sheet.game.sheet import chance as any_dice
from solver.throw_distribution import weighed_die
from tests.support.repository import DOCS
from tests.support.solver.own_sheets import COLUMNS, CONVERTED, FIRST, JOKERS, SAVES
from tests.support.solver.reference_states import ReferencePlay, moments


@pytest.mark.parametrize(
    "text", [FIRST, SAVES, COLUMNS, CONVERTED, JOKERS, FIRST.replace("box", "commit = true\nbox", 1)]
)
def test_cards_are_worth_what_their_rules_say(text: str) -> None:
    sheet = parse_sheet(text)
    assert not sheet.tabled
    die = weighed_die(range(1, sheet.sides + 1))
    values, states = CardValues(sheet, die), ReferencePlay(tuple(Fraction(face) for face in die))
    for state in moments(sheet, 3, 1):
        if not state.dice:
            assert values.at(state.card) == pytest.approx(float(states.value(state)), abs=1e-11)
    assert values.states <= count_cards(sheet) * (1 if not sheet.saves else sheet.throws * len(sheet.boxes))


def other_sheet(chance: random.Random) -> Sheet:
    """Return some sheet that a table holds, of two to four boxes for two or three dice."""
    dice, sides = chance.choice([(2, 3), (2, 4), (3, 3)])
    boxes = [
        number("number", chance.randint(1, sides)),
        any_dice("any"),
        groups("pair", 2, pays=Pays.OWN, total=chance.choice([0, 4])),
        groups("same", *([1, 1] if dice == 2 else [2, 1]), pays=Pays.ALL, same=True),
        straight("run", 2, Pays.ALL if chance.random() < 0.5 else 7),
        some_faces("faces", 1, chance.randint(1, sides), pays=Pays.OWN if chance.random() < 0.5 else 6),
        sum_of("sum", chance.randint(dice, dice * sides), Pays.ALL if chance.random() < 0.5 else 9),
    ]
    some = chance.sample(boxes, chance.randint(1, 3))
    yahtzee = groups("yahtzee", dice, pays=chance.randint(1, 20))
    extra, joker = chance.choice([0, 11]), chance.choice(list(Joker))
    return Sheet("other", "own", (*some, yahtzee), 0, 0, extra, joker, chance.randint(1, 3), dice, sides)


@pytest.mark.parametrize("seed", range(6))
def test_a_sheet_that_a_table_holds_is_worth_the_same_by_its_cards(seed: int) -> None:
    chance = random.Random(seed)
    sheet = other_sheet(chance)
    die = weighed_die([chance.randint(1, 5) for _ in range(sheet.sides)])
    table = solve(sheet, die)
    values, states = CardValues(sheet, die), ReferencePlay(tuple(Fraction(face) for face in die))
    for state in moments(sheet, 3, seed):
        if not state.dice:
            assert values.at(state.card) == pytest.approx(table.at(state.card), abs=1e-11)
            assert values.at(state.card) == pytest.approx(float(states.value(state)), abs=1e-11)


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


# Yacht's by an independent program, Yatzy's as Larsson and Sjöberg have it (248.63, 2012), to more digits.
KNOWN = {"yacht": 166.955067705, "yatzy-pairs": 248.639993232}


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

"""Keeps, throws and rules of one's own beside every outcome in fractions, and what solving a sheet takes."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from solver.errors import DistributionError, OptionError, PositionError
from solver.sheet.exact.card_values import CardValues
from solver.sheet.exact.size import check_size, count_cards, size_of
from solver.sheet.exact.solve import solve
from solver.sheet.exact.turn import solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import find_sheet, parse_sheet, read_sheet
from solver.sheet.game.dice import TIE, Lattice, lattice
from solver.sheet.game.rules import keeps
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import fair_die, weighed_die
from tests.support.repository import DOCS
from tests.support.solver.boxes import chance
from tests.support.solver.own_sheets import COLUMNS, CONVERTED, FIRST, JOKERS, SAVES
from tests.support.solver.reference_states import ReferencePlay, moments

LOADED = (Fraction(1, 10), Fraction(2, 10), Fraction(7, 10))


def falls(dice: Lattice, count: int) -> list[tuple[tuple[int, ...], float]]:
    """Return every outcome of so many dice, each in turn, and how likely."""
    found = []
    for faces in itertools.product(range(1, dice.sides + 1), repeat=count):
        chance = 1.0
        for face in faces:
            chance *= float(dice.die[face - 1])
        found.append((faces, chance))
    return found


def mean_after(dice: Lattice, worth: np.ndarray, keep: tuple[int, ...]) -> float:
    """Return the mean of `worth` [rolls] after a keep, over all outcomes of the others."""
    others = falls(dice, dice.dice - len(keep))
    return sum(chance * float(worth[dice.roll_index(keep + faces)]) for faces, chance in others)


# Yacht's by an independent program, Yatzy's as Larsson and Sjöberg have it (248.63, 2012), to more digits.
KNOWN = {"yacht": 166.955067705, "yatzy-pairs": 248.639993232}


def many_boxes(count: int, dice: int = 5, sides: int = 6) -> Sheet:
    return Sheet("many", "plain", tuple(chance(f"chance-{place}") for place in range(count)), dice=dice, sides=sides)


def test_five_dice_can_be_kept_in_462_ways() -> None:
    dice = lattice(5, fair_die(6))
    assert (len(dice.keeps), len(dice.rolls), dice.first_roll) == (462, 252, 210)
    assert (dice.keeps[0], dice.keeps[210]) == ((), (1, 1, 1, 1, 1))
    assert list(dice.keeps) == sorted(set(dice.keeps), key=lambda keep: (len(keep), len(set(keep)), keep))
    assert dice.roll_chances.sum() == pytest.approx(1, abs=1e-15)
    assert dice.roll_chances[dice.roll_index((3, 1, 2, 1, 1))] == pytest.approx(20 / 6**5, abs=1e-17)
    assert dice.index([6, 2]) == dice.keeps.index((2, 6))
    assert sum(len(set(keep)) for keep in dice.keeps) == dice.one_more.size == 1260


@pytest.mark.parametrize(("count", "die"), [(3, LOADED), (2, fair_die(6)), (4, fair_die(2)), (1, LOADED)])
def test_means_and_maxima_are_those_of_all_outcomes(count: int, die: tuple[Fraction, ...]) -> None:
    dice = lattice(count, die)
    worth = np.random.default_rng(1).random((2, len(dice.rolls)))
    means = dice.expect(worth)
    for place, keep in enumerate(dice.keeps):
        for row in range(2):
            assert means[row, place] == pytest.approx(mean_after(dice, worth[row], keep), abs=1e-14)
    assert means[:, 0] == pytest.approx(worth @ dice.roll_chances, abs=1e-14)
    values = np.random.default_rng(2).random(len(dice.keeps))
    best, chosen = dice.best(values), dice.arg_best(values)
    for place, roll in enumerate(dice.rolls):
        parts = {part for size in range(count + 1) for part in itertools.combinations(roll, size)}
        assert best[place] == values[chosen[place]] == max(values[dice.index(part)] for part in parts)
        assert {dice.keeps[part] for part in dice.parts[place]} == parts


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


def test_scoring_goes_before_keeping_and_the_first_box_before_others() -> None:
    dice = lattice(3, fair_die(6))
    turn = solve_turn(dice, np.full((3, len(dice.rolls)), 7.0), 3)
    assert turn.value == pytest.approx(7, abs=1e-14)
    assert np.array_equal(turn.best_keeps(1), np.arange(len(dice.rolls)) + dice.first_roll)
    assert not turn.best_boxes().any()
    ends = np.full((3, len(dice.rolls)), 7.0)
    ends[0] -= 2 * TIE
    assert set(solve_turn(dice, ends, 3).best_boxes().tolist()) == {1}


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
    die = weighed_die(range(1, sheet.sides + 1))
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
    need = size_of(find_sheet("yahtzee"))[1]
    for spare in (need, need - 1):
        monkeypatch.setattr("solver.sheet.exact.size.spare_memory", lambda spare=spare: spare)
        if spare == need:
            check_size(find_sheet("yahtzee"))
        else:
            with pytest.raises(OptionError, match="yahtzee is too large to solve"):
                check_size(find_sheet("yahtzee"))

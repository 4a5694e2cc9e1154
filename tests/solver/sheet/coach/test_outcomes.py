"""What comes of an action: the chance of the bonus from its worth, and the boxes that are aimed at."""

import itertools
from fractions import Fraction
from functools import cache

import pytest

from solver.sheet.coach.outcomes import SheetOutcomes
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.rules import Keep, Score, SheetAction, SheetState
from solver.sheet.game.sheet import find_sheet

YAHTZEE = find_sheet("yahtzee")
LATE = (
    "sixes=18,fives=15,fours=12,threes=9,twos=6,yahtzee=0,chance=20,full-house=25,small-straight=30,"
    "large-straight=40,three-of-a-kind=20,four-of-a-kind=20"
)
"""Ones are open, and three of the upper points are missing."""


def state(card: str, dice: tuple[int, ...] = (), left: int = 3) -> SheetState:
    return SheetState((read_card(YAHTZEE, card),), 0, dice, left)


def test_from_the_start_it_is_the_chance_that_the_evaluation_of_a_whole_game_finds() -> None:
    found = SheetOutcomes().bonus(SheetState.start(YAHTZEE), Keep(()))
    assert found == pytest.approx(0.681222, abs=1e-5)  # docs/measured.md: pipsqueak solve yahtzee


@cache
def falls(kept: int, left: int) -> Fraction:
    """Return the chance of three ones or more, of five dice, if ones alone are kept and `left` throws are made."""
    if kept >= 3 or not left:
        return Fraction(int(kept >= 3))
    thrown = itertools.product(range(1, 7), repeat=5 - kept)
    return sum((Fraction(1, 6 ** (5 - kept)) * falls(kept + faces.count(1), left - 1) for faces in thrown), Fraction(0))


@pytest.mark.parametrize(("ones", "left"), [(0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 1)])
def test_at_the_end_it_is_the_chance_of_the_dice_that_are_needed(ones: int, left: int) -> None:
    dice = (*(1,) * ones, *(4, 4, 4, 5, 6)[: 5 - ones])
    found = SheetOutcomes().bonus(state(LATE, dice, left), Keep((1,) * ones))
    assert found == pytest.approx(float(falls(ones, left)), abs=1e-9)


@pytest.mark.parametrize(
    ("card", "dice", "action", "chance"),
    [
        (LATE, (1, 1, 1, 2, 2), Score("ones"), 1.0),
        (LATE, (1, 1, 2, 2, 2), Score("ones"), 0.0),
        ("sixes=24,fives=20,fours=16,threes=12", (1, 1, 2, 2, 2), Score("ones"), 1.0),
    ],
)
def test_what_is_sure_is_sure(card: str, dice: tuple[int, ...], action: SheetAction, chance: float) -> None:
    assert SheetOutcomes().bonus(state(card, dice, 0), action) == pytest.approx(chance, abs=1e-9)


def test_a_sheet_without_a_bonus_has_no_chance_of_it() -> None:
    assert SheetOutcomes().bonus(SheetState.start(find_sheet("hooligan")), Keep(())) == 0.0


def test_the_boxes_that_are_aimed_at_come_with_their_chances() -> None:
    (first, second) = SheetOutcomes().aims(SheetState((Card.blank(YAHTZEE),), 0, (3, 3, 4, 5, 6), 2), Keep((3, 3)))
    assert (first[0], second[0]) == ("threes", "full-house")
    assert (round(100 * first[1]), round(100 * second[1])) == (42, 17)
    ((box, chance),) = SheetOutcomes().aims(state(LATE, (1, 1, 4, 4, 5), 1), Keep((1, 1)))
    assert box == "ones"
    assert chance == pytest.approx(1.0)

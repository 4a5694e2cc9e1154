"""Advice on score sheets: values, order, shape and refusals, beside best play in fractions."""

import itertools
from fractions import Fraction
from functools import cache

import pytest

from solver.action import Action, Verb
from solver.errors import PositionError, SolverError
from solver.sheet.coach.advise import SheetReasons, advise_state, bonus_chance
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Joker, Sheet
from solver.throw_distribution import fair_die
from tests.support.solver.acts import keep, moment, score
from tests.support.solver.reference_states import FEW, make_small, moments, reference_play

LOADED = (Fraction(1, 2), Fraction(1, 12), Fraction(1, 4), Fraction(1, 6))
YAHTZEE = find_sheet("yahtzee")

LATE = (
    "sixes=18,fives=15,fours=12,threes=9,twos=6,yahtzee=0,chance=20,full-house=25,small-straight=30,"
    "large-straight=40,three-of-a-kind=20,four-of-a-kind=20"
)
"""Ones are open, and three of the upper points are missing."""


@pytest.mark.parametrize(
    ("sheet", "die"),
    [
        (make_small(names=FEW), fair_die(4)),
        (make_small(Joker.FREE, throws=2, names=FEW), LOADED),
        (make_small(Joker.NONE, extra=0, throws=2, names=FEW), LOADED),
        (make_small(Joker.NONE, throws=2, commit=True, names=FEW), fair_die(4)),
        (make_small(Joker.NONE, throws=1, names=FEW), fair_die(4)),
        pytest.param(make_small(), fair_die(4), marks=pytest.mark.check),
    ],
)
def test_every_option_is_worth_what_fractions_say(sheet: Sheet, die: tuple[Fraction, ...]) -> None:
    exact, values = reference_play(die), load_sheet(sheet, die)
    for state in moments(sheet, games=2, seed=7):
        decision = advise_state(values, state)
        assert {*decision.options} == set(state.legal_actions())
        assert len(decision.options) == len(state.legal_actions())
        for action, value in decision.options.items():
            assert value == pytest.approx(float(exact.worth(state, action)), abs=1e-10)
        assert decision.action == exact.best(state)
        assert (decision.action, decision.value) == decision.rank()[0]
        assert decision.value == pytest.approx(float(exact.value(state)), abs=1e-10)


def test_options_that_tie_stand_in_the_order_of_the_rules() -> None:
    values = load_sheet(make_small(), fair_die(4))
    ties = 0
    for state in moments(make_small(), games=20, seed=3):
        order = state.legal_actions()
        options = advise_state(values, state).rank()
        for (one, worth), (other, less) in itertools.pairwise(options):
            assert worth >= less - TIE
            if abs(worth - less) <= TIE / 100:
                ties += 1
                assert order.index(one) < order.index(other)
    assert ties > 20


def test_a_card_of_another_sheet_is_refused() -> None:
    plain = Card.blank(find_sheet("yahtzee", "plain"))
    with pytest.raises(PositionError, match="yahtzee by the forced rule"):
        advise_state(load_sheet(YAHTZEE), moment(plain, (), 3))
    with pytest.raises(SolverError, match="no box is committed to"):
        advise_state(load_sheet(YAHTZEE), moment(Card.blank(YAHTZEE), (1, 2, 3, 4, 5), 2, "ones"))
    with pytest.raises(PositionError, match="is not an action here"):
        weigh(load_sheet(YAHTZEE), SheetState.start(YAHTZEE)).worth(score("ones"))


def test_the_others_in_a_game_change_nothing_for_points() -> None:
    values = load_sheet(make_small(), fair_die(4))
    alone = SheetState.start(make_small()).apply(keep(), (1, 1, 4))
    second = SheetState.start(make_small(), 2).apply(keep(), (3, 3, 3)).apply(score("threes")).apply(keep(), (1, 1, 4))
    assert advise_state(values, alone).options == advise_state(values, second).options


def state(card: str, dice: tuple[int, ...] = (), left: int = 3) -> SheetState:
    return SheetState((read_card(YAHTZEE, card),), 0, dice, left)


def test_from_the_start_it_is_the_chance_that_the_evaluation_of_a_whole_game_finds() -> None:
    found = bonus_chance(SheetState.start(YAHTZEE), keep())
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
    found = bonus_chance(state(LATE, dice, left), Action(Verb.KEEP, (1,) * ones))
    assert found == pytest.approx(float(falls(ones, left)), abs=1e-9)


@pytest.mark.parametrize(
    ("card", "dice", "action", "chance"),
    [
        (LATE, (1, 1, 1, 2, 2), score("ones"), 1.0),
        (LATE, (1, 1, 2, 2, 2), score("ones"), 0.0),
        ("sixes=24,fives=20,fours=16,threes=12", (1, 1, 2, 2, 2), score("ones"), 1.0),
    ],
)
def test_what_is_sure_is_sure(card: str, dice: tuple[int, ...], action: Action, chance: float) -> None:
    assert bonus_chance(state(card, dice, 0), action) == pytest.approx(chance, abs=1e-9)


def test_a_sheet_without_a_bonus_has_no_chance_of_it() -> None:
    assert bonus_chance(SheetState.start(find_sheet("hooligan")), keep()) == 0.0


def test_of_the_boxes_that_are_aimed_at_the_likelier_comes_first() -> None:
    reasons = SheetReasons(weigh(load_sheet(YAHTZEE), state("", (3, 3, 4, 5, 6), 2)))
    assert [(box, round(chance, 2)) for box, chance in reasons.aims(keep(3, 3))] == [
        ("threes", 0.42),
        ("full-house", 0.17),
    ]

"""Exact values: published ones, a second solution in fractions, and the same turn in numpy."""

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from solver.errors import DistributionError, OptionError, PositionError
from solver.sheet.exact.solve import best_plays, solve
from solver.sheet.exact.table import SheetTable, reachable
from solver.sheet.exact.turn import first_boxes, solve_committed, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Joker, Pays, Sheet, find_sheet, groups, number, straight
from solver.sheet.game.sheet import chance as any_dice
from solver.throw_distribution import fair_die, weighed_die
from tests.support.solver.reference_rulebook import choices
from tests.support.solver.reference_states import ReferencePlay, moments

LOADED = (Fraction(1, 2), Fraction(1, 12), Fraction(1, 4), Fraction(1, 6))
GAMES = (
    "yahtzee forced",
    "yahtzee free",
    "yahtzee plain",
    "kniffel plain",
    "yatzy plain",
    "hooligan plain",
    "hooligan commit",
)
QUICK = {"yahtzee forced", "hooligan plain", "hooligan commit"}
"""What shows all that the others do."""


@cache
def solved(name: str) -> SheetTable:
    """Return a game by one of its rules, or by choosing boxes early ("commit"), solved for a fair die."""
    game, rule = name.split()
    return solve(find_sheet(game, commit=True) if rule == "commit" else find_sheet(game, rule))


def some_of(names: Iterable[str]) -> list[Any]:
    """Return names of games, of which those that are solved for `make check` alone are marked."""
    return [name if name in QUICK else pytest.param(name, marks=pytest.mark.check) for name in names]


@pytest.mark.parametrize("name", some_of(["yahtzee forced", "yahtzee free"]))
def test_the_reachable_states_are_as_many_as_is_published(name: str) -> None:
    assert solved(name).states == 536_320


def test_one_box_is_worth_its_well_known_chance() -> None:
    table = solved("yahtzee forced")
    full = (1 << 13) - 1
    yahtzee = table.values[full & ~(1 << table.sheet.index("yahtzee")), 0, 0]
    # Five alike within three throws: 347,897 in 7,558,272.
    assert yahtzee == pytest.approx(50 * 347_897 / 7_558_272, abs=1e-13)
    # The best third of a die thrown up to three times, five times over: 4 2/3 on average.
    assert table.values[full & ~(1 << table.sheet.index("chance")), 0, 0] == pytest.approx(5 * 14 / 3, abs=1e-13)


@pytest.mark.parametrize("name", some_of(["yahtzee forced", "yahtzee free", "yahtzee plain"]))
def test_further_yahtzees_lead_where_the_rulebook_says(name: str) -> None:
    table, rule = solved(name), name.split()[1]
    for card in cards(table.sheet, 40, random.Random(1)):
        ends = table.ends(card)
        scores = dict(zip(table.sheet.names, card.scores, strict=True))
        for dice in [(face,) * 5 for face in range(1, 7)] + [(1, 2, 3, 4, 5), (2, 2, 3, 3, 3), (1, 1, 4, 5, 6)]:
            column = ends[:, table.lattice.roll_index(dice)]
            expected = choices(rule, scores, dice)
            assert {box for box, worth in zip(scores, column, strict=True) if worth > -np.inf} == set(expected)
            for box, (points, hundreds) in expected.items():
                after = card.with_score(box, dice)
                worth = points + 100 * hundreds + after.bonus - card.bonus + table.at(after)
                assert column[table.sheet.index(box)] == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize("name", some_of(GAMES))
def test_every_start_of_a_turn_is_worth_what_its_turn_is(name: str) -> None:
    table = solved(name)
    for card in cards(table.sheet, 60, random.Random(2)):
        assert turn_value(table, card) == pytest.approx(table.at(card), abs=1e-11)


def turn_value(table: SheetTable, card: Card) -> float:
    """Return what a turn from `card` is worth, solved in numpy."""
    if table.sheet.commit:
        turns = solve_committed(table.lattice, table.ends(card), table.sheet.throws)
        return float(table.lattice.roll_chances @ first_boxes(turns)[0])
    return solve_turn(table.lattice, table.ends(card), table.sheet.throws).value


def cards(sheet: Sheet, count: int, chance: random.Random) -> list[Card]:
    """Return cards that games leave in which dice, mostly alike, are scored anywhere."""
    found = []
    for _ in range(count):
        card = Card.blank(sheet)
        for _ in range(chance.randrange(len(sheet.boxes))):
            dice = tuple(chance.randint(1, 6) for _ in range(5))
            dice = (dice[0],) * 5 if chance.random() < 0.5 else dice
            card = card.with_score(chance.choice(card.boxes_for(dice)), dice)
        found.append(card)
    return found


@pytest.mark.parametrize("name", some_of(GAMES))
def test_the_best_actions_of_a_row_are_those_of_each_turn(name: str) -> None:
    table = solved(name)
    plan = table.plan
    for card in cards(table.sheet, 12, random.Random(3)):
        flag = int(plan.flags == 2 and card.joker_paid)
        (choices,) = best_plays(table, [card.filled], [flag])
        total = max(min(card.upper, plan.cap) - int(plan.begin[card.filled]), 0)
        ends = table.ends(card)
        turns = {0: solve_turn(table.lattice, ends, plan.throws)}
        boxes = turns[0].best_boxes()
        if plan.commit:
            turns = solve_committed(table.lattice, ends, plan.throws)
            boxes = first_boxes(turns)[1]
        assert np.array_equal(choices.box[total], boxes)
        for group, turn in turns.items():
            for left in range(1, plan.throws):
                assert np.array_equal(choices.keep[group, left, total], turn.best_keeps(left))


@pytest.mark.parametrize("name", some_of(["yahtzee forced", "yatzy plain"]))
def test_states_that_are_out_of_the_bonus_share_what_is_to_come(name: str) -> None:
    table = solved(name)
    made = table.values[:, 0, table.plan.cap]
    lost = table.values[:, 0, 0]
    both = table.plan.safe & (table.plan.end == table.plan.cap)
    assert both.sum() > 100
    assert np.allclose(made[both], lost[both], rtol=0, atol=1e-12)


def odd_sheet(chance: random.Random) -> Sheet:
    """Return some sheet of two to four boxes for one to three dice."""
    dice, sides = chance.choice([(1, 4), (2, 3), (2, 4), (3, 2), (3, 3)])
    joker = chance.choice(list(Joker))
    commit = joker is not Joker.FORCED and chance.random() < 0.4
    boxes = [number(f"number-{i}", chance.randint(1, sides)) for i in range(chance.randint(0, 2))]
    lower = [
        any_dice("any"),
        groups("alike", dice, pays=chance.choice([Pays.ALL, Pays.OWN])),
        groups("some", min(2, dice), pays=chance.choice([Pays.ALL, Pays.OWN])),
        straight("run", min(2, dice), 8, start=chance.randint(0, 1)),
    ]
    boxes += chance.sample(lower, chance.randint(0, 2))
    boxes.append(groups("yahtzee", dice, pays=chance.randint(1, 20)))
    chance.shuffle(boxes)
    most = sum(box.face * dice for box in boxes)
    bonus_from = chance.randint(1, most) if most and chance.random() < 0.8 else 0
    bonus = chance.randint(1, 9) if bonus_from else 0
    extra = chance.choice([0, 11])
    return Sheet("odd", "own", tuple(boxes), bonus, bonus_from, extra, joker, chance.randint(1, 3), dice, sides, commit)


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.check) for seed in range(5, 16))])
def test_any_sheet_is_worth_what_its_rules_say(seed: int) -> None:
    """All starts of turns of three games."""
    chance = random.Random(seed)
    sheet = odd_sheet(chance)
    die = weighed_die([chance.randint(1, 5) for _ in range(sheet.sides)])
    table, states = solve(sheet, die), ReferencePlay(tuple(Fraction(face) for face in die))
    for state in moments(sheet, 3, seed):
        if not state.dice:
            assert table.at(state.card) == pytest.approx(float(states.value(state)), abs=1e-11), seed


def test_what_cannot_be_solved_is_refused_in_one_line() -> None:
    many = Sheet("many", "plain", tuple(groups(f"box-{i}", 5, pays=i + 1) for i in range(40)))
    with pytest.raises(OptionError, match="too large"):
        solve(many)
    with pytest.raises(DistributionError, match="6 sides and not 4"):
        solve(find_sheet("hooligan"), LOADED)


def test_cards_of_another_game_are_refused() -> None:
    table = solved("yahtzee forced")
    with pytest.raises(PositionError, match="another rule"):
        table.at(Card.blank(find_sheet("yahtzee", "free")))
    held = Card(table.sheet, (3, None, None, 12, *(None,) * 9))
    assert table.at(held) < table.value
    beyond = Card(table.sheet, (60, *(None,) * 12))
    with pytest.raises(PositionError, match="no play gives the card ones=60"):
        table.at(beyond)
    with pytest.raises(PositionError, match="no play gives the card ones=60"):
        table.ends(beyond)


def test_reachable_totals_are_those_of_the_boxes() -> None:
    sheet = find_sheet("yahtzee")
    found = reachable(SheetTable(sheet, fair_die(6), np.zeros(1)).plan, lattice(5, fair_die(6)))
    assert np.flatnonzero(found[0b110000, 0]).tolist() == sorted(
        {5 * fives + 6 * sixes for fives in range(6) for sixes in range(6)}
    )
    assert not found[1, 1].any()

"""Exact values and their tables: published ones, a second solution in fractions, and files that are damaged."""

import random
import subprocess
import sys
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.checked_file import pack, unpack
from solver.errors import DistributionError, OptionError, PositionError, TableError
from solver.sheet.exact.sheet_files import SHIPPED, file_of, load, load_sheet, save, to_bytes, verify
from solver.sheet.exact.solve import best_plays, solve
from solver.sheet.exact.table import SheetTable, reachable
from solver.sheet.exact.turn import first_boxes, solve_committed, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Joker, Pays, Sheet, find_sheet, groups, number, straight
from solver.sheet.game.sheet import chance as any_dice
from solver.throw_distribution import Chance, fair_die, weighed_die
from tests.support.solver.fives import FIVES
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


FAIR = fair_die(6)

UNFAIR = (*(Fraction(3, 20),) * 5, Fraction(1, 4))


def same(one: SheetTable, other: SheetTable, within: float) -> bool:
    """Return whether two tables have the same values in all states that play reaches."""
    reached = reachable(one.plan, one.lattice)
    return float(np.abs(one.values[reached] - other.values[reached]).max()) <= within


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


def test_what_ships_is_a_fresh_solution() -> None:
    table = verify(SHIPPED, find_sheet("yahtzee"))
    assert load_sheet(find_sheet("yahtzee")).value == table.value
    assert SHIPPED.stat().st_size < 3_000_000


@pytest.mark.parametrize(
    ("sheet", "die"),
    [
        (find_sheet("hooligan", commit=True), UNFAIR),
        (FIVES, UNFAIR),
        pytest.param(find_sheet("yahtzee", "free"), UNFAIR, marks=pytest.mark.check),
        pytest.param(find_sheet("kniffel"), FAIR, marks=pytest.mark.check),
    ],
)
def test_a_file_gives_back_all_that_play_reaches(sheet: Sheet, die: tuple[Chance, ...], tmp_path: Path) -> None:
    table = solve(sheet, die)
    path = tmp_path / "some.table"
    save(table, path)
    assert same(table, load(path, sheet, die), 1e-12)
    assert to_bytes(load(path, sheet, die)) == path.read_bytes()


def test_a_folder_keeps_what_was_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = find_sheet("hooligan")
    told: list[str] = []
    table = load_sheet(sheet, UNFAIR, tmp_path, told.append)
    (path,) = tmp_path.iterdir()
    assert path == file_of(tmp_path, sheet, UNFAIR) != file_of(tmp_path, sheet, FAIR)
    assert path.name.startswith("hooligan-plain-")
    assert file_of(tmp_path, find_sheet("hooligan", commit=True), UNFAIR) != path
    monkeypatch.setitem(sys.modules, "solver.sheet.exact.solve", None)
    # Another listener makes it another question, which the folder answers and not the memory.
    again: list[str] = []
    kept = load_sheet(sheet, UNFAIR, tmp_path, again.append)
    assert kept is not table
    assert same(table, kept, 1e-12)
    assert told == again == []


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    sheet = find_sheet("hooligan")
    path = tmp_path / "some.table"
    save(solve(sheet), path)
    with pytest.raises(TableError, match="another game than hooligan as it is played here"):
        load(path, sheet, UNFAIR)
    with pytest.raises(TableError, match="another game than kniffel"):
        load(path, find_sheet("kniffel"), FAIR)
    header, body = unpack(path.read_bytes(), path)
    path.write_bytes(pack(header, bytes(body[:-1])))
    with pytest.raises(TableError, match="other values than it says"):
        load(path, sheet, FAIR)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.table", sheet, FAIR)
    with pytest.raises(DistributionError, match="6 sides"):
        load_sheet(sheet, fair_die(4))


def test_a_wrong_value_is_found_by_a_fresh_solution(tmp_path: Path) -> None:
    sheet = find_sheet("hooligan")
    values = solve(sheet).values.copy()
    values[5, 0, 0] += 1e-9
    save(SheetTable(sheet, FAIR, values), tmp_path / "wrong.table")
    with pytest.raises(TableError, match="differs from a fresh solution by 1e-09"):
        verify(tmp_path / "wrong.table", sheet)


def test_without_numba_what_ships_is_played_and_what_does_not_is_refused() -> None:
    program = """
import sys
sys.modules["numba"] = None
from solver.errors import MissingNumbaError
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import find_sheet
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.turn import solve_turn
table = load_sheet(find_sheet("yahtzee"))
turn = solve_turn(table.lattice, table.ends(Card.blank(table.sheet)), 3)
print(f"{turn.value:.6f} {table.value:.6f} {table.states}")
try:
    load_sheet(find_sheet("kniffel"))
except MissingNumbaError as missing:
    print(missing)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "254.587729 254.587729 536320",
        "solving a game afresh needs numba: install the extra 'solve'",
    ]

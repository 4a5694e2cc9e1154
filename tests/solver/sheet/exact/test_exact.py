"""Exact values and their tables: published ones, a second solution in fractions, and files that are damaged."""

import random
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from solver.checked_file import pack, unpack
from solver.errors import DistributionError, OptionError, PositionError, TableError
from solver.sheet.exact.card_values import CardValues
from solver.sheet.exact.sheet_files import file_of, find_shipped, load, load_sheet, save
from solver.sheet.exact.solve import solve
from solver.sheet.exact.table import SheetTable, find_reachable
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import SHEETS, find_sheet
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Joker, Pays, Sheet
from solver.throw_distribution import Chance, fair_die, weigh_die
from tests.support.solver.boxes import chance as any_dice
from tests.support.solver.boxes import groups, number, some_faces, straight, sum_of
from tests.support.solver.fives import FIVES
from tests.support.solver.reference_rulebook import choices
from tests.support.solver.reference_states import ReferencePlay, moments

LOADED = (Fraction(1, 2), Fraction(1, 12), Fraction(1, 4), Fraction(1, 6))


@cache
def solution(rule: str) -> SheetTable:
    """Return Yahtzee by one of its rules, solved for a fair die."""
    return solve(find_sheet("yahtzee", rule))


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
    pays = chance.choice([Pays.ALL, Pays.OWN])
    lower = [
        any_dice("any"),
        groups("alike", dice, pays=pays),
        groups("some", min(2, dice), pays=pays, total=chance.choice([0, dice * 2])),
        groups("same", *([1] * min(2, dice)), pays=Pays.ALL, same=True),
        straight("run", min(2, dice), Pays.ALL if chance.random() < 0.5 else 8, start=chance.randint(0, 1)),
        some_faces("faces", 1, chance.randint(1, sides), pays=Pays.OWN if chance.random() < 0.5 else 6),
        sum_of("sum", chance.randint(dice, dice * sides), Pays.ALL if chance.random() < 0.5 else 9),
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
    reached = find_reachable(one.plan, one.lattice)
    return float(np.abs(one.values[reached] - other.values[reached]).max()) <= within


@pytest.mark.parametrize(
    "rule", ["forced", *(pytest.param(rule, marks=pytest.mark.check) for rule in ("free", "plain"))]
)
def test_further_yahtzees_lead_where_the_rulebook_says(rule: str) -> None:
    table = solution(rule)
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


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.check) for seed in range(8, 16))])
def test_any_sheet_is_worth_what_its_rules_say(seed: int) -> None:
    """All starts of turns of three games, by a table and card by card."""
    chance = random.Random(seed)
    sheet = odd_sheet(chance)
    die = weigh_die([chance.randint(1, 5) for _ in range(sheet.sides)])
    table, values = solve(sheet, die), CardValues(sheet, die)
    states = ReferencePlay(tuple(Fraction(face) for face in die))
    for state in moments(sheet, 3, seed):
        if not state.dice:
            worth = pytest.approx(float(states.value(state)), abs=1e-11)
            assert [table.at(state.card), values.at(state.card)] == [worth] * 2, seed


def test_what_cannot_be_solved_is_refused_in_one_line() -> None:
    many = Sheet("many", "plain", tuple(groups(f"box-{i}", 5, pays=i + 1) for i in range(40)))
    with pytest.raises(OptionError, match="too large"):
        solve(many)
    with pytest.raises(DistributionError, match="dice of 6 sides, not 4"):
        solve(find_sheet("hooligan"), LOADED)


def test_cards_of_another_game_are_refused() -> None:
    table = solution("forced")
    with pytest.raises(PositionError, match="another rule"):
        table.at(Card.blank(find_sheet("yahtzee", "free")))
    held = Card(table.sheet, (3, None, None, 12, *(None,) * 9))
    assert table.at(held) < table.value
    beyond = Card(table.sheet, (60, *(None,) * 12))
    with pytest.raises(PositionError, match="no game can lead to the card 60,"):
        table.at(beyond)
    with pytest.raises(PositionError, match="no game can lead to the card 60,"):
        table.ends(beyond)


def test_reachable_totals_are_those_of_the_boxes() -> None:
    sheet = find_sheet("yahtzee")
    found = find_reachable(SheetTable(sheet, fair_die(6), np.zeros(1)).plan, lattice(5, fair_die(6)))
    assert np.flatnonzero(found[0b110000, 0]).tolist() == sorted(
        {5 * fives + 6 * sixes for fives in range(6) for sixes in range(6)}
    )
    assert not found[1, 1].any()


@pytest.mark.parametrize("name", SHEETS)
def test_what_ships_is_a_fresh_solution(name: str) -> None:
    for sheet in (find_sheet(name), find_sheet(name).bare):
        path = find_shipped(sheet, FAIR)
        assert path is not None
        kept = load(path, sheet, FAIR)
        reached = find_reachable(kept.plan, kept.lattice)
        assert kept.values[reached] == pytest.approx(solve(sheet).values[reached], rel=0, abs=1e-11)
        assert load_sheet(sheet).value == kept.value
        assert path.stat().st_size < 6_500_000
    assert find_shipped(find_sheet("yahtzee"), UNFAIR) is find_shipped(find_sheet("yahtzee", "free"), FAIR) is None


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
    save(load(path, sheet, die), tmp_path / "again.table")
    assert (tmp_path / "again.table").read_bytes() == path.read_bytes()


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
    with pytest.raises(TableError, match="the values that its header says"):
        load(path, sheet, FAIR)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.table", sheet, FAIR)
    with pytest.raises(DistributionError, match="6 sides"):
        load_sheet(sheet, fair_die(4))

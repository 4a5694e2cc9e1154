"""Tables of score sheets: the one that ships, files that are damaged, folders that keep what was solved."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from solver.checked_file import pack, unpack
from solver.errors import DistributionError, TableError
from solver.sheet.exact.sheet_files import SHIPPED, file_of, load, load_sheet, save, to_bytes, verify
from solver.sheet.exact.solve import solve
from solver.sheet.exact.table import SheetTable, reachable
from solver.sheet.game.sheet import Sheet, find_sheet
from solver.throw_distribution import Chance, fair_die
from tests.support.solver.fives import FIVES

FAIR = fair_die(6)
LOADED = (*(Fraction(3, 20),) * 5, Fraction(1, 4))


def same(one: SheetTable, other: SheetTable, within: float) -> bool:
    """Return whether two tables have the same values in all states that play reaches."""
    reached = reachable(one.plan, one.lattice)
    return float(np.abs(one.values[reached] - other.values[reached]).max()) <= within


def test_what_ships_is_a_fresh_solution() -> None:
    table = verify(SHIPPED, find_sheet("yahtzee"))
    assert load_sheet(find_sheet("yahtzee")).value == table.value
    assert SHIPPED.stat().st_size < 3_000_000


@pytest.mark.parametrize(
    ("sheet", "die"),
    [
        (find_sheet("hooligan", commit=True), LOADED),
        (FIVES, LOADED),
        pytest.param(find_sheet("yahtzee", "free"), LOADED, marks=pytest.mark.check),
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
    table = load_sheet(sheet, LOADED, tmp_path, told.append)
    (path,) = tmp_path.iterdir()
    assert path == file_of(tmp_path, sheet, LOADED) != file_of(tmp_path, sheet, FAIR)
    assert path.name.startswith("hooligan-plain-")
    assert file_of(tmp_path, find_sheet("hooligan", commit=True), LOADED) != path
    monkeypatch.setitem(sys.modules, "solver.sheet.exact.solve", None)
    # Another listener makes it another question, which the folder answers and not the memory.
    again: list[str] = []
    kept = load_sheet(sheet, LOADED, tmp_path, again.append)
    assert kept is not table
    assert same(table, kept, 1e-12)
    assert told == again == []


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    sheet = find_sheet("hooligan")
    path = tmp_path / "some.table"
    save(solve(sheet), path)
    with pytest.raises(TableError, match="another game than hooligan as it is played here"):
        load(path, sheet, LOADED)
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

"""Tables of solved score-sheet games: the one that ships, those saved in a folder, and fresh solutions."""

import hashlib
import json
from dataclasses import asdict, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import LOG, Say, load_arrays, load_or_solve, save_arrays
from solver.errors import TableError
from solver.sheet.exact.table import Plan, SheetTable, check_sides, find_reachable, plan_of
from solver.sheet.game.custom_sheet import SHEETS
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Box, Sheet
from solver.throw_distribution import Chance, die_json

FOLDER = Path(__file__).parents[2] / "data"
TABLES_KEPT = 8
LATER = "saves", "columns", "converts", "totals"
LATER_OF_BOX = "same", "faces", "total", "plus", "first", "factor", "again"


def load_sheet(
    sheet: Sheet, die: tuple[Chance, ...] | None = None, cache: Path | None = None, say: Say = LOG
) -> SheetTable:
    """Return the table of `sheet` for `die`, fair if None: as shipped, from the folder `cache`, or a fresh solution.

    Solving needs numba; solutions are saved in `cache`. If a file there is damaged or of another game, or the folder
    cannot be written, this is reported to `say`, and the file is replaced. The last tables stay in memory. Raises
    OptionError for a sheet that is too large, DistributionError, TableError if what ships is damaged, or
    MissingNumbaError.
    """
    return _load_sheet(sheet, check_sides(sheet, die), cache, say)


@lru_cache(TABLES_KEPT)
def _load_sheet(sheet: Sheet, die: tuple[Chance, ...], cache: Path | None, say: Say) -> SheetTable:
    if shipped := find_shipped(sheet, die):
        try:
            return replace(load(shipped, sheet, die), folder=cache)
        except FileNotFoundError as absent:
            raise TableError(f"table {shipped} is missing: reinstall pipsqueak") from absent

    def solve_table() -> SheetTable:
        from solver.sheet.exact.solve import solve

        return solve(sheet, die)

    path = cache and file_of(cache, sheet, die)
    return replace(load_or_solve(path, lambda path: load(path, sheet, die), solve_table, save, say), folder=cache)


def find_shipped(sheet: Sheet, die: tuple[Chance, ...]) -> Path | None:
    """Return the shipped table's path, for each game with its usual rule and fair dice, else None.

    The same tables without bonus ship too: reasons need them.
    """
    usual = SHEETS.get(sheet.name, (None,))[0]
    if usual is None or sheet not in {usual, usual.bare} or die != check_sides(sheet, None):
        return None
    return FOLDER / f"{sheet.name}-{sheet.rule}{'' if sheet == usual else '-no-bonus'}.table"


def file_of(folder: Path, sheet: Sheet, die: tuple[Chance, ...]) -> Path:
    """Return the path of a table in `folder`, named by the sheet and all of its rules."""
    identity = json.dumps([_sheet_json(sheet), die_json(die)], sort_keys=True)
    return folder / f"{sheet.name}-{sheet.rule}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.table"


def save(table: SheetTable, path: Path) -> None:
    """Write the values of `table` that follow from no other one to `path`. Raises TableError if writing fails."""
    numbers = table.values[_find_own(table.plan, find_reachable(table.plan, table.lattice))]
    save_arrays(_header(table.sheet, table.die), {"values": numbers}, path)


def load(path: Path, sheet: Sheet, die: tuple[Chance, ...]) -> SheetTable:
    """Return the table of `sheet` and `die` in `path`, after checking every byte.

    Raises FileNotFoundError, or TableError if anything is wrong with the file or it holds another game.
    """
    numbers = load_arrays(_header(sheet, die), path, f"{sheet.name} as it is played here")["values"]
    plan = plan_of(sheet)
    reached = find_reachable(plan, lattice(sheet.dice, die))
    own = _find_own(plan, reached)
    if len(numbers) != np.count_nonzero(own):
        raise TableError(f"table {path} does not hold the values that {sheet.name} needs: compute it again")
    return SheetTable(sheet, die, _spread(plan, reached, own, numbers))


def _find_own(plan: Plan, reached: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which values [filled, flag, total] follow from no other ones: a file holds these."""
    totals = np.arange(plan.cap + 1)
    first = totals == plan.begin[:, None]
    shared = (totals < plan.begin[:, None]) | (totals == plan.cap) & plan.safe[:, None]
    own = np.where(first[:, None], reached.any(axis=-1, keepdims=True), reached & ~shared[:, None])
    own[-1] = False
    return own


def _spread(
    plan: Plan, reached: NDArray[np.bool_], own: NDArray[np.bool_], numbers: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return all values from those in a file; nan where no play gets."""
    values = np.full(own.shape, np.nan)
    values[-1] = 0.0
    values[own] = numbers
    first = np.take_along_axis(values, np.broadcast_to(plan.begin[:, None, None], (*own.shape[:2], 1)), axis=2)
    return np.where(reached & ~own, first, values)


def _header(sheet: Sheet, die: tuple[Chance, ...]) -> dict[str, Any]:
    return {"game": sheet.name, "rule": sheet.rule, "sheet": _sheet_json(sheet), "die": die_json(die)}


def _sheet_json(sheet: Sheet) -> Any:
    """Return all that the rules of a sheet say, without later additions that say nothing."""
    written = json.loads(json.dumps(asdict(sheet)))
    for rules, known, kind in ((written, LATER, Sheet), *((box, LATER_OF_BOX, Box) for box in written["boxes"])):
        usual = {field.name: field.default for field in fields(kind)}
        for key in known:
            if rules[key] == json.loads(json.dumps(usual[key])):
                del rules[key]
    return written

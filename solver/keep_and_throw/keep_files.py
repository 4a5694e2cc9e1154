"""Tables of keep-and-throw games: the beginnings of turns, saved, loaded and verified; the rest is solved in place."""

import hashlib
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from solver.checked_file import LOG, Say, load_or_solve, pack, read, write
from solver.errors import TableError
from solver.keep_and_throw.hands import Laws
from solver.keep_and_throw.keep_table import KeepTable, counted_blanks, fair_laws
from solver.keep_and_throw.rules import KeepRules, find_rules, shipped_rules

SHIPPED = Path(__file__).parents[1] / "data"
TABLES_KEPT = 4
AGREES = 1e-12


def _header(rules: KeepRules, laws: tuple[Laws, Laws]) -> dict[str, Any]:
    return {
        "game": rules.name,
        "dice": rules.dice,
        "combinations": [[*one.counts, one.points] for one in sorted(rules.combinations)],
        "goal": rules.goal,
        "opening": rules.opening,
        "penalty": rules.penalty,
        "laws": [[[_written(chance) for chance in law] for law in side] for side in laws],
    }


def _written(chance: Any) -> str | float:
    return str(chance) if isinstance(chance, Fraction) else float(chance)


def file_of(folder: Path, rules: KeepRules, laws: tuple[Laws, Laws]) -> Path:
    """Return where in a folder the table of these rules and dice is kept."""
    if laws == (fair_laws(rules),) * 2 and rules == rules.changed(opening=0, penalty=0):
        return folder / f"{rules.name}-{rules.goal}.table"
    mark = hashlib.sha256(repr(_header(rules, laws)).encode()).hexdigest()[:12]
    return folder / f"{rules.name}-{rules.goal}-{mark}.table"


def save(table: KeepTable, path: Path) -> None:
    """Write `table` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    sides = table.start[:1] if table.laws[0] == table.laws[1] else table.start
    write(pack(_header(table.rules, table.laws), b"".join(side.astype("<f8").tobytes() for side in sides)), path)


def load(path: Path, rules: KeepRules, laws: tuple[Laws, Laws]) -> KeepTable:
    """Return the table in `path`. Raises FileNotFoundError, or TableError if it is damaged or that of another game."""
    header, body = read(path)
    steps, blanks = rules.goal // rules.step, counted_blanks(rules)
    sides = 1 if laws[0] == laws[1] else 2
    if header != _header(rules, laws) or len(body) != 8 * sides * blanks**2 * steps**2:
        raise TableError(f"table {path} holds another game than {rules.name} to {rules.goal}: compute it again")
    start = np.frombuffer(body, "<f8").astype(np.float64).reshape(sides, blanks, blanks, steps, steps)
    return KeepTable(rules, laws, (start[0], start[-1]))


def load_keep(rules: KeepRules, laws: tuple[Laws, Laws], cache: Path | None = None, say: Say = LOG) -> KeepTable:
    """Return the table: shipped, from the `cache` folder, or solved now, which needs numba, and kept there.

    The most recent ones stay in memory. Raises TableError, SolverError or MissingNumbaError.
    """
    return _load(rules, laws, cache, say)


@lru_cache(TABLES_KEPT)
def _load(rules: KeepRules, laws: tuple[Laws, Laws], cache: Path | None, say: Say) -> KeepTable:
    if ships(rules, laws):
        return load(file_of(SHIPPED, rules, laws), rules, laws)

    def solved() -> KeepTable:
        from solver.keep_and_throw.exact import solve_keep

        return solve_keep(rules, laws).table

    path = cache and file_of(cache, rules, laws)
    return load_or_solve(path, lambda file: load(file, rules, laws), solved, save, say)


def ships(rules: KeepRules, laws: tuple[Laws, Laws]) -> bool:
    """Return whether the table of these rules and dice ships."""
    known = rules.name in shipped_rules() and rules == find_rules(rules.name)
    return known and file_of(SHIPPED, rules, laws).is_file()


def is_kept(rules: KeepRules, laws: tuple[Laws, Laws], cache: Path | None) -> bool:
    """Return whether the table of these rules and dice ships or is in the `cache` folder."""
    return ships(rules, laws) or (cache is not None and file_of(cache, rules, laws).is_file())


def verify(rules: KeepRules, laws: tuple[Laws, Laws]) -> bool:
    """Return whether a table ships; a fresh solution agrees with it, else raise TableError. Needs numba."""
    from solver.keep_and_throw.exact import solve_keep

    if not ships(rules, laws):
        return False
    path = file_of(SHIPPED, rules, laws)
    kept, fresh = load(path, rules, laws), solve_keep(rules, laws).table
    worst = max(float(np.abs(one - other).max()) for one, other in zip(kept.start, fresh.start, strict=True))
    if worst > AGREES:
        raise TableError(f"table {path} differs from a fresh solution by {worst:.2g}: compute it again")
    return True

"""The table of Pig for three in a folder: solved on first use, then read; solved again if the file is damaged."""

import hashlib
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from solver.checked_file import LOG, Say, load_or_solve, pack, read, write
from solver.errors import TableError
from solver.multiplayer.three import ThreeTable, check_three_goal, solve_three
from solver.race.pig import PigState
from solver.throw_distribution import Chance

RULES = f"three players, each for the own win; {PigState.rules}"


def _die_json(die: tuple[Chance, ...]) -> list[str | float]:
    return [str(chance) if isinstance(chance, Fraction) else chance for chance in die]


def file_of(folder: Path, goal: int, die: tuple[Chance, ...]) -> Path:
    """Return where the table is kept."""
    fair = die == tuple(PigState.die())
    name = "" if fair else "-" + hashlib.sha256(repr(_die_json(die)).encode()).hexdigest()[:16]
    return folder / f"pig-three-{goal}{name}.table"


def to_bytes(table: ThreeTable) -> bytes:
    """Return the file of `table`."""
    return pack(_header(table), table.win.astype("<f8").tobytes())


def _header(table: ThreeTable) -> dict[str, Any]:
    return {
        "game": "pig-three",
        "rules": RULES,
        "goal": table.goal,
        "die": _die_json(table.die),
        "value": table.value,
        "states": table.states,
        "mixed": table.mixed,
        "arrays": [{"name": "win", "type": "<f8", "shape": [table.goal] * 3 + [3]}],
    }


def load_file(path: Path, goal: int, die: tuple[Chance, ...]) -> ThreeTable:
    """Return the table in `path`, after checking every byte. Raises TableError, or FileNotFoundError."""
    header, body = read(path)
    if len(body) != 8 * 3 * goal**3:
        raise TableError(f"table {path} holds another game than Pig for three to {goal}: compute it again")
    win = np.frombuffer(body, "<f8").reshape(goal, goal, goal, 3).astype(np.float64)
    table = ThreeTable(goal, die, win, int(header.get("mixed", 0)))
    if header != _header(table):
        raise TableError(f"table {path} holds another game than Pig for three to {goal}: compute it again")
    return table


@lru_cache(2)
def three_table(
    goal: int = 100, die: tuple[Chance, ...] | None = None, folder: Path | None = None, say: Say = LOG
) -> ThreeTable:
    """Return the table of Pig for three: from `folder`, or else solved now, which needs numba, and saved there.

    A file that is damaged or belongs to another game is reported to `say` and replaced. If the folder cannot be
    written, that is reported, and the table stays in memory only, as without a folder. Raises GoalError,
    DistributionError or MissingNumbaError.
    """
    check_three_goal(goal)
    faces = tuple(PigState.die()) if die is None else die
    path = None if folder is None else file_of(folder, goal, faces)
    return load_or_solve(
        path,
        lambda path: load_file(path, goal, faces),
        lambda: solve_three(goal, faces),
        lambda table, path: write(to_bytes(table), path),
        say,
    )

"""What a solution has told, kept beside the tables, so that it is not solved again to be told again."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from solver.checked_file import LOG, check_header, load_or_solve, pack, read, solver_version, write
from solver.game import Game, Solution

FIELDS = ("game", "value", "unit", "states", "seconds", "policy_sha256")


def solve_once(game: Game, folder: Path) -> Solution:
    """Return the exact solution of a game, which is kept in a folder.

    What another version of the solver has told is solved again. Raises SolverError.
    """
    header = {"game": game.name, "options": repr(replace(game.options, cache=None)), "version": solver_version()}
    name = hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:16]
    path = folder / f"{game.name}-solution-{name}.table"

    def load(path: Path) -> Solution:
        kept, body = read(path)
        check_header(kept, header, path, game.name)
        told: dict[str, Any] = json.loads(bytes(body))
        extra = MappingProxyType({key: value for key, value in told.items() if key not in FIELDS})
        return Solution(**{key: told[key] for key in FIELDS if key in told}, extra=extra)

    def save(found: Solution, path: Path) -> None:
        write(pack(header, json.dumps(found.to_json()).encode()), path)

    return load_or_solve(path, load, game.solve, save, LOG)

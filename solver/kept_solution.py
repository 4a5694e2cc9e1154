"""What a solution has told, kept beside the tables, so that it is not solved again to be told again."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from solver.checked_file import LOG, check_header, load_or_solve, pack, read, solver_version, write
from solver.game import Game, Solution

FIELDS = ("game", "value", "unit", "states", "seconds", "policy_sha256")


def solve_once(game: Game, folder: Path, solve: Callable[[], tuple[Solution, bool]]) -> tuple[Solution, bool]:
    """Return what `solve` returns, a solution and whether a shipped table agrees with it, which is kept in a folder.

    What another version of the solver has told is solved again. Raises what `solve` raises.
    """
    header = {"game": game.name, "options": repr(replace(game.options, cache=None)), "version": solver_version()}
    name = hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:16]
    path = folder / f"{game.name}-solution-{name}.table"

    def load(path: Path) -> tuple[Solution, bool]:
        kept, body = read(path)
        check_header(kept, header, path, game.name)
        told: dict[str, Any] = json.loads(bytes(body))
        agrees: bool = told.pop("agrees")
        extra = MappingProxyType({key: value for key, value in told.items() if key not in FIELDS})
        return Solution(**{key: told[key] for key in FIELDS if key in told}, extra=extra), agrees

    def save(found: tuple[Solution, bool], path: Path) -> None:
        told = found[0].to_json() | {"agrees": found[1]}
        try:
            body = json.dumps(told)
        except TypeError:
            return  # it tells more than JSON holds
        if json.loads(body) == told:
            write(pack(header, body.encode()), path)

    return load_or_solve(path, load, solve, save, LOG)

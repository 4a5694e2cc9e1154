"""Compute the exact values of games, and say how long it takes."""

import argparse
import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from robot.config import Folders
from robot.terminal.waiting import show_progress
from robot.verbs.options import SOLVE, add, add_help, add_rules, format_number, load_game, rule_finder
from solver.checked_file import LOG, check_header, load_or_solve, pack, read, solver_version, write
from solver.game import Game, Solution
from solver.games import GAMES, OWN

FIELDS = ("game", "value", "unit", "states", "seconds", "policy_sha256")
RULES = ("goal", "turns", "rule", "players", "last-round", "die")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="+", help=f"one or more of: {', '.join(GAMES)}; or .toml files of your own"
    )
    add_rules(parser, *RULES)
    add_help(parser, rule_finder(SOLVE))
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    for name, game in [(name, load_game(args, name, SOLVE)) for name in args.games]:
        with show_progress(f"solving {name}"):
            solution = game.solve() if name.endswith(OWN) else solve_once(game, Folders.of_user().cache)
        _print(solution, args)
    return 0


def solve_once(game: Game, folder: Path) -> Solution:
    """Return the exact solution of a game. A folder keeps it for the next call.

    A solution by another version of the solver is computed again. Raises SolverError.
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


def _print(solution: Solution, args: argparse.Namespace) -> None:
    line = solution.to_json()
    if args.json:
        print(json.dumps(line), flush=True)
        return
    print(f"{solution.game}: {format_number(line['value'])} ({solution.unit})", flush=True)
    print(f"  {solution.states:,} states in {1000 * solution.seconds:.1f} ms")
    for key, value in line.items():
        if key not in {"game", "value", "unit", "states", "seconds"}:
            print(f"  {key.replace('_', ' ')} {_format(value)}")


def _format(value: Any) -> str:
    """Return a number or a list of numbers with four digits each, or a mapping of chances in percent."""
    if isinstance(value, Mapping):
        return ", ".join(f"{of}: {format_number(100 * chance)} %" for of, chance in value.items())
    if isinstance(value, list):
        return ", ".join(map(_format, value))
    return format_number(value) if isinstance(value, float) else str(value)

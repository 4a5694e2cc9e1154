"""Compute games' exact values, and time the solution."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robot.terminal.waiting import announce, notice_if_slow
from robot.verbs.options import add, add_rules, make_folder, rules_of, scores
from solver.errors import OptionError
from solver.game import Solution
from solver.games import GAMES, find_game

RISK = ("attackers", "defenders", "chain", "best_split", "territories")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="+", help=f"one or more of: {', '.join(GAMES)}; or score sheets in TOML files"
    )
    add_rules(parser)
    parser.add_argument(
        "--solo", action="store_true", default=None, help="for one player: most points of a turn, fewest turns"
    )
    risk = parser.add_argument_group("risk")
    risk.add_argument("--attackers", type=int, metavar="N", help="armies that attack; before a chain, all there are")
    risk.add_argument("--defenders", type=int, metavar="N", help="armies of one battle")
    risk.add_argument("--chain", type=scores, metavar="N,N,…", help="armies of territories one after another")
    risk.add_argument("--best-split", type=int, metavar="N", help="how many armies the defender spreads best …")
    risk.add_argument("--territories", type=int, metavar="N", help="… over so many territories")
    parser.add_argument(
        "--method", choices=("exact", "value-iteration"), default="exact", help="plain value iteration is for learning"
    )
    parser.add_argument("--trace", action="store_true", help="value iteration: print the largest change of each sweep")
    parser.add_argument("--write", type=Path, metavar="DIR", help="keep the table of each race or sheet in this folder")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.trace and args.method == "exact":
        raise OptionError("--trace prints the sweeps of --method value-iteration: give both or neither")
    for name in args.games:
        if args.write and not find_game(name).keeps_table:
            raise OptionError(f"{name} has no table to keep: leave out --write")
    if args.write:
        make_folder(args.write)

    def trace(sweep: int, change: float) -> None:
        if args.trace:
            print(f"sweep {sweep:5}  largest change {change:.3e}", file=sys.stderr)

    for name in args.games:
        game, exactly = find_game(name), args.method == "exact"
        rules = rules_of(args, game, **{option: getattr(args, option) for option in RISK}, solo=args.solo)
        if exactly:
            announce(game, rules, anew=True)
        with notice_if_slow(f"{name} is solved, which takes seconds for most games and minutes for the largest"):
            solution = game.solve(rules) if exactly else game.iterate(rules, trace)
        _print(solution, args)
        if not args.json and game.verify(rules):
            print("  the shipped table agrees with a fresh solution")
        if args.write:
            game.keep(rules, args.write)
    return 0


def _print(solution: Solution, args: argparse.Namespace) -> None:
    line = solution.to_json()
    if args.json:
        print(json.dumps(line), flush=True)
        return
    print(f"{solution.game}: {solution.value:.15g} ({solution.unit})", flush=True)
    print(f"  {solution.states:,} states in {1000 * solution.seconds:.1f} ms")
    for key, value in line.items():
        if key not in {"game", "value", "unit", "states", "seconds"}:
            print(f"  {key.replace('_', ' ')} {_written(value)}")


def _written(value: Any) -> str:
    """Return a number as it is, and chances by what they belong to in percent."""
    if isinstance(value, Mapping):
        return ", ".join(f"{of}: {100 * chance:.4g} %" for of, chance in value.items())
    return str(value)

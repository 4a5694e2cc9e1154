"""Compute games' exact values, and time the solution."""

import argparse
import json
from collections.abc import Mapping
from typing import Any

from robot.config import Folders
from robot.terminal.progress import show_progress
from robot.verbs.options import add, add_help, add_rules, rules_taken, scores, solved_game
from solver.game import Game, Solution, raise_cap
from solver.games import GAMES, OWN, find_game
from solver.kept_solution import solve_once

ACT = "solve"
CAPPED = "pig-score and think (points at risk) and hog (dice)"
"""The games that `--cap` is for, and what it is of."""
RULES = (
    *("goal", "turns", "rule", "commit", "weights", "players", "opening", "penalty", "last-round", "dice-of"),
    *("die", "die-counts", "sides"),
)


def takes(name: str) -> set[str]:
    """Return the options that a game takes."""
    return {*(["cap"] if find_game(name).most_cap else []), *rules_taken(ACT)(name)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="+", help=f"one or more of: {', '.join(GAMES)}; or score sheets in TOML files"
    )
    add_rules(parser, *RULES)
    add_help(parser, takes, ["cap"])
    parser.add_argument(
        "--solo", action="store_true", default=None, help="for one player: most points of a turn, fewest turns"
    )
    cap = f"solve as if nobody went beyond a cap, and print what higher caps add; of {CAPPED}"
    parser.add_argument("--cap", type=int, metavar="N", help=cap)
    risk = parser.add_argument_group("risk")
    risk.add_argument("--attackers", type=int, metavar="N", help="armies that attack; before a chain, all there are")
    risk.add_argument("--defenders", type=int, metavar="N", help="armies of one battle")
    risk.add_argument("--chain", type=scores, metavar="N,N,…", help="armies of territories one after another")
    risk.add_argument("--best-split", type=int, metavar="N", help="how many armies the defender spreads best …")
    risk.add_argument("--territories", type=int, metavar="N", help="… over this many territories")
    anew = "solve and time again what is known from an earlier time"
    parser.add_argument("--anew", action="store_true", help=anew)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    for name, game in [(name, solved_game(args, name, ACT)) for name in args.games]:
        with show_progress(f"solving {name}"):
            agrees = False
            if args.cap is not None:
                solution = raise_cap(game, args.cap)
            else:
                solution, agrees = _solved(game, args, own=name.endswith(OWN))
        _print(solution, args)
        if agrees and not args.json:
            print("  the shipped table agrees with a fresh solution")
    return 0


def _solved(game: Game, args: argparse.Namespace, *, own: bool) -> tuple[Solution, bool]:
    """Return the exact solution, and whether a table that ships agrees with it; kept but of one's `own` games."""

    def solve() -> tuple[Solution, bool]:
        return game.solve(), game.verify()

    return solve() if own or args.anew else solve_once(game, Folders.of_user().cache, solve)


def _print(solution: Solution, args: argparse.Namespace) -> None:
    line = solution.to_json()
    if args.json:
        print(json.dumps(line), flush=True)
        return
    print(f"{solution.game}: {line['value']:.15g} ({solution.unit})", flush=True)
    print(f"  {solution.states:,} states in {1000 * solution.seconds:.1f} ms")
    for cap, more in line.pop("raised", {}).items():
        print(f"  a cap of {cap} adds {more:.3g}")
    for key, value in line.items():
        if key not in {"game", "value", "unit", "states", "seconds"}:
            print(f"  {key.replace('_', ' ')} {_written(value)}")


def _written(value: Any) -> str:
    """Return a number as it is, and chances by what they belong to in percent."""
    if isinstance(value, Mapping):
        return ", ".join(f"{of}: {100 * chance:.4g} %" for of, chance in value.items())
    return str(value)

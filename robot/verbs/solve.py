"""Compute a game's exact values, time the solution, and compare it with the table that ships."""

import argparse
import json
from pathlib import Path

from robot.verbs.options import GAMES, add_json, check_game
from solver.errors import TableError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="+", help=f"one or more of: {', '.join(GAMES)}")
    parser.add_argument("--goal", type=int, default=100, metavar="N", help="points that win (default 100)")
    parser.add_argument("--write", type=Path, metavar="DIR", help="keep each table in this folder")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    for game in args.games:
        check_game(game)
    for game in args.games:
        _solve(game, args)
    return 0


def _solve(game: str, args: argparse.Namespace) -> None:
    from solver.race import solve_pig
    from solver.tables import SHIPPED, SHIPPED_GOAL, save, verify

    solution = solve_pig(args.goal)
    if args.write:
        _make(args.write)
        save(solution, args.write / f"{game}-{args.goal}.table")
    if args.json:
        line = {
            "game": game,
            "value": solution.value,
            "unit": "win probability of the player who begins",
            "states": solution.states,
            "seconds": solution.seconds,
            "policy_sha256": solution.policy_sha256,
        }
        print(json.dumps(line), flush=True)
        return
    milliseconds = 1000 * solution.seconds
    print(f"{game} to {args.goal}: the player who begins wins {solution.value:.15f}", flush=True)
    print(f"  {solution.states:,} states in {milliseconds:.1f} ms; policy sha256 {solution.policy_sha256}")
    if args.goal == SHIPPED_GOAL:
        verify(SHIPPED)
        print("  the table that ships agrees with it")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError(f"the folder {folder} cannot be made ({error.strerror}): name another one") from error

"""Compare strategies exactly: how often each wins that begins against each."""

import argparse
import json

from robot.verbs.options import add_die, add_json, die_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a race for two, such as pig")
    parser.add_argument("--strategies", metavar="A,B,…", help="which of them (default: all known ones)")
    parser.add_argument("--goal", type=int, metavar="N", help="points that win (default: the game's)")
    add_die(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from solver.evaluate import rate

    names = args.strategies.split(",") if args.strategies else None
    ratings = rate(args.game, names, args.goal, die_of(args))
    if args.json:
        print(json.dumps([rating.to_json() for rating in ratings]))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"How often the first player wins at {args.game}")
    table.add_column("begins")
    seconds = list(dict.fromkeys(rating.second for rating in ratings))
    for second in seconds:
        table.add_column(f"against {second}", justify="right")
    wins = {(rating.first, rating.second): f"{rating.win_first:.6f}" for rating in ratings}
    for first in dict.fromkeys(rating.first for rating in ratings):
        table.add_row(first, *(wins[first, second] for second in seconds))
    Console().print(table)
    return 0

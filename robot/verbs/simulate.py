"""Play many games on a score sheet at once: what a strategy scores, or how often it beats another."""

import argparse
import json

from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add, add_rules, rules_of, seed
from solver.games import find_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", help="a score sheet, such as yahtzee, or one of your own in a TOML file"
    )
    parser.add_argument("--strategy", default="optimal", metavar="A", help="who plays (default optimal)")
    parser.add_argument(
        "--against",
        metavar="B",
        help="play games in pairs, with the same dice in both seatings; 'win' plays to win, not for points",
    )
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="how many (default 10000)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the dice (default 0)")
    add_rules(parser)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    with notice_if_slow(f"{args.games:,} games are played, which may take minutes"):
        found = game.simulate(rules_of(args, game), args.strategy, args.games, args.seed, args.against)
    if args.json:
        print(json.dumps(dict(found)))
        return 0
    against = f" against {args.against}" if args.against else ""
    print(f"{args.games:,} games of {game.name} by {args.strategy}{against}")
    for key, figures in found.items():
        numbers = figures if isinstance(figures, list) else [figures]
        print(f"  {key.replace('_', ' '):20} {', '.join(f'{number:.6g}' for number in numbers)}")
    return 0

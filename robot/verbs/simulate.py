"""Play many games on a score sheet at once: what a strategy scores, and how often it wins."""

import argparse
import json

from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, count, offer, rules_taken, seed, solved_game
from solver.errors import OptionError

ACT = "simulate"
GAMES = 10_000
LEAST_GAMES = 2
"""Fewer have no standard error."""


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
    parser.add_argument("--games", type=count, default=GAMES, metavar="N", help=f"how many (default {GAMES})")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the dice (default 0)")
    add_rules(parser, "rule", "commit", "die")
    add_help(parser, rules_taken(ACT))
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.games < LEAST_GAMES:
        raise OptionError(f"1 game has no standard error: give {LEAST_GAMES} or more")
    game = solved_game(args, args.game, ACT)
    simulate = offer(
        game.simulate, f"{game.name} is not simulated: 'pipsqueak rate' and 'pipsqueak solve' compute it exactly"
    )
    with show_progress(f"playing {args.games:,} games"):
        found = simulate(args.strategy, args.games, args.seed, args.against)
    if args.json:
        print(json.dumps(dict(found)))
        return 0
    against = f" against {args.against}" if args.against else ""
    print(f"{args.games:,} games of {game.name} by {args.strategy}{against}")
    for key, figures in found.items():
        numbers = figures if isinstance(figures, list) else [figures]
        print(f"  {key.replace('_', ' '):22} {', '.join(f'{number:.6g}' for number in numbers)}")
    return 0

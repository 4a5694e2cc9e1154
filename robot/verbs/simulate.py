"""Play many games at once: what a strategy brings, and how often it wins."""

import argparse
import json

from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, count, rules_taken, seed, solved_game, table_game
from solver.errors import OptionError
from solver.levels import LEVELS

ACT = "simulate"
GAMES = 10_000
LEAST_GAMES = 2
"""Fewer have no standard error."""
RULES = ("goal", "turns", "rule", "commit", "opening", "penalty", "last-round", "weights", "players", "dice-of")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", help="a game of the table, pig-three to pig-ten, or one of your own in a TOML file"
    )
    parser.add_argument("--strategy", default="optimal", metavar="A", help="who plays (default optimal)")
    parser.add_argument(
        "--against",
        metavar="B",
        help="who else plays, in turn in all seats (default: nobody, or optimal); on a sheet 'win' plays to win",
    )
    parser.add_argument("--games", type=count, default=GAMES, metavar="N", help=f"how many (default {GAMES})")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the dice (default 0)")
    add_rules(parser, *RULES, "die", "sides")
    add_help(parser, rules_taken(ACT))
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.games < LEAST_GAMES:
        raise OptionError(f"1 game has no standard error: give {LEAST_GAMES} or more")
    game = solved_game(args, args.game, ACT)
    with show_progress(f"playing {args.games:,} games"):
        if game.simulate and game.tabled and not {args.strategy, args.against} & {*LEVELS}:
            found = game.simulate(args.strategy, args.games, args.seed, args.against)
        else:
            from robot.games.playing import OPTIMAL, simulate

            table, players = table_game(args, game)
            others = max(players, 1 + (args.against is not None)) - 1
            names = [args.strategy, *[args.against or OPTIMAL] * others]
            found = simulate(table, names, args.games, args.seed)
    if args.json:
        print(json.dumps(dict(found)))
        return 0
    against = f" against {args.against}" if args.against else ""
    print(f"{args.games:,} games of {game.name} by {args.strategy}{against}")
    for key, figures in found.items():
        numbers = figures if isinstance(figures, list) else [figures]
        print(f"  {key.replace('_', ' '):22} {', '.join(f'{number:.6g}' for number in numbers)}")
    return 0

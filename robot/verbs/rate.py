"""Compare strategies exactly: how often each wins that begins against each."""

import argparse
import json

from robot.verbs.options import add_json, add_rules, rules_of
from solver.errors import OptionError
from solver.games import find_game
from solver.race.games import ForTwo
from solver.race.hog_strategies import FORMS as HOG_FORMS
from solver.race.strategies import FORMS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a race for two, such as pig")
    which = f"which of them (default: the well-known ones): {FORMS}; for hog: {HOG_FORMS}"
    parser.add_argument("--strategies", metavar="A,B,…", help=which)
    add_rules(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    if not isinstance(game, ForTwo):
        raise OptionError(f"{args.game} is no race for two: its strategies do not meet")
    names = None if args.strategies is None else [name.strip() for name in args.strategies.split(",")]
    if names and not all(names):
        raise OptionError(f"--strategies {args.strategies!r} lacks a name: give names with a comma between any two")
    ratings = game.rate(rules_of(args, game), names)
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

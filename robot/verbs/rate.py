"""Compare strategies exactly: how often one beats another, or what each scores."""

import argparse
import json

from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, offer, rules_taken, solved_game
from solver.errors import OptionError
from solver.games import strategies

ACT = "rate"
RULES = ("goal", "rule", "commit", "weights", "players", "opening", "penalty", "dice-of", "die", "sides")
MOST = 10_000
"""Columns in which every table has room."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        help="a race for two, a game in which dice are set aside, a score sheet, or a game of one turn such as threes",
    )
    which = f"which of them (default: all well-known), of {strategies()}"
    parser.add_argument("--strategies", metavar="A,B,…", help=which)
    add_rules(parser, *RULES)
    add_help(parser, rules_taken(ACT))
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    names = None if args.strategies is None else [name.strip() for name in args.strategies.split(",")]
    if names and not all(names):
        raise OptionError(f"--strategies {args.strategies!r} lacks a name: give names separated by commas")
    game = solved_game(args, args.game, ACT)
    compare = offer(
        game.compare,
        f"{game.name} has no strategies to compare: choose a race for two, a game that sets dice aside, a score sheet, "
        "or a game of one turn",
    )
    with show_progress(f"comparing strategies of {game.name}"):
        comparison = compare(names)
    if args.json:
        print(json.dumps(comparison.lines))
        return 0
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    console = Console()
    table = Table(title=comparison.title, box=SIMPLE, pad_edge=False, collapse_padding=True)
    for place, heading in enumerate(comparison.headings):
        table.add_column(heading.replace(" ", "\n"), justify="right" if place else "left", no_wrap=True)
    for row in comparison.rows:
        table.add_row(*row)
    if Measurement.get(console, console.options.update(max_width=MOST), table).minimum <= console.width:
        console.print(table)
        return 0
    print(comparison.title)
    for name, *cells in comparison.rows:
        print(name)
        print("\n".join(f"  {cell:>8} {heading}" for heading, cell in zip(comparison.headings[1:], cells, strict=True)))
    return 0

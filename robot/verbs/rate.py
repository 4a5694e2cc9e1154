"""Compare strategies: how often one beats another, or what each scores; exactly, or else by games that they play."""

import argparse
import json

from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, count, rules_taken, solved_game, table_game
from solver.errors import OptionError
from solver.games import strategies

ACT = "rate"
RULES = ("goal", "turns", "rule", "commit", "weights", "players", "opening", "penalty", "dice-of", "die", "sides")
GAMES, GAMES_TOGETHER = 200, 50
PAIR = 2  # for more, nothing is compared exactly
MOST = 10_000
"""Columns in which every table has room."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        help="a game of the table, pig-three to pig-ten, or one of your own in a TOML file",
    )
    which = f"which of them (default: all well-known), of {strategies()}"
    parser.add_argument("--strategies", metavar="A,B,…", help=which)
    played = "how many games each plays where nothing exact is known"
    usual = f"default {GAMES}, of several players {GAMES_TOGETHER}"
    parser.add_argument("--games", type=count, metavar="N", help=f"{played} ({usual})")
    add_rules(parser, *RULES)
    add_help(parser, rules_taken(ACT))
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    names = None if args.strategies is None else [name.strip() for name in args.strategies.split(",")]
    if names and not all(names):
        raise OptionError(f"--strategies {args.strategies!r} lacks a name: give names separated by commas")
    game = solved_game(args, args.game, ACT)
    with show_progress(f"comparing strategies of {game.name}"):
        if game.compare and game.tabled and (game.options.players or 1) <= PAIR:
            comparison = game.compare(names)
        else:
            from robot.games.playing import compare

            at_table, players = table_game(args, game)
            comparison = compare(at_table, players, names, args.games or (GAMES if players == 1 else GAMES_TOGETHER))
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

"""Compare strategies: how often one beats another, or what each scores, exactly or by playing games.

With --turn, list the scores of one turn with their chances. With --simulate, play many games with dice from a seed.
"""

import argparse
import json
from typing import Any

from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, count, format_number, load_game, rule_finder, seed, table_game
from solver.decision import write_share
from solver.errors import OptionError
from solver.game import Game
from solver.levels import LEVELS

ACT, TURN, SIMULATE = "rate", "rate --turn", "rate --simulate"
RULES = ("goal", "turns", "rule", "players", "last-round", "die")
OPTIMAL = "optimal"
GAMES, GAMES_TOGETHER, SIMULATED = 200, 50, 10_000
PAIR = 2  # the most players that are compared exactly
MOST = 10_000
"""Columns of a terminal that is wide enough for every table."""
LEAST_SHOWN = 5e-5
"""Smaller chances are left out, because they would print as 0."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = "a game of the table, pig-three to pig-ten, or the .toml file of your own"
    parser.add_argument("game", metavar="GAME", help=known)
    which = "the strategies to compare (default: all well-known ones)"
    parser.add_argument("--strategies", action="append", metavar="A,B,…", help=which)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--turn", nargs="?", const="", metavar="STRATEGY", help="the scores of one turn by a strategy")
    what.add_argument("--simulate", action="store_true", help="play the first strategy against the second")
    usual = f"default {GAMES}, or {GAMES_TOGETHER} for several players; with --simulate {SIMULATED}"
    games = f"how many games each strategy plays if no exact result is known ({usual})"
    parser.add_argument("--games", type=count, metavar="N", help=games)
    parser.add_argument("--seed", type=seed, metavar="N", help="with --simulate, the seed of the dice (default 0)")
    add_rules(parser, *RULES)
    add_help(parser, rule_finder(ACT, TURN, SIMULATE))
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    names = [name.strip() for words in args.strategies or () for name in words.split(",")]
    if not all(names):
        raise OptionError(f"--strategies {','.join(args.strategies)!r} lacks a name: give names separated by commas")
    if args.seed is not None and not args.simulate:
        raise OptionError("--seed is for --simulate: give both, or leave it out")
    if args.turn is not None:
        if names or args.games:
            raise OptionError("--turn rates one strategy exactly: leave out --strategies and --games")
        return _list_turn(args, load_game(args, args.game, TURN))
    if args.simulate:
        return _simulate(args, load_game(args, args.game, SIMULATE), *names or [OPTIMAL])
    game = load_game(args, args.game, ACT)
    with show_progress(f"comparing strategies of {game.name}"):
        if game.compare and game.tabled and (game.options.players or 1) <= PAIR:
            comparison = game.compare(names or None)
        else:
            from robot.games.playing import compare

            at_table, players = table_game(args, game)
            games = args.games or (GAMES if players == 1 else GAMES_TOGETHER)
            comparison = compare(at_table, players, names or None, games)
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


def _simulate(args: argparse.Namespace, game: Game, strategy: str, against: str | None = None, *others: str) -> int:
    """Play many games, and print the points of a strategy, or how often it wins in each seat in turn."""
    games, dice = args.games or SIMULATED, args.seed or 0
    if others:
        raise OptionError("name at most two strategies: one plays against copies of the other")
    with show_progress(f"playing {games:,} games"):
        found: dict[str, Any]
        if game.simulate and game.tabled and not {strategy, against} & {*LEVELS}:
            found = dict(game.simulate(strategy, games, dice, against))
            wins = "share_first" in found
        else:
            from robot.games.playing import counts_wins, simulate

            table, players = table_game(args, game)
            seats = max(players, 1 + (against is not None))
            found = simulate(table, [strategy, *[against or OPTIMAL] * (seats - 1)], games, dice)
            wins = counts_wins(table, seats)
    if args.json:
        print(json.dumps(found))
        return 0
    print(f"{games:,} games of {game.name} by {strategy}{f' against {against}' if against else ''}")
    for key, figures in found.items():
        write = write_share if wins and key != "games_per_second" else format_number
        numbers = figures if isinstance(figures, list) else [figures]
        told = ", ".join("-" if number is None else write(number) for number in numbers)
        print(f"  {key.replace('_', ' '):22} {told}")
    return 0


def _list_turn(args: argparse.Namespace, game: Game) -> int:
    """Print the scores of one turn with the chance of each."""
    with show_progress("following turns to their ends"):
        if game.outcomes:
            found = game.outcomes(args.turn or None)
        else:
            from robot.games.playing import turn_outcomes

            found = turn_outcomes(table_game(args, game)[0], args.turn or OPTIMAL)
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    print("Score\tProbability")
    for score, chance in found.chances.items():
        if chance >= LEAST_SHOWN:
            print(f"{score}\t{chance:.4f}")
    print(f"\nMean\t{format_number(found.mean)}")
    if "hundred" in found.more:
        print(f"100 in one turn, never holding before\t{found.more['hundred']:.4f}")
    return 0

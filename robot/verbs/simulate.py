"""Play many games on a score sheet at once: what a strategy scores, how often it wins, and how often any can win."""

import argparse
import json

from robot.terminal.waiting import notice_if_slow, print_notice
from robot.verbs.options import add, add_rules, count, rules_of, seed
from solver.errors import OptionError
from solver.games import find_game

GAMES = 10_000
LEAST_GAMES = 2
"""Fewer have no standard error."""
BOUND_GAMES = 8
"""This many games of the other take two minutes on two cores at Yahtzee."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", help="a score sheet, such as yahtzee, or one of your own in a TOML file"
    )
    parser.add_argument("--strategy", metavar="A", help="who plays (default optimal)")
    parser.add_argument(
        "--against",
        metavar="B",
        help="play games in pairs, with the same dice in both seatings; 'win' plays to win, not for points",
    )
    parser.add_argument(
        "--bound",
        action="store_true",
        help="bound from above how often any player can win against play for points, in each seat",
    )
    parser.add_argument(
        "--games", type=count, metavar="N", help=f"how many (default {GAMES}, with --bound {BOUND_GAMES} of the other)"
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of the dice (default 0)")
    add_rules(parser)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.games is not None and args.games < LEAST_GAMES:
        raise OptionError(f"1 game has no standard error: give {LEAST_GAMES} or more")
    game = find_game(args.game)
    rules = rules_of(args, game)
    if args.bound:
        if args.strategy or args.against:
            raise OptionError("a bound holds for every player: leave out --strategy and --against")
        games = BOUND_GAMES if args.games is None else args.games
        found = game.bound(rules, games, args.seed, _print_progress)
        title = f"An upper bound of the games of {game.name} that can be won against optimal, by {games:,} of its games"
    else:
        games, strategy = GAMES if args.games is None else args.games, args.strategy or "optimal"
        with notice_if_slow(f"{games:,} games are played, which may take minutes"):
            found = game.simulate(rules, strategy, games, args.seed, args.against)
        against = f" against {args.against}" if args.against else ""
        title = f"{games:,} games of {game.name} by {strategy}{against}"
    if args.json:
        print(json.dumps(dict(found)))
        return 0
    print(title)
    for key, figures in found.items():
        numbers = figures if isinstance(figures, list) else [figures]
        print(f"  {key.replace('_', ' '):22} {', '.join(f'{number:.6g}' for number in numbers)}")
    return 0


def _print_progress(done: int, games: int) -> None:
    """Say how far a bound is, a dozen times at most."""
    if done % max(1, games // BOUND_GAMES) == 0:
        print_notice(f"{done:,} of {games:,} games are done")

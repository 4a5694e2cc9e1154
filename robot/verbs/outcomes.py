"""List the scores of one turn with the chance of each: of Pig under hold-at-n, or by a strategy of other games."""

import argparse
import json

from robot.terminal.progress import show_progress
from robot.verbs.options import add, add_die, die_of
from solver.games import find_game, turns

LEAST_SHOWN = 5e-7
"""Smaller chances would be printed as 0."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default="pig",
        help="pig, a game of one round, or one in which dice are set aside (default pig)",
    )
    parser.add_argument("--hold", type=int, metavar="N", help="hold at this turn total")
    parser.add_argument("--strategy", metavar="NAME", help=f"how the turn is played: {turns()}")
    add_die(parser)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    game, die = find_game(args.game), die_of(args)
    with show_progress("following turns to their ends"):
        found = game.outcomes(die, args.strategy, args.hold)
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    print("Score\tProbability")
    for score, chance in found.chances.items():
        if chance >= LEAST_SHOWN:
            print(f"{score}\t{chance:.6f}")
    print(f"\nMean\t{found.mean:.6f}")
    if "hundred" in found.more:
        print(f"100 in one turn, never holding before\t{found.more['hundred']:.6f}")
    return 0

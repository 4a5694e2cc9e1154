"""List the scores of one turn of Pig under hold-at-n, with the chance of each."""

import argparse
import json

from robot.verbs.options import add_die, add_json, die_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hold", type=int, default=20, metavar="N", help="hold at this turn total (default 20)")
    add_die(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from solver.race.turn_outcomes import HUNDRED, outcomes

    found = outcomes(args.hold, die_of(args))
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    print("Score\tProbability")
    for score, chance in found.chances.items():
        print(f"{score}\t{chance:.6f}")
    print(f"\nMean\t{found.mean:.6f}")
    print(f"{HUNDRED} in one turn, thrown on to it\t{found.hundred:.6f}")
    return 0

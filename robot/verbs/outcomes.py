"""List the scores of one turn with the chance of each: of Pig under hold-at-n, or by a strategy of other games."""

import argparse
import json

from robot.installation import spell_option
from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, offer, rules_taken, solved_game
from solver.errors import spell_names
from solver.games import find_game, turns

ACT = "outcomes"
USUAL = "pig"
LEAST_SHOWN = 5e-7
"""Smaller chances would be printed as 0."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="pig, a game of one round, or one in which dice are set aside (default pig)",
    )
    parser.add_argument("--hold", type=int, metavar="N", help="hold at this turn total")
    parser.add_argument(
        "--strategy", metavar="NAME", help=f"how the turn is played: {spell_names(turns(), spell_option)}"
    )
    add_rules(parser, "die", "sides")
    add_help(parser, takes, ("hold", "strategy"))
    add(parser, "json")


def takes(name: str) -> set[str]:
    """Return the options that a game takes."""
    game = find_game(name)
    return {"hold" if "{hold}" in game.turns else "strategy", *rules_taken(ACT)(name)}


def run(args: argparse.Namespace) -> int:
    game = solved_game(args, args.game or USUAL, ACT)
    outcomes = offer(
        game.outcomes,
        f"no outcomes of one turn of {game.name} are known: name pig, a game of one round, or one that sets dice aside",
    )
    with show_progress("following turns to their ends"):
        found = outcomes(args.strategy, args.hold)
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

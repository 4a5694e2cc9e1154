"""List the scores of one turn with the chance of each: of a race under hold-at-n, or by a strategy."""

import argparse
import json

from robot.installation import spell_option
from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, rules_taken, solved_game, table_game
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
        help="a game of the table, or one of your own in a TOML file (default pig)",
    )
    parser.add_argument("--hold", type=int, metavar="N", help="hold at this turn total")
    parser.add_argument(
        "--strategy", metavar="NAME", help=f"how the turn is played: {spell_names(turns(), spell_option)}"
    )
    add_rules(parser, "turns", "rule", "commit", "weights", "die", "sides")
    add_help(parser, takes, ("hold", "strategy"))
    add(parser, "json")


def takes(name: str) -> set[str]:
    """Return the options that a game takes."""
    game = find_game(name)
    return {"hold" if "{hold}" in game.turns else "strategy", *rules_taken(ACT)(name)}


def run(args: argparse.Namespace) -> int:
    game = solved_game(args, args.game or USUAL, ACT)
    with show_progress("following turns to their ends"):
        if game.outcomes:
            found = game.outcomes(args.strategy, args.hold)
        else:
            from robot.games.playing import OPTIMAL, turn_outcomes

            held = OPTIMAL if args.hold is None else f"hold{args.hold}"
            found = turn_outcomes(table_game(args, game)[0], args.strategy or held)
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

"""Tell the best action in a position, all alternatives with their values, and why."""

import argparse
import json
from dataclasses import replace

from robot.verbs.options import add_json, add_rules, rules_of, scores
from solver.errors import OptionError, PositionError
from solver.games import GAMES, find_game

LATER = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
WORDS = {
    "me": "score of the player whose turn it is",
    "opponent": "the other player's score",
    "turn": "points of this turn so far",
    "left": "turns that are left, this one included",
    "rival": "the best score of the others",
    "attackers": "armies that can attack",
    "defenders": "armies that they attack",
} | dict.fromkeys(LATER, "score of the player who is then to throw")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    for place in places():
        parser.add_argument(f"--{place}", type=int, metavar="N", help=WORDS.get(place))
    parser.add_argument(
        "--chain",
        type=scores,
        metavar="N,N,…",
        help="armies of territories one after another; --attackers are then all in the first territory, who stays too",
    )
    add_rules(parser)
    add_json(parser)


def places() -> list[str]:
    """Return every number that some game's advice takes, each once."""
    return list(dict.fromkeys(place for name in GAMES for place in find_game(name).position))


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    given = {place: getattr(args, place) for place in game.position if getattr(args, place) is not None}
    foreign = [f"--{place}" for place in places() if place not in game.position and getattr(args, place) is not None]
    if foreign:
        raise OptionError(f"{args.game} takes no {' and no '.join(foreign)}: leave it out")
    missing = [f"--{place}" for place in game.position if place not in given and place not in game.defaults]
    if missing:
        raise PositionError(f"a position of {args.game} lacks {' and '.join(missing)}: give a number for each")
    decision = game.advise(replace(rules_of(args, game), chain=args.chain), **given)
    if args.json:
        print(json.dumps(decision.to_json(), ensure_ascii=False))
        return 0
    print(decision.why)
    best_first = sorted(decision.options.items(), key=lambda option: (option[0] != decision.action, -option[1]))
    for action, value in best_first:
        print(f"  {action:5} {value:.9g}")
    return 0

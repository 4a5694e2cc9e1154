"""Tell the best action in a position, all alternatives with their values, and why."""

import argparse
import json

from robot.verbs.options import GAMES, add_json, check_game
from solver.advise import advise_pig


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--me", type=int, required=True, metavar="I", help="score of the player whose turn it is")
    parser.add_argument("--opponent", type=int, required=True, metavar="J", help="the other player's score")
    parser.add_argument("--turn", type=int, default=0, metavar="K", help="points of this turn so far (default 0)")
    parser.add_argument("--goal", type=int, default=100, metavar="N", help="points that win (default 100)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    check_game(args.game)
    decision = advise_pig(args.me, args.opponent, args.turn, args.goal)
    if args.json:
        print(json.dumps(decision.to_json(), ensure_ascii=False))
        return 0
    print(decision.why)
    for action, value in sorted(decision.options.items(), key=lambda option: -option[1]):
        print(f"  {action:5} wins {value:.6%}")
    if not decision.reachable:
        print("  Play cannot come to this position.")
    return 0

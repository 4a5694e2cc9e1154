"""List the scores of one turn with the chance of each: of Pig under hold-at-n, or by a strategy of other games."""

import argparse
import json
from typing import TYPE_CHECKING

from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add, add_die, die_of
from solver.errors import OptionError
from solver.keep_and_throw.games import KeepGame, KeepOptions
from solver.keep_and_throw.strategies import FORMS, GREEDY
from solver.rounds.games import RoundGame, RoundOptions

if TYPE_CHECKING:
    from solver.race.evaluate import TurnOutcomes

PIG = "pig"
HOLD_AT = 20
LEAST_SHOWN = 5e-7
"""Smaller chances would be printed as 0."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default=PIG,
        help="pig, a game of one round, or one in which dice are set aside (default pig)",
    )
    parser.add_argument("--hold", type=int, metavar="N", help=f"in Pig, hold at this turn total (default {HOLD_AT})")
    parser.add_argument(
        "--strategy",
        metavar="NAME",
        help=f"where dice are set aside: {FORMS}, but optimal (default {GREEDY}); of one round: optimal, greedy …",
    )
    add_die(parser)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    found = _pig(args) if args.game == PIG else _strategy(args)
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    print("Score\tProbability")
    for score, chance in found.chances.items():
        if chance >= LEAST_SHOWN:
            print(f"{score}\t{chance:.6f}")
    print(f"\nMean\t{found.mean:.6f}")
    if "hundred" in found.more:
        print(f"100 in one turn, thrown on to it\t{found.more['hundred']:.6f}")
    return 0


def _pig(args: argparse.Namespace) -> "TurnOutcomes":
    from solver.race.evaluate import hold_outcomes

    if args.strategy is not None:
        raise OptionError("in Pig a turn is held at a total: leave out --strategy, or give --hold N")
    return hold_outcomes(HOLD_AT if args.hold is None else args.hold, die_of(args))


def _strategy(args: argparse.Namespace) -> "TurnOutcomes":
    from solver.games import find_game
    from solver.keep_and_throw.rating import aside_outcomes
    from solver.rounds.rating import OPTIMAL, WIN, round_outcomes

    game = find_game(args.game)
    if isinstance(game, RoundGame):
        if args.hold is not None:
            raise OptionError(
                "a turn of one round is played by a strategy: leave out --hold, or give --strategy greedy"
            )
        if args.strategy == WIN:
            raise OptionError("what wins depends on the others: give --strategy optimal, or leave it out")
        return round_outcomes(args.strategy or OPTIMAL, game.rules, game.die(RoundOptions(die=die_of(args))))
    if not isinstance(game, KeepGame):
        raise OptionError(
            f"no outcomes of one turn of {args.game} are known: "
            "name pig, a game of one round, or one that sets dice aside"
        )
    if args.hold is not None:
        raise OptionError("dice are set aside by a strategy: leave out --hold, or give --strategy hold-500-2")
    options = KeepOptions(die=die_of(args))
    with notice_if_slow("turns are followed to their ends, which takes longer the first time"):
        return aside_outcomes(game.rules(options), game.laws(options)[0], args.strategy or GREEDY)

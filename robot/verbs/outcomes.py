"""List the scores of one turn with the chance of each: of Pig under hold-at-n, or by a strategy of other games."""

import argparse
import json
from collections.abc import Mapping

from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add_die, add_json, die_of
from solver.errors import OptionError
from solver.keep_and_throw.games import KeepGame, KeepOptions
from solver.keep_and_throw.strategies import FORMS, GREEDY
from solver.rounds.games import RoundGame, RoundOptions

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
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.game != PIG:
        return _aside(args)
    from solver.race.turn_outcomes import HUNDRED, outcomes

    if args.strategy is not None:
        raise OptionError("in Pig a turn is held at a total: leave out --strategy, or give --hold N")
    found = outcomes(HOLD_AT if args.hold is None else args.hold, die_of(args))
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    _print(found.chances, found.mean)
    print(f"{HUNDRED} in one turn, thrown on to it\t{found.hundred:.6f}")
    return 0


def _aside(args: argparse.Namespace) -> int:
    from solver.games import find_game
    from solver.keep_and_throw.rating import aside_outcomes

    game = find_game(args.game)
    if isinstance(game, RoundGame):
        return _round(args, game)
    if not isinstance(game, KeepGame):
        raise OptionError(
            f"no outcomes of one turn of {args.game} are known: "
            "name pig, a game of one round, or one that sets dice aside"
        )
    if args.hold is not None:
        raise OptionError("dice are set aside by a strategy: leave out --hold, or give --strategy hold-500-2")
    options = KeepOptions(die=die_of(args))
    with notice_if_slow("turns are followed to their ends, which takes longer the first time"):
        found = aside_outcomes(game.rules(options), game.laws(options)[0], args.strategy or GREEDY)
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    _print(found.chances, found.mean)
    return 0


def _round(args: argparse.Namespace, game: RoundGame) -> int:
    from solver.rounds.rating import OPTIMAL, WIN, score_chances
    from solver.rounds.turn_graph import turn_graph

    if args.hold is not None:
        raise OptionError("a turn of one round is played by a strategy: leave out --hold, or give --strategy greedy")
    if args.strategy == WIN:
        raise OptionError("what wins depends on the others: give --strategy optimal, or leave it out")
    die, strategy = game.die(RoundOptions(die=die_of(args))), args.strategy or OPTIMAL
    found = map(float, score_chances(strategy, game.rules, die))
    chances = dict(sorted(zip(turn_graph(game.rules, die).scores, found, strict=True)))
    mean = sum(score * chance for score, chance in chances.items())
    if args.json:
        outcomes = {str(score): chance for score, chance in chances.items()}
        print(json.dumps({"strategy": strategy, "outcomes": outcomes, "mean": mean}))
        return 0
    _print(chances, mean)
    return 0


def _print(chances: Mapping[int, float], mean: float) -> None:
    print("Score\tProbability")
    for score, chance in chances.items():
        if chance >= LEAST_SHOWN:
            print(f"{score}\t{chance:.6f}")
    print(f"\nMean\t{mean:.6f}")

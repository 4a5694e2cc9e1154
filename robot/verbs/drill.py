"""Practise the positions in which you erred, costliest kinds first, until you get them right; or test yourself."""

import argparse

from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add, add_help, count, game_of, integer, print_json, read_typed, say_all, surroundings
from solver.errors import OptionError

MOST = 10
"""The number of positions that are asked without --most."""


def takes(name: str) -> dict[str, str]:
    """Return no options, because all games take the same. Raises OptionError for a game that nobody has solved."""
    from robot.games.registry import make_game

    if not make_game(*game_of(argparse.Namespace(game=name))).reviewable:
        raise OptionError(f"{name} is not solved, so the cost of choices is unknown: name another game")
    return {}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a solved game that you have played, or the file of your own")
    add_help(parser, takes)
    parser.add_argument("--player", metavar="NAME", help="whose errors (default: everybody's)")
    parser.add_argument("--most", type=count, default=MOST, metavar="N", help=f"ask at most this many (default {MOST})")
    parser.add_argument("--test", type=integer, metavar="SEED", help="rate yourself on twenty random positions")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.coach.drill import Drill, PastError, SpacedErrors, past_errors, pick_test
    from robot.games.registry import make_game
    from robot.match.journal import Journal
    from robot.review.rating import Rating

    folders, language = surroundings(args)
    game, rules = game_of(args)
    takes(args.game)
    spaced = SpacedErrors(folders.data / "drill.json")
    with notice_if_slow(language.say(Saying("slow-journal"))):
        if args.test is not None:
            errors = pick_test(make_game(game, rules, folders.cache), args.test)
        else:
            with Journal(folders.journal) as journal:
                errors = spaced.pick(past_errors(journal, game, folders.cache, args.player))[: args.most]
    if args.json:
        for error in errors:
            print_json(error.to_json())
        return 0
    if not errors:
        say_all([language.say(Saying("drill-none"))])
        return 0
    rating, answers = Rating(errors[0].advice.decision.unit), list[tuple[PastError, bool]]()
    for number, error in enumerate(errors, 1):
        if number == 1 and args.test is None:
            say_all([language.say(Saying("drill-kind", {"kind": Saying(f"mistake-{error.kind}")}))])
        drill = Drill(error, language, folders.cache)
        say_all(drill.ask(number, len(errors)))
        while not drill.over and not drill.left:
            say_all(drill.answer(read_typed(drill.prompt)))
        if drill.left:
            break
        advice, chosen = error.advice, drill.chosen
        answers.append((error, chosen is not None and not advice.costs_much(chosen)))
        if chosen:
            rating.add(advice.position, advice.action, chosen, advice.cost(chosen))
    if rating.costs:  # none if every answer was shown
        right = sum(was_right for _, was_right in answers)
        say_all([language.say(Saying("drill-right", {"right": right, "asked": len(rating.costs)}))])
        if not errors[0].advice.decision.about:
            say_all([language.sentence(Saying("sentence", {"words": rating.saying}))])
    if answers and args.test is None:
        spaced.keep(answers)
    return 0

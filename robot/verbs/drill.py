"""Ask again the positions of your own errors: those of the journal whose choice cost most, costliest first."""

import argparse

from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add, count, game_of, print_json, read_typed, say_all, surroundings

MOST = 10
"""This many positions are asked if nothing else is said."""
SLOWLY = "every choice in the journal is being weighed, which may take a minute"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game that you have played, or the .toml of your own")
    parser.add_argument("--player", metavar="NAME", help="whose errors (default: those of all people)")
    parser.add_argument("--most", type=count, default=MOST, metavar="N", help=f"ask at most this many (default {MOST})")
    add(parser, "language", "json")


def run(args: argparse.Namespace) -> int:
    from robot.coach.drill import Drill, past_errors
    from robot.match.journal import Journal

    folders, language = surroundings(args)
    game, _ = game_of(args)
    with Journal(folders.journal) as journal, notice_if_slow(SLOWLY):
        errors = past_errors(journal, game, folders.cache, args.player)[: args.most]
    if args.json:
        for error in errors:
            print_json(error.to_json())
        return 0
    if not errors:
        say_all([language.say(Saying("drill-none"))])
        return 0
    asked = right = 0
    for number, error in enumerate(errors, 1):
        drill = Drill(error, language, folders.cache)
        say_all(drill.ask(number, len(errors)))
        while not drill.over and not drill.left:
            say_all(drill.answer(read_typed(drill.prompt)))
        if drill.left:
            break
        asked, right = asked + 1, right + drill.right
    if asked:
        say_all([language.say(Saying("drill-right", {"right": right, "asked": asked}))])
    return 0

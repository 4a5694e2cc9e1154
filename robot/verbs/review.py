"""Review a past game: what every choice cost, what was luck and what skill, and where the game turned."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from robot.language import Language, english
from robot.language.language import ENGLISH
from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow, print_notice
from robot.verbs.options import add, check_picture, print_json, surroundings
from solver.errors import MissingNumbaError, OptionError

if TYPE_CHECKING:
    from robot.config import Folders

SLOWLY = "every choice is being weighed, which may take a minute; --points leaves out the chances to win"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a recording's folder, or the number of a game in the journal (default: the newest)",
    )
    parser.add_argument(
        "--points", action="store_true", help="leave out the chances to win, which take long the first time"
    )
    add(parser, "picture", "language", "json")


def run(args: argparse.Namespace) -> int:
    check_picture(args.picture)
    folders, language = surroundings(args)
    if args.picture or (language.name != ENGLISH and not args.json):
        _look_back(args, folders, language)
    else:
        _print_review(args, folders)
    return 0


def _look_back(args: argparse.Namespace, folders: "Folders", language: Language) -> None:
    """Tell a game of the journal in any language, and draw it."""
    from robot.match.journal import Journal
    from robot.review.past_games import newest
    from robot.review.summary import after_game, how_to_keep, summary_lines
    from robot.review.summary_cache import draw

    if args.game is not None and not args.game.isdecimal():
        raise OptionError("pictures and other languages are for games of the journal: give its number, or none")
    number = None if args.game is None else int(args.game)
    with Journal(folders.journal) as journal, notice_if_slow(SLOWLY):
        number = newest(journal) if number is None else number
        after = after_game(journal, number, folders.cache, wins=not args.points)
    if args.json:
        print_json(after.to_json())
    else:
        print("\n".join([language.say(after.title), *summary_lines(after, language)]))
    if args.picture:
        draw(after, language, args.picture)
        print_notice(language.say(Saying("after-kept", {"file": str(args.picture)})))
    elif not args.json:
        print(language.say(how_to_keep(number)))


def _print_review(args: argparse.Namespace, folders: "Folders") -> None:
    from robot.match.journal import Journal
    from robot.review.past_games import from_journal, from_recording, newest, review
    from robot.review.summary import how_to_keep

    number = None
    if args.game is None or args.game.isdecimal():
        with Journal(folders.journal) as journal:
            number = newest(journal) if args.game is None else int(args.game)
            past = from_journal(journal, number, folders.cache)
    else:
        past = from_recording(Path(args.game), folders.cache)
    with notice_if_slow(SLOWLY):
        try:
            found = review(past, wins=not args.points)
        except MissingNumbaError as missing:
            found = review(past, wins=False)
            print_notice(f"chances to win are left out: {missing}")
    if args.json:
        summary_lines = {"game": past.game.name, "rules": dict(past.game.rules), "players": list(past.names)}
        print_json(summary_lines | found.to_json())
        return
    print(f"{english().say(past.game.title)}, {len(found.plays)} choices")
    print("\n".join(found.sentences(past.names)))
    if number is not None:
        print(english().say(how_to_keep(number)))

"""Review a past game: what every choice cost, what was luck and what skill, and where the game turned."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from robot.installation import describe_error
from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow, print_notice
from robot.verbs.options import add, add_picture, print_json, say_all, surroundings
from solver.errors import MissingNumbaError

SLOWLY = "every choice is being weighed, which may take a minute; --points leaves out the chances to win"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a recording's folder, a game as one line, or the number of one in the journal (default: the newest)",
    )
    parser.add_argument(
        "--points", action="store_true", help="leave out the chances to win, which take long the first time"
    )
    add_picture(parser)
    add(parser, "language", "json")


def run(args: argparse.Namespace) -> int:
    from robot.match.journal import Journal
    from robot.review.past_games import from_journal, from_line, from_recording, newest, review
    from robot.review.summary import how_to_keep, summarise, summary_lines
    from robot.review.summary_image import draw
    from solver.games import GAMES

    folders, language = surroundings(args)
    number = None
    with ExitStack() as stack:
        if args.game is None or args.game.isdecimal():
            journal = stack.enter_context(Journal(folders.journal))
            number = newest(journal) if args.game is None else int(args.game)
            past = from_journal(journal, number, folders.cache)
        elif "|" in args.game or (args.game.partition(" ")[0] in GAMES and not Path(args.game).exists()):
            past = from_line(args.game, folders.cache)
        else:
            past = from_recording(Path(args.game), folders.cache)
        stack.enter_context(notice_if_slow(SLOWLY))
        try:
            found = review(past, wins=not args.points)
        except MissingNumbaError as missing:
            found = review(past, wins=False)
            print_notice(f"chances to win are left out: {describe_error(missing)}")
        after = summarise(past, found)
    if args.json:
        told = {"game": past.game.name, "rules": dict(past.game.rules), "players": list(past.names)}
        print_json(told | found.to_json())
    else:
        say_all([language.say(after.title), *summary_lines(after, language)])
    if args.picture:
        draw(after, language, args.picture)
        print_notice(language.say(Saying("after-kept", {"file": str(args.picture)})))
    elif number is not None and not args.json:
        say_all([language.say(how_to_keep(number))])
    return 0

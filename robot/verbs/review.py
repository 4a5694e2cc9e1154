"""Review a past game: what every choice cost, what was luck and what skill, and where the game turned."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from robot.errors import FileError, UsageError
from robot.installation import describe_error
from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow, print_notice
from robot.verbs.options import add, add_picture, print_json, say_all, surroundings
from solver.errors import MissingNumbaError

if TYPE_CHECKING:
    from robot.language import Language
    from robot.review.past_games import PastGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = "a number in the journal (default: newest), a recording's folder, a game as one line, or a file of lines"
    parser.add_argument("game", nargs="?", metavar="GAME", help=which)
    points = "leave out the chances to win, which take long the first time"
    parser.add_argument("--points", action="store_true", help=points)
    add_picture(parser)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.match.journal import Journal
    from robot.review.past_games import find_newest, from_journal, from_line, from_recording
    from solver.games import GAMES

    folders, language = surroundings(args)
    if args.game is None or args.game.isdecimal():
        with Journal(folders.journal) as journal:
            number = find_newest(journal) if args.game is None else int(args.game)
            if args.game is None and not args.json:
                print_notice(language.say(Saying("review-newest", {"number": str(number)})))
            _review(args, from_journal(journal, number, folders.cache), language, number)
        return 0
    path = Path(args.game)
    if args.game in GAMES and not path.exists():
        takes = "the number of a game ('pipsqueak data games' lists them), a file, a folder, or a line"
        raise UsageError(f"{args.game} alone is no game to review: give {takes}, such as 'pig 0:0 | 4 6 h'")
    if "|" in args.game or (args.game.partition(" ")[0] in GAMES and not path.exists()):
        pasts = [from_line(args.game, folders.cache)]
    elif path.is_file():
        pasts = [from_line(line, folders.cache) for line in _read_games(path)]
    else:
        pasts = [from_recording(path, folders.cache)]
    if args.picture and len(pasts) > 1:
        raise UsageError(f"{path} holds {len(pasts)} games, and a picture shows one: leave out --picture")
    for past in pasts:
        _review(args, past, language)
    return 0


def _read_games(path: Path) -> list[str]:
    """Return the games in a file, one a line; # begins a comment. Raises FileError, UsageError if there are none."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise FileError(f"{path} cannot be read ({reason}): check its name") from error
    if games := [line for line in lines if line and not line.startswith("#")]:
        return games
    raise UsageError(f"{path} holds no game: write one a line, such as pig 0:0 | 4 6 h")


def _review(args: argparse.Namespace, past: "PastGame", language: "Language", number: int | None = None) -> None:
    """Print the review of a game, and draw it if --picture asks for it. A game of the journal has a `number`."""
    from robot.review.past_games import review
    from robot.review.summary import summarise, summary_lines
    from robot.review.summary_image import draw

    with notice_if_slow(language.say(Saying("slow-review"))):
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
        say_all([language.say(Saying("after-keep", {"command": f"pipsqueak review {number} --picture game.svg"}))])

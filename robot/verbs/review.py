"""Look at a played game again: what every choice cost, luck and skill apart, and where the game turned."""

import argparse
import json
from pathlib import Path

from robot.verbs.options import add_json
from robot.waiting import to_people, told_if_slow
from solver.errors import MissingNumbaError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a recording's folder, or the number of a game in the journal (default: the newest)",
    )
    parser.add_argument("--points", action="store_true", help="leave out chances to win: the first time they take long")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.journal import Journal
    from robot.language import english
    from robot.past import from_journal, from_recording, review

    folders = Folders.of_user()
    if args.game is None or args.game.isdecimal():
        with Journal(folders.journal) as journal:
            past = from_journal(journal, None if args.game is None else int(args.game), folders.cache)
    else:
        past = from_recording(Path(args.game), folders.cache)
    with told_if_slow("every choice is weighed, which may take a minute; --points leaves out chances to win"):
        try:
            found = review(past, wins=not args.points)
        except MissingNumbaError as missing:
            found = review(past, wins=False)
            to_people(f"chances to win are left out: {missing}")
    if args.json:
        told = {"game": past.game.name, "rules": dict(past.game.rules), "players": list(past.names)}
        print(json.dumps(told | found.to_json(), ensure_ascii=False))
        return 0
    print(f"{english().say(past.game.title)}, {len(found.plays)} choices")
    print("\n".join(found.sentences(past.names)))
    return 0

"""Take names of people out of the journal, coached games and recordings; the games stay."""

import argparse

from robot.errors import PlayerError
from robot.terminal.waiting import print_notice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="a player's name, whole; capitals do not matter")
    parser.add_argument("--all", action="store_true", help="the names of all people")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.forgetting import forget
    from robot.language.names import NameFilter, plain

    if bool(args.names) == args.all or not all(map(plain, args.names)):
        raise PlayerError("whose name is it: give names, or --all for everybody's")
    done = forget(Folders.of_user(), NameFilter() if args.all else NameFilter.of(args.names))
    changed = f"games: {done.games}, coached games: {done.sessions}, recordings: {done.recordings}"
    print(f"names are gone from {changed}")
    for what, left in (("game", done.games_left), ("coached game", done.sessions_left)):
        for number in left:
            print_notice(f"{what} {number} is in use or damaged and keeps its names: end it, then say this again")
    for folder in done.recordings_left:
        print_notice(f"{folder} was written to within the hour and keeps its names: say this again later")
    if done.changed:
        print("restart a table that runs; backups, exports and recordings elsewhere hold what they held")
    return 1 if done.left else 0

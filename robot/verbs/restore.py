"""Put a backup in its place, on this machine or a fresh one."""

import argparse
from pathlib import Path

from robot.verbs.options import command, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that 'pipsqueak backup' has written")
    parser.add_argument(
        "--replace", action="store_true", help="even where there is something already, which is kept aside"
    )


def run(args: argparse.Namespace) -> int:
    from robot.backup import restore
    from robot.config import Folders
    from robot.match.journal import Journal
    from solver.decision import count_in_words

    folders = Folders.of_user()
    backup, asides = restore(folders, args.file, replace=args.replace)
    files = count_in_words(backup.files, "file", "files")
    say(f"{files} of {backup.made}: now in {folders.config} and {folders.data}")
    for aside in asides:
        say(f"what was there before is in {aside}")
    if folders.journal.is_file():
        with Journal(folders.journal) as journal:
            if journal.all_unfinished():
                say(f"a game is unfinished: go on with '{command('play', '--resume')}'")
    return 0

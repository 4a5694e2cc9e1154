"""Keep settings, calibration, password, languages, journal, dice, coached games and day books in one file."""

import argparse

from robot.verbs.options import add_output, say

MORE = """\
Games may go on meanwhile. Only its owner may read FILE, which holds the operator's password and the page's key.
Recordings, pictures, voices and what can be computed again are left out. 'pipsqueak restore FILE' puts it back.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    add_output(parser, "file", help="the file to write, such as table.zip")


def run(args: argparse.Namespace) -> int:
    from robot.backup import back_up
    from robot.config import Folders
    from solver.decision import count_in_words

    backup = back_up(Folders.of_user(), args.file)
    say(f"{args.file}: {count_in_words(backup.files, 'file', 'files')}, {backup.size / 1e6:.1f} MB")
    return 0

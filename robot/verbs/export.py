"""Export the whole journal for other programs, as JSON Lines or as CSV."""

import argparse
import sys
from pathlib import Path

from robot.terminal.letters import escape_letters

FORMATS = ("jsonl", "csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="(default jsonl)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it into a file (default: print it)")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.errors import FileError
    from robot.files import write_whole
    from robot.match.journal import Journal
    from robot.records.export import comma_lines, json_lines

    with Journal(Folders.of_user().journal) as journal:
        lines = (json_lines if args.format == "jsonl" else comma_lines)(journal)
        if args.out is None:
            for line in lines:
                print(escape_letters(line, sys.stdout))
            return 0
        try:
            text = "".join(f"{line}\n" for line in lines)
            write_whole(args.out, text.encode(errors="backslashreplace"))
        except OSError as error:
            raise FileError(
                f"{args.out} cannot be written ({error.strerror}): name another file", key="fault-folder"
            ) from error
    return 0

"""Export the whole journal for other programs, as JSON Lines."""

import argparse

from robot.verbs.options import add_output, write_output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_output(parser, "--out", help="write the journal into this file (default: print it)")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.match.journal import Journal
    from robot.records.log_json import json_lines

    with Journal(Folders.of_user().journal) as journal:
        lines = json_lines(journal)
        if args.out is None:
            for line in lines:
                print(line)
        else:
            write_output(args.out, "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace"))
    return 0

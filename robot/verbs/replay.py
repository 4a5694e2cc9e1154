"""Read a recording again, decide each choice again, and list what differs from the recording."""

import argparse
from pathlib import Path

from robot.verbs.options import add, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="a recording made with 'pipsqueak play --record DIR'")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.app import plate_by
    from robot.config import Folders
    from robot.records.recording import read_calibration, read_machine
    from robot.records.replay import replay
    from vision.reader import Reader
    from vision.table.reader import TableReader

    counts = {"reading": 0, "decision": 0}
    differences = 0
    plate = plate_by(read_calibration(args.folder), read_machine(args.folder))
    for compared in replay(args.folder, TableReader(plate), Reader(plate), Folders.of_user().cache):
        counts[compared.what] += 1
        differences += not compared.same
        if args.json:
            print_json(compared.to_json())
        elif not compared.same:
            print(f"{compared.what}, {compared.where}: then {compared.then}, now {compared.now}", flush=True)
    if not args.json:
        print(f"{counts['reading']} readings and {counts['decision']} decisions compared: {differences} differ")
    return 1 if differences else 0

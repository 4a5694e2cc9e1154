"""Record throws of any table, or pictures of any camera."""

import argparse
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from robot.terminal.waiting import print_notice
from robot.verbs.options import add_simulated, count, limit, say, table_choice

if TYPE_CHECKING:
    from hardware.camera import Camera
    from hardware.clock import Clock
    from robot.config import Config
    from robot.records.recording import Recorder
    from robot.table.choice import TableChoice

DAY = 86_400
"""The longest pause between looks, in seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    new = "a new folder (default: named by the date, in the recordings folder, where old ones are thinned out)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help=new)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--throws", type=count, default=10, metavar="N", help="number of throws (default 10)")
    what.add_argument("--looks", type=count, metavar="N", help="take N pictures with the camera, without throwing")
    parser.add_argument("--dice", type=limit(1, 6, int), metavar="N", help="number of your own dice (default 6)")
    pause = limit(0, DAY, float, "seconds")
    parser.add_argument("--every", type=pause, default=1.0, metavar="S", help="seconds between looks (default 1)")
    add_simulated(parser, fast=True)


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders, load
    from robot.records.capture import new_folder
    from robot.records.recording import thin

    folders = Folders.of_user()
    config = load(folders)
    if args.folder is None:
        for thinned in thin(folders.recordings, config.recordings_gigabytes, config.recordings_days):
            print_notice(thinned)
    today = f"{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M}"
    folder = args.folder or new_folder(folders.recordings, today)
    done = _record(args, config, folder)
    short = args.looks is not None and done < args.looks
    ended = f" of {args.looks}, because the film or folder ended: ask for fewer, or lower --every"
    print_notice(f"{'looks' if args.looks else 'throws'} recorded: {done}{ended if short else ''}")
    say(str(folder))
    return 1 if short else 0


def _record(args: argparse.Namespace, config: "Config", folder: Path) -> int:
    """Record as the options say; return the number of throws, or of looks without throws."""
    from robot.app import calibration_for, make_reader, open_table
    from robot.config import HANDS, PHONE
    from robot.errors import UsageError
    from robot.records.capture import record_looks, record_throws
    from robot.records.recording import Recorder

    choice = table_choice(args)
    with ExitStack() as stack:
        if args.looks:
            recorder = stack.enter_context(Recorder(folder))
            camera, clock = _camera(choice, config, stack, recorder)
            return record_looks(camera, make_reader(), clock, recorder, looks=args.looks, every=args.every)
        choice = choice.resolve(config)
        if choice.table == HANDS and choice.camera in {None, PHONE}:
            raise UsageError("recording your own dice needs a camera: add --camera")
        if args.dice and choice.table != HANDS:
            raise UsageError("the machine throws all of its dice: leave out --dice, or add --table hands")
        recorder = stack.enter_context(Recorder(folder, calibration_for(choice), choice.machine))
        table = open_table(choice, recorder.wire)
        stack.callback(table.close)
        record_throws(table, recorder, args.throws, print_notice, args.dice or 6)
        return int(args.throws)


def _camera(choice: "TableChoice", config: "Config", stack: ExitStack, recorder: "Recorder") -> "tuple[Camera, Clock]":
    """Open a camera by its name, or else the camera of a table, and switch on the table's lights."""
    from hardware.clock import SystemClock
    from robot.app import devices, open_named_camera
    from robot.config import HANDS

    if choice.camera and choice.table in {None, HANDS}:
        clock = SystemClock()
        return stack.enter_context(open_named_camera(choice.camera, config.table, clock)), clock
    parts = devices(choice.resolve(config), stack, recorder.wire)
    stack.enter_context(parts.controller()).lights(left=True, right=True)
    return stack.enter_context(parts.camera()), parts.clock

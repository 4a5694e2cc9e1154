"""Serve the page at the table: play on its screen and on phones, follow games, operate the machine."""

import argparse
import importlib.util
from dataclasses import replace

from robot.errors import MissingPageError
from robot.terminal.waiting import print_notice
from robot.verbs.options import add_devices, seed, speed

LOCAL = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_devices(parser)
    parser.add_argument("--port", type=int, default=8080, metavar="N", help="port of the page (default 8080)")
    parser.add_argument(
        "--host",
        default=LOCAL,
        metavar="ADDRESS",
        help="serve the network too, at this address of the machine, or at every address with 0.0.0.0; "
        "phones then need a code that the table shows (default: this machine only)",
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="seed of the simulated table's dice")
    parser.add_argument(
        "--faults", default="", metavar="LIST", help="faults of the simulated table: drop=0.05,glare=0.1"
    )
    parser.add_argument(
        "--language", metavar="LANG", help="language of the page and the voice (default: as configured)"
    )
    parser.add_argument("--voice", action="store_true", help="say aloud what happens (default: as configured)")
    parser.add_argument(
        "--speed",
        type=speed,
        default=1.0,
        metavar="X",
        help="speed of the simulated table, 1 for real time (default 1)",
    )


def run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("nicegui") is None:
        raise MissingPageError("the page is not installed: run 'make setup'")
    from robot.app import tables
    from robot.config import Folders, load
    from robot.table.choice import TableChoice
    from robot.web.server import Place, begin_again, serve

    folders = Folders.of_user()
    config = load(folders)
    if args.language or args.voice:
        config = replace(config, language=args.language or config.language, voice=args.voice or config.voice)
    choice = TableChoice(args.table, args.camera, args.seed, args.speed, args.faults).resolved(config)
    with tables(choice) as opened:
        again = serve(
            opened,
            folders,
            config,
            Place(args.host, args.port),
            print_notice,
            table=choice.table,
            camera=choice.camera,
        )
    if again:
        begin_again()
    return 0

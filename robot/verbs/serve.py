"""Serve the page at the table: play on its screen and on phones, follow games, operate the machine."""

import argparse
import importlib.util

from robot.errors import MissingPageError
from robot.terminal.waiting import print_notice
from robot.verbs.options import add_address, add_language, add_simulated, add_voice, configured, table_choice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_simulated(parser)
    add_address(parser)
    add_language(parser)
    add_voice(parser)


def run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("nicegui") is None:
        raise MissingPageError("the page is not installed: run 'make setup'")
    from robot.app import tables
    from robot.config import Folders
    from robot.web.server import Place, begin_again, serve

    folders = Folders.of_user()
    config = configured(args, folders)
    choice = table_choice(args).resolved(config)
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

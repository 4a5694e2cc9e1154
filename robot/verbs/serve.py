"""Serve the page at the table: play on its screen and on phones, follow games, operate the machine."""

import argparse
import importlib.util
from dataclasses import replace

from robot.errors import MissingPageError
from robot.terminal.waiting import print_notice
from robot.verbs.options import add_address, add_language, add_simulated, add_voice, table_choice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_simulated(parser)
    add_address(parser)
    add_language(parser)
    add_voice(parser)


def run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("nicegui") is None:
        raise MissingPageError("the page is not installed: run 'make setup'")
    from robot.app import tables
    from robot.config import Folders, load
    from robot.web.server import Place, begin_again, serve

    folders = Folders.of_user()
    config = load(folders)
    if args.language or args.voice:
        config = replace(config, language=args.language or config.language, voice=args.voice or config.voice)
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

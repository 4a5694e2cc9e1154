"""Serve the table's web page: people play on its screen and on phones, follow games, and operate the machine."""

import argparse
from datetime import UTC, datetime

from robot.terminal.waiting import print_notice
from robot.verbs.options import add, add_simulated, list_fixed, make_config, table_choice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_simulated(parser)
    add(parser, "port", "host", "tempo")
    parser.add_argument(
        "--https",
        action="store_true",
        help="serve over HTTPS with the table's own certificate: phones then let the page use their cameras",
    )


def run(args: argparse.Namespace) -> int:
    from robot.app import tables
    from robot.config import Folders
    from robot.web.addresses import Place
    from robot.web.server import begin_again, serve
    from robot.web.site import SiteOptions

    folders = Folders.of_user()
    config = make_config(args, folders)
    choice = table_choice(args).resolve(config)
    secured = None
    if args.https:
        from robot.records.wall_clock import is_synchronised
        from robot.web.addresses import names_of_machine
        from robot.web.certificate import certificate

        own = Place(args.host, args.port).names()
        known = names_of_machine(args.host, config.names)
        names = *known, *own, "127.0.0.1"
        secured = certificate(folders.config, names, datetime.now(UTC), plausible=is_synchronised())
    with tables(choice) as opened:
        place = Place(args.host, args.port, secured)
        options = SiteOptions(choice.table, choice.camera, by_option=list_fixed(args))
        again = serve(opened, folders, config, place, print_notice, options=options, devices=choice.kept)
    if again:
        begin_again()
    return 0

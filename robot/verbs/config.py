"""Print all settings, or change one: it is checked and written to config.toml."""

import argparse
import json

from robot.errors import UsageError
from robot.terminal.waiting import print_notice
from robot.verbs.options import add, print_json, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="*", metavar="set KEY VALUE", help="a setting and its new value, such as volume 50"
    )
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from robot.config import SECRETS, Folders, keep, load, read_setting, read_written

    folders = Folders.of_user()
    match args.words:
        case []:
            shown = None
        case ["set", key, value]:
            keep(folders, key, read_setting(folders, key, value))
            shown = key
        case _:
            raise UsageError("write 'pipsqueak data config set KEY VALUE', or 'pipsqueak data config' alone")
    config = asdict(load(folders))
    settings = {
        key: "set" if value and key in SECRETS else value for key, value in config.items() if shown in {None, key}
    }
    if args.json:
        print_json(settings)
        return 0
    written = read_written(folders)
    print_notice(f"settings are kept in {folders.config / 'config.toml'}")
    for key, value in settings.items():
        told = "found by calibration" if value is None else json.dumps(value, ensure_ascii=False)
        usual = "  # as LANG says" if key == "language" else "  # default"
        say(f"{key} = {told}{'' if key in written or value is None else usual}")
    return 0

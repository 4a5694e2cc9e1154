"""Print all settings, or set or reset one. A new value is checked, and kept in config.toml."""

import argparse
import json

from robot.errors import UsageError
from robot.terminal.waiting import print_notice
from robot.verbs.options import add, print_json, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "a setting and its new value, such as set volume 50; or settings to their defaults: reset volume voice"
    parser.add_argument("words", nargs="*", metavar="set KEY VALUE | reset KEY", help=what)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from robot.config import SECRETS, Folders, keep, load, read_setting, read_written

    folders = Folders.of_user()
    new: dict[str, str | None] = {}
    match args.words:
        case ["set", key, value]:
            new = {key: value}
        case ["reset", *keys] if keys:
            new = dict.fromkeys(keys)
        case [_, *_]:
            raise UsageError("write 'set KEY VALUE', 'reset KEY' or nothing after 'pipsqueak data config'")
    checked = {key: read_setting(folders, key, typed) for key, typed in new.items()}
    for key, setting in checked.items():
        keep(folders, key, setting)
    config = asdict(load(folders))
    settings = {
        key: "set" if value and key in SECRETS else value for key, value in config.items() if not new or key in new
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

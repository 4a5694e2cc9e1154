"""Print the settings of config.toml, or reset them."""

import argparse
import json

from robot.verbs.options import add, print_json, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("reset",), help="set settings back to their defaults")
    parser.add_argument("keys", nargs="*", metavar="KEY", help="the settings to reset (default: all of them)")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict, fields

    from robot.config import SECRETS, Config, Folders, load, reset

    folders = Folders.of_user()
    if args.action:
        kept = reset(folders, args.keys)
        if args.json:
            keys = args.keys or [field.name for field in fields(Config)]
            print_json({"reset": keys, "kept": str(kept) if kept else None})
            return 0
        say(f"as usual: {', '.join(args.keys) or 'all settings'}")
        if kept:
            say(f"what was set before is in {kept}")
        return 0
    config = load(folders)
    settings = {key: "set" if value and key in SECRETS else value for key, value in asdict(config).items()}
    if args.json:
        print_json(settings)
        return 0
    for key, value in settings.items():
        say(f"{key} = {'found by calibration' if value is None else json.dumps(value, ensure_ascii=False)}")
    return 0

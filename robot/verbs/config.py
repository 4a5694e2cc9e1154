"""Print the settings of config.toml."""

import argparse
import json

from robot.verbs.options import add, print_json, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from robot.config import SECRETS, Folders, load

    config = asdict(load(Folders.of_user()))
    settings = {key: "set" if value and key in SECRETS else value for key, value in config.items()}
    if args.json:
        print_json(settings)
        return 0
    for key, value in settings.items():
        say(f"{key} = {'found by calibration' if value is None else json.dumps(value, ensure_ascii=False)}")
    return 0

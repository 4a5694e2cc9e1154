"""Run the table unattended: it plays by itself until somebody presses a button."""

import argparse
import json
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from robot.errors import UsageError
from robot.terminal.waiting import print_notice
from robot.verbs.options import (
    add,
    add_simulated,
    add_table_rules,
    game_of,
    list_fixed,
    make_config,
    surroundings,
    table_choice,
    words_of,
)
from robot.verbs.parser import parser_of

if TYPE_CHECKING:
    from robot.config import Config
    from robot.exhibit.run import ExhibitPlan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    own = "the game that any button begins, or the .toml file of your own (default: pig)"
    parser.add_argument("game", metavar="GAME", nargs="?", default="pig", help=own)
    usual = "the players (default: you,robot, or you in a game for one player)"
    parser.add_argument("--players", metavar="A,B", help=usual)
    begins = "who begins: a player's number, or thrown to throw for it (default: 1)"
    parser.add_argument("--first", default="1", metavar="N", help=begins)
    add_table_rules(parser)
    add_simulated(parser)
    add(parser, "port", "host", "tempo")
    hours = "hours in which nothing moves, such as 22:00-09:30, in this machine's time zone"
    parser.add_argument("--quiet", default="", metavar="FROM-TO", help=hours)
    add(parser, "throws-an-hour")
    alone = "end a game after S seconds in which nobody answers (default: 60)"
    parser.add_argument("--alone", type=float, default=60, metavar="S", help=alone)
    countdown = "play by itself after S seconds without people (default: 30)"
    parser.add_argument("--countdown", type=float, default=30, metavar="S", help=countdown)
    instead = parser.add_mutually_exclusive_group()
    day = "print the report of a day, such as 2026-05-01 (default: today), and exit"
    instead.add_argument("--report", nargs="?", const="today", metavar="DAY", help=day)
    units = "write systemd units that start the table with the machine, into systemd's folder or DIR, and exit"
    instead.add_argument("--install", nargs="?", const="", metavar="DIR", help=units)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.exhibit.run import exhibit

    if args.report:
        return _report(args)
    if args.install is not None:
        return _install(args)
    folders = Folders.of_user()
    config = make_config(args, folders)
    return exhibit(_plan(args, config), folders, config, print_notice)


def _plan(args: argparse.Namespace, config: "Config") -> "ExhibitPlan":
    """Return what the options ask for. Raises the error of the first option that is impossible."""
    from robot.config import HANDS
    from robot.exhibit.run import ExhibitPlan, wall
    from robot.host.policy import ExhibitPolicy, QuietHours, ThrowLimit
    from robot.match.seats import GameSetting, read_players

    for name, least in (("throws_an_hour", 0), ("alone", 20), ("countdown", 5)):
        if not least <= getattr(args, name) < 1e6:
            raise UsageError(f"--{name.replace('_', '-')} is {least} or more, not {getattr(args, name)}")
    name, rules = game_of(args)
    choice = table_choice(args).resolve(config)
    if choice.table == HANDS:
        raise UsageError("an exhibition needs a machine that throws: name another --table than 'hands'")
    show = ExhibitPolicy(
        GameSetting(name, rules, read_players(args.players, name, rules), first=args.first),
        GameSetting("pig", {}, ("robot:optimal", "robot:hold20"), attract=True),
        wall,
        QuietHours.of(args.quiet),
        ThrowLimit(args.throws_an_hour),
        args.countdown,
        args.alone,
    )
    return ExhibitPlan(choice, show, args.host, args.port, list_fixed(args))


def _report(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.exhibit.day_book import report_of, tell_report

    day: str = args.report
    try:
        wanted = datetime.now().astimezone().date() if day == "today" else date.fromisoformat(day)
    except ValueError:
        raise UsageError(f"write a day such as 2026-05-01, not '{day[:40]}'") from None
    report = report_of(Folders.of_user().exhibition, wanted)
    if args.json:
        print(json.dumps(report))
        return 0
    _, language = surroundings(args)
    for saying in tell_report(report):
        print(language.sentence(saying))
    return 0


def _install(args: argparse.Namespace) -> int:
    """Write systemd units that start this exhibition with the machine, if it can begin now."""
    from robot.config import Folders
    from robot.exhibit.run import check
    from robot.exhibit.systemd import UnitEnvironment, install

    machine = UnitEnvironment.here()
    with machine.as_user():
        folders = Folders.of_user()
        config = make_config(args, folders)
        check(_plan(args, config), folders, config, print_notice)
        machine.make_folders()
    parser, _ = parser_of("exhibit")
    words = words_of(parser, _resolve_paths(args), without="install")
    for line in install(machine, words, args.port, Path(args.install) if args.install else None):
        print(line)
    return 0


def _resolve_paths(args: argparse.Namespace) -> argparse.Namespace:
    """Return the options with absolute paths of files, and with the stable name of the board's port."""
    from hardware.ports import stable_name

    if "/" in (args.table or ""):
        args = argparse.Namespace(**(vars(args) | {"table": stable_name(str(Path(args.table).absolute()))}))
    files = {"game": args.game.endswith(".toml"), "camera": bool(args.camera) and Path(args.camera).exists()}
    whole = {name: str(Path(getattr(args, name)).absolute()) for name, is_file in files.items() if is_file}
    return argparse.Namespace(**(vars(args) | whole))

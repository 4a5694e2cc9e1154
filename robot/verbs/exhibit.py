"""Run the table unattended: it plays by itself until somebody presses a button."""

import argparse
import json
from datetime import date, datetime
from pathlib import Path

from robot.errors import ExhibitOptionError
from robot.terminal.waiting import print_notice
from robot.verbs.options import (
    add_address,
    add_json,
    add_language,
    add_simulated,
    add_tempo,
    add_voice,
    configured,
    table_choice,
)

HOURLY = 600
"""Throws an hour, half of them for attract mode: one every twelve seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="pig", help="the game that any button begins (default pig)"
    )
    parser.add_argument("--players", default="you,robot", metavar="A,B", help="who plays the game (default you,robot)")
    parser.add_argument(
        "--first",
        default="1",
        metavar="N",
        help="who begins: a player's number, or thrown to throw for it (default 1: no throw)",
    )
    parser.add_argument("--goal", type=int, metavar="N", help="points that win (default: the game's)")
    add_simulated(parser)
    add_address(parser)
    add_language(parser)
    add_voice(parser)
    add_tempo(parser)
    parser.add_argument(
        "--quiet", default="", metavar="FROM-TO", help="hours in which nothing moves, such as 22:00-09:30"
    )
    parser.add_argument(
        "--throws-an-hour",
        type=int,
        default=HOURLY,
        metavar="N",
        help=f"most throws an hour, 0 for any number (default {HOURLY})",
    )
    parser.add_argument(
        "--alone", type=float, default=60, metavar="S", help="seconds after which a game left alone ends (default 60)"
    )
    parser.add_argument(
        "--countdown", type=float, default=30, metavar="S", help="seconds without people before it plays by itself"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--report",
        nargs="?",
        const="today",
        metavar="DAY",
        help="print the report of a day, such as 2026-05-01, and exit",
    )
    instead.add_argument(
        "--install",
        nargs="?",
        const="",
        metavar="DIR",
        help="write systemd units that start the table with the machine, to systemd's folder or to DIR, and exit",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.report:
        return _report(args.report, as_json=args.json)
    for name, least in (("throws_an_hour", 0), ("alone", 20), ("countdown", 5)):
        if not least <= getattr(args, name) < 1e6:
            raise ExhibitOptionError(f"--{name.replace('_', '-')} is {least} or more, not {getattr(args, name)}")
    from robot.config import HANDS, Folders
    from robot.exhibit.limits import QuietHours
    from robot.exhibit.run import ExhibitPlan, exhibit
    from robot.match.players import specs_of
    from robot.match.seats import GameSetting

    folders = Folders.of_user()
    config = configured(args, folders)
    rules = {} if args.goal is None else {"goal": args.goal}
    players = specs_of(args.players)
    choice = table_choice(args).resolved(config)
    if choice.table == HANDS:
        raise ExhibitOptionError("an exhibition throws by itself, and nobody throws at 'hands': name another --table")
    plan = ExhibitPlan(
        choice,
        GameSetting(args.game, rules, players, first=args.first),
        GameSetting("pig", {}, ("robot:optimal", "robot:hold20"), attract=True),
        QuietHours.of(args.quiet),
        args.throws_an_hour,
        args.alone,
        args.countdown,
        args.host,
        args.port,
    )
    if args.install is not None:
        return _install(args, players)
    return exhibit(plan, folders, config, print_notice)


def _report(day: str, *, as_json: bool) -> int:
    from robot.config import Folders
    from robot.exhibit.report import report_of

    try:
        wanted = datetime.now().astimezone().date() if day == "today" else date.fromisoformat(day)
    except ValueError:
        raise ExhibitOptionError(f"write a day as in 2026-05-01, not '{day[:40]}'") from None
    report = report_of(Folders.of_user().exhibition, wanted)
    print(json.dumps(report.to_json()) if as_json else "\n".join(report.lines()))
    return 0


def _install(args: argparse.Namespace, players: tuple[str, ...]) -> int:
    """Write the units with the options that were given."""
    from robot.exhibit.units import UnitEnvironment, install

    words = [
        args.game,
        "--players",
        ",".join(players),
        "--first",
        args.first,
        "--port",
        str(args.port),
        "--host",
        args.host,
    ]
    for name in ("goal", "table", "camera", "language", "quiet", "seed", "faults"):
        if (value := getattr(args, name)) not in {None, ""}:
            words += [f"--{name}", str(value)]
    words += ["--voice"] if args.voice else []
    words += ["--throws-an-hour", str(args.throws_an_hour), "--alone", f"{args.alone:g}"]
    words += ["--countdown", f"{args.countdown:g}"]
    for line in install(UnitEnvironment.here(), words, args.port, Path(args.install) if args.install else None):
        print(line)
    return 0

"""Plan how often a die must be thrown, and say what its throws tell."""

import argparse
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from robot.verbs.options import add_json, add_language, add_simulated, count, print_json, whole
from vision.paths import printable_path

if TYPE_CHECKING:
    from robot.fairness.checks import DieThrows
    from robot.fairness.summary import DieSummary

LEVEL = 0.05
POWER = 0.8
HOURLY = 600
"""Throws an hour, as at an exhibition."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    _add_plan(parts.add_parser("plan", description="Say what a question needs, and seal it.", help="how many throws"))
    _add_run(parts.add_parser("run", description="Throw what was planned.", help="throw what was planned"))
    _add_verify(parts.add_parser("verify", description="Compute a study again.", help="compute a study again"))
    report = parts.add_parser("report", description="Say what throws tell of a die.", help="what throws tell")
    source = report.add_mutually_exclusive_group(required=True)
    source.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the folder of a study")
    source.add_argument("--counts", type=whole_numbers, metavar="N,N,…", help="how often each face was read")
    source.add_argument(
        "--successes", type=whole_numbers, metavar="N,N,…", help="how many throws showed 0, 1, … dice with --expected P"
    )
    source.add_argument("--sequence", type=Path, metavar="FILE", help="all values in order, ? for a die in doubt")
    report.add_argument("--unread", type=int, default=0, metavar="N", help="with --counts, dice in doubt (default 0)")
    report.add_argument(
        "--expected", type=shares, metavar="P,P,…", help="with counts, chances to compare with (default: equal)"
    )
    report.add_argument(
        "--alpha", type=level, default=LEVEL, metavar="A", help="chance that any interval fails (default 0.05)"
    )
    add_language(report)
    add_json(report)


def _add_verify(verify: argparse.ArgumentParser) -> None:
    verify.add_argument(
        "path", type=Path, metavar="FOLDER|REPORT", help="the folder of a study, or a report's .html in it"
    )


def _add_plan(plan: argparse.ArgumentParser) -> None:
    plan.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER", help="a new folder for the study; without it nothing is kept"
    )
    matters = plan.add_mutually_exclusive_group()
    matters.add_argument(
        "--points", type=float, default=2, metavar="X", help="a face and its opposite off by so much (default 2)"
    )
    matters.add_argument("--cost", type=percent, metavar="P%", help="or off by what costs so many games, such as 0.4%%")
    plan.add_argument("--game", default="pig", metavar="GAME", help="with --cost, the game (default pig)")
    plan.add_argument(
        "--alpha", type=float, default=LEVEL, metavar="A", help="chance to accuse a fair die (default 0.05)"
    )
    plan.add_argument("--power", type=float, default=POWER, metavar="P", help="chance to find it (default 0.8)")
    plan.add_argument("--dice", type=names, default=("die",), metavar="A,B,…", help="the names of up to six dice")
    plan.add_argument("--place", default="", metavar="TEXT", help="where the study is made")
    plan.add_argument(
        "--table", metavar="TABLE", help="sim, twin, hands, entered, or the board's port (default: as configured)"
    )
    plan.add_argument(
        "--reader", type=Path, metavar="FILE", help="how the reader did on known dice: six lines of seven"
    )
    plan.add_argument(
        "--turn-every", type=count, metavar="N", help="throws after which dice change wells (default: a sixth of all)"
    )
    plan.add_argument("--pictures", action="store_true", help="keep the pictures of every throw")
    plan.add_argument(
        "--throws-an-hour", type=whole, default=HOURLY, metavar="N", help="most throws an hour, 0 for any"
    )
    plan.add_argument("--quiet", default="", metavar="FROM-TO", help="hours in which nothing moves: 22:00-09:30")
    add_json(plan)


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the plan")
    run.add_argument("--entered", action="store_true", help="people throw, and type what they see")
    run.add_argument("--moved", action="store_true", help="the dice lie in the wells that were asked for: do not wait")
    add_simulated(run, fast=True)
    add_language(run)


def run(args: argparse.Namespace) -> int:
    if args.part == "run":
        from robot.verbs.study import run_study

        return run_study(args)
    if args.part == "verify":
        from robot.verbs.study import verify_study

        return verify_study(args.path)
    return _plan(args) if args.part == "plan" else _report(args)


def _plan(args: argparse.Namespace) -> int:
    from robot.config import Folders, load
    from robot.exhibit.limits import QuietHours
    from robot.fairness.log import StudyLog
    from robot.fairness.plan import StudyQuestion, keep_plan, planned
    from robot.fairness.reader_counts import read_reader_counts

    QuietHours.of(args.quiet)
    question = StudyQuestion(args.points, args.game if args.cost else "", args.cost or 0, args.alpha, args.power)
    plan = planned(
        question,
        args.dice,
        args.place,
        args.table or load(Folders.of_user()).table,
        reader=read_reader_counts(args.reader).counts if args.reader else None,
        turn_every=args.turn_every,
        pictures=args.pictures,
        an_hour=args.throws_an_hour,
        quiet=args.quiet,
    )
    if args.folder:
        keep_plan(plan, args.folder)
        StudyLog.seal(args.folder, plan).close()
    if args.json:
        print_json(plan.to_json() | ({"seal": plan.seal} if args.folder else {}))
        return 0
    for line in plan.lines():
        print(line)
    if args.folder:
        print(f"Sealed as {plan.seal}: write this down. Then 'pipsqueak fairness run {printable_path(args.folder)}'.")
    return 0


def _report(args: argparse.Namespace) -> int:
    if args.folder:
        from robot.verbs.study import report_study

        return report_study(args)
    if args.successes:
        return _report_successes(args)
    from robot.fairness.summary import summarise_counts, summarise_throws

    if args.sequence:
        summary = summarise_throws(read_sequence(args.sequence), 1 - args.alpha)
    else:
        summary = summarise_counts(args.counts, args.unread, args.expected, 1 - args.alpha)
    if args.json:
        print_json(summary.to_json())
    else:
        _show(summary)
    return 0


def _report_successes(args: argparse.Namespace) -> int:
    from robot.errors import CountsError
    from robot.fairness.successes import summarise_successes

    if not args.expected or len(args.expected) != 1:
        raise CountsError("--successes needs one chance that a die shows it, such as --expected 1/3")
    found = summarise_successes(args.successes, args.expected[0], 1 - args.alpha)
    if args.json:
        print_json(found.to_json())
        return 0
    for line in found.lines:
        print(line)
    _show(found.die)
    return 0


def _show(summary: "DieSummary") -> None:
    from rich.console import Console
    from rich.table import Table

    from robot.fairness.summary import rounded_up

    figures = summary.to_json()
    table = Table(title=f"{figures['throws']} throws, {figures['unread']} in doubt")
    doubt = figures["unread"] > 0
    for heading in ("face", "read", "expected %", "likeliest %", "interval %", *(["doubts anywhere %"] * doubt)):
        table.add_column(heading, justify="right")
    for face in figures["faces"]:
        cells = [f"{100 * face[key]:.2f}" for key in ("expected", "chance", "low", "high", "worst_low", "worst_high")]
        worst = [f"{cells[4]} to {cells[5]}"] * doubt
        table.add_row(str(face["face"]), str(face["count"]), *cells[:2], f"{cells[2]} to {cells[3]}", *worst)
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    for check in figures["checks"]:
        print(f"{check['check']}: p {check['p']:.3g}, {check['p_together']:.3g} among {len(figures['checks'])} checks")
    if summary.seen is not None:
        print(
            f"So many throws find {rounded_up(summary.seen)} points on a face and its opposite with a chance of 80 %."
        )
    print(summary.sentence)


def read_sequence(path: Path) -> "DieThrows":
    """Read the values of a die, 1 to 6, or ? for one in doubt, with blanks, commas or line ends between them.

    Raises CountsError.
    """
    import numpy as np

    from robot.errors import CountsError
    from robot.fairness.checks import DieThrows
    from robot.fairness.reading_law import UNREAD

    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CountsError(f"{printable_path(path)} cannot be read as text: give a file of values 1 to 6") from error
    words = re.split(r"[\s,;]+", text.strip())
    for place, word in enumerate(words, 1):
        if not re.fullmatch(r"[1-6?]", word):
            raise CountsError(
                f"throw {place} in {printable_path(path)} is {word[:20]!r}: give 1 to 6, or ? for a die in doubt"
            )
    return DieThrows(np.array([UNREAD if word == "?" else int(word) - 1 for word in words]))


def whole_numbers(text: str) -> list[int]:
    """Read whole numbers with commas between them; raise ArgumentTypeError, which argparse reports."""
    if not re.fullmatch(r"\d{1,15}(,\d{1,15})*", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"give whole numbers with commas between them, not {text[:80]!r}")
    return [int(word) for word in text.split(",")]


def shares(text: str) -> list[float]:
    """Read chances such as 2/3,1/3 or 0.5,0.5; raise ArgumentTypeError, which argparse reports."""
    try:
        return [float(Fraction(word.strip()[:40])) for word in text.split(",")]
    except (ValueError, ZeroDivisionError, OverflowError):
        raise argparse.ArgumentTypeError(f"give chances such as 2/3,1/3, not {text[:80]!r}") from None


def level(text: str) -> float:
    """Read a chance from 0.0001 to 0.5; raise ArgumentTypeError, which argparse reports."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0.0001 <= value <= 0.5:
        raise argparse.ArgumentTypeError(f"give a chance from 0.0001 to 0.5, not {text[:40]!r}")
    return value


def percent(text: str) -> float:
    """Read a share such as 0.4% or 0.004; raise ArgumentTypeError, which argparse reports."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = 0
    if not 0.0001 <= value < 0.5:
        raise argparse.ArgumentTypeError(f"give a share such as 0.4%, not {text[:40]!r}")
    return value


def names(text: str) -> tuple[str, ...]:
    """Read the names of dice with commas between them."""
    return tuple(name.strip() for name in text.split(","))

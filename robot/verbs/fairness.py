"""Plan how often a die must be thrown, and say what its throws show."""

import argparse
import re
from fractions import Fraction
from pathlib import Path

from robot.config import ENTERED, HANDS
from robot.errors import UsageError
from robot.verbs.options import add, add_simulated, command, count, print_json, say, whole

LEVEL = 0.05
POWER = 0.8
HOURLY = 600
"""Throws an hour, as at an exhibition."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    _add_plan(parts.add_parser("plan", description="Say what a question needs, and seal it.", help="how many throws"))
    _add_run(parts.add_parser("run", description="Throw what was planned.", help="throw what was planned"))
    _add_verify(parts.add_parser("verify", description="Compute a study again.", help="compute a study again"))
    report = parts.add_parser("report", description="Say what throws show about a die.", help="what throws tell")
    source = report.add_mutually_exclusive_group(required=True)
    source.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the folder of a study")
    source.add_argument("--counts", type=whole_numbers, metavar="N,N,…", help="how often each face was read")
    source.add_argument(
        "--successes", type=whole_numbers, metavar="N,N,…", help="how many throws showed 0, 1, … dice with --expected P"
    )
    source.add_argument("--sequence", type=Path, metavar="FILE", help="all values in order, ? for a die in doubt")
    report.add_argument("--unread", type=whole, metavar="N", help="with --counts, dice in doubt (default 0)")
    report.add_argument(
        "--expected", type=shares, metavar="P,P,…", help="with counts, chances to compare with (default: equal)"
    )
    report.add_argument(
        "--alpha",
        type=level,
        metavar="A",
        help="with --counts or --sequence, chance that any interval fails (default 0.05)",
    )
    report.add_argument(
        "--replace", action="store_true", help="keep dice of this study in place of others of the same names"
    )
    add(report, "language", "json")


def _add_verify(verify: argparse.ArgumentParser) -> None:
    verify.add_argument(
        "path", type=Path, metavar="FOLDER|REPORT", help="the folder of a study, or a report's .html in it"
    )
    add(verify, "language")


def _add_plan(plan: argparse.ArgumentParser) -> None:
    plan.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER", help="a new folder for the study; without it nothing is kept"
    )
    matters = plan.add_mutually_exclusive_group()
    matters.add_argument(
        "--points", type=float, default=2, metavar="X", help="a face and its opposite off by this much (default 2)"
    )
    matters.add_argument(
        "--cost", type=percent, metavar="P%", help="or off by what costs this share of games, such as 0.4%%"
    )
    plan.add_argument("--game", metavar="GAME", help="with --cost, the game (default pig)")
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
    add(plan, "language", "json")


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the plan")
    run.add_argument("--entered", action="store_true", help="people throw, and type what they see")
    run.add_argument("--moved", action="store_true", help="the dice lie in the wells that were asked for: do not wait")
    add_simulated(run, fast=True)
    add(run, "language")


def run(args: argparse.Namespace) -> int:
    if args.part in {"run", "verify"}:
        from robot.verbs.study import run_study, verify_study

        return run_study(args) if args.part == "run" else verify_study(args)
    return _plan(args) if args.part == "plan" else _report(args)


def _plan(args: argparse.Namespace) -> int:
    from robot.config import Folders, load
    from robot.fairness.log import StudyLog
    from robot.fairness.plan import keep_plan, plan_study
    from robot.fairness.reader import read_reader_counts
    from robot.fairness.wording import plan_sayings
    from robot.host.policy import QuietHours
    from robot.language import Language
    from robot.saying import Saying
    from robot.table.choice import NAMED, check_table

    folders = Folders.of_user()
    config = load(folders)
    language = Language(args.language or config.language, folders.languages)
    table = args.table or config.table
    check_table(table, (*NAMED, ENTERED))
    if args.game and not args.cost:
        raise UsageError(f"--game says which games a die may cost: add --cost 0.4% or the like to {args.game}")
    if args.turn_every and table in {HANDS, ENTERED}:
        raise UsageError(f"the dice of {table} lie in no wells: leave --turn-every out")
    if args.pictures and table == ENTERED:
        raise UsageError("nothing takes pictures where throws are entered: leave --pictures out")
    QuietHours.of(args.quiet)
    game = (args.game or "pig") if args.cost else ""
    plan = plan_study(
        args.dice,
        args.place,
        table,
        points=args.points,
        game=game,
        cost=args.cost or 0,
        level=args.alpha,
        power=args.power,
        reader=read_reader_counts(args.reader) if args.reader else None,
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
    for saying in plan_sayings(plan):
        say(language.say(saying))
    if args.folder:
        sealed = {"seal": plan.seal, "command": command("fairness", "run", args.folder)}
        say(language.say(Saying("study-plan-sealed", sealed)))
    return 0


def _report(args: argparse.Namespace) -> int:
    given = {f"--{name}" for name in ("unread", "expected", "alpha") if getattr(args, name) is not None}
    if args.replace and not args.folder:
        raise UsageError("--replace goes with the folder of a study; leave it out here")
    known = {"--alpha"} if args.sequence else set() if args.folder else given
    for option in sorted(given - known):
        reason = (
            "with --counts or --sequence: a study has its own in its plan" if option == "--alpha" else "with --counts"
        )
        raise UsageError(f"{option} goes {reason}; leave it out here")
    from robot.verbs.study import report_counted, report_study

    if args.folder:
        return report_study(args)
    return report_counted(args, LEVEL if args.alpha is None else args.alpha)


def whole_numbers(text: str) -> list[int]:
    """Read whole numbers with commas between them; raise ArgumentTypeError, which argparse reports."""
    if not re.fullmatch(r"\d{1,15}(,\d{1,15})*", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"give whole numbers separated by commas, not {text[:80]!r}")
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
    """Read a percentage such as 0.4%, and return it as a share; raise ArgumentTypeError, which argparse reports.

    Without its sign 0.4 might be meant as 40 %.
    """
    try:
        value = float(text.removesuffix("%")) / 100
    except ValueError:
        value = 0
    if not text.endswith("%") or not 0.0001 <= value < 0.5:
        raise argparse.ArgumentTypeError(
            f"give a share of games with the sign %, from 0.01% to less than 50%, not {text[:40]!r}"
        )
    return value


def names(text: str) -> tuple[str, ...]:
    """Read the names of dice with commas between them."""
    return tuple(name.strip() for name in text.split(","))

"""Try a machine step by step, name what is wrong with it, and write a report."""

import argparse
import sys
from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING

from robot.errors import UsageError
from robot.saying import Saying
from robot.verbs.options import add, add_output, add_simulated, count, print_json, say, table_choice

if TYPE_CHECKING:
    from robot.language import Language
    from robot.selftest.report import StepResult

THROWS = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_simulated(parser, fast=True)
    parser.add_argument("--steps", default="", metavar="A,B", help="make only these steps (default: all)")
    parser.add_argument("--from", dest="first", metavar="STEP", help="begin at this step")
    parser.add_argument(
        "--throws", type=count, default=THROWS, metavar="N", help=f"throws in the last step (default {THROWS})"
    )
    parser.add_argument("--yes", action="store_true", help="ask nothing, and take the usual answer to every question")
    parser.add_argument("--short", action="store_true", help="make only steps that need no people, with three throws")
    add_output(parser, "--report", help="the file of the report (default: named by its date)")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.app import controller_kind, devices
    from robot.config import HANDS, Folders, load
    from robot.language import Language
    from robot.selftest.bench import Bench
    from robot.selftest.guide import Guide, TypedGuide
    from robot.selftest.report import keep_report, last_results, report_of, report_path, summary_of
    from robot.selftest.steps import SHORT_THROWS, choose_steps, run_steps

    names = [name.strip() for name in args.steps.split(",") if name.strip()]
    folders = Folders.of_user()
    config = load(folders)
    choice = table_choice(args).resolve(config)
    language = Language(args.language or config.language, folders.languages, choice.machine or "")
    kind = controller_kind(choice.machine or "")
    steps = choose_steps(kind.STEPS, names or (kind.SHORT_STEPS if args.short else ()), args.first)
    if choice.table is None or choice.table == HANDS:
        raise UsageError("the self-test needs a board and a camera: name the board's port, sim or twin with --table")
    now = datetime.now().astimezone()
    path = args.report or report_path(folders.selftests, now)
    told = sys.stderr if args.json else sys.stdout
    unattended = args.yes or args.short
    guide = Guide() if unattended else TypedGuide(language, told=told)
    results: list[StepResult] = []
    with ExitStack() as stack:
        parts = devices(choice, stack)
        throws = SHORT_THROWS if args.short else args.throws
        bench = Bench.of_devices(parts, stack, choice, guide, throws)
        for result in run_steps(bench, steps):
            results.append(result)
            if args.json:
                print_json(result.to_json(language))
            else:
                _print(result, language)
    keep_report(report_of(results, language, choice.table, now), path)
    last = last_results(results)
    causes = [list(trouble.causes) for result in last for trouble in result.troubles]
    unjudged = [result.step for result in last if result.unjudged]
    if args.json:
        print_json({"report": str(path), "troubles": len(causes), "causes": causes, "unjudged": unjudged})
    else:
        say(language.say(summary_of(results)))
        say(language.say(Saying("selftest-report-kept", {"file": str(path)})))
    return 1 if causes or unjudged else 0


def _print(result: "StepResult", language: "Language") -> None:
    from robot.selftest.report import MARKS

    say(f"{MARKS[result.state]} {language.say(Saying(f'selftest-name-{result.step}'))}")
    for line in result.said:
        say(f"    {language.say(line)}")
    for trouble in result.troubles:
        say(f"  {MARKS['trouble']} {language.say(trouble.what)}")
        say(f"    → {language.say(trouble.remedy)}")

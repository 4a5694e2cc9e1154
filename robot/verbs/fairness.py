"""Test whether a die is fair: plan the throws, throw the die, and report what the throws show."""

import argparse
from pathlib import Path

from robot.verbs.options import add, add_simulated, integer, limit, numbers, scores

ALPHA = limit(0.0001, 0.5, float, "a chance")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    plan = parts.add_parser("plan", description="Say how many throws a test needs.", help="plan the number of throws")
    plan.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="a new folder that keeps the plan")
    plan.add_argument("--points", type=float, default=2, metavar="X", help="a face off by X points of 100 (default 2)")
    plan.add_argument("--alpha", type=float, default=0.05, metavar="A", help="chance of a false alarm (default 0.05)")
    plan.add_argument("--power", type=float, default=0.8, metavar="P", help="chance to find such a die (default 0.8)")
    plan.add_argument("--dice", default="die", metavar="A,B,…", help="the names of up to six dice")
    plan.add_argument("--table", metavar="TABLE", help="sim, twin, hands, entered, or the board's port")
    add(plan, "throws-an-hour", "json")
    run = parts.add_parser("run", description="Make the planned throws.", help="make the planned throws")
    run.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the plan")
    add_simulated(run, fast=True)
    report = parts.add_parser("report", description="Say what throws show about a die.", help="say what throws show")
    source = report.add_mutually_exclusive_group(required=True)
    source.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the folder of a study")
    source.add_argument("--counts", type=scores, metavar="N,N,…", help="how often each face was read")
    report.add_argument("--unread", type=integer, metavar="N", help="with --counts, dice in doubt (default 0)")
    report.add_argument("--expected", type=numbers, metavar="P,P,…", help="with --counts, the expected chances")
    report.add_argument("--alpha", type=ALPHA, metavar="A", help="with --counts, significance level (default 0.05)")
    report.add_argument("--replace", action="store_true", help="replace kept dice of the same names")
    add(report, "json")


def run(args: argparse.Namespace) -> int:
    from robot.verbs.study import plan_study, report_counts, report_study, run_study

    report = report_study if args.part == "report" and args.folder else report_counts
    return {"plan": plan_study, "run": run_study, "report": report}[args.part](args)

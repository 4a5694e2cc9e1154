"""Check every device, the tables and the journal, and report what is found."""

import argparse
import sys
from dataclasses import asdict

from robot.verbs.options import add, print_json, say

MARKS = {"ok": "✓", "absent": "–", "fault": "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add(parser, "table", "machine", "camera")
    parser.add_argument("--clear", action="store_true", help="clear the board's faults, once you know their cause")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.doctor import examine
    from robot.table.choice import TableChoice

    findings = []
    asks = not args.json and sys.stdin.isatty() and sys.stderr.isatty()
    for finding in examine(TableChoice(args.table, args.camera, machine=args.machine), clear=args.clear, asks=asks):
        findings.append(finding)
        if args.json:
            print_json(asdict(finding))
        else:
            say(f"{MARKS[finding.state]} {finding.device}: {finding.words}")
    return 1 if any(finding.state == "fault" for finding in findings) else 0

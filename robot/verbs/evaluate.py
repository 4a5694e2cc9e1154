"""Compare the reader with labelled pictures (a folder with labels.jsonl)."""

import argparse
import json
import os
import sys
from pathlib import Path

from robot.verbs.options import add_json
from robot.waiting import to_people
from vision.evaluate import Evaluation, Score


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder with labels.jsonl and its pictures")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from robot.app import make_reader
    from vision.evaluate import evaluate

    evaluation = evaluate(args.folder, make_reader, jobs=max(1, args.jobs), progress=_progress)
    if args.json:
        print(json.dumps(evaluation.to_json(), ensure_ascii=False))
    else:
        _show(evaluation)
    for line in evaluation.unread:
        to_people(line)
    return 1 if evaluation.unread else 0


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} pictures", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _show(evaluation: Evaluation) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Readings against labels")
    table.add_column("folder")
    for heading in ("pictures", "wholly right", "wrong value", "dice", "dice read", "read dice right", "doubts", "ms"):
        table.add_column(heading, justify="right")
    for folder, score in evaluation.folders.items():
        table.add_row(folder, *_cells(score))
    table.add_section()
    for kind, score in evaluation.kinds.items():
        table.add_row(f"all of kind {kind}", *_cells(score))
    table.add_row("all", *_cells(evaluation.total))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _cells(score: Score) -> list[str]:
    shares = score.to_json()
    words = {key: "–" if shares[key] is None else f"{shares[key]:.1%}" for key in shares if key.endswith("_share")}
    milliseconds = shares["milliseconds"]
    return [
        str(score.pictures),
        words["right_share"],
        words["wrong_share"],
        str(score.dice),
        words["read_share"],
        words["correct_share"],
        str(score.doubts),
        "–" if milliseconds is None else f"{milliseconds:.0f}",
    ]

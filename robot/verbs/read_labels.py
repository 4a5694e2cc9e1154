"""Comparison of the reader with labelled pictures, for `pipsqueak read --labels`."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from robot.errors import UsageError
from robot.terminal.waiting import print_notice, show_progress
from robot.verbs.options import print_json
from solver.progress import report
from vision.errors import printable_path

if TYPE_CHECKING:
    from vision.evaluation.evaluate import Evaluation

MOST_LISTED = 20
"""The most wrong pictures that are listed, and the most unreadable ones; --json lists all wrong ones."""


def compare(args: argparse.Namespace) -> int:
    """Print how well the labelled pictures of a folder are read; return 1 if one cannot be read, else 0."""
    from robot.app import make_reader
    from vision.evaluation.evaluate import evaluate

    if len(args.pictures) > 1:
        raise UsageError("--labels reads one folder: name it alone")
    (folder,) = args.pictures
    with show_progress("reading pictures"):
        jobs = args.jobs or os.cpu_count() or 1
        evaluation = evaluate(Path(folder), make_reader, jobs=jobs, progress=lambda done, of: report(done / of))
    if args.json:
        print_json(evaluation.to_json() | {"mistakes": _mistakes(evaluation)})
    elif evaluation.total.pictures:
        _show(evaluation)
        mistakes = _mistakes(evaluation)
        for file in [*mistakes][:MOST_LISTED]:
            print(f"{printable_path(file)}: {mistakes[file]}.")
        if len(mistakes) > MOST_LISTED:
            print(f"{len(mistakes) - MOST_LISTED} more pictures have mistakes: --json lists them all.")
    for line in evaluation.unread[:MOST_LISTED]:
        print_notice(line)
    if len(evaluation.unread) > MOST_LISTED:
        more = len(evaluation.unread) - MOST_LISTED
        print_notice(f"and {more} more pictures cannot be read: check {printable_path(folder)}")
    return 1 if evaluation.unread else 0


def _mistakes(evaluation: "Evaluation") -> dict[str, str]:
    """Return the mistakes of each picture whose reading is not fully right, wrong values first."""
    from vision.evaluation.report import describe_mistakes

    found = [(one.label.file, one.comparison) for one in evaluation.outcomes if one.reading is not None]
    faulty = sorted((it for it in found if not it[1].right), key=lambda it: not it[1].wrong)
    return {file: describe_mistakes(comparison) for file, comparison in faulty}


def _show(evaluation: "Evaluation") -> None:
    """Print what was read, by folder and by value."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from vision.evaluation.comparison import SAID, TRUE
    from vision.evaluation.reliability import SURE
    from vision.evaluation.report import HEADINGS, cells, remarks

    console = Console(width=None if sys.stdout.isatty() else 120)
    table = Table(title="Readings against labels", collapse_padding=True)
    table.add_column("folder", overflow="fold")
    for heading in HEADINGS:
        table.add_column(heading, justify="right", min_width=max(map(len, heading.split())))
    for folder, score in evaluation.folders.items() if len(evaluation.folders) > 1 else ():
        table.add_row(escape(folder), *cells(score))
    table.add_section()
    for kind, score in evaluation.kinds.items() if len(evaluation.kinds) > 1 else ():
        table.add_row(f"all of kind {kind}", *cells(score))
    table.add_row("all", *cells(evaluation.total))
    console.print(table)
    for line in remarks(evaluation.total):
        print(line)
    table = Table(title="Values read (columns) and true values (rows)")
    for heading in ("there", *SAID):
        table.add_column(heading, justify="right")
    for truth in TRUE:
        table.add_row(truth, *(str(evaluation.confusion[truth][said]) for said in SAID))
    console.print(table)
    sure = evaluation.reliability.sure
    print(f"Right among the values with a confidence of {SURE:g} or more: {sure.right} of {sure.count}.")

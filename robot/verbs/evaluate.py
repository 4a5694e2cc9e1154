"""Compare the reader with labelled pictures (a folder with labels.jsonl)."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from robot.terminal.progress import show_progress
from robot.terminal.waiting import print_notice
from robot.verbs.options import add, add_output, count, print_json
from robot.verbs.read import explain_doubts
from solver.progress import report
from vision.paths import printable_path

if TYPE_CHECKING:
    from vision.evaluation.evaluate import Evaluation, PictureResult
    from vision.pictures import Image

MORE = """\
labels.jsonl has a line for each picture, for example
  {"file": "a/1.jpg", "kind": "scene", "values": [3, 5], "boxes": [[10, 12, 58, 60, 3], [90, 15, 140, 66, 5]]}
where file is a path below DIR, kind is scene, crop (one die fills the picture) or empty (there is no die), and boxes
are x0, y0, x1, y1 in pixels of the picture as a person sees it and the value, or null where only values are known;
with "box_means": "pips of top face" they hold the pips alone. Figures are given for the first folder of each path.
"""

MOST_LISTED = 20
"""The most pictures that are named if they cannot be read; --json and the page name them all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder with labels.jsonl and its pictures")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=count, default=cores, metavar="N", help="processes (default: cores)")
    page = "write an HTML page with every mistake as a picture"
    add_output(parser, "--report", metavar="OUT", help=page)
    form = parser.add_mutually_exclusive_group()
    add(form, "json")
    form.add_argument(
        "--card", action="store_true", help="print a card in Markdown: each place and each confidence, with 95%% bounds"
    )


def run(args: argparse.Namespace) -> int:
    from robot.app import make_reader
    from vision.evaluation.evaluate import evaluate

    with show_progress("reading pictures"):
        evaluation = evaluate(args.folder, make_reader, jobs=args.jobs, progress=lambda done, of: report(done / of))
    if args.report:
        _write(args.report, args.folder, evaluation)
    if args.json:
        print_json(evaluation.to_json())
    elif args.card and evaluation.total.pictures:
        from vision.evaluation.report import card

        print(card(evaluation), end="")
    elif evaluation.total.pictures:
        _show(evaluation, "Readings against labels")
        _show_confidence(evaluation)
    for line in evaluation.unread[:MOST_LISTED]:
        print_notice(line)
    if len(evaluation.unread) > MOST_LISTED:
        more = len(evaluation.unread) - MOST_LISTED
        print_notice(f"and {more} more pictures cannot be read: check {printable_path(args.folder)}")
    return 1 if evaluation.unread else 0


def _write(path: Path, folder: Path, evaluation: "Evaluation") -> None:
    from robot.files import ELSEWHERE, keep_file
    from vision.errors import PictureError
    from vision.evaluation.report import write_report
    from vision.pictures import load_picture
    from vision.reading import DOUBTS

    def load(outcome: "PictureResult") -> "Image | None":
        try:
            return load_picture(folder / outcome.label.file)
        except PictureError:
            return None

    page = write_report(folder.resolve().name, evaluation, load, explain_doubts(DOUBTS))
    # A file name that is no UTF-8 is written with question marks, so that every browser reads the page.
    keep_file(path, page.encode("utf-8", "replace"), ELSEWHERE)


def _show(evaluation: "Evaluation", title: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from vision.evaluation.report import HEADINGS, cells, remarks

    table = Table(title=title)
    table.add_column("folder")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for folder, score in evaluation.folders.items():
        table.add_row(escape(folder), *cells(score))
    table.add_section()
    for kind, score in evaluation.kinds.items() if len(evaluation.kinds) > 1 else ():
        table.add_row(f"all of kind {kind}", *cells(score))
    table.add_row("all", *cells(evaluation.total))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    for line in remarks(evaluation.total):
        print(line)


def _show_confidence(evaluation: "Evaluation") -> None:
    from rich.console import Console
    from rich.table import Table

    from vision.evaluation.comparison import SAID, TRUE
    from vision.evaluation.report import format_confident

    table = Table(title="What was said (columns) of what is there (rows)")
    for heading in ("there", *SAID):
        table.add_column(heading, justify="right")
    for truth in TRUE:
        table.add_row(truth, *(str(evaluation.confusion[truth][said]) for said in SAID))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    reliability = evaluation.reliability
    if reliability.error is not None:
        print(format_confident(reliability))
        print(f"Expected calibration error {reliability.error:.4f}.")

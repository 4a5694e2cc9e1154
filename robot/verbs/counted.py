"""Say what throws tell of a die that were counted elsewhere."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from robot.config import Folders, load
from robot.errors import UsageError
from robot.fairness.checks import DieThrows
from robot.fairness.findings import (
    POWER,
    DieSummary,
    rounded_up,
    summarise_counts,
    summarise_successes,
    summarise_throws,
)
from robot.fairness.reader import UNREAD
from robot.fairness.wording import FigureWords
from robot.language import Language
from robot.verbs.options import print_json, say
from vision.paths import printable_path

FIGURE_KEYS = ("read", "figure-expected", "likeliest", "interval")
CHECK_KEYS = ("question", "p", "p-together")


def report_counted(args: argparse.Namespace, alpha: float) -> int:
    """Report on the counts or the sequence in the options. Raises UsageError."""
    folders = Folders.of_user()
    language = Language(args.language or load(folders).language, folders.languages)
    if args.successes:
        return _report_successes(args, FigureWords(language), alpha)
    if args.sequence:
        summary = summarise_throws(read_sequence(args.sequence), 1 - alpha)
    else:
        summary = summarise_counts(args.counts, args.unread or 0, args.expected, 1 - alpha)
    if args.json:
        print_json(summary.to_json())
    else:
        words = FigureWords(language)
        _show(summary, words, words.say("report-face"), [str(face + 1) for face in range(len(summary.expected))])
    return 0


def _report_successes(args: argparse.Namespace, words: FigureWords, alpha: float) -> int:
    if not args.expected or len(args.expected) != 1:
        raise UsageError("--successes needs one chance that a die shows it, such as --expected 1/3")
    die, pearson = summarise_successes(args.successes, args.expected[0], 1 - alpha)
    dice, throws = len(args.successes) - 1, sum(args.successes)
    if args.json:
        figures = {"statistic": pearson.statistic, "freedom": pearson.freedom, "p": pearson.p}
        print_json({"dice_of_a_throw": dice, "throws_of_all": throws, "pearson": figures, **die.to_json()})
        return 0
    shown, thrown = int(die.counts[1]), dice * throws
    share = words.number(shown / thrown, 4)
    say(words.say("study-shown", throws=throws, dice=dice, shown=shown, all=thrown, share=share))
    statistic = words.number(pearson.statistic)
    say(words.say("study-pearson", statistic=statistic, freedom=pearson.freedom, p=words.p(pearson.p)))
    kinds = [words.say(f"report-{key}") for key in ("not-shown", "shown")]
    _show(die, words, words.say("report-die-head"), kinds)
    return 0


def _show(summary: DieSummary, words: FigureWords, head: str, names: Sequence[str]) -> None:
    doubts, console = int(summary.counts[-1]), Console(width=None if sys.stdout.isatty() else 120)
    title = words.say("study-counted", throws=int(summary.counts.sum()), dice=doubts)
    faces = Table(title=title, title_justify="left")
    faces.add_column(head, justify="right")
    for key in (*FIGURE_KEYS, *(["anywhere"] if doubts else [])):
        faces.add_column(words.say(f"report-{key}"), justify="right")
    for face, (name, expected) in enumerate(zip(names, summary.expected, strict=True)):
        found, worst = summary.faces, summary.worst
        anywhere = [words.percents(worst.low[0, face], worst.high[0, face])] if doubts else []
        faces.add_row(
            name,
            str(int(summary.counts[face])),
            words.number(100 * expected),
            words.number(100 * found.likeliest[0, face]),
            words.percents(found.low[0, face], found.high[0, face]),
            *anywhere,
        )
    checks = Table()
    for key in CHECK_KEYS:
        checks.add_column(words.say(f"report-{key}"), justify="left" if key == "question" else "right")
    for verdict in summary.verdicts:
        asked = words.say(f"report-check-{verdict.topic.value}")
        checks.add_row(asked, words.p(verdict.p), words.p(verdict.together))
    console.print(faces, checks)
    if summary.seen is not None:
        say(words.say("report-seen", points=float(rounded_up(summary.seen)), power=100 * POWER))
    say(words.language.say(summary.saying))


def read_sequence(path: Path) -> DieThrows:
    """Read the values of a die, 1 to 6, or ? for one in doubt, with blanks, commas or line ends between them.

    Raises UsageError.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{printable_path(path)} cannot be read as text: give a file of values 1 to 6") from error
    words = re.split(r"[\s,;]+", text.strip().strip(",;"))
    for place, word in enumerate(words, 1):
        if not re.fullmatch(r"[1-6?]", word):
            raise UsageError(
                f"throw {place} in {printable_path(path)} is {word[:20]!r}: give 1 to 6, or ? for a die in doubt"
            )
    return DieThrows(np.array([UNREAD if word == "?" else int(word) - 1 for word in words]))

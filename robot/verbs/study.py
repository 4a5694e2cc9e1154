"""Throw what a study has planned on any table, report on it or on counts from elsewhere, and compute it again."""

import argparse
import re
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table as RichTable

from hardware.clock import Clock, SystemClock
from robot.app import make_table_reader, tables
from robot.config import ENTERED, HANDS, PHONE, Folders, load
from robot.errors import UsageError
from robot.fairness.checks import DieThrows
from robot.fairness.findings import (
    POWER,
    DieSummary,
    findings_of,
    rounded_up,
    summarise_counts,
    summarise_successes,
    summarise_throws,
)
from robot.fairness.known_dice import keep_die, studied_dice
from robot.fairness.log import TIME, StudyLog
from robot.fairness.plan import StudyPlan, read_plan
from robot.fairness.reader import UNREAD
from robot.fairness.run import (
    StudyPicture,
    StudyRun,
    StudyThrower,
    enter_throw,
    entered_line,
    prompt_line,
    throw_by_hand,
    throw_by_machine,
)
from robot.fairness.wording import FigureWords
from robot.host.policy import QuietHours, ThrowLimit
from robot.language import Language, languages
from robot.saying import Saying, Value
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable
from robot.table.table import MachineTable, Table
from robot.terminal.letters import is_drawn_on
from robot.terminal.waiting import print_notice
from robot.verbs.options import command, print_json, say, surroundings, table_choice
from vision.paths import printable_path


def run_study(args: argparse.Namespace) -> int:
    """Go on with a study until all is thrown. Raises what `StudyRun.go_on` raises, and what opening a table raises."""
    folders = Folders.of_user()
    config = load(folders)
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if end != signal.SIGHUP or signal.getsignal(end) != signal.SIG_IGN:  # nohup asks to outlive the terminal
            signal.signal(end, signal.default_int_handler)
    language = Language(args.language or config.language, folders.languages)
    plan, seal = read_plan(args.folder)
    done = Saying("study-done", {"throws": plan.throws, "command": command("fairness", "report", args.folder)})
    console = Console(stderr=True, force_terminal=is_drawn_on(sys.stderr))
    with ExitStack() as stack:
        log = stack.enter_context(StudyLog(args.folder, plan, seal))
        if log.torn:
            print_notice(language.say(Saying("study-row-cut")))
        if log.throws >= plan.throws:
            print_notice(language.say(done))
            return 0
        choice = table_choice(args)
        named = ENTERED if args.entered else choice.table or plan.table
        _check(plan, named)
        choice = replace(choice, table=named, sitting=log.record.begun)  # else simulated dice fell as they did before
        wells = plan.wells(log.throws + 1)
        picture = StudyPicture(
            plan,
            log.record,
            language,
            lambda prompt: prompt_line(prompt, console) if sys.stdin.isatty() else None,
            wells if args.moved and wells != log.settled else (),
            console=console,
        )
        stack.callback(picture.close)
        opens = None if named == ENTERED else stack.enter_context(_tables(choice.resolve(config)))
        throwing = StudyTable(choice, picture, opens, log)
        stack.callback(throwing.close)
        thrower, clock = throwing.open(), throwing.clock
        limit, quiet = ThrowLimit(plan.an_hour), QuietHours.of(plan.quiet)

        def rest() -> float:
            left = max(limit.rest(clock.now()), quiet.seconds_left(throwing.today().astimezone()))
            if left > 0:
                throwing.rest()
            return left

        def count_throw() -> None:
            limit.count_throw(clock.now())

        StudyRun(
            plan, args.folder, log, thrower, picture, rest, count_throw, clock, throwing.today, throwing.open
        ).go_on(named)
    print_notice(language.say(done))
    return 0


@dataclass(slots=True)
class StudyTable:
    """What throws, and the time that it lives by; `tables` opens a table again and again, None where people type.

    A table that runs as fast as it can has a time of day of its own, which goes on where the log ends.
    """

    choice: TableChoice
    picture: StudyPicture
    tables: Callable[[], Table] | None
    log: StudyLog
    clock: Clock = field(default_factory=SystemClock)
    _table: Table | None = field(default=None, init=False)
    _began: tuple[datetime, float] = field(init=False)

    def __post_init__(self) -> None:
        last = datetime.strptime(self.log.record.rows[-1].time, TIME).replace(tzinfo=UTC)
        self._began = max(datetime.now(UTC), last), 0.0

    def open(self) -> StudyThrower:
        """Return who throws, the table opened again where it was lost. Raises HardwareError, UsageError."""
        self.close()
        dice, say = self.picture.plan.dice, self.picture.say
        if self.tables is None:
            return partial(enter_throw, dice, self._asked, say)
        self._table = table = self.tables()
        if isinstance(table, HandsTable):
            used = self.log.throws * len(dice)
            if table.live is None or not table.live.stills:
                say(Saying("study-unseen"))
            elif used:
                say(Saying("study-skipped", {"pictures": used}))
                table.live.skip(used)
            return partial(throw_by_hand, table, dice, say, entered_line)
        assert isinstance(table, MachineTable)
        if table.clock is not self.clock:
            self.clock, self._began = table.clock, (self._began[0], table.clock.now())
        self.picture.hands = table.hands
        if table.hands is not None and self.log.settled:
            table.hands.lay_dice(self.log.settled)
        return partial(throw_by_machine, table, say)

    def today(self) -> datetime:
        """Return the time of day, in UTC."""
        if self.tables is None or self.choice.speed is not None:
            return datetime.now(UTC)
        day, start = self._began
        return day + timedelta(seconds=self.clock.now() - start)

    def rest(self) -> None:
        """Power nothing until the next throw. Raises HardwareError."""
        if isinstance(self._table, MachineTable):
            self._table.rest()

    def close(self) -> None:
        if self._table is not None:
            self._table.close()
        self._table = None

    def _asked(self, saying: Saying) -> str | None:
        self.picture.close()
        return prompt_line(self.picture.language.say(saying), self.picture.console)


def _tables(choice: TableChoice) -> AbstractContextManager[Callable[[], Table]]:
    if choice.table == HANDS and choice.camera in {None, PHONE}:
        raise UsageError("a study of your own dice needs a camera here: add --camera, or --entered to type them")
    return tables(choice, print_notice)


def _check(plan: StudyPlan, named: str) -> None:
    """Raise UsageError where the plan was made for another kind of table."""
    if (named in {HANDS, ENTERED}) == bool(plan.turn_every):
        raise UsageError(
            f"this study was planned for the table {plan.table}, "
            + ("whose dice lie in wells" if plan.turn_every else "whose dice lie in no wells")
            + f": it cannot go on with {named}"
        )


def report_study(args: argparse.Namespace) -> int:
    """Write the report of a study into its folder, in one language or in all, and keep its dice by their names.

    Raises UsageError, FileError.
    """
    from robot.fairness.report import StudyCheck, StudyReport, keep_reports, plays_of

    folders, language = surroundings(args)
    check = StudyCheck.of(args.folder)
    found = findings_of(check.plan, check.seal, check.record)
    for saying in check.ending():
        print_notice(language.say(saying))
    if args.json:
        print_json(found.to_json())
        return 0
    plays = plays_of(found)
    for name in [args.language] if args.language else languages():
        report = StudyReport(Language(name, folders.languages).on_screens(), found, plays)
        for path in keep_reports(report, args.folder):
            say(printable_path(path))
    for die in studied_dice(found):
        other = keep_die(folders.dice, die, replace=args.replace)
        kept = Saying("study-kept", {"die": die.name, "option": shlex.quote(f"@{die.name}")})
        print_notice(language.say(other.differs_saying if other else kept))
    for one in found.dice:
        say(language.say(Saying("report-answer-die", {"die": one.name, "sentence": one.summary.saying})))
    return 0


def verify_study(args: argparse.Namespace) -> int:
    """Compute a study again: its log, its reports, and its readings where pictures were kept; 1 if anything differs.

    Raises UsageError, FileError.
    """
    from robot.fairness.report import StudyCheck

    folders, language = surroundings(args)
    folder = args.path if args.path.is_dir() else args.path.parent
    check = StudyCheck.of(folder)
    reports = sorted(folder.glob("report-*.html")) if args.path.is_dir() else [args.path]
    reader = make_table_reader(check.plan.table) if check.plan.pictures and check.plan.turn_every else None
    differs = [*check.ending()]
    for report in reports:
        differs += check.report(report, folders.languages)
    differs += check.pictures(reader.read if reader else None)
    for saying in differs:
        say(language.say(saying))
    if not differs and not check.begun:
        begin = {"seal": check.seal, "command": command("fairness", "run", folder)}
        say(language.say(Saying("study-unbegun", begin)))
    elif not differs:
        pictures = sum(len(row.pictures or {}) for row in check.record.rows)
        counted: dict[str, Value] = {"throws": check.record.throws, "dice": len(check.plan.dice), "seal": check.seal}
        say(language.say(Saying("study-verified", counted | {"reports": len(reports), "pictures": pictures})))
        unread = pictures and reader is None
        print_notice(language.say(Saying("study-not-reread" if unread else "study-not-compared")))
    return 1 if differs else 0


FIGURE_KEYS = ("read", "figure-expected", "likeliest", "interval")
CHECK_KEYS = ("question", "p", "p-together")


def report_counted(args: argparse.Namespace, alpha: float) -> int:
    """Report on the counts or the sequence in the options. Raises UsageError."""
    _, language = surroundings(args)
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
    faces = RichTable(title=title, title_justify="left")
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
    checks = RichTable()
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

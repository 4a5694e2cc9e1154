"""Throw what a study has planned on any table, report on it, and compute it again."""

import argparse
import shlex
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial

from rich.console import Console

from hardware.clock import Clock, SystemClock
from robot.app import make_table_reader, tables
from robot.config import ENTERED, HANDS, PHONE, Folders, load
from robot.errors import UsageError
from robot.fairness.findings import findings_of
from robot.fairness.known_dice import keep_die, studied_dice
from robot.fairness.log import TIME, StudyLog
from robot.fairness.plan import StudyPlan, read_plan
from robot.fairness.run import (
    StudyPicture,
    StudyRun,
    StudyThrower,
    enter_throw,
    entered_line,
    throw_by_hand,
    throw_by_machine,
    typed,
)
from robot.host.policy import QuietHours, ThrowLimit
from robot.language import Language, languages
from robot.saying import Saying, Value
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable
from robot.table.table import MachineTable, Table
from robot.terminal.letters import is_drawn_on
from robot.terminal.waiting import print_notice
from robot.verbs.options import command, print_json, say, table_choice
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
            lambda prompt: typed(prompt, console) if sys.stdin.isatty() else None,
            wells if args.moved and wells != log.settled else (),
            console=console,
        )
        stack.callback(picture.close)
        opens = None if named == ENTERED else stack.enter_context(_tables(choice.resolved(config)))
        throwing = StudyTable(choice, picture, opens, log)
        stack.callback(throwing.close)
        thrower, clock = throwing.opened(), throwing.clock
        limit, quiet = ThrowLimit(plan.an_hour), QuietHours.of(plan.quiet)

        def rest() -> float:
            return max(limit.rest(clock.now()), quiet.seconds_left(throwing.today().astimezone()))

        def thrown() -> None:
            limit.thrown(clock.now())

        StudyRun(plan, args.folder, log, thrower, picture, rest, thrown, clock, throwing.today, throwing.opened).go_on(
            named
        )
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

    def opened(self) -> StudyThrower:
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

    def close(self) -> None:
        if self._table is not None:
            self._table.close()
        self._table = None

    def _asked(self, saying: Saying) -> str | None:
        self.picture.close()
        return typed(self.picture.language.say(saying), self.picture.console)


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

    folders = Folders.of_user()
    language = Language(args.language or load(folders).language, folders.languages)
    check = StudyCheck.of(args.folder)
    found = findings_of(check.plan, check.seal, check.record)
    for saying in check.ending():
        print_notice(language.say(saying))
    if args.json:
        print_json(found.to_json())
        return 0
    plays = plays_of(found)
    for name in [args.language] if args.language else languages():
        report = StudyReport(found, plays, Language(name, folders.languages).on_screens())
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

    folders = Folders.of_user()
    language = Language(args.language or load(folders).language, folders.languages)
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

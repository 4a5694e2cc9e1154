"""Throw what a study has planned, on any table."""

import argparse
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rich.console import Console

from hardware.clock import Clock, SystemClock
from robot.config import ENTERED, HANDS, MADE_UP, PHONE, Config, Folders
from robot.errors import StudyPlanError, TableChoiceError
from robot.exhibit.limits import QuietHours, ThrowLimit
from robot.fairness.live import StudyPicture, typed
from robot.fairness.log import StudyLog
from robot.fairness.plan import StudyPlan, read_plan
from robot.fairness.run import StudyPace, StudyRun
from robot.fairness.throwing import EnteredThrower, HandsThrower, MachineThrower, StudyThrower
from robot.language import Language
from robot.saying import Saying
from robot.table.choice import TableChoice
from robot.terminal.waiting import print_notice
from robot.verbs.options import command, table_choice


def run_study(args: argparse.Namespace) -> int:
    """Go on with a study until all is thrown. Raises what `StudyRun.go_on` raises, and what opening a table raises."""
    from robot.config import load

    folders = Folders.of_user()
    config = load(folders)
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if end != signal.SIGHUP or signal.getsignal(end) != signal.SIG_IGN:  # nohup asks to outlive the terminal
            signal.signal(end, signal.default_int_handler)
    language = Language(args.language or config.language, folders.languages)
    plan, seal = read_plan(args.folder)
    done = Saying("study-done", {"throws": plan.throws, "command": command("fairness", "report", args.folder)})
    console = Console(stderr=True)
    with ExitStack() as stack:
        log = stack.enter_context(StudyLog(args.folder, plan, seal))
        if log.torn:
            print_notice(language.say(Saying("study-row-cut")))
        if log.throws >= plan.throws:
            print_notice(language.say(done))
            return 0
        choice = replace(table_choice(args), sitting=log.record.begun)  # else simulated dice fell as they did before
        named = ENTERED if args.entered else args.table or plan.table
        _check(plan, named)
        alone = args.moved or named in MADE_UP

        def laid(prompt: str) -> bool:
            return alone or (sys.stdin.isatty() and typed(prompt, console) is not None)

        picture = StudyPicture(plan, log.record, language, laid, console=console)
        stack.callback(picture.close)
        choice = replace(choice, table=named)
        opened = stack.enter_context(ExitStack())
        thrower, clock, wall = _opened(plan, choice, config, picture, opened)

        def reopened() -> StudyThrower:
            opened.close()
            return _opened(plan, choice, config, picture, opened)[0]

        again = None if named in MADE_UP or named == ENTERED else reopened  # simulated dice would fall as before
        limit, quiet = ThrowLimit(plan.an_hour), QuietHours.of(plan.quiet)
        pace = StudyPace(
            lambda: max(limit.rest(clock.now()), quiet.seconds_left(wall().astimezone())),
            lambda: limit.thrown(clock.now()),
        )
        StudyRun(plan, args.folder, log, thrower, picture, pace, clock, wall, again).go_on(named)
    print_notice(language.say(done))
    return 0


def _check(plan: StudyPlan, named: str) -> None:
    """Raise StudyPlanError where the plan was made for another kind of table."""
    if (named in {HANDS, ENTERED}) == bool(plan.turn_every):
        raise StudyPlanError(
            f"this study was planned for the table {plan.table}, "
            + ("whose dice lie in wells" if plan.turn_every else "whose dice lie in no wells")
            + f": it cannot go on with {named}"
        )


def _opened(
    plan: StudyPlan, choice: TableChoice, config: Config, picture: StudyPicture, stack: ExitStack
) -> tuple[StudyThrower, Clock, Callable[[], datetime]]:
    """Return who throws, the clock that they live by, and the time of day; `stack` closes what is opened."""

    def today() -> datetime:
        return datetime.now(UTC)

    if choice.table == ENTERED:

        def asked(saying: Saying) -> str | None:
            picture.close()
            return typed(picture.language.say(saying), picture.console)

        return EnteredThrower(plan.dice, asked, picture.say), SystemClock(), today
    from robot.app import open_table
    from robot.table.hands import HandsTable
    from robot.table.table import MachineTable

    choice = choice.resolved(config)
    if choice.table == HANDS and choice.camera in {None, PHONE}:
        raise TableChoiceError("a study of your own dice needs a camera here: add --camera, or --entered to type them")
    table = open_table(choice, notify=print_notice)
    stack.callback(table.close)
    if isinstance(table, HandsTable):
        return HandsThrower(table, plan.dice, picture.say), SystemClock(), today
    assert isinstance(table, MachineTable)
    clock, began = table.clock, today()
    if choice.speed is None:  # the time of day runs as the table's does
        start = clock.now()
        return MachineThrower(table, picture.say), clock, lambda: began + timedelta(seconds=clock.now() - start)
    return MachineThrower(table, picture.say), clock, today

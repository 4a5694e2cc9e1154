"""Run a day at the exhibition: assemble the host with its policy, books, watchdog and screens."""

import errno
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime

from hardware.clock import SystemClock
from hardware.panel import Panels
from robot.app import check_faults, tables
from robot.config import Config, Folders
from robot.errors import AddressError
from robot.exhibit.day_book import DayBook, report_of, tell_report
from robot.exhibit.systemd import AGAIN, ENOUGH, CrashBook, Notifier, boot_id, since_boot
from robot.host.host import Host
from robot.host.policy import ExhibitPolicy, SafePolicy
from robot.language import Language
from robot.match.desk.question_desk import QuestionDesk
from robot.saying import Saying
from robot.services import start_services
from robot.table.choice import TableChoice
from robot.terminal.screens import Sentences
from robot.terminal.waiting import notice_if_slow
from robot.voice.voice import Voice
from robot.web.addresses import Place
from robot.web.server import begin_again, listen, serve_host, share_cameras
from robot.web.site import SiteOptions

Teller = Callable[[str], None]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExhibitPlan:
    """The operator's options. They gave the settings that `by_option` names."""

    choice: TableChoice
    show: ExhibitPolicy
    address: str
    port: int
    by_option: frozenset[str]


def wall() -> datetime:
    """Return the local time of day."""
    return datetime.now().astimezone()


def check(plan: ExhibitPlan, folders: Folders, config: Config, notify: Teller) -> None:
    """Raise what `exhibit` raises if the exhibition cannot begin. Devices may be missing: `exhibit` waits for them.

    A port in use is no fault, as this same table may use it.
    """
    try:
        _check_plan(plan, folders, config, notify)
    except AddressError as error:
        if not isinstance(error.__cause__, OSError) or error.__cause__.errno != errno.EADDRINUSE:
            raise


def _check_plan(plan: ExhibitPlan, folders: Folders, config: Config, notify: Teller) -> Language:
    """Check the games, players, faults and address of an exhibition, and return its language.

    Raises:
        RobotError, SolverError: the exhibition cannot begin. This counts neither as a start nor as a crash.

    """
    language, clock = Language(config.language, folders.languages, config.machine), SystemClock()
    for setting in (plan.show.offer, plan.show.attract):
        seating = setting.seating(folders.cache)
        with notice_if_slow(language.say(Saying("preparing", {"title": seating.game.title})), notify):
            seating.make_players(QuestionDesk(Panels(clock), clock), "")
    check_faults(plan.choice)
    for listening in listen(Place(plan.address, plan.port)):
        listening.close()
    return language


def exhibit(plan: ExhibitPlan, folders: Folders, config: Config, notify: Teller) -> int:
    """Run the table until a signal ends the process, and return the exit status. All motors are off then.

    If the operator asks for a restart, systemd restarts a program that it has started: it waits for the end of a
    service that reports that it is stopping. Any other program starts itself again.

    Raises:
        RobotError, HardwareError, SolverError: the exhibition cannot begin.

    """
    language = _check_plan(plan, folders, config, notify)
    _log.info("the exhibition begins")
    crashes = CrashBook(folders.exhibition / "starts.json", since_boot, boot_id())
    again = False
    try:
        with ExitStack() as stack:
            host = _host(plan, folders, config, crashes, stack)
            host.know(plan.show.offer)
            host.know(plan.show.attract)
            host.listen(Sentences(sys.stdout, language))
            voice = start_services(host, folders, language, notify, stack)
            again = _serve(host, folders, plan, notify, voice=voice)
    except KeyboardInterrupt:
        notify("ended: the motors are off")
    except BaseException as error:
        crashes.record(f"{type(error).__name__}: {error}")
        raise
    crashes.end()
    if again and Notifier(os.environ, SystemClock()).heard:
        return AGAIN
    if again:
        begin_again()
    return 0


def _host(plan: ExhibitPlan, folders: Folders, config: Config, crashes: CrashBook, stack: ExitStack) -> Host:
    """Return the host with its listeners. `stack` closes what the host needs."""
    clock, folder, number = SystemClock(), folders.exhibition, crashes.start()
    notifier = Notifier(os.environ, clock, crashes)
    if number:
        _log.warning("%d crashes came right before this start, the last one: %s", number, crashes.why)
    safe = SafePolicy(crashes.why) if number >= ENOUGH else None
    host = Host(
        safe.open_table if safe else share_cameras(stack.enter_context(tables(plan.choice))),
        folders,
        config,
        clock,
        wall=wall,
        policy=safe or plan.show,
        beat=notifier.beat,
        seed=plan.choice.seed or 0,
        devices=plan.choice.kept,
    )
    writer = stack.enter_context(ThreadPoolExecutor(1, "day-book"))
    DayBook(folder, wall, clock, host, writer.submit).start(number)
    host.book.follow(notifier.follow)
    stack.callback(notifier.tell_stop)
    return host


def _serve(host: Host, folders: Folders, plan: ExhibitPlan, notify: Teller, *, voice: Voice | None) -> bool:
    """Serve the page until the process ends; return whether the program starts again."""
    options = SiteOptions(
        plan.choice.table,
        plan.choice.camera,
        voice,
        lambda: tuple(tell_report(report_of(folders.exhibition, wall().date()))),
        plan.show.offer,
        plan.by_option,
    )
    return serve_host(host, folders, Place(plan.address, plan.port), notify, options=options)

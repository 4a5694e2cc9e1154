"""A whole day at the exhibition: the host with its policy, books, watchdog and screens put together."""

import errno
import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime

from hardware.clock import SystemClock
from hardware.panels import Panels
from robot.app import check_faults, tables
from robot.config import Config, Folders
from robot.errors import AddressError
from robot.exhibit.crashes import ENOUGH, CrashBook, boot_id, since_boot
from robot.exhibit.day_book import OWN, DayBook
from robot.exhibit.first_check import FirstCheck
from robot.exhibit.limits import QuietHours, ThrowLimit
from robot.exhibit.policy import ExhibitPolicy, ReportedPolicy, SafePolicy
from robot.exhibit.report import days, report_of, write_report
from robot.exhibit.screen import TerminalScreen, open_screen
from robot.exhibit.systemd import AGAIN, Notifier, SystemdStatus, WatchdogBeat
from robot.furnishing import furnish
from robot.host.host import Host
from robot.language import Language
from robot.match.desk.question_desk import QuestionDesk
from robot.match.seats import GameSetting
from robot.records.wall_clock import ClockJudge
from robot.table.choice import TableChoice
from robot.table.table import Table
from robot.terminal.waiting import STRATEGY, notice_if_slow
from robot.voice.voice import Audible

Teller = Callable[[str], None]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExhibitPlan:
    """The operator's options: any button begins `offer`; `alone` and `countdown` are in seconds.

    Options gave the settings `by_option`.
    """

    choice: TableChoice
    offer: GameSetting
    attract: GameSetting
    quiet: QuietHours
    throws_an_hour: int
    alone: float
    countdown: float
    address: str
    port: int
    by_option: frozenset[str]


def wall() -> datetime:
    """Return the local time of day."""
    return datetime.now().astimezone()


def check(plan: ExhibitPlan, folders: Folders, config: Config, notify: Teller) -> None:
    """Raise what `exhibit` raises where the exhibition cannot begin. Devices may be missing: they are waited for.

    A port that is in use is no fault, as this very table may be running there.
    """
    from robot.web.server import Place, listen

    _checked(plan, folders, config, notify)
    try:
        for listening in listen(Place(plan.address, plan.port)):
            listening.close()
    except AddressError as error:
        if not isinstance(error.__cause__, OSError) or error.__cause__.errno != errno.EADDRINUSE:
            raise


def _checked(plan: ExhibitPlan, folders: Folders, config: Config, notify: Teller) -> Language:
    """Return the language of an exhibition whose games, players and faults of a simulated table there are.

    Raises:
        RobotError, SolverError: the exhibition cannot begin.

    """
    language, clock = Language(config.language, folders.languages), SystemClock()
    with notice_if_slow(STRATEGY, notify):
        for setting in (plan.offer, plan.attract):
            setting.seating(folders.cache).make_players(QuestionDesk(Panels(clock), clock), "")
    check_faults(plan.choice)
    return language


def exhibit(plan: ExhibitPlan, folders: Folders, config: Config, notify: Teller) -> int:
    """Run the table until the process receives a signal to end; every motor is off when this returns the exit status.

    If the operator asks for a restart and systemd has started this program, systemd restarts it: it waits for the end
    of a service that has said that it is stopping. Otherwise the program starts itself again.

    Raises:
        RobotError, HardwareError, SolverError: the exhibition cannot begin.

    """
    language = _checked(plan, folders, config, notify)
    _log.info("the exhibition begins")
    crashes = CrashBook(folders.exhibition / "starts.json", since_boot, boot_id())
    again = False
    try:
        with ExitStack() as stack:
            host = _host(plan, folders, config, crashes, stack)
            host.know(plan.offer)
            host.know(plan.attract)
            screen = open_screen(language, folders.cache, stack)
            host.listen(screen)
            heard = furnish(host, folders, language, notify, stack)
            if isinstance(screen, TerminalScreen):
                host.book.follow(screen.follow)
            again = _serve(host, folders, config, plan, notify, heard=heard)
    except KeyboardInterrupt:
        notify("ended: the motors are off")
    except BaseException as error:
        crashes.crashed(f"{type(error).__name__}: {error}")
        raise
    crashes.end()
    if again and Notifier(os.environ, SystemClock()).heard:
        return AGAIN
    if again:
        from robot.web.server import begin_again

        begin_again()
    return 0


def _host(plan: ExhibitPlan, folders: Folders, config: Config, crashes: CrashBook, stack: ExitStack) -> Host:
    """Return the host with its listeners; what it needs ends with `stack`."""
    clock, folder, number = SystemClock(), folders.exhibition, crashes.start()
    notifier = Notifier(os.environ, clock)
    if number:
        _log.warning("%d crashes came right before this start, the last one: %s", number, crashes.why)
    safe = SafePolicy(crashes.why) if number >= ENOUGH else None
    host = Host(
        safe.open_table if safe else _opener(plan, stack),
        folders.journal,
        config,
        clock,
        wall=wall,
        alone=plan.alone,
        beat=WatchdogBeat(notifier, crashes, clock),
        cache=folders.cache,
        seed=plan.choice.seed or 0,
        exhibits=True,
    )
    writer = stack.enter_context(ThreadPoolExecutor(1, "day-book"))
    book = DayBook(folder, wall, clock, host.book, writer.submit, ClockJudge(folders).look)
    show = ExhibitPolicy(plan.offer, plan.attract, wall, plan.quiet, ThrowLimit(plan.throws_an_hour), plan.countdown)
    if config.selftest:
        language = Language(config.language, folders.languages)
        show.first = FirstCheck(host, folders, plan.choice.table or config.table, language, wall).begin
    host.policy = ReportedPolicy(safe or show, book)
    host.listen(book, OWN)
    host.book.follow(book.follow)
    host.book.follow(SystemdStatus(notifier).follow)
    for day in days(folder)[-1:]:
        write_report(folder, day)
    book.start(number)
    stack.callback(notifier.stopping)
    return host


def _opener(plan: ExhibitPlan, stack: ExitStack) -> Callable[[], Table]:
    from robot.web.server import with_shared_camera

    return with_shared_camera(stack.enter_context(tables(plan.choice)))


def _serve(
    host: Host, folders: Folders, config: Config, plan: ExhibitPlan, notify: Teller, *, heard: tuple[Audible, ...]
) -> bool:
    """Show the page until the process is to end; return whether the program is to start again."""
    from robot.web.server import Place, serve_host

    return serve_host(
        host,
        folders,
        config,
        Place(plan.address, plan.port),
        notify,
        table=plan.choice.table,
        camera=plan.choice.camera,
        heard=heard,
        report=lambda: tuple(report_of(folders.exhibition, wall().date()).sayings()),
        offer=plan.offer,
        by_option=plan.by_option,
    )

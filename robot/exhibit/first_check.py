"""The short self-test at a day's first start: board, camera, light, motor and a few throws, which need nobody."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from robot.config import Folders
from robot.errors import HostClosedError, PeopleLeftError, RobotError
from robot.host.host import Host
from robot.language import Language, english
from robot.saying import Saying
from robot.selftest.bench import Bench
from robot.selftest.guide import UnattendedGuide
from robot.selftest.report import keep_report, report_of
from robot.selftest.steps import SHORT, SHORT_THROWS, run_steps, steps_named
from robot.table.table import MachineTable, Table

_log = logging.getLogger(__name__)
DEVICE = "selftest"
"""Its name in the status."""


@dataclass(slots=True)
class HostedGuide(UnattendedGuide):
    """Tells the host that its thread is alive; ends the test when somebody wants to play, or the host closes."""

    host: Host

    def tell(self, _line: Saying, /) -> None:
        self.beat()

    def beat(self) -> None:
        try:
            self.host.beat()
        except HostClosedError as error:
            raise PeopleLeftError("the host is closed") from error
        if self.host.status.wish is not None:
            raise PeopleLeftError("somebody wants to play")


@dataclass(frozen=True, slots=True)
class FirstCheck:
    """The self-test of a day's first start, unless one was made today. What it finds stands in the status as a warning.

    A report is kept either way.
    """

    host: Host
    folders: Folders
    table: str
    language: Language
    wall: Callable[[], datetime]

    def begin(self) -> None:
        """Let the host run it before its first game. From any thread."""
        today = f"selftest-{self.wall():%Y-%m-%d}-"
        if not any(path.name.startswith(today) for path in self.folders.selftests.glob("*.html")):
            self.host.ask(self._checked)

    def _checked(self, opened: Table) -> None:
        if not isinstance(opened, MachineTable):
            return
        book = self.host.book
        book.change(message=Saying("selftest-on"), seconds=None)
        try:
            bench = Bench.of_table(opened, self.table, HostedGuide(self.host), SHORT_THROWS)
            results = list(run_steps(bench, steps_named(SHORT)))
        except PeopleLeftError as error:
            _log.info("the self-test has ended early: %s", error)
            return
        finally:
            book.change(message=None)
        now = self.wall()
        page = report_of(results, self.language, self.table, now)
        keep_report(page, self.folders.selftests / f"selftest-{now:%Y-%m-%d-%H%M%S}.html")
        troubles = [trouble for result in results for trouble in result.troubles]
        for trouble in troubles:
            _log.warning("the self-test has found: %s", ", ".join(trouble.causes))
            what, remedy = (english().say(said).rstrip(".") for said in (trouble.what, trouble.remedy))
            book.fault(DEVICE, RobotError(f"{what.replace(': ', ', ')}: {remedy}", key="fault-selftest"), "warning")
        if not troubles:
            book.clear(DEVICE)

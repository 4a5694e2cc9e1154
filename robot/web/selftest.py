"""A self-test from the page: the host's thread runs the steps on its open table, and browsers answer for the people."""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from robot.config import Folders
from robot.errors import ROOMS, HostClosedError, PeopleLeftError
from robot.host.host import Host
from robot.language import Language
from robot.language.error_messages import ErrorMessage
from robot.saying import Saying
from robot.selftest.bench import THROWS, Bench
from robot.selftest.report import keep_report, report_of, summary_of
from robot.selftest.result import StepResult
from robot.selftest.run import SHORT, SHORT_THROWS, run_steps, steps_named
from robot.table.look import Image
from robot.table.table import MachineTable, Table

PATIENCE = 600.0
"""Seconds within which people must answer."""
LOOK = 0.1
"""Seconds between two looks whether they have."""
LINES = 4
"""The number of the last lines that are kept."""


@dataclass(frozen=True, slots=True)
class SelftestState:
    """What the page shows: `question` with its `answers` is open if there are answers; `lines` are the newest ones.

    `number` grows with every change. `report` is the name of the report that the last self-test has left.
    """

    number: int = 0
    goes_on: bool = False
    results: tuple[StepResult, ...] = ()
    lines: tuple[Saying | ErrorMessage, ...] = ()
    question: Saying | None = None
    answers: tuple[str, ...] = ()
    report: str | None = None


class SelftestRun:
    """The self-test of a host's table, one at a time. For any thread."""

    def __init__(
        self, host: Host, folders: Folders, table: str, wall: Callable[[], datetime], patience: float = PATIENCE
    ) -> None:
        self._host, self._folders, self._table, self._wall, self._patience = host, folders, table, wall, patience
        self._lock = threading.Lock()
        self._now = SelftestState()
        self._answers: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._asked: Future[None] | None = None

    @property
    def now(self) -> SelftestState:
        return self._now

    def begin(self, language: Language, *, short: bool = False) -> bool:
        """Begin as soon as no game is on; return False if one runs already. `short`: only what needs nobody."""
        with self._lock:
            if self._now.goes_on:
                return False
            self._stopped.clear()
            waits = (Saying("page-selftest-waits"),)
            self._now = SelftestState(self._now.number + 1, True, lines=waits)
            self._asked = self._host.ask(lambda table: self._run(table, language, short=short))
        self._asked.add_done_callback(self._ended)
        return True

    def answer(self, number: int, answer: str) -> None:
        """Answer the question of the state of this number."""
        self._answers.put((number, answer))

    def stop(self) -> None:
        """End it; what was done is reported. Harmless when none runs."""
        self._stopped.set()
        if self._asked is not None:
            self._asked.cancel()

    def report(self, name: str) -> Path | None:
        """Return the file of a report by its name, None if there is none."""
        return next((path for path in self._folders.selftests.glob("selftest-*.html") if path.name == name), None)

    def change(self, **what: object) -> int:
        """Change what is shown; return its number."""
        with self._lock:
            self._now = replace(self._now, number=self._now.number + 1, **what)  # type: ignore[arg-type]
            return self._now.number

    def say(self, line: Saying | ErrorMessage) -> None:
        """Show a line."""
        self.change(lines=(*self._now.lines, line)[-LINES:])

    def waited(self, number: int, answers: tuple[str, ...]) -> str:
        """Wait for an answer to the question of this number; raises PeopleLeftError."""
        end = time.monotonic() + self._patience
        while time.monotonic() < end:
            self.beat()
            try:
                given, answer = self._answers.get(timeout=LOOK)
            except queue.Empty:
                continue
            if given == number and answer in answers:
                return answer
        raise PeopleLeftError("nobody has answered")

    def beat(self) -> None:
        """Tell the host that its thread is alive; raises PeopleLeftError where the self-test is to end."""
        try:
            self._host.beat()
        except HostClosedError as error:
            raise PeopleLeftError("the host is closed") from error
        if self._stopped.is_set():
            raise PeopleLeftError("somebody has ended it")

    def _run(self, table: Table, language: Language, *, short: bool) -> None:
        """Run the steps in the host's thread."""
        if not isinstance(table, MachineTable):
            self.change(goes_on=False, lines=(Saying("page-selftest-no-machine"),))
            return
        guide = PageGuide(self, alone=short)
        bench = Bench.of_table(table, self._table, guide, SHORT_THROWS if short else THROWS)
        results: list[StepResult] = []
        try:
            for result in run_steps(bench, steps_named(SHORT if short else ())):
                results.append(result)
                self.change(results=tuple({one.step: one for one in results}.values()))
        except PeopleLeftError:
            self.say(Saying("page-selftest-left"))
        finally:
            self.change(question=None, answers=())
        if results:
            self._keep(results, language)

    def _keep(self, results: list[StepResult], language: Language) -> None:
        now = self._wall()
        name = f"selftest-{now:%Y-%m-%d-%H%M%S}.html"
        keep_report(report_of(results, language, self._table, now), self._folders.selftests / name)
        self.change(report=name, lines=(summary_of(results),))

    def _ended(self, asked: "Future[None]") -> None:
        try:
            asked.result()
        except CancelledError:
            self.say(Saying("page-selftest-left"))
        except ROOMS as error:
            self.say(ErrorMessage.of(error))
        self.change(goes_on=False)


@dataclass(frozen=True, slots=True)
class PageGuide:
    """Asks browsers; `alone` gives every question its usual answer."""

    run: SelftestRun
    alone: bool = False

    def tell(self, line: Saying) -> None:
        self.run.beat()
        self.run.say(line)

    def ask(self, what: Saying, answers: tuple[str, ...]) -> str:
        if self.alone:
            self.run.beat()
            return answers[0]
        number = self.run.change(question=what, answers=answers)
        try:
            return self.run.waited(number, answers)
        finally:
            self.run.change(question=None, answers=())

    def show(self, picture: Image) -> None:
        """Pass over it: the page shows the live picture of the same camera."""

    def beat(self) -> None:
        self.run.beat()

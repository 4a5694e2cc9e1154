"""The table's self-test on the pages, with the calibration as one of its steps."""

import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from robot.config import Folders
from robot.errors import ROOMS, HostClosedError, PeopleLeftError
from robot.host.host import Host
from robot.language import Language
from robot.language.error_messages import ErrorMessage
from robot.saying import Saying
from robot.selftest.bench import THROWS, Bench
from robot.selftest.guide import Guide
from robot.selftest.report import StepResult, keep_report, last_results, report_of, report_path, summary_of
from robot.selftest.steps import SHORT_THROWS, run_steps
from robot.table.table import MachineTable, Table

ANSWER_SECONDS = 600.0
"""Seconds within which people must answer."""
LOOK = 0.1
"""Seconds between two checks for an answer."""
KEPT_LINES = 4
"""The number of the last lines that are kept."""


@dataclass(frozen=True, slots=True)
class SelftestState:
    """The state on the page. `question` is open if there are `answers`; `lines` are the newest lines.

    `number` grows with every change. `report` is the name of the last self-test's report.
    """

    number: int = 0
    goes_on: bool = False
    results: tuple[StepResult, ...] = ()
    lines: tuple[Saying | ErrorMessage, ...] = ()
    question: Saying | None = None
    answers: tuple[str, ...] = ()
    report: str | None = None


class SelftestRun(Guide):
    """The self-test of a host's table, one at a time. It asks people at browsers. Thread-safe.

    A short self-test gives every question its usual answer. The table is reopened after a calibration.
    """

    def __init__(self, host: Host, folders: Folders, table: str, patience: float = ANSWER_SECONDS) -> None:
        self._host, self._folders, self._table, self._patience = host, folders, table, patience
        self._lock = threading.Lock()
        self._now = SelftestState()
        self._answers: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._asked: Future[None] | None = None
        self._short = False

    @property
    def now(self) -> SelftestState:
        return self._now

    def begin(self, language: Language, steps: Sequence[str] = (), *, short: bool = False) -> bool:
        """Begin as soon as no game is on; return False if a self-test runs. With `short` only steps without people.

        Without `steps`, make all.
        """
        with self._lock:
            if self._now.goes_on:
                return False
            self._stopped.clear()
            waits = (Saying("page-selftest-waits"),)
            self._now = SelftestState(self._now.number + 1, True, lines=waits)
            self._short = short
            self._asked = self._host.ask(lambda table: self._run(table, language, steps))
        self._asked.add_done_callback(self._finish)
        return True

    def answer(self, number: int, answer: str) -> None:
        """Answer the question of the state with this number."""
        self._answers.put((number, answer))

    def stop(self) -> None:
        """End the self-test; its report has the steps that were made. Harmless if none runs."""
        self._stopped.set()
        if self._asked is not None:
            self._asked.cancel()

    def report(self, name: str) -> Path | None:
        """Return the file of a report by name, None if there is none."""
        return next((path for path in self._folders.selftests.glob("selftest-*.html") if path.name == name), None)

    def _change(self, **what: object) -> int:
        """Change the state, and return its new number."""
        with self._lock:
            self._now = replace(self._now, number=self._now.number + 1, **what)  # type: ignore[arg-type]
            return self._now.number

    def _say(self, line: Saying | ErrorMessage) -> None:
        self._change(lines=(*self._now.lines, line)[-KEPT_LINES:])

    def tell(self, line: Saying) -> None:
        """Show a line; raises PeopleLeftError."""
        self.beat()
        self._say(line)

    def ask(self, what: Saying, answers: tuple[str, ...]) -> str:
        """Show a question, and wait for its answer; raises PeopleLeftError."""
        if self._short:
            self.beat()
            return answers[0]
        number = self._change(question=what, answers=answers)
        end = time.monotonic() + self._patience
        try:
            while time.monotonic() < end:
                self.beat()
                with suppress(queue.Empty):
                    given, answer = self._answers.get(timeout=LOOK)
                    if given == number and answer in answers:
                        return answer
            raise PeopleLeftError("nobody has answered")
        finally:
            self._change(question=None, answers=())

    def beat(self) -> None:
        """Tell the host that its thread is alive; raises PeopleLeftError if the self-test must end."""
        try:
            self._host.beat()
        except HostClosedError as error:
            raise PeopleLeftError("the host is closed") from error
        if self._stopped.is_set():
            raise PeopleLeftError("somebody has ended it")

    def _run(self, table: Table, language: Language, steps: Sequence[str]) -> None:
        """Run the steps in the host's thread."""
        if not isinstance(table, MachineTable):
            self._change(goes_on=False, lines=(Saying("page-selftest-no-machine"),))
            return
        bench = Bench.of_table(table, self._table, self, SHORT_THROWS if self._short else THROWS)
        board, results = table.controller, list[StepResult]()
        try:
            for result in run_steps(bench, steps or (board.SHORT_STEPS if self._short else board.STEPS)):
                results.append(result)
                self._change(results=tuple(last_results(results)))
        except PeopleLeftError:
            self._say(Saying("page-selftest-left"))
        if bench.calibrates:  # even if it failed: the camera's settings have changed
            self._host.reopen()
        if results:
            self._keep(results, language)

    def _keep(self, results: list[StepResult], language: Language) -> None:
        now = self._host.book.wall()
        path = report_path(self._folders.selftests, now)
        keep_report(report_of(results, language, self._table, now), path)
        self._change(report=path.name, lines=(summary_of(results),))

    def _finish(self, asked: "Future[None]") -> None:
        try:
            asked.result()
        except CancelledError:
            self._say(Saying("page-selftest-left"))
        except ROOMS as error:
            self._say(ErrorMessage.of(error))
        self._change(goes_on=False)

"""The self-test that the operator's page runs on the host's table."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.requirements import needs_package

needs_package("nicegui")

from robot.config import Folders  # noqa: E402
from robot.errors import HostClosedError  # noqa: E402
from robot.language import Language  # noqa: E402
from robot.selftest.guide import NEXT, QUIT, REPEAT  # noqa: E402
from robot.selftest.run import SHORT  # noqa: E402
from robot.table.table import Table  # noqa: E402
from robot.web.selftest import SelftestRun, SelftestState  # noqa: E402
from tests.support.robot.stubs import machine_of  # noqa: E402
from tests.support.robot.waiting import until  # noqa: E402

WHEN = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("home")


class LoneHost:
    """Runs a job with its table in a thread of its own; `closed` ends it."""

    def __init__(self, table: Any) -> None:
        self.table, self.closed, self.beats = table, False, 0
        self.threads: list[threading.Thread] = []

    def ask(self, job: Callable[[Table], None]) -> "Future[None]":
        answer: Future[None] = Future()
        answer.set_running_or_notify_cancel()

        def run() -> None:
            try:
                job(self.table)
                answer.set_result(None)
            except BaseException as error:  # noqa: BLE001  as the host does
                answer.set_exception(error)

        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()
        return answer

    def beat(self) -> None:
        self.beats += 1
        if self.closed:
            raise HostClosedError("closed")


@pytest.fixture
def host() -> Iterator[LoneHost]:
    with ExitStack() as stack:
        _, table = machine_of(stack, 1)
        alone = LoneHost(table)
        yield alone
        alone.closed = True
        for thread in alone.threads:
            thread.join()


@pytest.fixture
def run(host: LoneHost, tmp_path: Path) -> SelftestRun:
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "cache")
    return SelftestRun(host, folders, "sim", lambda: WHEN)  # type: ignore[arg-type]


def asked(run: SelftestRun, before: int = -1) -> SelftestState:
    """Return the state in which a question is open that was not open before."""
    until(lambda: bool(run.now.answers) and run.now.number > before)
    return run.now


def test_each_step_waits_for_the_page_which_repeats_it_goes_on_and_ends_it(run: SelftestRun) -> None:
    assert run.begin(Language())
    assert not run.begin(Language()), "one at a time"
    first = asked(run)
    assert first.answers == (NEXT, REPEAT, QUIT)
    run.answer(first.number - 1, QUIT)  # meant for another question
    run.answer(first.number, "nonsense")
    run.answer(first.number, REPEAT)
    second = asked(run, first.number)
    assert [result.step for result in second.results] == ["board"]
    run.answer(second.number, NEXT)
    third = asked(run, second.number)
    assert [result.step for result in third.results] == ["board", "camera"]
    run.answer(third.number, QUIT)
    until(lambda: not run.now.goes_on)
    assert run.now.report == "selftest-2026-05-01-093000.html"
    assert not run.now.answers
    path = run.report(run.now.report)
    assert path is not None
    assert path.read_bytes().startswith(b"<!doctype html>")
    assert run.report("../config/operator.json") is None


def test_the_short_one_asks_nobody_and_finds_a_sound_machine_sound(run: SelftestRun, host: LoneHost) -> None:
    assert run.begin(Language("de"), short=True)
    until(lambda: not run.now.goes_on)
    assert [(result.step, result.state) for result in run.now.results] == [(name, "ok") for name in SHORT]
    assert host.beats


def test_it_ends_when_somebody_ends_it_and_when_the_host_closes(run: SelftestRun, host: LoneHost) -> None:
    for end in (run.stop, lambda: setattr(host, "closed", True)):
        assert run.begin(Language())
        asked(run)
        end()
        until(lambda: not run.now.goes_on)
        assert run.now.report is not None


def test_a_table_without_a_board_is_not_tested(host: LoneHost, run: SelftestRun) -> None:
    host.table = object()
    assert run.begin(Language())
    until(lambda: not run.now.goes_on)
    assert [line.key for line in run.now.lines] == ["page-selftest-no-machine"]
    assert run.now.report is None

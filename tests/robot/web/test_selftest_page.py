"""The self-test that the operator's page runs on the host's table."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.camera import Frame
from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.board import SimulatedBoard
from hardware.sim.table import SimulatedTable
from robot.config import Folders
from robot.errors import HostClosedError
from robot.host.status import StatusBook
from robot.language import Language
from robot.selftest.bench import Bench
from robot.selftest.guide import NEXT, QUIT, REPEAT
from robot.selftest.report import StepResult
from robot.table.table import MachineTable, Table
from robot.web.pages.operator import CALIBRATION_STEPS
from robot.web.upkeep import SelftestRun, SelftestState
from tests.support.hardware.boards import controller_of
from tests.support.robot.waiting import until

pytestmark = pytest.mark.usefixtures("home")


class LoneHost:
    """Runs a job with its table in a thread of its own; `closed` ends it."""

    def __init__(self, table: Any) -> None:
        self.table, self.closed, self.beats = table, False, 0
        self.book = StatusBook(lambda: datetime(2026, 5, 1, 9, 30, tzinfo=UTC))
        self.threads: list[threading.Thread] = []
        self.reopened = 0

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

    def reopen(self) -> None:
        self.reopened += 1

    def beat(self) -> None:
        self.beats += 1
        if self.closed:
            raise HostClosedError("closed")


@pytest.fixture
def host() -> Iterator[LoneHost]:
    """Return the host of a machine in the dark: its board is sound, and its camera sees nothing."""
    clock = VirtualClock()
    with ExitStack() as stack:
        board = SimulatedBoard(SimulatedTable(1, clock, dimensions()), clock)
        dark: Any = SimpleNamespace(frame=lambda *_: Frame(np.zeros((90, 160, 3), np.uint8), clock.now()))
        controller = stack.enter_context(controller_of(board, clock))
        alone = LoneHost(MachineTable(controller, dark, dark, dark, clock, ExitStack()))
        yield alone
        alone.closed = True
        for thread in alone.threads:
            thread.join()


@pytest.fixture
def run(host: LoneHost, folders: Folders) -> SelftestRun:
    return SelftestRun(host, folders, "sim")  # type: ignore[arg-type]


def ask(run: SelftestRun, before: int = -1) -> SelftestState:
    """Return the state in which a question is open that was not open before."""
    until(lambda: bool(run.now.answers) and run.now.number > before)
    return run.now


def test_each_step_waits_for_the_page_which_repeats_it_goes_on_and_ends_it(run: SelftestRun) -> None:
    assert run.begin(Language())
    assert not run.begin(Language()), "one at a time"
    first = ask(run)
    assert first.answers == (NEXT, REPEAT, QUIT)
    run.answer(first.number - 1, QUIT)  # meant for another question
    run.answer(first.number, "nonsense")
    run.answer(first.number, REPEAT)
    second = ask(run, first.number)
    assert [result.step for result in second.results] == ["board"]
    run.answer(second.number, NEXT)
    third = ask(run, second.number)
    assert [result.step for result in third.results] == ["board", "camera"]
    run.answer(third.number, QUIT)
    until(lambda: not run.now.goes_on)
    assert run.now.report == "selftest-2026-05-01-093000.html"
    assert not run.now.answers
    path = run.report(run.now.report)
    assert path is not None
    assert path.read_bytes().startswith(b"<!doctype html>")
    assert run.report("../config/operator.json") is None


def test_the_short_one_asks_nobody_and_beats(run: SelftestRun, host: LoneHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.crank.CrankController.SHORT_STEPS", ("board",))
    assert run.begin(Language("de"), short=True)
    until(lambda: not run.now.goes_on)
    assert [(result.step, result.state) for result in run.now.results] == [("board", "ok")]
    assert host.beats


def test_the_table_is_opened_anew_once_it_is_calibrated_and_not_before(
    run: SelftestRun, host: LoneHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Sequence[str]] = []

    def calibrate(bench: Bench, steps: Sequence[str]) -> Iterator[StepResult]:
        made.append(steps)
        bench.calibrates = len(made) == 2
        yield StepResult("calibration")

    monkeypatch.setattr("robot.web.upkeep.run_steps", calibrate)
    for reopened in (0, 1):
        assert run.begin(Language(), CALIBRATION_STEPS)
        until(lambda: not run.now.goes_on)
        assert host.reopened == reopened
    assert made == [CALIBRATION_STEPS] * 2


def test_it_ends_when_somebody_ends_it_and_when_the_host_closes(run: SelftestRun, host: LoneHost) -> None:
    for end in (run.stop, lambda: setattr(host, "closed", True)):
        assert run.begin(Language())
        ask(run)
        end()
        until(lambda: not run.now.goes_on)
        assert run.now.report is not None


def test_a_table_without_a_board_is_not_tested(host: LoneHost, run: SelftestRun) -> None:
    host.table = object()
    assert run.begin(Language())
    until(lambda: not run.now.goes_on)
    assert [line.key for line in run.now.lines] == ["page-selftest-no-machine"]
    assert run.now.report is None

"""Run the tests in processes that are forked when all tests are collected: `pytest -p tests.support.forks --forks 2`.

What the tests import is in memory once, and they are collected once. A process that has grown gives its place to a new
one, which begins with what was collected and nothing more.
"""

import gc
import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

import pytest

GROWTH = 64 * 1024
"""Kilobytes more than at its start, from which on a process ends with the module that it is at."""
CONTEXT = multiprocessing.get_context("fork")
Portion = tuple[int, int]
"""A module's number, and that of its first test that is to be run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--forks", type=int, default=0, metavar="N", help="run the tests in N forked processes")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    # Nearly all that is made while tests are collected stays: to look for garbage takes a sixth of the time.
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    options = session.config.option
    if not options.forks or options.collectonly or session.testsfailed:
        return None
    Crew(session, options.forks).run()
    return True


@dataclass(eq=False)
class Member:
    """A process, the part of the modules that it takes first, and the tests that it has not finished."""

    process: ForkProcess
    part: deque[Portion]
    waiting: deque[Portion] = field(default_factory=deque)


class Crew:
    """Processes that run a session's tests: each takes a module of its part after the other, then those of others."""

    def __init__(self, session: pytest.Session, size: int) -> None:
        self._session, self._config = session, session.config
        self._modules = [list(items) for _, items in groupby(session.items, lambda item: item.path)]
        self._parts = [deque[Portion]() for _ in range(size)]
        begun = 0
        for number, items in enumerate(self._modules):
            self._parts[begun * size // len(session.items)].append((number, 0))
            begun += len(items)
        self._members: dict[Connection, Member] = {}

    def run(self) -> None:
        """Run all tests and hand their reports to pytest."""
        # All processes make their folders in this one; pytest has no public way to it.
        self._config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        gc.collect()
        gc.freeze()
        try:
            for part in self._parts:
                self._start(part)
            while self._members:
                for connection in wait(list(self._members)):
                    assert isinstance(connection, Connection)
                    self._hear(connection)
                    if self._session.shouldfail:
                        raise self._session.Failed(self._session.shouldfail)
                    if self._session.shouldstop:
                        raise self._session.Interrupted(self._session.shouldstop)
        finally:
            for member in self._members.values():
                member.process.terminate()
                member.process.join()
            gc.unfreeze()

    def _start(self, part: deque[Portion]) -> None:
        if not any(self._parts):
            return
        here, there = CONTEXT.Pipe()
        process = CONTEXT.Process(target=_work, args=(self._config, self._modules, there))
        process.start()
        there.close()
        self._members[here] = Member(process, part)

    def _hear(self, connection: Connection) -> None:
        """Do what a process asks for or tells."""
        member, hook = self._members[connection], self._config.hook
        try:
            kind, told = connection.recv()
        except EOFError:
            kind, told = "end", None
        if kind == "more":
            portion = self._take(member.part)
            if portion:
                number, first = portion
                member.waiting += [(number, place) for place in range(first, len(self._modules[number]))]
            connection.send(portion)
        elif kind == "start":
            hook.pytest_runtest_logstart(nodeid=told[0], location=told[1])
        elif kind == "report":
            hook.pytest_runtest_logreport(report=hook.pytest_report_from_serializable(config=self._config, data=told))
        elif kind == "finish":
            member.waiting.popleft()
            hook.pytest_runtest_logfinish(nodeid=told[0], location=told[1])
        else:
            del self._members[connection]
            member.process.join()
            self._lament(member)
            self._start(member.part)

    def _take(self, part: deque[Portion]) -> Portion | None:
        if part:
            return part.popleft()
        longest = max(self._parts, key=len)
        return longest.pop() if longest else None

    def _lament(self, member: Member) -> None:
        """Let the test fail in which a process has died, and give back those that it has not begun."""
        if not member.waiting:
            return
        number, place = member.waiting.popleft()
        lost = self._modules[number][place]
        why = f"the process that ran this test ended with status {member.process.exitcode}"
        report = pytest.TestReport(lost.nodeid, lost.location, dict.fromkeys(lost.keywords, 1), "failed", why, "call")
        self._config.hook.pytest_runtest_logreport(report=report)
        first: dict[int, int] = {}
        for number, place in member.waiting:
            first.setdefault(number, place)
        member.part.extendleft(reversed(first.items()))


class Teller:
    """Tells the first process what becomes of each test; stands where pytest has what writes to the terminal."""

    def __init__(self, config: pytest.Config, connection: Connection) -> None:
        self._config, self._connection = config, connection
        self._tw = config.get_terminal_writer()  # where that looks for it again, for pytest-timeout

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._connection.send(("start", (nodeid, location)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._connection.send(("report", data))

    def pytest_runtest_logfinish(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._connection.send(("finish", (nodeid, location)))


def _work(config: pytest.Config, modules: Sequence[Sequence[pytest.Item]], connection: Connection) -> None:
    """Run tests until there are no more or this process has grown."""
    # What is captured goes through files, which no two processes can share.
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()
    teller = Teller(config, connection)
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(teller, "terminalreporter")
    upcoming = _fetch_items(modules, connection)
    item = next(upcoming, None)
    with suppress(KeyboardInterrupt):
        while item:
            following = next(upcoming, None)
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following


def _fetch_items(modules: Sequence[Sequence[pytest.Item]], connection: Connection) -> Iterator[pytest.Item]:
    most = _measure_memory() + GROWTH
    while _measure_memory() <= most:
        connection.send(("more", None))
        if not (portion := connection.recv()):
            return
        number, first = portion
        yield from modules[number][first:]


def _measure_memory() -> int:
    """Return the kilobytes of this process that stand in no file."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines())
    return int(status["RssAnon"].split()[0])

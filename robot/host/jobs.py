"""Jobs that other threads want done with the open table, in the order of their requests."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from robot.errors import ROOMS
from robot.table.table import Table

Answer = TypeVar("Answer")


@dataclass(slots=True)
class Jobs:
    """Any thread adds jobs, and the host's thread does them. A job that nobody waits for is not done."""

    _asked: deque[tuple[Future[Any], Callable[[Table], Any]]] = field(default_factory=deque)

    def __bool__(self) -> bool:
        while self._asked and self._asked[0][0].cancelled():
            self._asked.popleft()
        return bool(self._asked)

    def ask(self, job: Callable[[Table], Answer]) -> "Future[Answer]":
        """Add a job. From any thread."""
        answer: Future[Answer] = Future()
        self._asked.append((answer, job))
        return answer

    def do(self, table: Table) -> Exception | None:
        """Do the next job with `table`; return the table's error, if it failed."""
        answer, job = self._asked.popleft()
        if not answer.set_running_or_notify_cancel():
            return None
        try:
            answer.set_result(job(table))
        except ROOMS as error:
            answer.set_exception(error)
            return error
        return None

    def refuse(self, fault: Exception) -> None:
        """Answer the next job with the fault that prevents it."""
        answer, _ = self._asked.popleft()
        if answer.set_running_or_notify_cancel():
            answer.set_exception(fault)

    def cancel(self) -> None:
        """Cancel all jobs, so that nobody waits any longer."""
        while self._asked:
            self._asked.popleft()[0].cancel()

"""The status of the machine: told in order, to all, whoever changes it."""

import threading
from datetime import UTC, datetime

import pytest

from robot.errors import JournalError
from robot.host.status import Phase, Status, StatusBook
from tests.support.robot.waiting import PATIENCE

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def book() -> StatusBook:
    return StatusBook(lambda: NOON)


def test_followers_who_change_it_are_told_in_order(book: StatusBook) -> None:
    first: list[Status] = []
    second: list[Status] = []

    def follow(status: Status) -> None:
        first.append(status)
        if status.phase is Phase.IDLE and status.seconds is None:
            book.change(seconds=3)

    book.follow(follow)
    book.follow(second.append)
    book.change(phase=Phase.IDLE)
    book.fault("journal", JournalError("the journal is full: free some space"))
    assert first == second
    assert [(status.phase, status.seconds, status.status) for status in first] == [
        (Phase.IDLE, None, "ok"),
        (Phase.IDLE, 3, "ok"),
        (Phase.IDLE, 3, "fault"),
    ]


@pytest.mark.parametrize("way", ["change", "ill", "well"])
def test_a_follower_may_wait_for_a_thread_that_changes_it(book: StatusBook, way: str) -> None:
    told: list[Status] = []

    def follow(status: Status) -> None:
        told.append(status)
        if len(told) == 1:
            other = threading.Thread(target=book.change, kwargs={"seconds": 7})
            other.start()
            other.join(PATIENCE)
            assert not other.is_alive()

    book.follow(follow)
    if way == "change":
        book.change(phase=Phase.IDLE)
    elif way == "ill":
        book.fault("board", JournalError("gone: look"))
    else:
        book.clear("board")
    assert told[-1].seconds == 7


def test_many_threads_are_told_in_the_order_of_their_changes(book: StatusBook) -> None:
    told: list[int] = []
    book.follow(lambda status: told.append(status.seconds or 0))

    def count() -> None:
        for _ in range(200):
            book.fault("camera", JournalError("gone: look"))

    threads = [threading.Thread(target=count) for _ in range(4)]
    tries: list[int] = []
    book.follow(lambda status: tries.append(status.devices[0].tries))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    book.change(seconds=1)
    assert tries[:-1] == list(range(1, 801))
    assert told[-1] == 1


def test_one_who_fails_does_not_silence_the_book(book: StatusBook) -> None:
    told: list[Status] = []

    def fail(status: Status) -> None:
        if status.phase is Phase.IDLE:
            raise ValueError("no")

    book.follow(told.append)
    book.follow(fail)
    with pytest.raises(ValueError, match="no"):
        book.change(phase=Phase.IDLE)
    book.change(phase=Phase.QUIET)
    assert [status.phase for status in told] == [Phase.IDLE, Phase.QUIET]

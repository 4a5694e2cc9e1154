"""The host: games one after another, people who leave, screens and disks that fail, and its status."""

import threading
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from hardware.clock import VirtualClock
from hardware.errors import Failure, PortError
from hardware.panel import Button
from robot.config import Config, Folders
from robot.errors import JournalError, RobotError, UsageError
from robot.host.host import Host, IdlePolicy, Jobs
from robot.host.running import hold_host_lock, lock_hosts_out
from robot.host.status import Phase, Status, StatusBook
from robot.language import Language
from robot.language.names import NameFilter
from robot.match.events import Announced, Begun, Booked, Ended, Event, Read, Thrown
from robot.match.journal import Journal
from robot.match.seats import GameSetting
from robot.services import start_services
from robot.verbs.backup import back_up
from robot.verbs.forget import forget
from robot.verbs.restore import restore
from solver.errors import UnknownNameError
from tests.support.hardware.timed_panel import script
from tests.support.robot.booths import QuickBooth, QuickTable, TroubledBooth
from tests.support.robot.hosts import START, At, Sitting, pig
from tests.support.robot.waiting import PATIENCE, until


@pytest.fixture
def folders(home: Path) -> Folders:
    """Return folders with a game of a person."""
    folders = Folders(home / "config", home / "data", home / "cache")
    with Journal(folders.journal) as journal:
        journal.begin("pig", {}, ("you:Ann", "robot"), 5)
    return folders


def fail_to_open() -> NoReturn:
    pytest.fail("a table is opened")


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def book() -> StatusBook:
    return StatusBook(lambda: NOON)


def test_games_are_played_one_after_another_on_one_open_table(quick: Sitting[QuickBooth]) -> None:
    host, policy = quick.host(pig(), pig())
    host.run()
    assert policy.left == [False, False]
    assert len(quick.of(Ended)) == 2
    assert quick.booth.opened == 1
    assert host.status.phase is Phase.CLOSED
    assert host.status.status == "ok"
    with Journal(quick.journal) as journal:
        assert all(game.winners for game in journal.games())


def test_a_game_left_alone_asks_and_then_ends_by_itself(quick: Sitting[QuickBooth]) -> None:
    panel = script(quick.booth.clock, (5.0, Button.ROLL))
    host, policy = quick.host(pig("you", "robot"), panels=[panel], alone=60.0)
    told = []
    host.book.follow(lambda status: told.append((status.phase, status.to_json()["message"])))
    host.run()
    assert policy.left == [True]
    assert [words for phase, words in told if phase is Phase.ALONE] == [
        f"Is anybody here? The game ends in {left} second{'s' * (left > 1)}; press any button to go on."
        for left in range(15, 0, -1)
    ]
    assert any("anybody here" in event.text for event in quick.of(Announced))
    assert 60 <= quick.booth.clock.now() <= 200
    with Journal(quick.journal) as journal:
        assert not journal.list_unfinished()
        assert journal.games()[0].winners == ()


def test_a_press_in_the_last_seconds_goes_on_with_the_game_and_chooses_nothing(quick: Sitting[QuickBooth]) -> None:
    panel = script(quick.booth.clock, (50.0, Button.ROLL))
    host, _ = quick.host(pig("you", "robot"), panels=[panel], alone=60.0)
    host.run()
    assert not quick.of(Thrown)
    assert quick.booth.clock.now() > 105


def test_a_game_that_is_won_is_not_left_any_more(quick: Sitting[QuickBooth]) -> None:
    def leave(host: Host, event: Event) -> None:
        if isinstance(event, Read | Booked) and event.position.over:
            host.end()

    host, policy = quick.host(pig(), seen=leave)
    host.run()
    assert policy.left == [False]
    with Journal(quick.journal) as journal:
        assert journal.games()[0].winners


def test_a_game_that_another_thread_ends_is_over_and_the_next_takes_its_place(quick: Sitting[QuickBooth]) -> None:
    host, policy = quick.host(
        pig(goal=100), pig(goal=100), seen=At({2: lambda host: host.end(), 3: lambda host: host.begin(pig(goal=11))})
    )
    host.run()
    assert policy.left == [True, True, False]
    assert [event.position.state.goal for event in quick.of(Begun)] == [100, 100, 11]
    with pytest.raises(UnknownNameError):
        host.begin(GameSetting("chess"))
    with pytest.raises(UsageError):
        host.begin(GameSetting("pig", {}, ("you",)))


def test_a_full_disk_keeps_the_game_waiting_until_there_is_room(quick: Sitting[QuickBooth]) -> None:
    denied = quick.journal.with_name("full")

    def fill(host: Host) -> None:
        quick.journal.parent.joinpath("full").mkdir()
        host.book.follow(empty)
        at.calls[2] = resume
        raise JournalError("the journal cannot be used (disk full): free disk space")

    def empty(status: Status) -> None:
        if status.phase is Phase.WAITING and denied.exists():
            journal = status.device("journal")
            assert journal
            assert journal.remedy == "free disk space"
            denied.rmdir()

    def resume(host: Host) -> None:
        journal = host.status.device("journal")
        mended.append(journal is not None and journal.state == "ok")

    mended: list[bool] = []
    at = At({2: fill})
    host, policy = quick.host(pig(), seen=at)
    host.run()
    assert policy.left == [False]
    assert not denied.exists()
    assert mended == [True], "people are told of a fault no longer than it lasts"
    assert host.status.status == "ok"


def test_a_screen_that_fails_stops_no_game_and_comes_back(quick: Sitting[QuickBooth]) -> None:
    @dataclass
    class BrokenScreen:
        heard: int = 0

        def hear(self, event: Event) -> None:  # noqa: ARG002
            self.heard += 1
            if self.heard in {3, 4}:
                raise OSError(5, "Input/output error")

    screen, states = BrokenScreen(), []
    host, policy = quick.host(pig(goal=30))
    host.listen(screen)
    host.book.follow(lambda status: states.append(status.status))
    host.run()
    assert policy.left == [False]
    assert "warning" in states
    assert host.status.status == "ok"
    assert screen.heard > 5


def test_a_thread_plays_presses_and_ends(quick: Sitting[QuickBooth]) -> None:
    thrown = threading.Event()

    class Pushing:
        def hear(self, event: Event) -> None:
            if isinstance(event, Begun):
                host.clock.sleep(1.0)

        def stands(self, status: Status) -> None:
            if status.phase is Phase.PLAYING:
                thrown.set()

    host, _ = quick.host()
    host.policy = IdlePolicy()
    with host:
        host.listen(Pushing())
        host.book.follow(Pushing().stands)
        table = host.ask(lambda table: table).result(PATIENCE)
        assert isinstance(table, QuickTable)
        host.begin(pig("you", "robot"))
        assert thrown.wait(PATIENCE)
    host.wait()
    assert host.status.phase is Phase.CLOSED
    with Journal(quick.journal) as journal:
        assert journal.games()[0].ended is None


def test_a_job_that_nobody_waits_for_any_more_is_not_done_and_harms_nobody(quick: Sitting[QuickBooth]) -> None:
    done: list[str] = []
    host, policy = quick.host(pig())
    given_up, waited_for = host.ask(lambda _: done.append("given up")), host.ask(lambda _: done.append("waited for"))
    assert given_up.cancel()
    policy.note_end = lambda *_, **__: setattr(host, "policy", IdlePolicy())  # type: ignore[method-assign]
    waited_for.add_done_callback(lambda _: setattr(host, "_closing", True))
    host.run()
    assert done == ["waited for"]
    assert quick.of(Ended)


def test_a_job_asked_for_the_moment_after_nobody_had_leaves_no_game_of_people(quick: Sitting[QuickBooth]) -> None:
    class LateJobs(Jobs):
        looked = False

        def __bool__(self) -> bool:
            had = super().__bool__()
            if host.status.phase is Phase.PLAYING and not LateJobs.looked:
                LateJobs.looked = True
                self.ask(lambda _: None)
            return had

    host, policy = quick.host(pig("you", "robot"), alone=60.0)
    host._jobs = LateJobs()
    host.run()
    assert policy.left == [True]
    assert any("anybody here" in event.text for event in quick.of(Announced)), "it was left before anybody was missed"


def test_a_job_for_a_table_that_is_not_there_is_answered_with_the_fault_at_once(tmp_path: Path) -> None:
    booth = TroubledBooth(troubles={"port": Failure.PORT_MISSING.error("there is no port")})
    host, _ = Sitting(booth, tmp_path).host()
    host.policy = IdlePolicy()
    answer = host.ask(lambda table: table)
    answer.add_done_callback(lambda _: setattr(host, "_closing", True))
    host.run()
    trouble = answer.exception(0)
    assert isinstance(trouble, PortError)
    assert trouble.failure is Failure.PORT_MISSING
    assert booth.clock.now() < 1.0


def test_a_job_is_done_with_an_open_table_that_is_ill(quick: Sitting[QuickBooth]) -> None:
    host, _ = quick.host()
    host.policy = IdlePolicy()
    answer = host.ask(lambda table: table)
    answer.add_done_callback(lambda _: setattr(host, "_closing", True))
    host._table.use()
    host._table.lose(JournalError("the journal cannot be used"))
    host.run()
    assert isinstance(answer.result(0), QuickTable)


def test_the_status_says_who_has_left_also_after_an_interruption(quick: Sitting[QuickBooth]) -> None:
    panel = script(quick.booth.clock, (5.0, Button.LEAVE), (6.0, Button.HOLD), (8.0, Button.LEAVE), (9.0, Button.ROLL))
    host, _ = quick.host(pig("you:Anna", "you:Ben", goal=50), panels=[panel], alone=60.0)
    told = []
    host.book.follow(lambda status: told.append(status.game))
    host.run()
    games = [(game.people, game.left, game.to_json()["left"]) for game in told if game]
    assert games[0] == ((True, True), (), [])
    assert games[-1] == ((False, True), (0,), [1]), "Ben has stayed"
    with Journal(quick.journal) as journal:
        journal._db.execute("UPDATE games SET ended = NULL, winners = NULL")
        again = GameSetting.of(journal.games()[0])
    host, _ = quick.host(again, alone=60.0)
    told.clear()
    host.book.follow(lambda status: told.append(status.game))
    host.run()
    assert ((False, True), (0,)) in {(game.people, game.left) for game in told if game}


def test_what_a_host_serves_is_neither_restored_nor_forgotten(folders: Folders, tmp_path: Path) -> None:
    file = tmp_path / "table.zip"
    with ExitStack() as stack:
        for _ in range(2):  # two tables of one user
            host = Host(fail_to_open, folders, Config(), VirtualClock(), wall=lambda: START)
            start_services(host, folders, Language("en"), print, stack)
        back_up(folders, file)
        for refused in (lambda: restore(folders, file, replace=True), lambda: forget(folders, NameFilter.of(["Ann"]))):
            with pytest.raises(RobotError, match="is in use: end 'serve' or 'exhibit' first"):
                refused()
        assert folders.asides() == []
    assert forget(folders, NameFilter.of(["Ann"])).taken[0] == "1 game"
    restore(folders, file, replace=True)


def test_no_host_begins_while_a_home_is_changed(folders: Folders) -> None:
    with lock_hosts_out(folders), pytest.raises(RobotError, match="start again"), hold_host_lock(folders):
        pytest.fail("it began")


def test_a_host_begins_where_nothing_can_be_written() -> None:
    nowhere = Path("/proc")
    with hold_host_lock(Folders(nowhere / "config", nowhere / "data", nowhere / "cache")):
        pass


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


def test_the_table_is_opened_anew_where_a_job_asks_for_it(quick: Sitting[QuickBooth]) -> None:
    host, _ = quick.host()
    host.policy = IdlePolicy()
    with host:
        host.ask(lambda _: host.reopen()).result(PATIENCE)
        until(lambda: quick.booth.opened == 2 and host.table)
    assert not host.status.faults

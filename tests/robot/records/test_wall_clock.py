"""A clock that is behind, that jumps, or that no network has set, makes nothing old."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from robot.config import Folders
from robot.host.status import StatusBook
from robot.match.journal import Journal
from robot.records.recording import Limits, thin
from robot.records.wall_clock import DAY, FAR, ClockJudge, ClockTrust
from robot.services import HOUR, Thinning
from tests.support.robot.recordings import recording
from tests.support.robot.waiting import until

SOUND, UNSYNCHRONISED, BEHIND, AHEAD = ClockTrust
NOW = datetime(2026, 5, 1, tzinfo=UTC).timestamp()
DAYS = 5
LARGE = 10**12


class SetClock:
    """A machine whose clock is set to `now`, in seconds since 1970, and synchronised or not."""

    def __init__(self) -> None:
        self.now, self.synchronised = NOW, True
        self.judge = ClockJudge(Folders.of_user(), lambda: self.now, lambda: self.synchronised)

    def at(self, now: float, *, synchronised: bool = True) -> ClockTrust:
        """Set the clock, and return how a run judges it."""
        self.now, self.synchronised = now, synchronised
        assert self.judge.look() == self.judge.look(), "looking leaves no trace"
        return self.judge.judge().trust


@pytest.fixture
def machine(home: Path) -> SetClock:
    assert not home.exists()
    return SetClock()


def test_a_clock_that_goes_on_is_sound_and_makes_things_old(machine: SetClock) -> None:
    for day in range(9):
        assert machine.at(NOW + day * DAY) is SOUND
        assert machine.judge.judge().age(NOW - 900 * DAY) == day * DAY, "nobody knows what the clock said before"
        assert machine.judge.judge().age(NOW + 3 * DAY) == max(0, day - 3) * DAY


@pytest.mark.parametrize(
    ("jump", "trust"), [(FAR + 1, AHEAD), (4 * 365 * DAY, AHEAD), (-DAY, BEHIND), (-20_000 * DAY, BEHIND)]
)
def test_what_was_written_before_a_jump_is_as_old_as_the_jump(
    machine: SetClock, jump: float, trust: ClockTrust
) -> None:
    machine.at(NOW)
    assert machine.at(NOW + jump) is trust
    for day in range(DAYS):
        assert machine.at(NOW + jump + day * DAY) is SOUND
        assert machine.judge.judge().age(NOW) <= day * DAY


def test_a_clock_that_is_behind_the_journal_is_not_believed(machine: SetClock) -> None:
    with Journal(Folders.of_user().journal) as journal:
        journal.begin("pig", {}, ("you", "robot"), None)
        newest = journal.newest()
    assert newest
    begun = datetime.fromisoformat(newest).timestamp()
    assert machine.at(begun - 3600) is BEHIND
    assert machine.at(begun - 3500) is BEHIND
    assert machine.at(begun + 1) is SOUND


def test_a_clock_that_nobody_has_set_is_not_believed_and_says_nothing_of_later(machine: SetClock) -> None:
    machine.at(NOW)
    assert machine.at(NOW + 400 * DAY, synchronised=False) is UNSYNCHRONISED
    assert machine.judge.judge().age(NOW - 900 * DAY) == 0
    assert machine.at(NOW + DAY) is SOUND
    assert machine.judge.judge().age(NOW - 900 * DAY) == DAY


def test_fresh_recordings_outlive_a_clock_that_jumps_years_ahead(machine: SetClock, tmp_path: Path) -> None:
    fresh = recording(tmp_path, "fresh", 0)
    machine.at(fresh.stat().st_mtime)
    later = machine.now + 4 * 365 * DAY
    for day in range(DAYS + 1):
        machine.at(later + day * DAY)
        assert list(thin(tmp_path, Limits(DAYS, LARGE), machine.judge.judge())) == []
    machine.at(later + (DAYS + 1) * DAY)
    (told,) = thin(tmp_path, Limits(DAYS, LARGE), machine.judge.judge())
    assert told.startswith(f"{fresh}: ")


def test_a_machine_that_gets_its_time_later_thins_out_within_the_hour(
    machine: SetClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    class Pauses(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout is None:
                return super().wait()
            waits.append(timeout)
            machine.synchronised = True
            if len(waits) == 2:
                self.set()
            return self.is_set()

    machine.synchronised = False
    monkeypatch.setattr("robot.services.threading.Event", Pauses)
    book = StatusBook(lambda: datetime.now(UTC))
    with Thinning(tmp_path, Limits(DAYS, LARGE), machine.judge.judge, book, pytest.fail):
        until(lambda: waits == [HOUR, DAY])

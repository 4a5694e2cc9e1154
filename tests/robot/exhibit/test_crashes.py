"""Three fast crashes, and the machine keeps its motors off."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.panel import Button
from robot.config import Config
from robot.errors import NotNowError, SafeModeError
from robot.exhibit.systemd import ENOUGH, FAST, CrashBook, boot_id, since_boot
from robot.host.host import Host
from robot.host.policy import SafePolicy
from robot.host.status import Phase, Status
from robot.match.seats import GameSetting
from tests.support.hardware.timed_panel import timed
from tests.support.robot.exhibition import MORNING

Starting = Callable[..., int]


@pytest.fixture
def start(tmp_path: Path) -> Starting:
    def started(at: float, boot: str = "one") -> int:
        return CrashBook(tmp_path / "starts.json", lambda: at, boot).start()

    return started


def test_three_fast_crashes_are_enough(start: Starting) -> None:
    assert [start(at) for at in (10.0, 20.0, 40.0, 100.0)] == [0, 1, 2, 3]
    assert ENOUGH == 3


def test_a_run_that_lasted_breaks_the_row(start: Starting) -> None:
    assert [start(at) for at in (10.0, 20.0, 20.0 + FAST, 120.0)] == [0, 1, 0, 1]


def test_a_run_that_ended_well_counts_for_nothing(tmp_path: Path) -> None:
    for at in (10.0, 20.0, 30.0):
        book = CrashBook(tmp_path / "starts.json", lambda at=at: at, "one")  # type: ignore[misc]
        assert book.start() == 0
        book.end()


def test_one_that_has_lasted_long_enough_forgets_those_before(tmp_path: Path) -> None:
    for at in (10.0, 20.0, 30.0):
        book = CrashBook(tmp_path / "starts.json", lambda at=at: at, "one")  # type: ignore[misc]
        book.start()
    book.lasts()
    assert CrashBook(tmp_path / "starts.json", lambda: 31.0, "one").start() == 1


def test_after_the_power_was_off_the_count_begins_anew(start: Starting) -> None:
    assert [start(10.0), start(20.0), start(30.0)] == [0, 1, 2]
    assert start(40.0, "two") == 0
    assert start(5.0, "two") == 0, "a clock that went back is no crash"


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"boot": "one", "starts": ["x"]}', '{"starts": 7}'])
def test_a_damaged_file_counts_as_none(start: Starting, tmp_path: Path, damage: str) -> None:
    (tmp_path / "starts.json").write_text(damage)
    assert start(10.0) == 0
    assert json.loads((tmp_path / "starts.json").read_text())["starts"] == [10.0]


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    book = CrashBook(tmp_path / "file" / "starts.json", since_boot, boot_id())
    assert book.start() == 0
    book.crashed("of nothing")
    assert book.why == ""


def test_safe_mode_opens_no_board_plays_no_game_and_says_what_to_do(tmp_path: Path) -> None:
    clock = VirtualClock()
    safe = SafePolicy("MemoryError: no more")
    host = Host(
        safe.open_table,
        tmp_path / "journal.sqlite",
        Config(tempo="fast"),
        clock,
        wall=lambda: MORNING,
        panels=[timed(clock, (5.0, Button.ROLL))],
        policy=safe,
        beat=lambda: setattr(host, "_closing", clock.now() > 60),
    )
    told: list[Status] = []
    host.book.follow(told.append)
    host.run()
    safe_ones = [status for status in told if status.phase is Phase.SAFE]
    assert safe_ones
    health = safe_ones[-1].to_json()
    assert health["status"] == "fault"
    assert "MemoryError" in health["message"]
    assert "off and on" in health["message"]
    assert not any(status.game for status in told)
    assert not (tmp_path / "journal.sqlite").exists()
    host.book.change(phase=Phase.SAFE)
    with pytest.raises(NotNowError):
        host.begin(GameSetting("pig"))
    with pytest.raises(SafeModeError):
        safe.open_table()

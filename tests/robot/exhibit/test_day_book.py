"""The day book: what was played, doubted, thrown and worn."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.errors import Failure
from robot.errors import FileError
from robot.exhibit.day_book import DayBook, report_of, report_path, tell_report
from robot.language import Language, capitalize
from robot.web.game.words import Words
from tests.support.robot.exhibition import MORNING, PIG, TODAY, Exhibit
from tests.support.robot.hosts import pig


def test_every_doubt_is_told_with_how_it_ended(tmp_path: Path) -> None:
    ways = ("plain", "looked again", "thrown again", "void", "asked", "lost", "plain")
    exhibit = Exhibit(tmp_path, ways)
    exhibit.play(PIG)
    report = report_of(tmp_path / "book", TODAY)
    assert report["doubts"] == {"cocked": {"another look": 1, "another throw": 1, "void": 2, "people": 1}}
    assert report["void_throws"] == 2
    assert report["faults"] == {"camera": {"times": 1, "seconds": 1}}
    assert report["turns_without_help"] == report["turns"] - 1
    hours = f"{TODAY}: 1,5 horas en marcha, 1 arranque, 0 caídas"
    for name, told in (("en", "Camera: 1 fault, lasting 1 s in all"), ("es", hours)):
        words = Words(Language(name))
        assert told in [
            capitalize(words.say(saying)).replace("\u00a0", " ") for saying in tell_report(report | {"hours": 1.46})
        ]


def test_throws_are_counted_for_every_die_with_those_thrown_again(tmp_path: Path) -> None:
    host = Exhibit(tmp_path, ("thrown again",)).play(PIG)
    report = report_of(tmp_path / "book", TODAY)
    assert report["throws_per_die"] == {"1": report["throws"] + 1}
    assert report["wear"]["ever"] == {"shakes": report["throws"] + 1}
    assert report["busiest_hour"] == report["throws"]
    assert host.status.status == "ok"


def test_games_turns_and_hours_of_a_day_are_counted_over_restarts(tmp_path: Path) -> None:
    exhibit = Exhibit(tmp_path)
    for _ in range(2):
        exhibit.play(PIG)
    report = report_of(tmp_path / "book", TODAY)
    assert report["games"] == {"with people": {"ended": 0, "left": 0}, "by itself": {"ended": 2, "left": 0}}
    assert report["starts"] == 2
    assert report["turns"] == report["turns_without_help"] >= 2
    assert report["hours"] == pytest.approx(exhibit.clock.now() / 3600, abs=0.1)


def test_wear_is_added_up_over_the_days(tmp_path: Path) -> None:
    Exhibit(tmp_path).play(PIG)
    first = report_of(tmp_path / "book", TODAY)["wear"]["ever"]["shakes"]
    report_path(tmp_path / "book", TODAY - timedelta(days=1)).write_text("a power cut tore it")
    Exhibit(tmp_path, clock=VirtualClock(86400.0)).play(PIG)
    second = report_of(tmp_path / "book", TODAY + timedelta(days=1))
    assert second["wear"]["ever"]["shakes"] == first + second["throws"]


def test_a_day_without_a_report_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="2026-05-01"):
        report_of(tmp_path, TODAY)


def test_who_tells_what_happens_waits_for_no_disk(tmp_path: Path) -> None:
    disk = threading.Event()
    host = Exhibit(tmp_path).host()
    with ThreadPoolExecutor(1) as writer:
        writer.submit(disk.wait, 20)
        book = DayBook(tmp_path, lambda: MORNING, VirtualClock(), host, writer.submit)
        book.start(1)
        host.book.fault("camera", Failure.CAMERA_LOST.error("the camera is gone"))
        book.count_game(pig(), left=True)
        assert list(tmp_path.iterdir()) == []
        disk.set()
    report = json.loads(report_path(tmp_path, TODAY).read_text())
    assert (report["starts"], report["crashes"], report["faults"]["camera"]["times"]) == (1, 1, 1)
    assert report["games"]["by itself"]["left"] == 1


def test_a_full_disk_costs_no_game(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("a file where the folder should be")
    host = Exhibit(tmp_path).play(PIG)
    report = host.status.device("report")
    assert report
    assert report.state == "warning"
    assert host.status.status == "warning"
    assert not host.status.faults[0].over

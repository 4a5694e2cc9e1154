"""The day book and its report: what was played, doubted, thrown and worn."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.errors import Failure
from robot.errors import FileError
from robot.exhibit.day_book import DAYS_KEPT, DayBook, day_path, days, report_of, write_report
from robot.language import Language, capitalize
from robot.records.wall_clock import ClockTrust
from robot.web.game.words import Words
from tests.support.robot.clocks import sound_clock
from tests.support.robot.exhibition import MORNING, PIG, TODAY, Exhibit
from tests.support.robot.hosts import at_once, pig


def test_every_doubt_is_told_with_how_it_ended(tmp_path: Path) -> None:
    ways = ("plain", "looked again", "thrown again", "void", "asked", "lost", "plain")
    exhibit = Exhibit(tmp_path, ways)
    exhibit.play(PIG)
    report = report_of(tmp_path / "book", TODAY)
    assert report.doubts == {"cocked": {"another look": 1, "another throw": 1, "void": 2, "people": 1}}
    assert report.void_throws == 2
    assert report.faults == {"camera": {"times": 1, "seconds": 1}}
    assert report.turns_without_help == report.turns - 1
    for name, told in (("en", "Camera: 1 fault, lasting 1 s in all"), ("es", "Cámara: 1 fallo, 1 s en total")):
        words = Words(Language(name))
        assert told in [capitalize(words.say(saying)).replace("\u00a0", " ") for saying in report.sayings()]


def test_throws_are_counted_for_every_die_with_those_thrown_again(tmp_path: Path) -> None:
    host = Exhibit(tmp_path, ("thrown again",)).play(PIG)
    report = report_of(tmp_path / "book", TODAY)
    game_throws = report.throws
    assert report.throws_per_die == {"1": game_throws + 1}
    assert report.wear["ever"] == {"shakes": game_throws + 1}
    assert host.status.status == "ok"


def test_games_turns_and_hours_of_a_day_are_counted(tmp_path: Path) -> None:
    exhibit = Exhibit(tmp_path)
    exhibit.play(PIG, PIG)
    report = report_of(tmp_path / "book", TODAY)
    assert report.games == {"with people": {"ended": 0, "left": 0}, "by itself": {"ended": 2, "left": 0}}
    assert report.turns == report.turns_without_help >= 2
    assert report.hours == pytest.approx(exhibit.clock.now() / 3600, abs=0.1)
    written = json.loads((tmp_path / "book" / f"report-{TODAY}.json").read_text())
    assert written == json.loads(json.dumps(asdict(report)))
    words = "\n".join(report.lines())
    assert "2 finished" in words
    assert "(100.0 %)" in words


def test_wear_is_added_up_over_the_days(tmp_path: Path) -> None:
    Exhibit(tmp_path).play(PIG)
    first = report_of(tmp_path / "book", TODAY).wear["ever"]["shakes"]
    day_after = Exhibit(tmp_path, clock=VirtualClock(86400.0))
    day_after.play(PIG)
    second = report_of(tmp_path / "book", TODAY + timedelta(days=1))
    assert days(tmp_path / "book") == [TODAY, TODAY + timedelta(days=1)]
    assert second.wear["ever"]["shakes"] == first + second.throws


def test_a_line_that_a_power_cut_tore_and_rubbish_are_passed_over(tmp_path: Path) -> None:
    Exhibit(tmp_path).play(PIG)
    before = report_of(tmp_path / "book", TODAY)
    with day_path(tmp_path / "book", TODAY).open("a") as book:
        book.write('{"at": "2026-05-01T10:00:00+00:00", "up": 3, "ki\n\x00\x00\n[1, 2]\n')
    assert report_of(tmp_path / "book", TODAY) == before


def test_a_day_without_a_book_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="2026-05-01"):
        report_of(tmp_path, TODAY)
    assert write_report(tmp_path, TODAY) is None


def test_who_tells_what_happens_waits_for_no_disk(tmp_path: Path) -> None:
    disk = threading.Event()
    host = Exhibit(tmp_path).host()
    with ThreadPoolExecutor(1) as writer:
        writer.submit(disk.wait, 20)
        book = DayBook(tmp_path, lambda: MORNING, VirtualClock(), host, writer.submit, lambda: sound_clock(0.0))
        book.start(0)
        host.book.fault("camera", Failure.CAMERA_LOST.error("the camera is gone"))
        book.over(pig(), left=True)
        assert list(tmp_path.iterdir()) == []
        disk.set()
    lines = day_path(tmp_path, TODAY).read_text().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["start", "fault", "game"]
    assert json.loads((tmp_path / f"report-{TODAY}.json").read_text())["games"]["by itself"]["left"] == 1


def test_a_full_disk_costs_lines_of_the_book_and_no_game(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("a file where the folder should be")
    host = Exhibit(tmp_path).play(PIG)
    report = host.status.device("report")
    assert report
    assert report.state == "warning"
    assert host.status.status == "warning"
    assert not host.status.faults[0].over


@pytest.mark.parametrize("trust", ClockTrust)
def test_the_oldest_books_go_while_the_date_is_plausible(tmp_path: Path, trust: ClockTrust) -> None:
    for day in range(DAYS_KEPT + 2):
        day_path(tmp_path, TODAY - timedelta(days=day)).write_text("{}\n")
    clock = replace(sound_clock(0.0), trust=trust)
    DayBook(tmp_path, lambda: MORNING, VirtualClock(), Exhibit(tmp_path).host(), at_once, lambda: clock).report()
    books = sorted(path.stem for path in tmp_path.glob("*.jsonl"))
    assert len(books) == DAYS_KEPT + 2 * (trust is not ClockTrust.SOUND)
    assert books[-1] == TODAY.isoformat()

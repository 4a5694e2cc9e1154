"""The log file: what stands in it, how large it gets, and what it never does."""

import logging
from pathlib import Path

import pytest

from robot import log
from robot.log import Flood, log_to, newest_entries

ROBOT = logging.getLogger("robot.test")


def test_what_rooms_do_and_libraries_warn_of_is_kept_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "data" / "log" / "play.log"
    with log_to(file):
        ROBOT.info("game %d begins", 7)
        logging.getLogger("uvicorn.error").warning("a library warns")
        logging.getLogger("matplotlib").info("a library tells")
    ROBOT.error("nobody listens any more")
    assert [entry.split(" ", 2)[2] for entry in newest_entries(file, 10)] == [
        "WARNING uvicorn.error: a library warns",
        "INFO robot.test: game 7 begins",
    ]
    assert capfd.readouterr().out == ""


def test_an_entry_is_one_line_whatever_somebody_is_called_and_a_traceback_belongs_to_it(tmp_path: Path) -> None:
    file = tmp_path / "serve.log"
    with log_to(file):
        ROBOT.warning("who %s", "\x1b[31mEve\r\n2026-01-01 00:00:00 INFO robot: all is well\u202e")
        try:
            raise ValueError
        except ValueError:
            ROBOT.exception("it failed")
    newest, oldest = newest_entries(file, 10)
    assert newest.splitlines()[0].endswith("ERROR robot.test: it failed")
    assert newest.splitlines()[-1] == "ValueError"
    assert oldest.endswith("who [31mEve 2026-01-01 00:00:00 INFO robot: all is well")


def test_a_full_file_is_started_again_and_entries_are_in_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "FILE_BYTES", 2000)
    monkeypatch.setattr(log, "ALIKE", 1000)
    file = tmp_path / "serve.log"
    with log_to(file):
        for number in range(300):
            ROBOT.info("entry %d", number)
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["serve.log", "serve.log.1", "serve.log.2", "serve.log.3"]
    assert sum(path.stat().st_size for path in files) <= 8000
    found = [entry.rpartition(" ")[2] for entry in newest_entries(file, 30)]
    assert found == [str(number) for number in range(299, 269, -1)]


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text("a file where the folder should be")
    with log_to(tmp_path / "log" / "play.log"):
        ROBOT.error("nobody hears it")
    assert capfd.readouterr() == ("", "")
    assert newest_entries(tmp_path / "log" / "play.log", 5) == []


def test_a_full_disk_ends_no_program(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "play.log").symlink_to("/dev/full")
    with log_to(tmp_path / "play.log"):
        ROBOT.error("nobody keeps it")
    assert capfd.readouterr() == ("", "")


def test_of_what_a_stranger_can_cause_some_entries_a_minute_are_written() -> None:
    flood = Flood()

    def passes(line: int, second: float, error: Exception | None = None) -> bool:
        raised = (type(error), error, None) if error else None
        record = logging.LogRecord("robot", logging.INFO, "door.py", line, "refused", None, raised)
        record.created = second
        return flood.filter(record)

    assert sum(passes(1, 1000.0 + tenth / 10) for tenth in range(500)) == log.ALIKE
    assert passes(2, 1051.0), "another line of the code has entries of its own"
    assert passes(1, 1061.0)
    assert [passes(3, 1062.0, one) for one in (KeyError(), KeyError(), ValueError())] == [True, False, True]

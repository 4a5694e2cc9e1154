"""No row of a log can be changed unseen, and a power cut costs the torn row at most."""

import errno
from pathlib import Path

import pytest

from robot.errors import FileError
from robot.fairness.log import LOG, LogEvent, LogRow, StudyLog, read_log
from robot.fairness.plan import PLAN, keep_plan, read_plan
from robot.fairness.reader import UNREAD
from tests.support.robot.studies import small_plan, thrown_log

PLAN_OF_TWO = small_plan()
THROWS: list[tuple[str, ...]] = [("1", "6"), ("?cocked", "2"), ("3", "?no-plate"), ("6", "6")]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    thrown_log(tmp_path / "study", PLAN_OF_TWO, THROWS)
    return tmp_path / "study"


def opened(folder: Path) -> StudyLog:
    return StudyLog(folder, *read_plan(folder))


def test_what_was_written_is_read_again(study: Path) -> None:
    record = read_log(study, *read_plan(study))[0]
    assert record.throws == 4
    assert record.die(0).readings.tolist() == [0, UNREAD, 2, 5]
    assert record.die(1).readings.tolist() == [5, 1, UNREAD, 5]
    wells = record.die(1).wells
    assert wells is not None
    assert wells.tolist() == [2, 2, 2, 2]


def test_a_torn_row_is_cut_and_the_study_goes_on(study: Path) -> None:
    text = (study / LOG).read_text()
    for length in range(text.rindex("\n", 0, -1) + 2, len(text)):
        (study / LOG).write_text(text[:length])
        with opened(study) as log:
            assert (log.throws, bool(log.torn)) == (3, True)
        with opened(study) as log:
            assert (log.throws, log.torn) == (3, "")
            log.write(LogRow("2026-05-01T11:00:00Z", LogEvent.THROW, 4, PLAN_OF_TWO.wells(4), ("1", "1")))
        assert read_log(study, *read_plan(study))[0].die(0).readings.tolist() == [0, UNREAD, 2, 0]


def test_every_changed_byte_but_those_of_the_last_row_is_seen(study: Path) -> None:
    data = (study / LOG).read_bytes()
    for place in range(data.rindex(b"\n", 0, -1)):
        changed = bytearray(data)
        changed[place] = ord("5") if changed[place] != ord("5") else ord("4")
        (study / LOG).write_bytes(changed)
        with pytest.raises(FileError):
            read_log(study, *read_plan(study))[0]


def test_a_row_that_is_left_out_or_put_in_is_seen(study: Path) -> None:
    lines = (study / LOG).read_text().splitlines(keepends=True)
    for changed in (lines[:3] + lines[4:], lines[:4] + lines[3:], lines[:2] + lines[3:], lines[:1], []):
        (study / LOG).write_text("".join(changed))
        with pytest.raises(FileError):
            read_log(study, *read_plan(study))[0]


def test_a_plan_that_was_changed_after_the_seal_is_seen(study: Path) -> None:
    file = study / PLAN
    file.write_text(file.read_text().replace('"power": 0.8', '"power": 0.7'))
    with pytest.raises(FileError, match="plan was changed after the seal"):
        read_log(study, *read_plan(study))[0]
    file.write_text(file.read_text().replace('"blue"', '"green"'))
    with pytest.raises(FileError, match="other dice"):
        read_log(study, *read_plan(study))[0]


def test_two_programs_do_not_write_one_log(study: Path) -> None:
    with opened(study), pytest.raises(FileError, match="another program"):
        opened(study)
    opened(study).close()


class FullDisk:
    """A file on a disk that takes ten bytes more."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb+", buffering=0)
        self._file.seek(0, 2)
        self.tell, self.truncate, self.seek = self._file.tell, self._file.truncate, self._file.seek
        self.fileno, self.close = self._file.fileno, self._file.close

    def write(self, data: bytes) -> int:
        return self._file.write(data[:10])


def test_a_full_disk_is_said_and_leaves_no_half_row(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (study / LOG).read_bytes()
    with opened(study) as log:
        log.close()
        monkeypatch.setattr(log, "_file", FullDisk(study / LOG))
        with pytest.raises(FileError, match="free some space") as failed:
            log.write(LogRow("now", LogEvent.THROW, 5, PLAN_OF_TWO.wells(5), ("1", "1")))
    assert isinstance(failed.value.__cause__, OSError)
    assert failed.value.__cause__.errno == errno.ENOSPC
    assert (study / LOG).read_bytes() == before


def test_a_log_that_is_not_there_is_said(study: Path) -> None:
    (study / LOG).unlink()
    with pytest.raises(FileError, match="cannot be read"):
        read_log(study, *read_plan(study))[0]
    with pytest.raises(FileError, match="needs its log"):
        opened(study)
    StudyLog.seal(study, PLAN_OF_TWO).close()
    kept = (study / LOG).read_bytes()
    with pytest.raises(FileError, match="name a new folder"):
        StudyLog.seal(study, PLAN_OF_TWO)
    assert (study / LOG).read_bytes() == kept


def test_a_plan_whose_log_finds_no_room_is_not_kept_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, f"No space left for {number}")

    keep_plan(PLAN_OF_TWO, tmp_path / "study")
    monkeypatch.setattr("robot.fairness.log.os.fsync", full)
    with pytest.raises(FileError, match="plan again"):
        StudyLog.seal(tmp_path / "study", PLAN_OF_TWO)
    assert list((tmp_path / "study").iterdir()) == []

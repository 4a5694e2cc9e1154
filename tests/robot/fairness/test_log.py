"""A study's log loses the torn row at most, and is one that a study writes; earlier versions' logs go on."""

import errno
import shutil
from pathlib import Path

import pytest

from robot.errors import FileError
from robot.fairness.findings import findings_of
from robot.fairness.log import LOG, STOPPED, THROW, UNREAD, StudyLog
from robot.fairness.plan import read_plan
from tests.support.robot.studies import small_plan, write_log

PLAN_OF_TWO = small_plan()
THROWS: list[tuple[str, ...]] = [("1", "6"), ("?cocked", "2"), ("3", "?no-plate"), ("6", "6")]
KEPT = Path(__file__).parent / "kept_study"
"""An unfinished study as an earlier version kept it, sealed, with the hash of each row in the next."""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    write_log(tmp_path / "study", PLAN_OF_TWO, THROWS)
    return tmp_path / "study"


def open_log(folder: Path, *, read: bool = False) -> StudyLog:
    return StudyLog(folder, PLAN_OF_TWO.dice, read=read)


def test_what_was_written_is_read_again(study: Path) -> None:
    with open_log(study) as log:
        log.write(STOPPED, "the camera is gone:\nplug it in", ())
    with open_log(study, read=True) as log:
        assert log.throws == 4
        assert log.die("red")[0].tolist() == [0, UNREAD, 2, 5]
        readings, wells = log.die("blue")
        assert log.rows[-1]["note"] == "the camera is gone: plug it in"
    assert readings.tolist() == [5, 1, UNREAD, 5]
    assert wells is not None
    assert wells.tolist() == [2, 2, 2, 2]


def test_a_torn_row_is_cut_and_the_study_goes_on(study: Path) -> None:
    text = (study / LOG).read_text()
    for length in range(text.rindex("\n", 0, -1) + 2, len(text)):
        (study / LOG).write_text(text[:length])
        with open_log(study, read=True) as log:
            assert (log.throws, bool(log.torn)) == (3, True)
        assert (study / LOG).read_text() == text[:length]
        with open_log(study) as log:
            assert (log.throws, bool(log.torn)) == (3, True)
        with open_log(study) as log:
            assert (log.throws, log.torn) == (3, "")
            log.write(THROW, wells=PLAN_OF_TWO.wells(4), cells=("1", "1"))
        with open_log(study, read=True) as log:
            assert log.die("red")[0].tolist() == [0, UNREAD, 2, 0]


def test_a_study_of_an_earlier_version_is_read_and_goes_on(tmp_path: Path) -> None:
    shutil.copytree(KEPT, tmp_path / "study")
    plan, _ = read_plan(tmp_path / "study")
    with StudyLog(tmp_path / "study", plan.dice) as log:
        assert (log.throws, log.settled) == (23, (2, 3))
        assert findings_of(plan, log)["red"].counts.sum() == 23
        log.write(THROW, wells=plan.wells(24), cells=("1", "?cocked"))
    assert (tmp_path / "study" / LOG).read_text().splitlines()[-1].endswith(",throw,24,2 3,1,?cocked,,,")
    with StudyLog(tmp_path / "study", plan.dice, read=True) as log:
        assert (log.throws, log.die("blue")[0][-1]) == (24, UNREAD)


@pytest.mark.parametrize(
    ("before", "after"),
    [(",1,6,", ",7,6,"), (",1,6,", ",1,,"), (",throw,2", ",throw,3"), (",throw,3", ",void,3"), ("05-01", "99-01"),
     ("die blue", "die green"), (",1 2,", ",1 2 3,"), (",1 2,", ",x y,")],
)  # fmt: skip
def test_a_row_that_no_study_writes_is_said(study: Path, before: str, after: str) -> None:
    file = study / LOG
    file.write_text(file.read_text().replace(before, after, 1))
    with pytest.raises(FileError, match="somebody changed"):
        open_log(study, read=True)


def test_two_programs_do_not_write_one_log_and_one_more_may_read_it(study: Path) -> None:
    with open_log(study):
        with pytest.raises(FileError, match="another program"):
            open_log(study)
        open_log(study, read=True).close()
    open_log(study).close()


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
    with open_log(study) as log:
        log.close()
        monkeypatch.setattr(log, "_file", FullDisk(study / LOG))
        with pytest.raises(FileError, match="free some space") as failed:
            log.write(THROW, wells=PLAN_OF_TWO.wells(5), cells=("1", "1"))
    assert isinstance(failed.value.__cause__, OSError)
    assert failed.value.__cause__.errno == errno.ENOSPC
    assert (study / LOG).read_bytes() == before


def test_a_log_that_is_not_there_is_said(study: Path) -> None:
    (study / LOG).unlink()
    with pytest.raises(FileError, match="needs its log"):
        open_log(study)

"""Whoever verifies a study finds an edited log, report or picture, and a reading that its pictures do not show."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from robot.errors import FileError
from robot.fairness.findings import findings_of
from robot.fairness.log import LOG, LogEvent, LogRow, StudyLog
from robot.fairness.plan import keep_plan
from robot.fairness.report import StudyCheck, StudyReport, plays_of
from robot.fairness.run import keep_pictures, picture_path
from robot.language import Language, english
from tests.support.robot.studies import fallen_record, small_plan
from vision.reading import Die, Reading

PLAN = replace(small_plan(("red",), pictures=True), throws=30, turn_every=30)


def kept(folder: Path, *, stopped: bool = True) -> list[str]:
    """Keep a study with pictures of one grey each; return the cells of its die."""
    keep_plan(PLAN, folder)
    rows = [row for row in fallen_record(PLAN, 30).rows if row.event is LogEvent.THROW]
    with StudyLog.seal(folder, PLAN) as log:
        for row in rows:
            image = np.full((8, 8, 3), row.throw, np.uint8)
            log.write(replace(row, pictures=keep_pictures(folder, {"left": image, "right": image})))
        if stopped:
            log.write(LogRow("2026-05-01T11:00:00Z", LogEvent.STOPPED, 30))
    return [row.cells[0] for row in rows]


@pytest.mark.usefixtures("few_simulated")
def test_a_report_is_what_the_log_gives_and_one_changed_figure_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.fairness.report.six_sided", lambda: ("pig",))
    monkeypatch.setattr("robot.fairness.report._svg", lambda *_: "<svg></svg>")  # each takes a fifth of a second
    kept(tmp_path / "study")
    check = StudyCheck.of(tmp_path / "study")
    assert list(check.ending()) == []
    found = findings_of(PLAN, check.seal, check.record)
    page = StudyReport(found, plays_of(found), Language("es").on_screens()).html()
    file = tmp_path / "study" / "report-es.html"
    file.write_bytes(page)
    assert list(check.report(file, tmp_path)) == []
    monkeypatch.setattr("robot.fairness.report.findings_of", lambda *_: found)  # as the check above has found
    answer = found.dice[0].summary.saying
    said = Language("es").on_screens().say(answer)
    file.write_text(page.decode().replace(said, said.replace("ninguna", "alguna")))
    (line,) = map(english().say, check.report(file, tmp_path))
    assert "alguna" in line
    assert "ninguna" in line
    assert "<" not in line
    file.write_text(page.decode().replace(check.seal, "0" * 64))
    (line,) = map(english().say, check.report(file, tmp_path))
    assert "another plan" in line
    for other in ("<html>", None):
        if other:
            file.write_text(other)
        with pytest.raises(FileError, match=r"in HTML|of a report"):
            list(check.report(file if other else tmp_path, tmp_path))


def test_a_log_that_was_cut_is_said_wherever_it_was_cut(tmp_path: Path) -> None:
    kept(tmp_path / "study")
    file = tmp_path / "study" / LOG
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    file.write_bytes(data[: len(data) // 2])
    (line,) = map(english().say, StudyCheck.of(tmp_path / "study").ending())
    assert "torn" in line
    file.write_bytes(b"".join(lines[: len(lines) // 2]))
    (line,) = map(english().say, StudyCheck.of(tmp_path / "study").ending())
    assert "of 30 and does not say" in line
    file.write_bytes(b"".join(lines[2:]))
    with pytest.raises(FileError):
        StudyCheck.of(tmp_path / "study")


def test_pictures_that_are_gone_changed_or_show_something_else_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    cells = kept(folder)
    check = StudyCheck.of(folder)
    first = check.record.rows[1]

    def read(left: np.ndarray, right: np.ndarray) -> Reading:
        assert (left == right).all()
        said = cells[int(left[0, 0, 0]) - 1]
        value = None if said == "?cocked" else int(said)
        wrong = 1 + (value or 0) % 6 if left[0, 0, 0] == 5 else value
        return Reading((Die(wrong, 1.0, (0, 0, 1, 1), 0, 1, None if wrong else "cocked"),))

    (line,) = map(english().say, check.pictures(read))
    assert line.startswith("Throw 5: the log says")
    digest = (first.pictures or {})["left"]
    picture_path(folder, digest).write_bytes(b"another picture")
    assert any("was changed" in line for line in map(english().say, check.pictures(read)))
    picture_path(folder, digest).unlink()
    assert any("is missing" in line for line in map(english().say, check.pictures(None)))

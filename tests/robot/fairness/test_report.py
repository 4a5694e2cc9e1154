"""The report says what was found in three languages; an edited log, report, picture or reading is found."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from robot.errors import FileError
from robot.fairness.findings import StudyFindings, findings_of
from robot.fairness.log import LOG, LogEvent, LogRow, StudyLog, StudyRecord
from robot.fairness.plan import StudyPlan, keep_plan
from robot.fairness.reader import FACES
from robot.fairness.report import (
    Block,
    Grid,
    Heading,
    Paragraph,
    ReportChart,
    StudyCheck,
    StudyReport,
    drawable,
    keep_reports,
    likeliest_chances,
    plays_of,
    to_html,
    to_pdf,
)
from robot.fairness.run import keep_pictures, picture_path
from robot.language import Language, english, languages
from solver.other_die import DiePlay, play_with
from tests.support.robot.studies import fallen_record, small_plan
from vision.reading import Die, Reading

pytestmark = pytest.mark.usefixtures("few_simulated")
PLAN = replace(small_plan(("red",)), throws=90, turn_every=15, game="pig", cost=0.01)


@cache
def found_in(throws: int, plan: StudyPlan = PLAN) -> StudyFindings:
    return findings_of(plan, "5ea1", fallen_record(plan, throws))


def report_in(name: str, throws: int = 90, plan: StudyPlan = PLAN) -> StudyReport:
    found = found_in(throws, plan)
    plays = tuple((DiePlay("pig", 0.53, 0.54, 0.55, 0.01),) for _ in found.dice)
    return StudyReport(Language(name), found, plays)


@pytest.mark.parametrize("name", languages())
def test_a_report_has_all_its_words_in_each_language(name: str) -> None:
    blocks = list(report_in(name).blocks())
    words = to_html("title", name, [block for block in blocks if not isinstance(block, ReportChart)]).decode()
    captions = [block.words for block in blocks if isinstance(block, ReportChart)]
    assert len(captions) == 3
    assert not any("report-" in said for said in (words, *captions))
    assert "5ea1" in words
    assert "http" not in words
    decimal = "." if name == "en" else ","
    assert f"<td>53{decimal}00</td>" in words


def test_a_page_has_its_charts_in_itself() -> None:
    page = report_in("de").html().decode()
    assert '<html lang="de"' in page
    assert page.count("<svg") == 3
    assert "http" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize(("throws", "plan"), [(90, PLAN), (50, replace(PLAN, dice=("red", "blue")))])
def test_the_answer_stands_first_and_no_die_is_called_fair(throws: int, plan: StudyPlan) -> None:
    report = report_in("en", throws, plan)
    texts = [block for block in report.blocks() if isinstance(block, Paragraph)]
    answers = [block.text for block in texts if block.kind == "answer"]
    several = len(plan.dice) > 1
    assert answers == [f"{die.name}: " * several + die.summary.sentence for die in report.found.dice]
    assert not any("is fair" in answer for answer in answers)
    assert any("stopped before" in block.text for block in texts) == (throws < 90)


@pytest.mark.check
def test_a_pdf_has_pages_with_their_numbers() -> None:
    pdf = report_in("de").pdf()
    assert pdf.startswith(b"%PDF")
    pages = re.search(rb"/Count (\d+)", pdf)
    assert pages is not None
    assert 3 <= int(pages[1]) <= 5


def test_tables_longer_than_a_page_go_on_and_marks_of_html_and_tex_are_text() -> None:
    blocks: list[Block] = [Heading("<b> & $x$", 1), Grid(["a", "b"], [["<i>", "$1$"]] * 120)]
    page = to_html("t", "en", blocks).decode()
    assert "&lt;b&gt; &amp; $x$" in page
    assert "<i>" not in page
    pages = re.search(rb"/Count (\d+)", to_pdf("t", blocks, "{} {}".format))
    assert pages is not None
    assert int(pages[1]) == 2


def test_letters_that_the_font_of_a_pdf_lacks_are_named_by_their_numbers() -> None:
    assert drawable("W\u00fcrfel \u03b1 \u8d64") == "W\u00fcrfel \u03b1 U+8D64"


def test_a_report_names_the_tables_that_threw() -> None:
    record = fallen_record(PLAN, 90)
    begun = [LogRow("2026-05-01T10:00:00Z", LogEvent.BEGUN, 0, note=note) for note in ("sim", "/dev/ttyACM0", "sim")]
    found = findings_of(PLAN, "5ea1", StudyRecord((record.rows[0], *begun, *record.rows[1:]), "head"))
    assert found.tables == ("sim", "/dev/ttyACM0")
    place = next(block for block in StudyReport(Language("en"), found, ((),)).blocks() if isinstance(block, Paragraph))
    assert "on the simulated table, whose dice a program makes up and on the machine at /dev/ttyACM0" in place.text
    assert "From 2026-05-01 10:00 UTC" in place.text


def test_a_die_that_nearly_always_falls_on_one_face_still_has_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.fairness.report.six_sided", lambda: ("pig", "two-dice-pig", "hog"))
    ones = np.append(np.eye(FACES)[0], 0.0)
    found = findings_of(PLAN, "5ea1", fallen_record(PLAN, 90, [ones]))
    plays = plays_of(found)
    assert {play.game for play in plays[0]} == {"pig"}
    texts = [block.text for block in StudyReport(Language("en"), found, plays).blocks() if isinstance(block, Paragraph)]
    assert any("cannot be computed: two-dice-pig and hog" in text for text in texts)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("html", "pdf"):
        monkeypatch.setattr(StudyReport, kind, lambda _: b"drawn")
    with pytest.raises(FileError, match="free some space"):
        keep_reports(report_in("es"), tmp_path / "nowhere")


def test_what_is_said_of_play_is_what_the_solver_says() -> None:
    found = found_in(90)
    chances = likeliest_chances(found.dice[0])
    assert sum(chances) == pytest.approx(1, abs=1e-12)
    assert play_with("hog", chances).edge >= 0


PICTURED = replace(small_plan(("red",), pictures=True), throws=30, turn_every=30)


def kept(folder: Path, *, stopped: bool = True) -> list[str]:
    """Keep a study with pictures of one grey each; return the cells of its die."""
    keep_plan(PICTURED, folder)
    rows = [row for row in fallen_record(PICTURED, 30).rows if row.event is LogEvent.THROW]
    with StudyLog.seal(folder, PICTURED) as log:
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
    found = findings_of(PICTURED, check.seal, check.record)
    page = StudyReport(Language("es").on_screens(), found, plays_of(found)).html()
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

"""`pipsqueak fairness`: plans, reports from counts and sequences, and what cannot be read."""

import io
import json
from hashlib import sha256
from pathlib import Path

import pytest

from robot.cli import main
from robot.fairness.log import LogEvent
from robot.fairness.reader import UNREAD
from robot.table.homing import is_at_rest
from robot.table.table import MachineTable
from robot.verbs.study import read_sequence
from tests.support.robot.studies import fallen_record, small_plan, thrown_log


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["fairness", *words, "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def test_a_plan_is_sealed_in_its_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "study"
    words = ["plan", str(folder), "--dice", "red, blue", "--place", "kitchen", "--points", "5"]
    assert main(["fairness", *words]) == 0
    said = capsys.readouterr().out
    seal = sha256((folder / "plan.json").read_bytes()).hexdigest()
    assert f"Sealed as {seal}" in said
    assert (folder / "log.csv").read_text().splitlines()[1].endswith(seal)
    assert main(["fairness", *words]) == 2
    assert "not empty" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
def test_a_study_is_entered_stopped_and_gone_on_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path / "study")
    planned = ["plan", folder, "--points", "16", "--alpha", "0.2", "--dice", "red,blue", "--table", "entered"]
    throws = int(told(capsys, *planned)["throws"])  # type: ignore[call-overload]
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2\n9\n3 ?\n"))
    assert main(["fairness", "run", folder]) == 1
    said = capsys.readouterr().err
    assert "Type 2 values" in said
    assert "run again to go on" in said.splitlines()[-1]
    monkeypatch.setattr("sys.stdin", io.StringIO("4 4\n6 2\n1 3\n5 5\n" * throws))
    assert main(["fairness", "run", folder]) == 0
    lines = (tmp_path / "study" / "log.csv").read_text().splitlines()
    assert sum(",throw," in line for line in lines[1:]) == throws
    assert ",3,?," in "".join(lines)
    assert main(["fairness", "run", folder]) == 0
    assert "All" in capsys.readouterr().err
    assert main(["fairness", "run", folder, "--table", "sim"]) == 0


@pytest.mark.check
@pytest.mark.usefixtures("home")
def test_a_study_that_has_ended_is_reported_verified_and_its_dice_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = str(tmp_path / "study")
    plan = small_plan()
    rows = [row for row in fallen_record(plan, plan.throws).rows if row.event is LogEvent.THROW]
    thrown_log(tmp_path / "study", plan, [row.cells for row in rows], stopped=True)
    throws = plan.throws
    answer = told(capsys, "report", folder)
    assert answer["throws"] == throws
    assert main(["fairness", "report", folder, "--language", "de"]) == 0
    written = capsys.readouterr()
    assert "report-de.pdf" in written.out
    assert "--die @blue" in written.err
    assert main(["fairness", "verify", str(tmp_path / "study" / "report-de.html"), "--language", "es"]) == 0
    assert f"Tiradas: {throws}. Dados: 2." in capsys.readouterr().out
    assert main(["solve", "pig", "--die", "@blue"]) == 0
    assert f"a study of {throws} throws until" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["solve", "pig", "--die", "@bleu"])
    assert "did you mean blue?" in capsys.readouterr().err


@pytest.mark.check
def test_a_study_of_wells_runs_on_the_simulated_table_and_powers_nothing_while_it_rests(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, rests, rest = str(tmp_path / "study"), list[bool](), MachineTable.rest

    def resting(table: MachineTable) -> None:
        rest(table)
        stat = table.controller.stat()
        rests.append(is_at_rest(stat) and not stat.left and not stat.right)

    monkeypatch.setattr(MachineTable, "rest", resting)
    planned = ["plan", folder, "--points", "16", "--alpha", "0.45", "--power", "0.5", "--dice", "red,blue"]
    throws = int(told(capsys, *planned, "--quiet", "00:00-00:00", "--throws-an-hour", "2")["throws"])  # type: ignore[call-overload]
    assert main(["fairness", "run", folder, "--entered"]) == 2
    assert "cannot go on" in capsys.readouterr().err
    assert main(["fairness", "run", folder, "--fast", "--seed", "1"]) == 0
    assert f"throws are made: {throws}" in capsys.readouterr().err
    assert rests
    assert all(rests)


def test_a_log_that_was_edited_is_said_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "study"
    told(capsys, "plan", str(folder), "--points", "16", "--table", "entered")
    assert main(["fairness", "verify", str(folder)]) == 0
    assert "nothing has been thrown yet" in capsys.readouterr().out
    log = folder / "log.csv"
    log.write_text(log.read_text().replace("sealed", "begun"))
    assert main(["fairness", "verify", str(folder)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_without_a_study_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fairness", "run", str(tmp_path)]) == 2
    assert "holds no study" in capsys.readouterr().err


def test_counts_of_weldons_dice_give_the_published_result(capsys: pytest.CaptureFixture[str]) -> None:
    # The share of 5s and 6s is 0.3377, which no fair dice give (Labby, "Weldon's Dice, Automated", Chance 22, 2009).
    answer = told(capsys, "report", "--counts", "209070,106602", "--expected", "2/3,1/3")
    faces, checks = answer["faces"], answer["checks"]
    assert isinstance(faces, list)
    assert isinstance(checks, list)
    assert faces[1]["chance"] == pytest.approx(0.3377, abs=5e-5)
    assert faces[1]["low"] > 1 / 3
    assert checks[0]["p"] < 1e-6


WELDON = "185,1149,3265,5475,6114,5194,3067,1331,403,105,14,4,0"


def test_weldons_table_gives_the_published_result(capsys: pytest.CaptureFixture[str]) -> None:
    # Fisher, "Statistical Methods for Research Workers" (1925): chi-square 35.49 with 10 degrees of freedom for 1/3,
    # 8.18 with 9 for the share 0.3377. Pearson (1900) has 43.87 and p 0.000016 from expected numbers that he rounded.
    answer = told(capsys, "report", "--successes", WELDON, "--expected", "1/3")
    pearson, faces, checks = answer["pearson"], answer["faces"], answer["checks"]
    assert isinstance(pearson, dict)
    assert isinstance(faces, list)
    assert isinstance(checks, list)
    assert (answer["dice_of_a_throw"], answer["throws_of_all"], answer["throws"]) == (12, 26306, 12 * 26306)
    assert (faces[1]["count"], faces[1]["chance"]) == (106602, pytest.approx(0.3377, abs=5e-5))
    assert (pearson["freedom"], pearson["statistic"]) == (10, pytest.approx(35.49, abs=5e-3))
    assert pearson["p"] == pytest.approx(1e-4, abs=5e-6)
    assert [check["check"] for check in checks] == ["faces", "table"]
    assert (checks[1]["freedom"], checks[1]["statistic"]) == (9, pytest.approx(8.18, abs=5e-3))
    assert checks[0]["p"] < 1e-6
    assert checks[1]["p"] > 0.5
    assert main(["fairness", "report", "--successes", WELDON, "--expected", "1/3"]) == 0
    said = capsys.readouterr().out
    assert "106602 of 315672 dice show it, 0.3377" in said
    assert [line.split("│")[2].strip() for line in said.splitlines() if "shows it" in line] == ["106602"]


@pytest.mark.parametrize("given", [("3,4", "1/3"), ("0,0,0", "1/3"), ("3,4,5", "1/2,1/2"), ("3,4,5", "1")])
def test_a_table_of_successes_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], given: tuple[str, str]
) -> None:
    assert main(["fairness", "report", "--successes", given[0], "--expected", given[1]]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_written_sequence_is_read_face_by_face(tmp_path: Path) -> None:
    file = tmp_path / "throws.txt"
    file.write_text("1 6, ?\n3")
    assert read_sequence(file).readings.tolist() == [0, 5, UNREAD, 2]


def test_a_sequence_is_also_asked_for_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "throws.txt"
    file.write_text("1 2 3 4 5 6\n" * 50 + "?, 1\n")
    answer = told(capsys, "report", "--sequence", str(file))
    assert (answer["throws"], answer["unread"]) == (302, 1)
    checks = answer["checks"]
    assert isinstance(checks, list)
    together = {check["check"]: check["p_together"] for check in checks}
    assert together["faces"] > 0.9
    assert together["transitions"] < 0.01
    assert together["runs"] < 0.01
    assert "depends on the one before" in str(answer["sentence"])
    assert main(["fairness", "report", "--sequence", str(file)]) == 0
    assert "302 throws, 1 in doubt" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "--counts", "1,2", "--expected", "1/2"], "as many expected chances"),
        (["report", "--counts", "1,2", "--expected", "1/2,1/3"], "sum to 1"),
        (["report", "--counts", "0,0"], "not all of them 0"),
        (["report", "--counts", "7"], "2 to 100"),
        (["report", "--counts", "1,2", "--unread", "-1"], "whole numbers"),
        (["report", "--sequence", "/nowhere"], "cannot be read"),
        (["plan", "--points", "20"], "points"),
        (["plan", "--alpha", "0.9"], "level"),
        (["plan", "--throws-an-hour", "-3"], "an hour"),
        (["plan", "--dice", "red,Red"], "two dice are called"),
        (["plan", "--dice", "a/b"], "not a die's name"),
        (["plan", "--dice", ".a"], "no dot in front"),
        (["plan", "--place", "a\nb"], "not a place"),
        (["plan", "--cost", "1%", "--game", "yahtzee"], "unknown game"),
        (["plan", "--game", "hog"], "add --cost"),
        (["plan", "--table", "hands", "--turn-every", "5"], "no wells"),
        (["plan", "--table", "entered", "--pictures"], "no"),
        (["report", "folder", "--alpha", "0.1"], "its own in its plan"),
        (["report", "folder", "--unread", "0"], "goes with --counts"),
        (["report", "--sequence", "folder", "--expected", "1/2,1/2"], "goes with --counts"),
        (["plan", "--quiet", "noon"], "quiet hours"),
        (["plan", "--table", "hand"], "there is no table 'hand': give sim, twin, hands"),
        (["plan", "--reader", "/nowhere"], "no counts of a reader"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main(["fairness", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["--counts", "1,x"], ["--counts", "1,-2"], ["--counts", "1,2", "--expected", "1/0,1"]]
)
def test_words_that_are_no_numbers_are_refused(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fairness", "report", *words])
    assert capsys.readouterr().err.count("\n") == 1


def test_a_cost_needs_its_unit(capsys: pytest.CaptureFixture[str]) -> None:
    for cost in ("0.4", "0.4 percent", "60%", "%"):
        with pytest.raises(SystemExit, match="2"):
            main(["fairness", "plan", "--cost", cost])
        assert "with the sign" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["1 2 7", "1 2 x", ""])
def test_a_throw_that_is_no_value_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "throws.txt"
    file.write_text(text)
    assert main(["fairness", "report", "--sequence", str(file)]) == 2
    assert "throw" in capsys.readouterr().err


def test_doubts_alone_are_no_report(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "throws.txt"
    file.write_text("? ? ?")
    assert main(["fairness", "report", "--sequence", str(file)]) == 2
    assert "no die was read" in capsys.readouterr().err

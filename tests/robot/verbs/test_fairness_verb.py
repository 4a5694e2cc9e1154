"""`pipsqueak fairness`: plans, runs, reports of studies, counts and sequences, and what cannot be read."""

import io
import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from robot.cli import main
from tests.support.robot.studies import small_plan, write_log


def tell(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["fairness", *words, "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def test_a_plan_is_kept_in_its_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "study"
    words = ["plan", str(folder), "--dice", "red, blue", "--points", "5"]
    assert main(["fairness", *words]) == 0
    assert f"fairness run {folder}" in capsys.readouterr().out
    assert json.loads((folder / "plan.json").read_text())["dice"] == ["red", "blue"]
    assert (folder / "log.csv").read_text() == "time,event,throw,wells,die red,die blue,note\n"
    assert main(["fairness", *words]) == 2
    assert "not empty" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
def test_a_study_is_entered_stopped_and_gone_on_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path / "study")
    planned = ["plan", folder, "--points", "16", "--alpha", "0.2", "--dice", "red,blue", "--table", "entered"]
    throws = int(tell(capsys, *planned)["throws"])  # type: ignore[call-overload]
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


@pytest.mark.usefixtures("home")
def test_a_study_that_has_ended_is_reported_and_its_dice_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder, plan = tmp_path / "study", small_plan()
    fell = np.random.default_rng(1).integers(0, 7, size=(plan.throws, 2)).tolist()
    write_log(folder, plan, [tuple(str(value or "?cocked") for value in throw) for throw in fell])
    answer = tell(capsys, "report", str(folder))
    assert (answer["throws"], answer["planned"]) == (plan.throws, plan.throws)
    assert main(["fairness", "report", str(folder), "--language", "de"]) == 0
    written = capsys.readouterr()
    assert written.out.splitlines()[-1] == str(folder / "report-de.html")
    page = (folder / "report-de.html").read_text()
    assert '<html lang="de">' in page
    assert page.count("<svg") == 2
    told_of = [line.split(": ", 1)[1] for line in written.out.splitlines() if line.startswith(("red:", "blue:"))]
    assert len(told_of) == 2
    assert all(sentence in page.replace("\xa0", " ") for sentence in told_of)
    assert "--die @blue" in written.err
    assert main(["advise", "pig", "3:5", "--die", "@blue"]) == 0
    assert f"a study of {plan.throws} throws until" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["advise", "pig", "--die", "@bleu"])
    assert "did you mean blue?" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
def test_an_unfinished_report_explains_its_picture_and_keeps_every_chance_in_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "study"
    write_log(folder, small_plan(("red",)), [("6",)] * 20)
    assert main(["fairness", "report", str(folder)]) == 0
    assert "no verdict yet" in capsys.readouterr().out
    page = (folder / "report-en.html").read_text()
    assert "dashed line" in page.split("</svg>")[1].split("<table>")[0]
    ends = [float(x) for x in re.findall(r'x2="([0-9.]+)"', page)]
    assert len(ends) == 6 + 4
    assert max(ends) == 400
    assert all(f">{tick}</text>" in page for tick in ("0", "50", "100 %"))


@pytest.mark.check
@pytest.mark.usefixtures("home")
def test_a_study_of_an_earlier_version_goes_on_at_the_simulated_table_and_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "study"
    shutil.copytree(Path(__file__).parents[1] / "fairness/kept_study", folder)
    plan = folder / "plan.json"
    plan.write_text(plan.read_text().replace('"throws": 88', '"throws": 26'))
    assert main(["fairness", "report", str(folder)]) == 0
    assert "no verdict yet, after throw 23 of 26" in capsys.readouterr().out
    assert main(["fairness", "run", str(folder), "--table", "entered"]) == 2
    assert "cannot go on" in capsys.readouterr().err
    assert main(["fairness", "run", str(folder), "--fast", "--seed", "1"]) == 0
    assert "All 26 throws are done." in capsys.readouterr().err
    assert main(["fairness", "report", str(folder)]) == 0
    assert "no verdict" not in capsys.readouterr().out
    plan.write_text(plan.read_text().replace('"throws": 26', '"throws": 99').replace('"quiet": ""', '"quiet": "1-2"'))
    assert main(["fairness", "run", str(folder), "--fast"]) == 2
    assert "went in 0.4.0" in capsys.readouterr().err

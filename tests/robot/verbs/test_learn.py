"""The verb that learns a game, as scripts and people meet it."""

import io
import json
import math
from pathlib import Path

import pytest
from rich.console import Console

from robot.cli import main
from robot.terminal.learning_chart import learning_chart
from solver.learning.course import LearningCheck
from solver.learning.settings import METHODS


def answer(capsys: pytest.CaptureFixture[str], words: str) -> str:
    assert main(words.split()) == 0
    return capsys.readouterr().out


COMPARED = "learn piglet --goal 3 --compare --episodes 60 --epsilon 0.2 --picture"


@pytest.mark.usefixtures("undrawn")
def test_all_methods_are_compared_in_one_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "learned.svg"
    printed = answer(capsys, f"{COMPARED} {picture}")
    assert picture.is_file()
    assert all(f"{mark} {method}" in printed for mark, method in zip("*o+x#%@", METHODS, strict=True))
    assert printed.splitlines()[-1] == str(picture)
    assert "exact: the player who begins wins" in printed


@pytest.mark.check
def test_what_all_methods_learned_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "learned.svg"
    answer(capsys, f"{COMPARED} {picture}")
    assert picture.stat().st_size > 10_000


def test_recorded_throws_alone_are_learned_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    throws = tmp_path / "throws.txt"
    throws.write_text("1 2\n1 1\n2 1\n3 1\n1 2\n2 5\n?\n2 2\n")
    words = f"learn pass-the-pigs --goal 5 --method sarsa --episodes 500 --throws {throws}"
    line = json.loads(answer(capsys, f"{words} --json"))
    assert (line["throws"], line["in_doubt"]) == (7, 1)
    assert line["recorded_exact"] != line["exact"]
    assert "with the 7 recorded throws themselves, 1 in doubt left out: 0." in answer(capsys, words)


def test_the_chart_falls_from_the_top_left_to_the_bottom_right() -> None:
    course = [
        LearningCheck(n, 10**n, float(n), 0.5, error, error, 0.4, 0.2) for n, error in ((1, 0.1), (2, 0.01), (3, 0.001))
    ]
    printed = io.StringIO()
    Console(width=100, file=printed).print(learning_chart({"td": course, "sarsa": []}))
    lines = printed.getvalue().splitlines()
    assert lines[1].rstrip() == "   0.1 |*"
    assert lines[12].startswith(" 0.001 |")
    assert lines[12].rstrip().endswith("*")
    assert lines[14].split() == ["10", "1,000"]
    assert math.isclose(course[-1].to_json()["mean_error"], 0.001)

"""The guided page of learning: every command prints what the page says."""

import re
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from robot.cli import main
from solver.games import find_game
from solver.race.games import tell_shape
from solver.race.race_table import load_race
from tests.support.documents import files_of, tables
from tests.support.repository import DOCS

PAGE = (DOCS / "learn" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [part for block in BLOCKS for part in block.split("$ pipsqueak ")[1:]]


@pytest.mark.parametrize("shown", COMMANDS, ids=lambda shown: shown.partition("\n")[0].replace(" ", "-"))
def test_a_command_prints_the_lines_that_the_page_shows(shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, *lines = shown.rstrip("\n").splitlines()
    assert main(words.split()) == 0
    printed = capsys.readouterr().out.splitlines()
    place = next(at for at, line in enumerate(printed) if line.startswith(lines[0]))
    for line, told in zip(lines, printed[place:], strict=False):
        assert told.startswith(line)
    assert len(printed) - place >= len(lines) > 0


def test_commands_are_those_of_the_exercises() -> None:
    assert len(COMMANDS) >= 8
    for fraction, line in {"6/7": "2:2", "174/209": "0:2", "179/209": "0:2 +2", "180/209": "2:0"}.items():
        assert f"**{fraction}**" in PAGE
        assert find_game("pig", goal=3).advise(line).value == pytest.approx(float(Fraction(fraction)), abs=1e-14)


@pytest.mark.parametrize("row", tables("learn/README.md")[0][1:], ids=lambda row: row[0])
def test_the_table_of_shapes_is_what_policies_look_like(row: list[str]) -> None:
    told = re.findall(r"[\d.]*\d", " ".join(tell_shape(load_race(row[0].strip("`")))))
    more, less, _, higher, lower, share, _, own, other = told
    assert row[1:] == [more, less, f"{share} %", own, other]
    assert int(higher) > 60 * int(told[2]) // 100
    assert lower == "0"


SUGGESTED = re.findall(r"`pipsqueak (learn [^`]*)`", PAGE)
CASES = [pytest.param(words, marks=pytest.mark.check) if "--picture" in words else words for words in SUGGESTED]
"""To load what draws takes a second."""


@pytest.mark.parametrize("words", CASES)
def test_what_the_page_suggests_can_be_tried(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*shlex.split(words), "--episodes", "50"]) == 0
    assert "exact: the player who begins wins 0.5" in capsys.readouterr().out


((_, NAME, PROGRAM),) = files_of("learn/README.md")
SHOWN = re.findall(rf"^\$ python {NAME} (.*)\n((?:\1:|  ).*\n(?:  .*\n)*)", PAGE, re.MULTILINE)
ROWS = tables("learn/README.md")[-1][1:]
SMALL = 400
"""So many states are written down in less than a second."""


def count(words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", [NAME, *words.split()])
    exec(PROGRAM, {})
    return capsys.readouterr().out


@pytest.mark.parametrize(("words", "told"), [one for one in SHOWN if "threes" not in one[0] and "think" not in one[0]])
def test_a_command_prints_what_the_page_shows(
    words: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert count(words, monkeypatch, capsys) == told


def test_all_commands_of_the_page_are_tried() -> None:
    assert len(SHOWN) == PAGE.count(f"$ python {NAME} ") == 9


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[pytest.mark.check] * (int(row[2].replace(",", "")) > SMALL)) for row in ROWS]
)
def test_the_table_is_what_is_counted(
    row: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, size, *numbers = row
    words = " ".join([name.strip("`"), *("=".join(one.rsplit(" ", 1)) for one in size.split(", ") if size != "whole")])
    printed = count(words, monkeypatch, capsys)
    assert re.findall(r"(?<= )[\d,]*\d\b", printed.partition(":")[2]) == numbers

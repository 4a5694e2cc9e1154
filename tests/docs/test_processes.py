"""The program that counts the states of any game prints what the pages of learning say."""

import re
import sys

import pytest

from tests.support.documents import files_of, tables
from tests.support.repository import DOCS

((_, NAME, PROGRAM),) = files_of("learn/processes.md")
TEXT = "".join((DOCS / "learn" / name).read_text(encoding="utf-8") for name in ("README.md", "processes.md"))
SHOWN = re.findall(rf"^\$ python {NAME} (.*)\n((?:\1:|  ).*\n(?:  .*\n)*)", TEXT, re.MULTILINE)
ROWS = tables("learn/processes.md")[-1][1:]
SMALL = 400
"""So many states are written down in less than a second."""


def counted(words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", [NAME, *words.split()])
    exec(PROGRAM, {})
    return capsys.readouterr().out


@pytest.mark.parametrize(("words", "told"), [one for one in SHOWN if "threes" not in one[0] and "think" not in one[0]])
def test_a_command_prints_what_the_page_shows(
    words: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert counted(words, monkeypatch, capsys) == told


def test_commands_of_both_pages_are_tried() -> None:
    assert len(SHOWN) == TEXT.count(f"$ python {NAME} ") == 8


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[pytest.mark.check] * (int(row[2].replace(",", "")) > SMALL)) for row in ROWS]
)
def test_the_table_is_what_is_counted(
    row: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, size, *numbers = row
    words = " ".join([name.strip("`"), *("=".join(one.rsplit(" ", 1)) for one in size.split(", ") if size != "whole")])
    printed = counted(words, monkeypatch, capsys)
    assert re.findall(r"(?<= )[\d,]*\d\b", printed.partition(":")[2]) == numbers

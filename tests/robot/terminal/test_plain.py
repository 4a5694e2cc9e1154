"""Plain lines in a terminal: a game is played by what a screen reader reads out, line by line."""

import io
import re
import sys

import pytest

from robot.cli import main
from tests.support.robot.pretended_terminal import PretendedTerminal

DRAWN = re.compile("[\x00-\x09\x0b-\x1f\u2500-\u259f\u2680-\u2685▶·]")
"""Control characters but the end of a line, and characters that draw."""


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("term", "option"), [("xterm-256color", "--plain"), ("dumb", "--fast")])
def test_nothing_is_drawn_where_plain_lines_are_wanted_or_a_terminal_cannot(
    term: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    out = PretendedTerminal("utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", io.StringIO("r\nh\n" * 9))
    assert main(["play", "pig-score", option, "--fast", "--turns", "1", "--seed", "6", "--players", "you:Ann"]) == 0
    lines = out.read_shown().splitlines()
    assert not any(DRAWN.search(line) or len(line) > 80 for line in lines), lines
    assert "q ends the program" in " ".join(out.read_shown().split())
    thrown = [line for line in lines if re.search(r"^Ann throws \d", line)]
    read = [line for line in lines if re.fullmatch(r"The camera reads \d\.", line)]
    assert len(thrown) == len(read) >= 1

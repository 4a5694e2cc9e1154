"""Plain lines in a terminal: a game is played by what a screen reader reads out, line by line."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from robot.cli import main
from tests.support.robot.command import PROGRAM, call
from tests.support.robot.pretended_terminal import PretendedTerminal
from tests.support.robot.programs import ended_at_last
from tests.support.robot.waiting import PATIENCE

DRAWN = re.compile("[\x00-\x09\x0b-\x1f\u2500-\u259f\u2680-\u2685▶·]")
"""Control characters but the end of a line, and characters that draw."""
GOAL, HOLD_AT = 12, 5


def answer(line: str, score: int) -> bytes:
    """Return the key for a line, none if it asks nothing."""
    if found := re.search(r"HOLD \(h\) banks (\d+)\.", line):
        return b"h" if int(found[1]) >= HOLD_AT or score + int(found[1]) >= GOAL else b"r"
    return b"r" if "r throws." in line else b""


@pytest.mark.check
def test_a_whole_game_is_played_in_a_terminal_by_plain_lines(home: Path) -> None:
    terminal, keyboard = os.openpty()
    words = ("play", "pig", "--plain", "--fast", "--goal", str(GOAL), "--seed", "6")
    process = subprocess.Popen(
        [*PROGRAM, *words, "--players", "you:Ann,robot:hold20", "--first", "1"],
        stdin=keyboard,
        stdout=keyboard,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PIPSQUEAK_HOME": str(home), "TERM": "xterm-256color"},
    )
    os.close(keyboard)
    lines: list[str] = []
    score, rest = 0, ""
    with ended_at_last(process), os.fdopen(terminal, "r+b", buffering=0) as seen:
        while True:
            try:
                rest += seen.read(4096).decode()
            except OSError:  # the program has left its terminal
                break
            *whole, rest = rest.split("\n")
            for line in whole:
                lines.append(line.removesuffix("\r"))
                if found := re.search(r"Ann holds and banks \d+\. The score is (\d+)", line):
                    score = int(found[1])
                if key := answer(line, score):
                    seen.write(key)
        assert process.wait(PATIENCE) == 0
    assert rest == ""
    assert not any(DRAWN.search(line) for line in lines), lines
    assert lines[1] == "A game of Pig to 12 begins: Ann against robot (holds at 20)."
    assert lines[2] == "Ann: r throws."
    assert "q ends the program" in lines[3]
    thrown = [line for line in lines if re.search(r" throws \d", line)]
    read = [line for line in lines if re.fullmatch(r"The camera reads \d\.", line)]
    assert len(thrown) == len(read) >= 2
    assert any(re.search(r" wins \d+ : \d+ after \d+ throws?\.", line) for line in lines)


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
    lines = out.shown().splitlines()
    assert not any(DRAWN.search(line) for line in lines), lines
    assert any(re.search(r"^Ann throws \d", line) for line in lines)


def test_plain_lines_are_not_json(home: Path) -> None:
    refused = call(home, "play", "pig", "--plain", "--json")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "leave out --json or --plain" in refused.stderr

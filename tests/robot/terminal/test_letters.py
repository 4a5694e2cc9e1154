"""Outputs whose encodings lack letters: no verb and no game fails there."""

import io
import json
import sys

import pytest

from robot.cli import main
from robot.terminal.letters import has_all_letters, is_drawn_on, json_line, take_all_letters
from robot.verbs import COMMANDS
from tests.support.robot.pretended_terminal import PretendedTerminal

LACKING = ("latin-1", "ascii")


def test_a_letter_that_an_output_lacks_is_an_escape_there() -> None:
    said = {}
    for encoding in ("utf-8", *LACKING):
        out = PretendedTerminal(encoding)
        take_all_letters(io.StringIO(), out)
        out.write("„Ü“ \udcff")
        said[encoding] = out.read_shown()
    assert said == {
        "utf-8": "„Ü“ \\udcff",
        "latin-1": "\\u201eÜ\\u201c \\udcff",
        "ascii": "\\u201e\\xdc\\u201c \\udcff",
    }


@pytest.mark.parametrize("encoding", LACKING)
def test_programs_read_every_name_as_it_is(encoding: str) -> None:
    out = PretendedTerminal(encoding)
    assert json.loads(json_line("„José“", out)) == "„José“"


def test_only_a_terminal_that_moves_its_cursor_and_has_all_letters_is_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert is_drawn_on(PretendedTerminal("UTF-8"))
    assert not is_drawn_on(PretendedTerminal("latin-1"))
    assert not is_drawn_on(io.StringIO())
    assert has_all_letters(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not is_drawn_on(PretendedTerminal("UTF-8"))


@pytest.mark.parametrize("encoding", LACKING)
@pytest.mark.parametrize("verb", COMMANDS)
def test_every_verb_tells_its_options(verb: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = PretendedTerminal(encoding)
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as stopped:
        main([*verb.split(), "--help"])
    assert stopped.value.code == 0
    assert f"usage: pipsqueak {verb}" in out.read_shown()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("encoding", "json_lines"), [("latin-1", False), ("ascii", False), ("ascii", True)])
def test_a_game_is_played_to_its_end(encoding: str, json_lines: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    out, typed = PretendedTerminal(encoding), io.BytesIO("r\nö\nh\n".encode() * 40)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed, "ascii"))
    game = ["play", "pig-score", "--turns", "1", "--players", "you:José „Ω“", "--table", "sim", "--fast", "--seed", "2"]
    assert main([*game, "--language", "de", *(["--json"] if json_lines else [])]) == 0
    lines = out.read_shown().splitlines()
    if json_lines:
        assert "José „Ω“" in str([json.loads(line) for line in lines])
    else:
        assert {"latin-1": "José \\u201e\\u03a9\\u201c", "ascii": "Jos\\xe9 \\u201e\\u03a9\\u201c"}[
            encoding
        ] in out.read_shown()

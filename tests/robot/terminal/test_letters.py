"""Outputs whose encodings lack letters: every text of ours is readable there, and no verb and no game fails."""

import io
import json
import sys

import pytest

from robot.cli import main
from robot.language import languages
from robot.terminal.letters import IN_PLACE, escape_letters, has_all_letters, is_drawn_on, json_line, take_all_letters
from robot.verbs import VERBS
from tests.support.repository import REPOSITORY
from tests.support.robot.pretended_terminal import PretendedTerminal

LACKING = ("latin-1", "ascii")
SHIPPED = ("robot", "vision", "solver", "hardware")


def written(text: str, encoding: str) -> str:
    """Return what stands on an output of this encoding once a text was written."""
    out = PretendedTerminal(encoding)
    take_all_letters(io.StringIO(), out)
    out.write(text)
    return out.shown()


def our_letters() -> set[str]:
    """Return all letters of the messages in every language, and of the texts that the code has."""
    texts = [path.read_text("utf-8") for room in SHIPPED for path in (REPOSITORY / room).rglob("*.py")]
    texts += [path.read_text("utf-8") for name in languages() for path in (REPOSITORY / "robot").rglob(f"{name}.ftl")]
    assert len(texts) > 300
    return {letter for text in texts for letter in text}


def test_each_letter_has_another_in_its_place() -> None:
    drawn_alone = set("▀▄█▒□▨★◐⌨♪")
    unreadable = {letter for letter in our_letters() if written(letter, "ascii").startswith("\\")}
    assert unreadable - {"\\"} == drawn_alone


def test_a_text_is_readable_in_each_encoding() -> None:
    text = "„Würfel“ – 3 × ⚄ … ✓ ¡Señor! 骰 \udcff"
    assert written(text, "utf-8") == text.replace("\udcff", "\\udcff")
    assert written(text, "latin-1") == '"Würfel" - 3 × 5 ... + ¡Señor! \\u9ab0 \\udcff'
    assert written(text, "ascii") == '"Wuerfel" - 3 x 5 ... + Senor! \\u9ab0 \\udcff'


def test_marks_stay_apart() -> None:
    assert len({IN_PLACE[mark] for mark in "✓✗–→"}) == 4


@pytest.mark.parametrize("encoding", LACKING)
def test_programs_read_every_name_as_it_is(encoding: str) -> None:
    out = PretendedTerminal(encoding)
    assert json.loads(json_line("„José“", out)) == "„José“"
    assert escape_letters("…", out) == "\\u2026"


def test_only_a_terminal_that_moves_its_cursor_and_has_all_letters_is_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert is_drawn_on(PretendedTerminal("UTF-8"))
    assert not is_drawn_on(PretendedTerminal("latin-1"))
    assert not is_drawn_on(io.StringIO())
    assert has_all_letters(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not is_drawn_on(PretendedTerminal("UTF-8"))


@pytest.mark.parametrize("encoding", LACKING)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_tells_its_options(verb: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = PretendedTerminal(encoding)
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--help"])
    assert stopped.value.code == 0
    assert f"usage: pipsqueak {verb}" in out.shown()
    assert "\\u" not in out.shown()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("encoding", "json_lines"), [("latin-1", False), ("ascii", False), ("ascii", True)])
def test_a_game_is_played_to_its_end(encoding: str, json_lines: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    out, typed = PretendedTerminal(encoding), io.BytesIO("r\nö\nh\n".encode() * 40)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed, "ascii"))
    game = ["play", "pig-score", "--turns", "1", "--players", "you:José „Ω“", "--table", "sim", "--fast", "--seed", "2"]
    assert main([*game, "--language", "de", *(["--json"] if json_lines else [])]) == 0
    lines = out.shown().splitlines()
    if json_lines:
        assert "José „Ω“" in str([json.loads(line) for line in lines])
    else:
        name = {"latin-1": 'José "Ohm"', "ascii": 'Jose "Ohm"'}[encoding]
        assert name in out.shown()

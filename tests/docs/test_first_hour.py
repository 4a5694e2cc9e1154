"""The page of the first hour: a newcomer types its commands one after the other, and sees what it shows."""

import re
import shlex
from pathlib import Path

import pytest

from tests.support.repository import DOCS
from tests.support.robot.command import call
from tests.support.robot.programs import start_server, until_ready

pytestmark = pytest.mark.check

PAGE = (DOCS / "first-hour.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [part for block in BLOCKS for part in block.split("$ pipsqueak ")[1:]]
PROMPT = re.compile(r"^\w+> (.*)$", re.MULTILINE)
ABSENT = "97"
"""A number that no camera has."""


def test_every_command_says_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(COMMANDS) >= 15
    monkeypatch.chdir(tmp_path)
    for shown in COMMANDS:
        line, _, rest = shown.partition("\n")
        verb, *words = shlex.split(line.replace("--camera 0", f"--camera {ABSENT}"))
        if verb == "serve":
            with start_server(verb, tmp_path / "home") as (_, address):
                assert until_ready(address)["phase"] == "idle"
            continue
        typed = "".join(f"{answer}\n" for answer in PROMPT.findall(rest))
        if verb == "play":
            keys, words = ("r5hr6hh", words) if "--table" in words else ("r?rh", [*words, "--fast"])
            typed = "\n".join(keys)
        done = call(tmp_path / "home", verb, *words, typed=typed)
        if ABSENT in words:
            assert "there is no camera 97" in done.stdout + done.stderr
            continue
        assert done.returncode == 0, done.stderr
        printed = iter(PROMPT.sub(r"\1", done.stdout).splitlines())
        for told in (line for line in rest.splitlines() if not PROMPT.match(line)):
            assert any(one.startswith(told) for one in printed), (shown, told)
        if "--seed 3" in line:
            (hint,) = re.findall(r"^> (Hint: .*)$", PAGE, re.MULTILINE)
            assert hint in done.stdout
    assert (
        call(tmp_path / "home", "data", "samples").stderr == "pipsqueak: samples is there already: name a new folder\n"
    )

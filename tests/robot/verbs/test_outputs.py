"""Every verb that writes a file which people name: none is lost, and what cannot be is refused before the work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from robot.match.journal import Journal
from robot.verbs import COMMANDS
from robot.verbs.parser import parser_of
from tests.support.robot.command import call
from tests.support.robot.journaled import play_drawn

WRITERS = (
    "data backup {}",
    "machine calibrate print --out {}",
    "coach pig --picture {}",
    "data export --out {}",
    "play pig --players robot --table twin --film {}",
    "play pig --players robot --picture {}",
    "review --picture {}",
    "rules pig --page {}",
    "machine selftest --table sim --fast --yes --report {}",
)
READ = {"coach script", "data restore file"}


def test_the_table_names_every_file_that_is_written() -> None:
    taken, outputs = set[str](), set[str]()
    for verb in COMMANDS:
        parser, _ = parser_of(verb)
        taken |= {f"{verb} {action.dest}" for action in parser._actions if action.metavar in {"FILE", "OUT"}}
        outputs |= {f"{verb} {dest}" for dest in parser.get_default("outputs") or ()}
    assert taken - READ == outputs
    words = [writer.removesuffix(" {}").replace("backup", "backup file").split() for writer in WRITERS]
    assert {one.split()[-1] for one in outputs} == {option.removeprefix("--") for *_, option in words}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kept.svg", "is there already: name another file"),
        ("folder.svg", "is a folder: name another file"),
        ("pipe.svg", "is a device or a pipe: name another file"),
        ("gone/new.svg", "create it, or name another file"),
        ("/proc/new.svg", "/proc/new.svg cannot be written"),
        (f"{300 * 'n'}.svg", "cannot be written (File name too long): name another file"),
    ],
)
def test_a_file_is_refused_before_the_work(writer: str, name: str, said: str, home: Path, tmp_path: Path) -> None:
    (tmp_path / "kept.svg").write_text("kept")
    (tmp_path / "folder.svg").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")
    done = call(home, *writer.format(tmp_path / name).split())
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert (tmp_path / "kept.svg").read_text() == "kept"
    assert not home.exists()


@pytest.mark.usefixtures("undrawn")
def test_pictures_of_a_policy_are_not_lost(home: Path, tmp_path: Path) -> None:
    (tmp_path / "pig-10-win.png").write_text("kept")
    done = call(home, "show", "pig", "--goal", "10", "--kind", "hold", "--kind", "win", "--out", str(tmp_path))
    assert (done.returncode, "already: name another folder with --out, or delete" in done.stderr) == (2, True)
    assert [path.name for path in tmp_path.glob("pig*")] == ["pig-10-win.png"]


def test_what_is_printed_may_be_named_too(journal: Journal, tmp_path: Path) -> None:
    play_drawn(journal, "pig", ("robot", "robot"))
    words = [sys.executable, "-m", "robot", "data", "export", "--out"]
    piped = subprocess.run([*words, "-"], capture_output=True, check=True).stdout
    assert piped.startswith(b"{")
    with (tmp_path / "there").open("wb") as there:
        subprocess.run([*words, "/dev/stdout"], stdout=there, check=True)
    assert (tmp_path / "there").read_bytes() == piped
    named = subprocess.run([*words, tmp_path / "new"], capture_output=True, check=True).stdout.decode()
    assert (named, (tmp_path / "new").read_bytes()) == (f"{tmp_path / 'new'}\n", piped)

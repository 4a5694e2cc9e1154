"""Tests that run in forked processes: each is told of once, whatever becomes of the process that runs it."""

import re
import subprocess
import sys
from pathlib import Path

from tests.support.repository import REPOSITORY

CHOSEN = """
import os
import subprocess

import pytest

@pytest.mark.parametrize("n", range(3))
def test_output_is_that_of_this_process_alone(n, capfd):
    subprocess.run(["echo", __name__], check=True)
    assert capfd.readouterr().out == __name__ + "\\n"

def test_wrong():
    print("what was printed in", __name__)
    assert 1 == 2

def test_that_ends_its_process():
    os._exit(3)

def test_after_it(tmp_path):
    pass

@pytest.mark.skip(reason="not here")
def test_left_out():
    pass
"""
QUICK = "import os\nimport collected\n\ndef test_process():\n    (collected.FOLDER / f'{os.getpid()}').touch()\n"


def run(folder: Path, *words: str) -> list[str]:
    (folder / "pytest.ini").write_text("[pytest]\n")
    command = (sys.executable, "-m", "pytest", "-p", "tests.support.forks", "-p", "no:cacheprovider", "-rA", *words)
    environment = {"PYTHONPATH": str(REPOSITORY), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_each_test_is_told_of_once_and_a_lost_process_fails_the_one_it_was_at(tmp_path: Path) -> None:
    names = ("a", "b", "c")
    for name in names:
        (tmp_path / f"test_{name}.py").write_text(CHOSEN)
    told = run(tmp_path, "--forks", "2")
    assert re.search(r"6 failed, 12 passed, 3 skipped in", told[-1]), told
    for name in names:
        assert told.count(f"PASSED test_{name}.py::test_after_it") == 1
        assert told.count(f"what was printed in test_{name}") == 1
        lost = "the process that ran this test ended with status 3"
        assert f"FAILED test_{name}.py::test_that_ends_its_process - {lost}" in told


def test_a_process_that_has_grown_ends_with_its_module(tmp_path: Path) -> None:
    grow = "held = []\n\ndef test_grow():\n    held.append(b'1' * 100_000_000)\n\ndef test_held():\n    assert held\n"
    (tmp_path / "collected.py").write_text(f"from pathlib import Path\n\nFOLDER = Path({str(tmp_path / 'seen')!r})\n")
    (tmp_path / "seen").mkdir()
    for number in range(4):
        (tmp_path / f"test_{number}.py").write_text(QUICK + (grow if number == 1 else ""))
    told = run(tmp_path, "--forks", "1")
    assert re.search(r"6 passed in", told[-1]), told
    assert len(list((tmp_path / "seen").iterdir())) == 2


def test_the_first_failure_ends_the_run_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_wrong():\n    assert 1 == 2\n\ndef test_next():\n    pass\n")
    told = run(tmp_path, "--forks", "1", "-x")
    assert re.search(r"1 failed in", told[-1]), told

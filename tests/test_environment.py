"""`.ci/environment` on a Raspberry Pi: which lgpio it takes, and the line that says which package is missing."""

import subprocess
from pathlib import Path

import pytest

from tests.support.repository import REPOSITORY

STUB = """#!/bin/sh
# A Python of version 3.MINOR that has the modules named in HAS, and writes down how it makes an environment.
case "$*" in
    *"version_info < (3, 11)"*) exit 0;;
    *"version_info < (3, 13)"*) [ "$MINOR" -ge 13 ]; exit;;
    *"import ensurepip, venv"*) exit 0;;
    *"import lgpio"*) case "$HAS" in *lgpio*) exit 0;; esac; exit 1;;
    *"import libcamera"*) case "$HAS" in *libcamera*) exit 0;; esac; exit 1;;
    "-m venv"*) echo "$*" >> "$LOG"; mkdir -p "$VENV/bin"; cp "$0" "$VENV/bin/python";;
    *"pip install"*) echo "installed" >> "$LOG";;
esac
"""


class PretendedPi:
    """A computer whose Python is STUB."""

    def __init__(self, folder: Path, minor: int, has: str) -> None:
        self.venv, self.log = folder / "venv", folder / "log"
        self.stub = folder / "python3"
        self.stub.write_text(STUB)
        self.stub.chmod(0o755)
        self.minor, self.has = minor, has

    def make(self, extras: str = "pi") -> tuple[int, str, list[str]]:
        """Run the script; return its status, what it said, and what the Python was told to do."""
        self.log.write_text("")
        there = {"MINOR": str(self.minor), "HAS": self.has, "LOG": str(self.log), "VENV": str(self.venv)}
        done = subprocess.run(
            ["sh", ".ci/environment", str(self.venv), extras],
            cwd=REPOSITORY,
            env=there | {"PATH": "/usr/bin:/bin", "PYTHON": str(self.stub)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr, self.log.read_text().splitlines()


@pytest.mark.parametrize(("minor", "has"), [(11, ""), (11, "lgpio"), (13, "libcamera lgpio"), (13, "lgpio")])
def test_it_sees_the_system_s_lgpio_where_there_is_one(tmp_path: Path, minor: int, has: str) -> None:
    status, _, told = PretendedPi(tmp_path, minor, has).make()
    assert status == 0
    assert ("--system-site-packages" in told[0]) == bool(has)
    assert told[1:] == ["installed"]


def test_a_python_without_a_wheel_needs_the_system_s_lgpio_and_one_line_says_so(tmp_path: Path) -> None:
    status, said, told = PretendedPi(tmp_path, 13, "libcamera").make()
    assert status == 1
    assert told == []
    assert len(said.splitlines()) == 1
    assert "sudo apt install python3-lgpio" in said


def test_only_the_robot_s_own_pi_needs_it(tmp_path: Path) -> None:
    status, _, told = PretendedPi(tmp_path, 13, "").make("solve,dev")
    assert status == 0
    assert told[-1] == "installed"


def test_an_environment_that_was_made_before_sees_it_afterwards(tmp_path: Path) -> None:
    machine = PretendedPi(tmp_path, 13, "")
    assert machine.make("")[0] == 0
    old = machine.venv / "bin" / "python"
    old.write_text("#!/bin/sh\nexit 1\n")
    machine.has = "lgpio"
    status, _, told = machine.make()
    assert status == 0
    assert "--system-site-packages" in told[0]
    assert machine.make()[2] == ["installed"], "it is made once"

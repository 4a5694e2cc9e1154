"""`.ci/environment`: what it refuses in a line, and which of the system's packages an environment sees."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.repository import REPOSITORY

STUB = REPOSITORY / "tests" / "support" / "system_python.sh"
ALL = "libcamera lgpio picamera2"


class PretendedPi:
    """A computer whose Python is STUB."""

    def __init__(self, folder: Path, has: str, bits: int = 64, lacks: str = "") -> None:
        self.venv, self.log = folder / "venv", folder / "log"
        self.stub = folder / "python3"
        shutil.copyfile(STUB, self.stub)
        self.stub.chmod(0o755)
        self.has, self.bits, self.lacks = has, bits, lacks

    def run_make(self, *words: str) -> tuple[int, str, list[str]]:
        """Run make with these words; return what `make` returns."""
        return self._run("make", "--no-print-directory", *words, f"VENV={self.venv}", f"PYTHON={self.stub}")

    def make(self, extras: str = "pi") -> tuple[int, str, list[str]]:
        """Run the script; return its status, what it said, and what the Python was told to do."""
        return self._run("sh", ".ci/environment", str(self.venv), extras)

    def _run(self, *command: str) -> tuple[int, str, list[str]]:
        self.log.write_text("")
        there = {"BITS": str(self.bits), "HAS": self.has, "LACKS": self.lacks}
        there |= {"LOG": str(self.log), "VENV": str(self.venv)}
        done = subprocess.run(
            command,
            cwd=REPOSITORY,
            env=there | {"PATH": "/usr/bin:/bin", "PYTHON": str(self.stub)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr, self.log.read_text().splitlines()


@pytest.mark.parametrize(("has", "extras"), [(ALL, "pi"), (ALL, ""), ("lgpio", ""), ("", "solve,dev")])
def test_it_sees_the_system_s_packages_where_there_are_any(tmp_path: Path, has: str, extras: str) -> None:
    machine = PretendedPi(tmp_path, has)
    status, _, told = machine.make(extras)
    assert status == 0
    assert ("--system-site-packages" in told[0]) == bool(has)
    assert told[1:] == [f"installed .[{extras}]" if extras else "installed ."]
    assert machine.make(extras)[2] == told[1:], "it is made once"


@pytest.mark.parametrize(
    ("has", "packages"),
    [
        ("", "python3-picamera2 python3-lgpio"),
        ("lgpio", "python3-picamera2"),
        ("libcamera lgpio", "python3-picamera2"),
        ("libcamera picamera2", "python3-lgpio"),
    ],
)
def test_a_pi_without_the_system_s_packages_is_told_which(tmp_path: Path, has: str, packages: str) -> None:
    status, said, told = PretendedPi(tmp_path, has).make()
    assert (status, told, len(said.splitlines())) == (1, [], 1)
    assert f"'sudo apt install {packages}'" in said


@pytest.mark.parametrize(
    "found", ["", "libcamera of the system\nlgpio of the system\npicamera2 of another place\n"], ids=["none", "others"]
)
def test_an_environment_that_finds_other_packages_than_the_system_is_made_anew(tmp_path: Path, found: str) -> None:
    machine = PretendedPi(tmp_path, "")
    assert machine.make("")[0] == 0
    (machine.venv / "bin" / "found").write_text(found)
    machine.has = ALL
    assert machine.make("")[2] == ["installed ."], "only the camera and the pins need them"
    status, _, told = machine.make()
    assert status == 0
    assert "--system-site-packages" in told[0]
    assert machine.make()[2] == ["installed .[pi]"], "it is made once"


def test_an_environment_whose_python_has_gone_is_made_anew(tmp_path: Path) -> None:
    machine = PretendedPi(tmp_path, "")
    assert machine.make("")[0] == 0
    (machine.venv / "bin" / "python").unlink()
    assert [words.split()[0] for words in machine.make("")[2]] == ["-m", "installed"]


@pytest.mark.parametrize("extras", ["", "pi", "dev"])
def test_a_system_with_32_bits_is_refused_in_a_line(tmp_path: Path, extras: str) -> None:
    status, said, told = PretendedPi(tmp_path, ALL, bits=32).make(extras)
    assert (status, told, len(said.splitlines())) == (1, [], 1)
    assert "64 bits" in said


def test_a_system_without_the_libraries_of_opencv_is_told_which(tmp_path: Path) -> None:
    status, said, _ = PretendedPi(tmp_path, "", lacks="libGL.so.1: cannot open shared object file").make("")
    assert status == 1
    assert "libGL.so.1" in said.splitlines()[-1]
    assert "'sudo apt install libgl1 " in said.splitlines()[-1]


def test_make_pi_refuses_before_anything_is_made_or_installed(tmp_path: Path) -> None:
    status, said, told = PretendedPi(tmp_path, "lgpio").run_make("pi")
    assert (status, told) == (2, [])
    assert "sudo apt install python3-picamera2" in said


def test_make_pi_installs_once(tmp_path: Path) -> None:
    status, _, told = PretendedPi(tmp_path, ALL).run_make("pi")
    assert status == 0
    assert [line for line in told if line.startswith("installed")] == ["installed .[pi]"]


@pytest.mark.parametrize("named", ["", "lern", "learn twin"])
def test_what_is_no_extra_is_refused_before_anything_is_installed(tmp_path: Path, named: str) -> None:
    status, said, told = PretendedPi(tmp_path, "").run_make("add", f"EXTRA={named}")
    assert (status, said.splitlines()[0]) == (
        2,
        "pipsqueak: say which one: make add EXTRA=solve, learn, agent, twin, make or train",
    )
    assert told == []


def test_an_extra_is_added_with_the_base_in_one_go(tmp_path: Path) -> None:
    machine = PretendedPi(tmp_path, "")
    status, _, told = machine.run_make("add", "EXTRA=learn")
    assert (status, told[1:]) == (0, ["installed .[learn]"])
    assert machine.run_make(str(machine.venv / ".package"))[2] == [], "it holds the base too"

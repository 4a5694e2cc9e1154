"""Every verb, in one process that sees the base's packages but numba: it works, or one line says what it needs.

Numba cannot be had everywhere. The process is in a folder that cannot be written, as a service has it that names no
folder of its own.
"""

import json
import subprocess
import sys
from collections.abc import Collection
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from robot.installation import DISTRIBUTION, UNIX, install_command
from robot.verbs import COMMANDS
from tests.support.base_packages import base, canonical
from tests.support.repository import REPOSITORY
from tests.support.requirements import needs

LONG = (
    "play think --players robot --seed 1 --table sim --fast --json",
    "record {home}/recording --throws 1 --table sim --fast",
    "machine selftest --steps board --table sim --fast --yes --report {home}/report.html",
    "doctor --table sim",
    "review",
)
"""What draws the simulated table, which takes seconds, and what looks back at its game."""
READ = "read {repository}/tests/robot/records/before_rooms/recording/pictures/0001-1-left.png"
PIGLET, YATZY = "solve piglet", "advise yatzy - 33456 r1"
WORKS = (
    "rules pig",
    READ,
    "advise pig 1:2",
    "advise yahtzee - 33456",
    YATZY,
    "advise farkle 0:0 15523",
    "coach",
    "drill pig",
    "show pig --text",
    "rate threes",
    "rate pig --turn hold20",
    "stats",
    "data games",
    "data export",
    "machine calibrate print --out {home}/board.pdf",
    "data backup {home}/backup.zip",
    "data config",
    "data samples {home}/samples",
    "--completion bash",
)
REFUSED = {
    "read {home} --labels": "labels.jsonl",
    "replay {home}": "session.jsonl",
    "machine flash --port /dev/nowhere": "/dev/nowhere",
    "exhibit --report": "no report",
    "exhibit --table sim --install nowhere": "nowhere",
    "machine calibrate print": "pipsqueak-board.pdf",
    "data backup table.zip": "table.zip",
    "data restore {home}/nothing.zip": "nothing.zip",
    "data forget Nobody": "Nobody",
    "drill Nothing": "Nothing",
    "play pig --die @nobody": "unknown die 'nobody': no die is studied yet",
}
"""What fails here, for want of something else than a package."""
NOWHERE = "/proc"
"""A folder in which nobody can write, root neither."""
SERVED = "serve --table sim --host 192.0.2.7"
"""What loads the pages' packages, which takes a second, before it fails."""
NEEDS = {
    "solve pig": "numba",
    "learn pig": "scipy",
    "rate yahtzee --simulate": "numba",
    "solve yahtzee": "numba",
    "rate hooligan": "numba",
    "show pig --out {home}": "matplotlib",
    "fairness plan": "scipy",
    "fairness run {home}": "scipy",
    "fairness report {home}": "scipy",
    "fairness report --counts 9,9,9,9,9,9": "scipy",
}
TWIN = "play pig --players robot,robot --table twin --fast"
"""What wants a C compiler first, and mujoco then."""


Ended = dict[str, tuple[int | None, str]]
"""The status of each command, and what it said on stderr."""


def run(home: Path, *commands: str, lacks: Collection[str] = ("numba", "llvmlite")) -> Ended:
    """Run commands one after another with the base's packages and pip, without the modules that the system `lacks`."""
    here = {*base(), "pip", DISTRIBUTION}
    absent = [name for name, packages in packages_distributions().items() if not {*map(canonical, packages)} & here]
    asked = {
        "absent": [*absent, *lacks],
        "commands": [command.format(home=home, repository=REPOSITORY).split() for command in commands],
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.robot.base_alone"],
        input=json.dumps(asked),
        env={"PATH": "/usr/bin:/bin", "PIPSQUEAK_HOME": str(home), "PYTHONPATH": str(REPOSITORY)},
        cwd=NOWHERE,
        capture_output=True,
        text=True,
        check=True,
    )
    said = map(json.loads, done.stdout.splitlines())
    return {command: (one["status"], one["err"]) for command, one in zip(commands, said, strict=True)}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    return run(tmp_path_factory.mktemp("home"), *WORKS, *REFUSED, *NEEDS)


def test_every_verb_is_tried() -> None:
    tried = {word for command in (*LONG, SERVED, *WORKS, *REFUSED, *NEEDS) for word in command.split()[:2]}
    assert {word for command in COMMANDS for word in command.split()} <= tried


@pytest.mark.parametrize("command", WORKS)
def test_it_works(command: str, runs: Ended) -> None:
    status, said = runs[command]
    assert (status, "Traceback" in said) == (0, False), said


@pytest.mark.check
def test_what_draws_the_simulated_table_works_too(tmp_path: Path) -> None:
    for status, said in run(tmp_path, *LONG).values():
        assert (status, "Traceback" in said) == (0, False), said


@pytest.mark.check
def test_pages_want_nothing_but_a_port(tmp_path: Path) -> None:
    ((status, said),) = run(tmp_path, SERVED).values()
    assert (status, said.count("\n")) == (1, 1), said
    assert "192.0.2.7 port 8080 cannot be served" in said


@pytest.mark.check
def test_one_line_says_what_the_twin_needs(tmp_path: Path) -> None:
    needs("cc")
    ((status, said),) = run(tmp_path, TWIN).values()
    assert (status, said.count("\n")) == (1, 1), said
    assert f"run '{install_command('mujoco')}'" in said


@pytest.mark.parametrize("command", [*REFUSED, *NEEDS])
def test_one_line_says_what_it_needs(command: str, runs: Ended) -> None:
    status, said = runs[command]
    assert (status in {1, 2}, said.count("\n")) == (True, 1), said
    wanted = REFUSED.get(command) or f"run '{install_command(NEEDS[command])}'"
    assert wanted in said


@pytest.mark.check
@pytest.mark.parametrize("lacks", [UNIX, {"cv2"}], ids=["unix", "cv2"])
def test_one_line_says_what_the_system_lacks(lacks: Collection[str], tmp_path: Path) -> None:
    ended = run(tmp_path, PIGLET, "doctor", "play pig", SERVED, *LONG, *WORKS, *REFUSED, lacks=lacks)
    for status, said in ended.values():
        assert status == 0 or (status is not None and said.count("\n") == 1), said
    assert {ended[command][0] for command in (PIGLET, YATZY, "rules pig")} == {0}
    assert ended[READ][0] == ("cv2" in lacks)
    assert "run " in ended["doctor"][1]


def test_what_the_base_brings_is_known() -> None:
    assert {"numpy", "numba", "rich", "opencv-python", "onnxruntime", "babel", "nicegui", "uvloop"} <= base()
    assert not {"scipy", "matplotlib", "mujoco", "pytest"} & base()

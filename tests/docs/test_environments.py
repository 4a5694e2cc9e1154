"""The programs of the page about environments run as they stand, and its table names every environment."""

import re
import subprocess
import sys

import gymnasium
import pytest

import solver.environments  # noqa: F401 - registers them
from tests.support.documents import files_of
from tests.support.repository import DOCS, REPOSITORY

pytestmark = pytest.mark.check

PAGE = "environments.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")
LOSES = re.compile(r"after +(\d+) games it loses ([\d.]+) points a game to perfect play")


def run(program: str) -> str:
    """Return what a program prints; warnings are errors in it."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout


def programs() -> dict[str, str]:
    """Return the page's programs by the names of their files."""
    return {name: program for _, name, program in files_of(PAGE)}


def test_the_blocks_run_one_after_another() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 5
    assert run("\n".join(blocks)).startswith("[0 0 ")


def test_the_agent_learns_and_the_page_shows_what_it_prints() -> None:
    program = programs()["learn_pig.py"]
    said = [(int(games), float(points)) for games, points in LOSES.findall(run(program))]
    assert [games for games, _ in said] == [100, 1000, 4000]
    assert said[0][1] > said[1][1] > said[2][1] > 0
    assert said == [(int(games), float(points)) for games, points in LOSES.findall(TEXT)]


def test_the_table_names_every_environment() -> None:
    named = set(re.findall(r"`(\w+-v\d)`", TEXT))
    made = {f"{spec.name}-v{spec.version}" for spec in gymnasium.registry.values() if spec.namespace == "pipsqueak"}
    assert named == made

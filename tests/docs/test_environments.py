"""The programs of the page about environments and the notebooks run as they stand; a table names every environment."""

import os
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import nbformat
import pytest
from nbclient import NotebookClient

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


LONGEST = 300
"""Seconds after which a cell of a notebook is given up."""


@pytest.mark.parametrize("path", sorted((DOCS / "learn").rglob("*.ipynb")), ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), f"{path.name}: clear its outputs"
    client = NotebookClient(notebook, timeout=LONGEST, kernel_name="python3")
    client.execute(env={**os.environ, "PYTHONPATH": str(REPOSITORY)}, cwd=str(path.parent))
    printed = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any(output.output_type != "stream" or output.text.strip() for output in printed)
    assert not [output for output in printed if output.output_type == "error"]

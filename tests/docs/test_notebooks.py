"""The notebooks about learning run from their first cell to their last."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.repository import DOCS, REPOSITORY

pytestmark = pytest.mark.check

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

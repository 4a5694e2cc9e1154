"""The scripts of docs/, which are no package, and whether the drawings that are committed are theirs."""

import importlib
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

DOCS = Path(__file__).parents[2] / "docs"
ROUGHLY = 1.0
"""Mean difference of grey levels that another build of OpenCV may make."""


def script(name: str) -> Any:
    """Return a module of docs/, as `python docs/NAME.py` would find it."""
    if str(DOCS) not in sys.path:
        sys.path.append(str(DOCS))
    return importlib.import_module(name)


def check_drawn(drawing: Any, path: Path, scale: float) -> None:
    """Assert that the SVG and the PNG at `path` show this drawing."""
    remedy = f"draw {path.name} again: python docs/draw_{path.name.partition('-')[0]}.py"
    assert path.with_suffix(".svg").read_text(encoding="utf-8") == drawing.svg(), remedy
    drawn = drawing.image(scale)
    kept = cv2.imread(str(path.with_suffix(".png")))
    assert kept is not None
    assert kept.shape == drawn.shape, remedy
    assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < ROUGHLY, remedy


def tables(page: str) -> list[list[list[str]]]:
    """Return the tables of a page: rows of cells, the head first."""
    found: list[list[list[str]]] = [[]]
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            found.append([])
        elif not set("".join(cells)) <= {"-"}:
            found[-1].append(cells)
    return [table for table in found if table]

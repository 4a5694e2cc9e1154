"""Helpers of the tests of docs/: compare committed drawings with what the scripts draw, and read a page's tables."""

from pathlib import Path

import cv2
import numpy as np

from tools.draw import DOCS
from tools.draw.drawing import Drawing

TOLERANCE = 1.0
"""Mean difference in grey levels that another build of OpenCV may cause."""


def check_drawn(drawing: Drawing, path: Path, scale: float) -> None:
    """Assert that the SVG and the PNG at `path` show this drawing."""
    remedy = f"draw {path.name} again: python -m tools.draw.{path.name.partition('-')[0]}"
    assert path.with_suffix(".svg").read_text(encoding="utf-8") == drawing.svg(), remedy
    drawn = drawing.image(scale)
    kept = cv2.imread(str(path.with_suffix(".png")))
    assert kept is not None
    assert kept.shape == drawn.shape, remedy
    assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < TOLERANCE, remedy


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

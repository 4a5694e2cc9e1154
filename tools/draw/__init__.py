"""Scripts that draw the pictures in docs/: run `python -m tools.draw.NAME` in the repository's root folder."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
IMAGES = DOCS / "img"

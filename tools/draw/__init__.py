"""Scripts that draw what docs/ shows: `python -m tools.draw.NAME`, run in the repository's root folder."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
IMAGES = DOCS / "img"

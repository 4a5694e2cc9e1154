"""How files are called in messages of one line."""

from pathlib import Path


def printable_path(path: str | Path) -> str:
    """Return a path as it is, or in ASCII with escapes where it holds what would break or hide a line."""
    words = str(path)
    return words if words.isprintable() else ascii(words)

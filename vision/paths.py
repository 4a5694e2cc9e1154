"""Paths in one-line messages."""

from pathlib import Path


def printable_path(path: str | Path) -> str:
    """Return a path unchanged, or in ASCII with escapes if it holds characters that are not printable."""
    words = str(path)
    return words if words.isprintable() else ascii(words)

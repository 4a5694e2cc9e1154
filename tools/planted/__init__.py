"""Small, real faults that the tests have to find: `python -m tools.planted` plants one after the other in a copy."""

import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
FOUND = Path(__file__).with_name("found.json")
"""Which test found each fault first, when the whole list was tried last."""


def git(folder: Path, *words: str) -> str:
    """Return what git says of the tree in a folder."""
    command = ["/usr/bin/env", "git", "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout

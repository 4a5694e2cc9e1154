"""Small, real faults that the tests must find: `python -m tools.planted` plants one after the other in a copy."""

import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
FOUND = Path(__file__).with_name("found.json")
"""The record of the test that found each fault first in the last full run."""


def git(folder: Path, *words: str) -> str:
    """Return the output of a git command in a folder."""
    command = ["/usr/bin/env", "git", "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout

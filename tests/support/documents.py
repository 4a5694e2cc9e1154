"""Helpers of the tests of docs/: read the tables and files that a page shows, and follow it in a copy."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.repository import DOCS, REPOSITORY


def tables(page: str) -> list[list[list[str]]]:
    """Return the tables of a page: rows of cells, the head first."""
    pieces = re.findall(r"(?:^\|.*\n)+", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    rows = [[[cell.strip() for cell in row.strip("|").split("|")] for row in it.splitlines()] for it in pieces]
    return [[head, *cells] for head, _, *cells in rows]


def files_of(page: str, chapter: str = "") -> list[tuple[str, str, str]]:
    """Return the code blocks of a page, or of a chapter as "## Pig", that name a file: language, file and text."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if chapter:
        text = text.partition(f"\n{chapter}\n")[2].partition(f"\n{chapter.split(maxsplit=1)[0]} ")[0]
    return re.findall(r"^```(\w+) (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def follow(page: str, chapter: str, folder: Path) -> None:
    """Make the files that a chapter shows below `folder`, and the changes that its diffs show."""
    for language, name, text in files_of(page, chapter):
        path = folder / name
        if language != "diff":
            assert not path.exists(), f"{name} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            continue
        lines = text.splitlines()
        before = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        after = "\n".join(line[1:] for line in lines if not line.startswith("-"))
        old = path.read_text(encoding="utf-8")
        assert old.count(before) == 1, f"{page}: the lines that it changes are not in {name}:\n{before}"
        path.write_text(old.replace(before, after), encoding="utf-8")


def copy_of_the_project(folder: Path, *parts: str) -> Path:
    """Return a copy of these folders and files in `folder`."""
    for part in parts:
        if (REPOSITORY / part).is_dir():
            shutil.copytree(REPOSITORY / part, folder / part)
        else:
            shutil.copy(REPOSITORY / part, folder / part)
    return folder


def run_copy(folder: Path, *words: str, keys: str = "") -> str:
    """Run Python with these arguments in a folder, which may hold a copy of the project, and return its stdout.

    `keys` are pressed on its keyboard.
    """
    environment = {**os.environ, "PYTHONPATH": str(folder), "PIPSQUEAK_HOME": str(folder / "home")}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, input=keys, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout

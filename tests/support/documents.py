"""Helpers of the tests of docs/: compare committed drawings with what the scripts draw, and read a page's tables."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.repository import DOCS, REPOSITORY
from tools.draw.drawing import Drawing


def check_drawn(drawing: Drawing, path: Path) -> None:
    """Assert that the SVG at `path` shows this drawing."""
    remedy = f"draw {path.name} again: python -m tools.draw.{re.split('[-.]', path.name)[0]}"
    assert path.read_text(encoding="utf-8") == drawing.svg(), remedy


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


def check_python(text: str) -> None:
    """Assert that each block of Python on a page prints the text that stands below it."""
    found = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    for code, told in found:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        assert printed.getvalue() == told


def files_of(page: str, chapter: str = "") -> list[tuple[str, str, str]]:
    """Return the code blocks of a page, or of a chapter, that name a file: language, file and text, in their order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if chapter:
        text = text.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```(\w+) (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def follow(page: str, folder: Path) -> None:
    """Make the files that a page shows below `folder`, and the changes that its diffs show."""
    for language, name, text in files_of(page):
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


def copy_of_what_changes(page: str, folder: Path) -> None:
    """Copy the files that the diffs of a page change below `folder`."""
    for name in {name for language, name, _ in files_of(page) if language == "diff"}:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, folder / name)


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

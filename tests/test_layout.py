"""How the project is laid out: tests share through tests/support alone."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.repository import REPOSITORY

ROOMS = ("robot", "vision", "solver", "hardware", "tools", "tests")
OTHER_TESTS = re.compile(r"^\s*(?:from|import) tests\.(?:\w+\.)*(?:test_|conftest)\w*", re.MULTILINE)


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every Python file of the project, and its text."""
    for room in ROOMS:
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            yield path.relative_to(REPOSITORY), path.read_text(encoding="utf-8")


def test_no_test_module_imports_from_another() -> None:
    assert [f"{path}: {found}" for path, text in texts() for found in OTHER_TESTS.findall(text)] == []

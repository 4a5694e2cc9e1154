"""How the project is laid out: each class name stands once, and tests share through tests/support alone."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.support.repository import REPOSITORY

ROOMS = ("robot", "vision", "solver", "hardware", "tools", "tests")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    """Yield every Python file of the project, and what stands in it."""
    for room in ROOMS:
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            yield path.relative_to(REPOSITORY), ast.parse(path.read_text(encoding="utf-8"))


def test_each_class_name_stands_once() -> None:
    places: dict[str, list[Path]] = defaultdict(list)
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    assert len(places) > 500
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_test_module_imports_from_another() -> None:
    found = []
    for path, tree in trees():
        for node in ast.walk(tree):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.startswith("tests.") and module.rpartition(".")[2].startswith(("test_", "conftest")):
                found.append(f"{path}: {module}")
    assert found == []

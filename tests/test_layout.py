"""How the project is laid out: each class name stands once, and tests share through tests/support alone."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.support.repository import REPOSITORY

ROOMS = ("robot", "vision", "solver", "hardware", "tools", "tests")
CLASS = re.compile(r"^\s*class (\w+)", re.MULTILINE)
OTHER_TESTS = re.compile(r"^\s*(?:from|import) tests\.(?:\w+\.)*(?:test_|conftest)\w*", re.MULTILINE)


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every Python file of the project, and its text."""
    for room in ROOMS:
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            yield path.relative_to(REPOSITORY), path.read_text(encoding="utf-8")


def test_each_class_name_stands_once() -> None:
    places: dict[str, list[Path]] = defaultdict(list)
    for path, text in texts():
        for name in CLASS.findall(text):
            places[name].append(path)
    assert len(places) > 500
    assert {name: found for name, found in places.items() if len(found) > 1 and len(classes(name, found)) > 1} == {}


def classes(name: str, paths: list[Path]) -> list[ast.ClassDef]:
    """Return the classes of a name; the same line in a text, such as that of a guide's file, is none."""
    nodes = (node for path in {*paths} for node in ast.walk(ast.parse((REPOSITORY / path).read_text(encoding="utf-8"))))
    return [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == name]


def test_no_test_module_imports_from_another() -> None:
    assert [f"{path}: {found}" for path, text in texts() for found in OTHER_TESTS.findall(text)] == []

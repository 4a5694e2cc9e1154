"""How the project is laid out, and that what a release says of itself agrees."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from robot.installation import VERSION
from tests.support.repository import REPOSITORY

ROOMS = ("robot", "vision", "solver", "hardware", "forms", "tools", "tests")

OTHER_TESTS = re.compile(r"^\s*(?:from|import) tests\.(?:\w+\.)*(?:test_|conftest)\w*", re.MULTILINE)


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every Python file of the project, and its text."""
    for room in ROOMS:
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            yield path.relative_to(REPOSITORY), path.read_text(encoding="utf-8")


def text(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def test_no_test_module_imports_from_another() -> None:
    assert [f"{path}: {found}" for path, text in texts() for found in OTHER_TESTS.findall(text)] == []


def test_changelog_citation_and_program_tell_one_version_and_date() -> None:
    releases = re.findall(r"^## \[([\d.]+)\] - (\d{4}-\d\d-\d\d)$", text("CHANGELOG.md"), re.MULTILINE)
    headings = re.findall(r"^## (?!\[Unreleased\])", text("CHANGELOG.md"), re.MULTILINE)
    assert len(releases) == len(headings), "each with a number and a day"
    assert [day for _, day in releases] == sorted((day for _, day in releases), reverse=True)
    cited = dict(re.findall(r"^([a-z-]+): (\S.*)$", text("CITATION.cff"), re.MULTILINE))
    assert releases[0] == (VERSION, cited["date-released"])
    assert cited["version"] == VERSION
    licence = tomllib.loads(text("pyproject.toml"))["project"]["license"]
    assert (cited["cff-version"], cited["license"]) == ("1.2.0", licence)


def test_pre_commit_runs_what_make_lint_runs() -> None:
    (recipe,) = re.findall(r"^lint:.*\n((?:\t.*\n)+)", text("Makefile"), re.MULTILINE)
    linters = [line.strip().removeprefix("@").replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]
    assert re.findall(r"^ +entry: (.*)$", text(".pre-commit-config.yaml"), re.MULTILINE) == linters

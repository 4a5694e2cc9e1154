"""What a release says of itself agrees: program, changelog, citation; and pre-commit runs what `make lint` runs."""

import re
import tomllib

from robot.installation import VERSION
from tests.support.repository import REPOSITORY


def text(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


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

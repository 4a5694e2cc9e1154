"""The pages of the project lead to files that are there, and name verbs that exist."""

import re
from pathlib import Path

import pytest

from robot.verbs import VERBS
from tools.draw import DOCS

PAGES = sorted([*DOCS.rglob("*.md"), DOCS.parent / "README.md", DOCS.parent / "firmware" / "PROTOCOL.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_verbs(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)", text):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link
    named = set(re.findall(r"(?:`|/|    )pipsqueak ([a-z]+)", text))
    assert named <= set(VERBS), named - set(VERBS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_twin_that_is_filmed_or_shown_is_not_held_to_real_time(page: Path) -> None:
    for line in page.read_text(encoding="utf-8").splitlines():
        if re.search(r"pipsqueak play .*--(film|window)", line):
            assert "--fast" in line, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_takes_long_is_named_without_a_limit_of_time(page: Path) -> None:
    for command in re.findall(r"`(pytest [^`]*-m soak[^`]*)`", page.read_text(encoding="utf-8")):
        assert "--timeout 0" in command, command

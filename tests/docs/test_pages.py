"""What the pages name is there: files, modules, tests, targets of make, verbs and their options; their Python runs."""

import argparse
import contextlib
import importlib.util
import io
import re
from pathlib import Path

import pytest

from robot.verbs import COMMANDS, PARTS, VERBS
from robot.verbs.parser import parser_of
from tests.support.documents import files_of
from tests.support.repository import DOCS, REPOSITORY
from tests.support.tiers import WHOLE_MODULE

PAGES = sorted(
    [
        *DOCS.rglob("*.md"),
        *(REPOSITORY / it for it in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "firmware/PROTOCOL.md")),
    ]
)
ROOMS = ("robot", "vision", "solver", "hardware", "firmware", "tools", "tests", "docs", ".ci", ".github")
NAMED = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, ROOMS))})/[\w./-]*\w/?")
MODULE = re.compile(r"\bpython -m ([a-z_.]+)")
PYTEST = re.compile(r"\bpytest ([^`\n|#]+)")
VERB = re.compile(rf"(?:`|/|    )pipsqueak ((?:(?:{'|'.join(PARTS)}) )?[a-z]+)([^`#\n]*)")
CHANGED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


@pytest.fixture
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.fixture
def prose(text: str) -> str:
    """Return a page without its fenced code, which a reader adds to the project."""
    return CHANGED.sub("", text)


def test_links_lead_to_files_and_verbs_exist(page: Path, text: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert link.startswith("http") or (page.parent / link).exists(), link
    named = {verb for verb, _ in VERB.findall(text)}
    known = {*COMMANDS, *VERBS, "help"}
    assert named <= known, named - known


def test_a_twin_that_is_filmed_is_not_held_to_real_time(text: str) -> None:
    for line in text.splitlines():
        if re.search(r"pipsqueak play .*--film", line):
            assert "--fast" in line, line


def test_files_and_folders_are_there(page: Path, prose: str) -> None:
    made = {name for _, name, _ in files_of(page.name)} if page.parent == DOCS else set()
    named = set(NAMED.findall(prose)) - made
    assert [name for name in sorted(named) if not (REPOSITORY / name).exists()] == []


def test_modules_can_be_run(prose: str) -> None:
    for module in MODULE.findall(prose):
        assert module == "pytest" or importlib.util.find_spec(module), module


def test_tests_are_named_with_their_tier_and_words_that_choose_them_stand_in_them(prose: str) -> None:
    """Without a word about the tier pytest would choose none of its tests; a campaign takes longer than it allows."""
    for words in PYTEST.findall(prose):
        for name in re.findall(r"tests/[\w/]+\.py", words):
            later = WHOLE_MODULE.search((REPOSITORY / name).read_text(encoding="utf-8"))
            assert not later or "-m " in words, words
        assert "-m soak" not in words or "--timeout 0" in words, words
        chosen = re.search(r"-k (\w+)", words)
        paths = [REPOSITORY / word for word in words.split() if word.startswith("tests/")]
        if chosen and paths:
            files = [file for path in paths for file in (path.rglob("test_*.py") if path.is_dir() else [path])]
            tests = " ".join(f"{file.stem} {file.read_text(encoding='utf-8')}" for file in files)
            assert chosen[1] in tests, words


def test_targets_of_make_exist(prose: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^    |^       )make ([a-z][a-z-]*)", prose, re.MULTILINE))
    assert named <= targets, named - targets


def test_verbs_have_the_options_that_stand_after_them(prose: str) -> None:
    for command, words in VERB.findall(prose):
        if command in COMMANDS:
            named = set(re.findall(r"(?<=\s)--[a-z][a-z-]*", words))
            known = {"--language", *re.findall(r"--[a-z][a-z-]*", whole_help(parser_of(command)[0]))}
            assert named <= known, (command, named)


def whole_help(parser: argparse.ArgumentParser) -> str:
    parts = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return parser.format_help() + "".join(whole_help(part) for action in parts for part in action.choices.values())


@pytest.mark.parametrize("name", ["solver.md", "learn/README.md"])
def test_python_prints_the_text_that_stands_below_it(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    found = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    for code, told in found:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        assert printed.getvalue() == told

"""What the pages name is there: files, modules, tests, targets of make, and options of verbs."""

import argparse
import importlib
import importlib.util
import re
from pathlib import Path

import pytest

from tests.support.documents import files_of
from tests.support.repository import DOCS, REPOSITORY
from tests.support.tiers import WHOLE_MODULE

PAGES = sorted([*DOCS.rglob("*.md"), REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md"])
ROOMS = (
    "robot",
    "vision",
    "solver",
    "hardware",
    "firmware",
    "tools",
    "tests",
    "docs",
    ".ci",
    ".github",
)
NAMED = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, ROOMS))})/[\w./-]*\w/?")
MODULE = re.compile(r"\bpython -m ([a-z_.]+)")
PYTEST = re.compile(r"\bpytest ([^`\n|#]+)")
CHANGED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """Return a page without its fenced code, which a reader adds to the project."""
    return CHANGED.sub("", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_and_folders_are_there(page: Path) -> None:
    made = {name for _, name, _ in files_of(page.name)} if page.parent == DOCS else set()
    named = set(NAMED.findall(prose(page))) - made
    assert [name for name in sorted(named) if not (REPOSITORY / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_can_be_run(page: Path) -> None:
    for module in MODULE.findall(prose(page)):
        found = module == "pytest" or importlib.util.find_spec(module)
        assert found, module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_words_that_choose_tests_stand_in_them(page: Path) -> None:
    for words in PYTEST.findall(prose(page)):
        chosen = re.search(r"-k (\w+)", words)
        paths = [REPOSITORY / word for word in words.split() if word.startswith("tests/")]
        if not chosen or not paths:
            continue
        files = [file for path in paths for file in (path.rglob("test_*.py") if path.is_dir() else [path])]
        text = " ".join(f"{file.stem} {file.read_text(encoding='utf-8')}" for file in files)
        assert chosen[1] in text, words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_of_a_later_tier_is_named_with_its_tier(page: Path) -> None:
    """Without a word about the tier pytest would choose none of its tests."""
    for words in PYTEST.findall(prose(page)):
        for name in re.findall(r"tests/[\w/]+\.py", words):
            later = WHOLE_MODULE.search((REPOSITORY / name).read_text(encoding="utf-8"))
            assert not later or "-m " in words, words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_targets_of_make_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^    |^       )make ([a-z][a-z-]*)", prose(page), re.MULTILINE))
    assert named <= targets, named - targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_verbs_have_the_options_that_stand_after_them(page: Path) -> None:
    for verb, words in re.findall(r"(?:`|/|    )pipsqueak ([a-z]+)([^`#\n]*)", prose(page)):
        parser = argparse.ArgumentParser()
        importlib.import_module(f"robot.verbs.{verb}").add_arguments(parser)
        named = set(re.findall(r"(?<=\s)--[a-z][a-z-]*", words))
        assert named <= set(re.findall(r"--[a-z][a-z-]*", whole_help(parser))), (verb, named)


def whole_help(parser: argparse.ArgumentParser) -> str:
    parts = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return parser.format_help() + "".join(whole_help(part) for action in parts for part in action.choices.values())

"""Processor time and memory of the tests are those of the processes that run them."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repository import REPOSITORY
from tools.tier_times import __main__ as command
from tools.tier_times.__main__ import CaseTime, largest, read_times, report, tree_kilobytes
from tools.tier_times.plugin import FOLDER, processor_seconds

CASES = [
    CaseTime("tests/robot/test_a.py::test_one", 0.2, 90_000, 9_000),
    CaseTime("tests/robot/match/test_b.py::test_two[x::y]", 1.5, 95_000, 5_000),
    CaseTime("tests/test_c.py::test_three", 2.25, 140_000, 60_000),
    CaseTime("tests/test_c.py::test_four", 0.25, 141_000, 1_000),
]


def test_times_are_told_by_room_by_file_and_where_they_are_long() -> None:
    assert list(report(CASES)) == [
        "processor seconds by room:",
        "      2.5  tests/test_c.py (2)",
        "      1.7  tests/robot (2)",
        "processor seconds by file:",
        "      2.5  tests/test_c.py (2)",
        "      1.5  tests/robot/match/test_b.py (1)",
        "      0.2  tests/robot/test_a.py (1)",
        "tests over 1 s of processor time: 2",
        "      2.2  tests/test_c.py::test_three",
        "      1.5  tests/robot/match/test_b.py::test_two[x::y]",
        "tests that made their process larger by more than 50 MB: 1",
        "       58  tests/test_c.py::test_three",
    ]
    assert largest(CASES) == 137


@pytest.mark.parametrize("tier", command.TIERS)
def test_a_tier_has_the_workers_that_make_gives_it(tier: str) -> None:
    recipe = re.search(rf"^{tier}:.*\n\t(.*)$", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    made = recipe[1].partition("python ")[2].replace("$$(($$(nproc) + 1))", "9").replace("$$(nproc)", "8")
    assert shlex.split(made) == command.pytest_words(tier, 8)


def test_work_of_this_process_and_of_its_children_counts() -> None:
    work = "sum(range(2_000_000))"
    before = processor_seconds()
    subprocess.run([sys.executable, "-c", work], check=True)
    child = processor_seconds()
    exec(work)
    assert before < child < processor_seconds()


def test_the_memory_of_a_tree_is_that_of_a_process_and_its_descendants(tmp_path: Path) -> None:
    for process, parent, held in ((10, 1, 7), (11, 10, 20), (12, 11, 300), (13, 1, 4000), (14, 10, None)):
        folder = tmp_path / str(process)
        folder.mkdir()
        (folder / "stat").write_text(f"{process} (a (b) c) S {parent} 10 10 0")
        if held:
            text = f"0-f ---p 0 00:00 0 [rollup]\nRss: 9 kB\nPss: {held} kB\nPss_Dirty: 5 kB\n"
            (folder / "smaps_rollup").write_text(text)
    (tmp_path / "self").mkdir()
    assert tree_kilobytes(10, tmp_path) == 327
    assert tree_kilobytes(99, tmp_path) == 0


def test_the_plugin_notes_each_test_with_its_fixtures(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text(
        "import pytest\n\n\n"
        "@pytest.fixture\ndef slow():\n    sum(range(3_000_000))\n    yield\n    sum(range(3_000_000))\n\n\n"
        "def test_slow(slow):\n    pass\n\n\ndef test_quick():\n    raise ValueError\n"
    )
    run = [sys.executable, "-m", "pytest", "-p", "tools.tier_times.plugin", "-p", "no:cacheprovider", str(tmp_path)]
    environment = {"PYTHONPATH": str(REPOSITORY), FOLDER: str(tmp_path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    slow, quick = read_times(tmp_path)
    assert (slow.test, quick.test) == ("test_some.py::test_slow", "test_some.py::test_quick")
    assert slow.kilobytes - slow.more > 1000

"""Planted faults: each stands where the code stands now, and the nearest test finds it, in a copy."""

import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.repository import REPOSITORY
from tools.planted import FOUND, __main__
from tools.planted.faults import PlantedFault, PlantingError, all_faults
from tools.planted.hunt import CopiedTree, Hunted, Hunter, sort_tests

FILES = {
    "room/__init__.py": "",
    "room/sum.py": "import sys\nADDED = 1\nif __name__ == '__main__':\n    sys.exit(ADDED)\n",
    "room/other.py": "OTHER = 1\n",
    "tests/__init__.py": "",
    "tests/room/__init__.py": "",
    "tests/room/test_started.py": (
        "import subprocess, sys\n"
        "from room.other import OTHER\n\n"
        "def test_a_started_program(tmp_path):\n"
        "    assert subprocess.run([sys.executable, '-m', 'room.sum'], cwd=tmp_path).returncode == 1\n\n"
        "def test_that_always_fails():\n    assert False\n"
    ),
    "tests/room/test_sum.py": "def test_nothing():\n    pass\n",
    "tests/test_far.py": (
        "import pytest\nfrom room.other import OTHER\n\n"
        "@pytest.mark.check\n@pytest.mark.soak\ndef test_campaign():\n    assert OTHER == 1\n\n"
        "@pytest.mark.check\ndef test_far():\n    assert OTHER == 1\n"
    ),
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = \"-m 'not check'\"\nmarkers = ['check', 'soak']\n",
}
WRONG = PlantedFault("wrong-sum", "room/sum.py", "ADDED = 1", "ADDED = 2", "The sum is wrong.")
FAR = PlantedFault("wrong-other", "room/other.py", "OTHER = 1", "OTHER = 2", "The other one is wrong.")
UNSEEN = PlantedFault("unseen", "room/sum.py", "import sys\n", "import os, sys\n", "Nothing.")


@pytest.fixture
def tree(tmp_path: Path) -> CopiedTree:
    """Return the copy of a small tree, with the tools of this one that pytest needs in it."""
    original = tmp_path / "original"
    for name, text in FILES.items():
        (original / name).parent.mkdir(parents=True, exist_ok=True)
        (original / name).write_text(text, encoding="utf-8")
        os.utime(original / name, (1_700_000_000, 1_700_000_000))
    (original / "room/__pycache__").mkdir()
    (original / "room/__pycache__/kernel.nbi").write_text("compiled", encoding="utf-8")
    (original / ".gitignore").write_text("__pycache__/\n", encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", original], check=True)
    return CopiedTree(original, tmp_path / "copy")


def test_a_copy_keeps_times_and_what_was_compiled_and_is_whole_again(tree: CopiedTree, tmp_path: Path) -> None:
    file, cached = tree.root / WRONG.file, tree.root / "room/__pycache__/kernel.nbi"
    with tree.with_fault(WRONG):
        assert "ADDED = 2" in file.read_text(encoding="utf-8")
        assert "ADDED = 1" in (tmp_path / "original" / WRONG.file).read_text(encoding="utf-8")
        assert file.stat().st_mtime > 1_700_000_000
        (tree.root / "room/__pycache__/sum.pyc").write_text("of the fault", encoding="utf-8")
    assert file.read_text(encoding="utf-8") == FILES[WRONG.file]
    assert file.stat().st_mtime == 1_700_000_000
    assert [path.name for path in cached.parent.iterdir()] == [cached.name]


def test_the_nearest_tests_come_first(tree: CopiedTree) -> None:
    assert list(sort_tests(tree.root, "room/sum.py")) == [["tests/room/test_sum.py"], [], ["tests/room"], ["tests"]]
    started, far = "tests/room/test_started.py", "tests/test_far.py"
    assert list(sort_tests(tree.root, "room/other.py")) == [[started], [far], ["tests/room"], ["tests"]]


@pytest.mark.check
def test_a_started_program_shows_a_fault_and_what_fails_without_it_does_not_count(tree: CopiedTree) -> None:
    found = Hunter(tree, ["test", "check"]).hunt(WRONG, None)
    assert (found.tier, found.tests) == ("test", ("tests/room/test_started.py::test_a_started_program",))
    assert Hunter(tree, ["test", "check"]).hunt(WRONG, "tests/room/test_gone.py::test_it").tier == "test"


@pytest.mark.check
def test_a_fault_that_the_first_tier_does_not_find_is_left_to_the_second(tree: CopiedTree) -> None:
    assert Hunter(tree, ["test"]).hunt(FAR, None).tier is None
    found = Hunter(tree, ["test", "check"]).hunt(FAR, None)
    assert (found.tier, found.tests) == ("check", ("tests/test_far.py::test_far",))


@pytest.mark.check
@pytest.mark.parametrize("gone", [(), ("tests/room/test_sum.py::test_nothing[with what it has no longer]",)])
def test_known_tests_are_trusted_that_were_seen_to_pass(tree: CopiedTree, gone: tuple[str, ...]) -> None:
    passes, fails = "tests/room/test_sum.py::test_nothing", "tests/room/test_started.py::test_that_always_fails"
    hunter = Hunter(tree, ["test"])
    hunter.trust((passes, fails, *gone, "tests/test_gone.py::test_it"))
    assert hunter._passing == {passes}


@pytest.mark.check
def test_what_nothing_finds_is_said(tree: CopiedTree) -> None:
    assert Hunter(tree, ["test", "check"]).hunt(UNSEEN, None).line.startswith("unseen: NOT FOUND after ")


FAULTS = all_faults()
LEAST = {"robot": 30, "solver": 14, "vision": 6, "hardware": 5, "firmware": 3, "tools": 1, "docs": 1}
"""How many each room has at least."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted_in_its_file(fault: PlantedFault) -> None:
    text = (REPOSITORY / fault.file).read_text(encoding="utf-8")
    assert fault.plant(text) != text
    assert fault.name == "-".join(fault.name.lower().split())
    assert fault.harm.endswith(".")


def test_sixty_faults_with_names_of_their_own_lie_in_all_rooms() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    rooms = Counter(fault.room for fault in FAULTS)
    assert {room: rooms[room] for room, least in LEAST.items() if rooms[room] < least} == {}


@pytest.mark.parametrize("text", ["nothing of it", "a < b, and a < b"])
def test_a_text_that_does_not_stand_there_once_is_no_fault(text: str) -> None:
    with pytest.raises(PlantingError, match=r"lax: its text occurs [02] times in there, not once"):
        PlantedFault("lax", "there", "a < b", "a <= b", "It is lax.").plant(text)


def test_the_record_names_what_found_each_fault_of_the_list() -> None:
    record = json.loads(FOUND.read_text(encoding="utf-8"))["faults"]
    assert list(record) == [fault.name for fault in FAULTS]
    assert [name for name, entry in record.items() if not entry["test"]] == []


def test_a_fault_that_is_tried_alone_is_brought_up_to_date_among_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, (first, second, third, *_) = tmp_path / "found.json", FAULTS
    old = {"tier": "check", "test": "tests/old.py::test_it", "commit": "old"}
    file.write_text(json.dumps({"faults": {third.name: old, "no-longer-there": old, second.name: old}}))
    hunter = SimpleNamespace(trust=lambda _: None, hunt=lambda fault, _: Hunted(fault, "test", ("new",), 1.0))
    monkeypatch.setattr(__main__, "CopiedTree", lambda *_: None)
    monkeypatch.setattr(__main__, "Hunter", lambda *_, **__: hunter)
    monkeypatch.setattr(__main__, "git", lambda *_: "head\n")
    for name in (third.name, first.name):
        monkeypatch.setattr("sys.argv", ["planted", "--record", str(file), name])
        assert __main__.main() == 0
    new = {"tier": "test", "test": "new", "commit": "head"}
    record = json.loads(file.read_text())["faults"]
    assert list(record.items()) == [(first.name, new), (second.name, old), (third.name, new)]

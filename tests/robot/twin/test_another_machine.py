"""Another machine: machine.toml is changed in a copy of the tree, the firmware is built, and dice are thrown there."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hardware.dictionary import DICTIONARY_CRC
from tests.support.repository import REPOSITORY
from tests.support.requirements import needs, needs_package
from tests.support.robot.waiting import PATIENCE

ROOMS = ("firmware", "forms", "hardware", "robot", "solver", "vision", "tests/__init__.py", "tests/support")
GENERATED = re.compile(r"firmware/build/.*|hardware/firmware/[a-z-]+\.hex|.*/__pycache__/.*")
Changes = Mapping[tuple[str, str], float]
WIDER_LOWER_HIGHER: Changes = {("wells", "wall"): 5.0, ("crank", "radius"): 11.0, ("camera", "height"): 360.0}
"""The wells' pitch, side and wall together, goes from 33 to 35, the stroke from 24 to 22, the lens from 340 to 360."""
LARGER_COARSER: Changes = {
    ("wells", "side"): 31.0,
    ("crank", "radius"): 13.0,
    ("crank", "microsteps"): 4,
    ("camera", "height"): 320.0,
}
pytestmark = [pytest.mark.check, pytest.mark.usefixtures("home")]


def copy_rooms(to: Path, changes: Changes) -> None:
    """Copy what git tracks of the rooms, and change the machine's dimensions there."""
    needs("git")
    listed = subprocess.run(["git", "-C", REPOSITORY, "ls-files", "-z", *ROOMS], check=True, capture_output=True)
    for name in listed.stdout.decode().rstrip("\0").split("\0"):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(REPOSITORY / name, to / name, follow_symlinks=False)
    file = to / "hardware" / "machine.toml"
    lines, left, section = [], dict(changes), ""
    for line in file.read_text(encoding="utf-8").splitlines():
        key, _, _ = line.partition(" = ")
        section = line[1 : line.index("]")] if line.startswith("[") else section
        lines.append(f"{key} = {left.pop((section, key))}" if (section, key) in left else line)
    assert not left
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def built_there(copy: Path) -> None:
    """Build the firmware of a copy as its page says."""
    for program in ("make", "gcc", "avr-gcc", "avr-objcopy", "avr-size", "avr-objdump"):
        needs(program)
    subprocess.run(["make", "--no-print-directory", "-C", copy / "firmware"], check=True, stdout=subprocess.DEVNULL)


def hashes(copy: Path) -> dict[str, str]:
    """Return the hash of each file that is not generated."""
    files = {path.relative_to(copy).as_posix(): path for path in copy.rglob("*") if path.is_file()}
    kept = {name: path for name, path in files.items() if not GENERATED.fullmatch(name)}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in kept.items()}


def throw(copy: Path, table: str, throws: int) -> dict[str, Any]:
    """Let the program of a copy throw its dice, and return what it prints."""
    program = [sys.executable, "-m", "tests.support.robot.throws_of_machine", table, str(throws)]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        program, cwd=copy, env=environment, capture_output=True, text=True, timeout=PATIENCE * throws, check=False
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def throws_there(folder: Path, changes: Changes, table: str, throws: int) -> None:
    """Change, build, throw, and find that all was read and that only what is generated is new."""
    copy = folder / "copy"
    copy_rooms(copy, changes)
    before = hashes(copy)
    if table == "twin":
        needs_package("mujoco")
        built_there(copy)
    found = throw(copy, table, throws)
    assert found["read"] == throws
    assert found["kept"] == 2 * (throws // 2)
    assert found["stroke"] == 2 * changes["crank", "radius"]
    assert hashes(copy) == before


@pytest.mark.parametrize(("table", "throws"), [("sim", 4), ("twin", 4)])
def test_another_machine_needs_no_other_change(tmp_path: Path, table: str, throws: int) -> None:
    throws_there(tmp_path, WIDER_LOWER_HIGHER, table, throws)


@pytest.mark.soak
@pytest.mark.parametrize("changes", [WIDER_LOWER_HIGHER, LARGER_COARSER], ids=["wider", "coarser"])
def test_twenty_throws_of_other_machines(tmp_path: Path, changes: Changes) -> None:
    throws_there(tmp_path, changes, "twin", 20)


def test_a_board_for_the_old_machine_is_refused(tmp_path: Path) -> None:
    needs_package("mujoco")
    needs("gcc")
    copy_rooms(tmp_path / "copy", WIDER_LOWER_HIGHER)
    with pytest.raises(AssertionError, match=rf"has command dictionary {DICTIONARY_CRC}, .*make -C firmware"):
        throw(tmp_path / "copy", "twin", 1)

"""What is built: the committed HEX files, flash and RAM with a bound of the stack, and how the sources are kept."""

import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from hardware.dictionary import PROTOCOL_VERSION, dictionary
from robot.installation import VERSION
from tests.support.firmware.build import BUILD, FIRMWARE, build
from tests.support.hardware.fake_bootloader import FakeBootloader, read_flash
from tests.support.requirements import needs

COMPILER = "5.4.0"
"""The avr-gcc of Debian 12: another one may well give other bytes."""
FLASH, RAM = 16 * 1024, 1024
PACKAGE = FIRMWARE.parent / "hardware" / "firmware"
SOURCES = sorted(
    path for folder in ("core", "avr", "boxes", "host", "sim") for path in (FIRMWARE / folder).glob("*.[ch]")
)


HEX = {
    "pipsqueak.hex": ("crank", ""),
    "pipsqueak-no-watchdog.hex": ("crank", "-nowd"),
    "pipsqueak-boxes.hex": ("boxes", ""),
    "pipsqueak-boxes-no-watchdog.hex": ("boxes", "-nowd"),
}
"""The kind of machine of each build, and what its version ends with."""


@pytest.mark.check
@pytest.mark.parametrize("name", HEX)
def test_the_committed_hex_is_what_the_sources_give(name: str) -> None:
    fresh = build(name, "avr-gcc", "avr-objcopy").read_bytes()
    version = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()
    if version != COMPILER:
        pytest.skip(f"the committed HEX files come from avr-gcc {COMPILER}, here is {version}")
    assert fresh == (PACKAGE / name).read_bytes(), "run 'make -C firmware' and commit hardware/firmware"


@pytest.mark.check
def test_there_is_one_elf_of_each_kind_alone() -> None:
    for name in HEX:
        build(name, "avr-gcc", "avr-objcopy")
    assert {path.name for path in FIRMWARE.rglob("*.elf")} == {"pipsqueak.elf", "pipsqueak-boxes.elf"}
    assert not list(BUILD.rglob("*.linked"))


@pytest.mark.parametrize("name", HEX)
def test_a_hex_says_what_it_is(name: str) -> None:
    flash, (kind, version) = read_flash(PACKAGE / name), HEX[name]
    number = dictionary(kind).number
    marker = f"pipsqueak-{VERSION}{version} protocol {PROTOCOL_VERSION} dictionary {number}\0"
    assert flash.count(marker.encode("ascii")) == 1


@pytest.mark.check
@pytest.mark.parametrize("name", ["pipsqueak", "pipsqueak-boxes"])
def test_flash_and_ram_with_the_deepest_stack(name: str) -> None:
    elf = build(f"{name}.elf", "avr-gcc", "avr-size", "avr-objdump")
    text, data, bss = (
        int(word)
        for word in subprocess.run(["avr-size", elf], capture_output=True, text=True, check=True).stdout.split()[6:9]
    )
    assert text + data <= FLASH
    dump: list[list[str | Path]] = [["avr-size", elf], ["avr-objdump", "-d", elf]]
    read = "".join(subprocess.run(one, capture_output=True, text=True, check=True).stdout for one in dump)
    stack = [sys.executable, str(FIRMWARE / "stack.py")]
    printed = subprocess.run(stack, input=read, capture_output=True, text=True, check=True).stdout
    bound = re.search(r"RAM: +(\d+) bytes at most, of 2048: (\d+) of variables, (\d+) of stack", printed)
    assert bound is not None, printed
    assert int(bound[2]) == data + bss
    assert int(bound[3]) > 100
    assert int(bound[1]) == int(bound[2]) + int(bound[3]) <= RAM


def make_flash(board: str, port: str) -> subprocess.CompletedProcess[str]:
    """Let `make flash` write to a board; its programs are built before, by one test at a time."""
    for name in ("pipsqueak.hex", "pipsqueak-no-watchdog.hex"):
        build(name, "avr-gcc", "avr-objcopy")
    make = ["make", "--no-print-directory", "-C", str(FIRMWARE), "flash", f"BOARD={board}", f"PORT={port}"]
    return subprocess.run(make, capture_output=True, text=True, check=False)


@pytest.mark.check
@pytest.mark.parametrize(
    ("board", "baud", "name"),
    [("uno", 115200, "pipsqueak"), ("nano", 115200, "pipsqueak"), ("nano-old", 57600, "pipsqueak-no-watchdog")],
)
def test_each_board_gets_its_build_at_its_speed(board: str, baud: int, name: str) -> None:
    needs("avrdude")
    with FakeBootloader(baud) as there:
        done = make_flash(board, there.port)
        assert done.returncode == 0, done.stderr
        flash = read_flash(BUILD / f"{name}.hex")
        assert there.flash == flash.ljust(len(there.flash), b"\xff")


@pytest.mark.check
@pytest.mark.parametrize("board", ["nano_old", "mega", ""])
def test_an_unknown_board_is_not_flashed(board: str) -> None:
    with FakeBootloader() as there:
        done = make_flash(board, there.port)
        assert done.returncode != 0
        assert f"BOARD={board} is unknown" in done.stderr
        assert there.pages == 0


def unit(file: Path) -> str:
    """Return the name of a unit: a C file together with its header."""
    return str(file.relative_to(FIRMWARE).with_suffix(""))


@pytest.mark.parametrize("path", SOURCES, ids=unit)
def test_sources(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert re.match(r"/\* [A-Z].+[.:]( \*/)?$", lines[0]), "the first line says what the file does"
    if path.parent.name == "sim":
        return
    assert lines[0].endswith(". */")
    assert len(lines) <= 250
    assert max(map(len, lines)) <= 120
    assert all(map(str.isascii, lines))
    for line in lines:
        if line.startswith("#include") and not line.endswith('.def"'):
            assert re.search(r"/\* .+ \*/$", line), f"{line}: what for?"
    if path.parent.name == "core":
        assert not any("<avr/" in line or "<util/" in line for line in lines), "the core knows no AVR"


def test_no_files_include_each_other() -> None:
    graph: dict[str, set[str]] = {}
    for file in SOURCES:
        named = re.findall(r'^#include "([^"]+\.h)"', file.read_text(encoding="utf-8"), re.MULTILINE)
        headers = {(file.parent / name).resolve() for name in named}
        graph.setdefault(unit(file), set()).update({unit(it) for it in headers if it.exists()} - {unit(file)})
    assert sum(map(len, graph.values())) > 100
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the cycle
    assert order.index("core/faults") < order.index("core/board")

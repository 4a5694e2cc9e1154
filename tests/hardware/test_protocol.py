"""The dictionary of driver and boards says what firmware/commands.def and its contract say."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import hardware.controller as driver_controller
import hardware.dictionary as driver
from tests.support.firmware.build import FIRMWARE

MACROS = {
    "NUMBER": 2,
    "VERB": 2,
    "KEY": 6,
    "FIELD": 3,
    "SETTING": 2,
    "STATE": 1,
    "CODE": 1,
    "FAULT": 2,
    "EVENT": 1,
    "RESET": 1,
}


KINDS = pytest.mark.parametrize("kind", ["crank", "boxes"])


def entries(kind: str) -> list[tuple[str, list[str]]]:
    text = re.sub(r"/\*.*?\*/", "", (FIRMWARE / "commands.def").read_text(encoding="utf-8"), flags=re.DOTALL)
    found, left_out = [], False
    for line in text.splitlines():
        if line in {"#ifdef BOXES", "#ifndef BOXES"}:
            left_out = (line == "#ifdef BOXES") != (kind == "boxes")
        elif line == "#endif":
            left_out = False
        elif line.strip() and not line.startswith("#") and not left_out:
            match = re.fullmatch(r"([A-Z]+)\((.*)\)", line.strip())
            assert match, line
            found.append((match[1], [argument.strip() for argument in match[2].split(",")]))
    return found


def table(macro: str, kind: str = "crank") -> list[list[str]]:
    return [arguments for name, arguments in entries(kind) if name == macro]


def text_of(kind: str) -> bytes:
    return "".join(f"{macro}({','.join(arguments)})\n" for macro, arguments in entries(kind)).encode("ascii")


def crc(data: bytes) -> int:
    """Divide the message as one long polynomial: neither the driver's nor the board's way."""
    message = (int.from_bytes(data) << 16) ^ (0xFFFF << (8 * len(data)))
    for bit in range(8 * len(data) + 15, 15, -1):
        if message >> bit & 1:
            message ^= 0x11021 << (bit - 16)
    return message


@KINDS
def test_entries_are_whole_and_plain(kind: str) -> None:
    for macro, arguments in entries(kind):
        assert len(arguments) == MACROS[macro], (macro, arguments)
        assert all(re.fullmatch(r"[A-Za-z_]+|0|[1-9][0-9]*", argument) for argument in arguments), arguments


@KINDS
def test_the_crc_of_the_dictionary(kind: str) -> None:
    words, text = driver.dictionary(kind), text_of(kind)
    machine = "".join(f"MACHINE({name},{value})\n" for name, value in words.machine.items()).encode("ascii")
    assert crc(b"123456789") == 0x29B1
    assert f"{crc(text + machine):04X}" == words.number
    assert driver.kind_of(words.number) == kind
    told = (FIRMWARE / "PROTOCOL.md").read_text(encoding="utf-8")
    assert f"**{crc(text):04X}**, over {len(text)} bytes" in told
    assert f"**{words.number}**" in told


@pytest.mark.check
@KINDS
def test_the_preprocessor_gives_the_same_bytes(tmp_path: Path, kind: str) -> None:
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("no gcc here")
    source = tmp_path / "dictionary.c"
    lines = ["#include <stdio.h>"]
    for macro, count in MACROS.items():
        names = [f"a{place}" for place in range(count)]
        stringified = ' "," '.join(f"#{name}" for name in names)
        lines.append(f'#define {macro}({", ".join(names)}) "{macro}(" {stringified} ")\\n"')
    lines += ["int main(void) { fputs(", f'#include "{FIRMWARE / "commands.def"}"', ", stdout); return 0; }"]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", *(["-DBOXES"] if kind == "boxes" else [])]
    subprocess.run([gcc, *flags, "-o", tmp_path / "dictionary", source], check=True)
    printed = subprocess.run([tmp_path / "dictionary"], check=True, capture_output=True).stdout
    assert printed == text_of(kind)


def test_a_host_that_polls_as_seldom_as_it_may_keeps_its_lease() -> None:
    assert driver.LEASE_SECONDS / 3 > driver_controller.LONG_POLL_SECONDS


def test_faults() -> None:
    faults = {int(number): name for number, name in table("FAULT")}
    assert faults == {fault.value: fault.name for fault in driver.FaultNumber}
    assert faults == {number: fault.name for number, fault in driver.FAULTS.items()}


@KINDS
def test_contract_names_every_entry(kind: str) -> None:
    contract = (FIRMWARE / "PROTOCOL.md").read_text(encoding="utf-8")
    for macro in ("VERB", "EVENT", "CODE"):
        for arguments in table(macro, kind):
            assert re.search(rf"\b{arguments[0]}\b", contract), arguments[0]
    for number, name in table("FAULT", kind):
        assert f"| {number} | {name} |" in contract
    for verb, key, *_ in table("KEY", kind):
        assert re.search(rf"`[^`]*\b{key}\b[^`]*`", contract), f"{verb} {key}"

"""HEX files: what is read, and what is said of those that must not be written."""

import subprocess
from pathlib import Path

import pytest

from hardware import flash as judged
from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION
from hardware.errors import Failure
from hardware.flash import load_shipped, read_firmware, read_hex
from tests.support.hardware.failures import raises
from tests.support.hardware.fake_bootloader import MARKER, hex_lines, program, write_hex
from tests.support.requirements import needs


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path


def refusal(path: Path) -> str:
    with raises(Failure.HEX) as caught:
        read_firmware(path)
    said = str(caught.value)
    assert "\n" not in said
    assert str(path) in said
    assert ";" in said, "says what to do"
    return said


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    flash = program(size=1001)
    assert read_hex(write_hex(tmp_path / "a.hex", flash)) == flash
    found = read_firmware(tmp_path / "a.hex")
    assert (found.size, found.version, found.watchdog) == (1001, "0.1-test", True)
    write_hex(tmp_path / "b.hex", program(MARKER.replace("-test", "-nowd")))
    assert not read_firmware(tmp_path / "b.hex").watchdog


def test_records_of_every_kind_small_letters_and_gaps(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.hex",
        ":020000020010EC",
        ":02000000aBcD86\r",
        "",
        ":0400000300000000F9",
        ":020000040000FA",
        ":0100000001FE",
        ":0400000500000000F7",
        ":00000001FF",
    )
    assert read_hex(path) == b"\x01" + b"\xff" * 255 + b"\xab\xcd"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "not an Intel HEX"),
        (["MZ"], "not an Intel HEX"),
        ([":0100000001FF", ":00000001FF"], "checksum of line 1"),
        ([":0100000001F", ":00000001FF"], "line 1 is not a record"),
        ([":01000000GGFE", ":00000001FF"], "line 1 is not a record"),
        ([":0200000001FD", ":00000001FF"], "line 1 is not a record"),
        ([":00000006FA", ":00000001FF"], "line 1 is not a record"),
        ([":020000040081" + "79", ":0100000001FE", ":00000001FF"], "larger chip"),
        ([":0100000001FE"], "no end"),
        ([":0100000001FE", ":00000001FF", ":0100010002FC"], "after its end, in line 3"),
        ([":0100000001FE", ":0100000001FE", ":00000001FF"], "a byte twice, in line 2"),
        ([":00000001FF"], "another chip"),
    ],
)
def test_damaged_files(tmp_path: Path, lines: list[str], said: str) -> None:
    assert said in refusal(write(tmp_path / "a.hex", *lines))


def test_every_bit_that_flips_is_noticed(tmp_path: Path) -> None:
    lines = hex_lines(program(size=155))[-6:]
    for number, line in enumerate(lines):
        for place in range(1, len(line)):
            digit = f"{int(line[place], 16) ^ 4:X}"
            spoilt = [*lines[:number], line[:place] + digit + line[place + 1 :], *lines[number + 1 :]]
            refusal(write(tmp_path / "a.hex", *spoilt))


def test_a_file_that_was_cut_anywhere_is_noticed(tmp_path: Path) -> None:
    text = "\n".join(hex_lines(program(size=160)))
    for length in range(0, len(text), 5):
        (tmp_path / "a.hex").write_text(text[:length])
        refusal(tmp_path / "a.hex")


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / "nothing.hex")
    assert "cannot be read" in refusal(tmp_path)
    (tmp_path / "a.elf").write_bytes(b"\x7fELF\x80\xff" * 10)
    assert "not an Intel HEX" in refusal(tmp_path / "a.elf")
    (tmp_path / "long").write_text(":00000001FF\n" * 100_000)
    assert "not an Intel HEX" in refusal(tmp_path / "long")
    assert "not an Intel HEX" in refusal(Path("/dev/zero"))


def test_larger_than_the_chip_or_than_what_the_bootloader_leaves(tmp_path: Path) -> None:
    assert read_firmware(write_hex(tmp_path / "a.hex", program(size=30_720))).size == 30_720
    assert "30,721 bytes, the board has room for 30,720" in refusal(write_hex(tmp_path / "a.hex", program(size=30_721)))
    assert "goes to byte 32,784 of 32,768" in refusal(write_hex(tmp_path / "a.hex", program(size=33_000)))


@pytest.mark.parametrize("vectors", [19, 25, 35, 43, 57])
def test_vector_tables_of_other_chips(tmp_path: Path, vectors: int) -> None:
    assert "another chip" in refusal(write_hex(tmp_path / "a.hex", program(vectors=vectors)))


def test_firmware_of_others_and_of_other_packages(tmp_path: Path) -> None:
    for marker, said in (
        ("Grbl 1.1h", "not a Pipsqueak firmware"),
        ("pipsqueak-0.1 protocol 5 dictionary ABCD", f"protocol 5, this package protocol {PROTOCOL_VERSION}"),
        (
            f"pipsqueak 0.1 protocol {PROTOCOL_VERSION} dictionary ABCD",
            f"dictionary of commands ABCD, this package {DICTIONARY_CRC}",
        ),
        (MARKER.replace("pipsqueak-0.1-test", "pipsqueak a-version-that-is-too-long"), "not a Pipsqueak firmware"),
    ):
        assert said in refusal(write_hex(tmp_path / "a.hex", program(marker)))


@pytest.mark.check
def test_the_compiler_s_own_programs(tmp_path: Path) -> None:
    needs("avr-gcc")
    source = tmp_path / "a.c"
    source.write_text(
        f'const __attribute__((progmem, used)) char it[] = "{MARKER}";\nint main(void) {{ for (;;) {{ }} }}\n'
    )
    for chip, fits in (("atmega328p", True), ("atmega2560", False), ("atmega32u4", False), ("atmega8", False)):
        for relaxed in ("-mrelax", "-mno-relax"):
            if chip == "atmega8" and relaxed == "-mrelax":
                continue
            elf, made = tmp_path / "a.elf", tmp_path / f"{chip}.hex"
            options = [] if relaxed == "-mno-relax" else [relaxed]
            subprocess.run(["avr-gcc", f"-mmcu={chip}", "-Os", *options, source, "-o", elf], check=True)
            subprocess.run(["avr-objcopy", "-O", "ihex", elf, made], check=True)
            if fits:
                assert read_firmware(made).version == "0.1-test"
            else:
                assert "another chip" in refusal(made)


def test_a_package_without_its_firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "files", lambda _: tmp_path)
    with raises(Failure.FIRMWARE_MISSING, match=r"make -C firmware.*--hex"):
        load_shipped(watchdog=True)

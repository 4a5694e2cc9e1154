"""HEX files: what is read, and what is said of those that must not be written."""

from pathlib import Path

import pytest

from hardware import flash as judged
from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION
from hardware.errors import Failure
from hardware.flash import load_shipped, read_firmware
from tests.support.hardware.failures import raises
from tests.support.hardware.fake_bootloader import MARKER, hex_lines, program, write_hex


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


def test_what_a_file_says_of_its_program(tmp_path: Path) -> None:
    found = read_firmware(write_hex(tmp_path / "a.hex", program(size=1001)))
    assert (found.size, found.version, found.watchdog) == (1001, "0.1-test", True)
    write_hex(tmp_path / "b.hex", program(MARKER.replace("-test", "-nowd")))
    assert not read_firmware(tmp_path / "b.hex").watchdog


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "not an Intel HEX"),
        (["MZ"], "not an Intel HEX"),
        ([":01000000GGFE", ":00000001FF"], "not an Intel HEX"),
        ([":00000001FF"], "not an Intel HEX"),
        (hex_lines(program())[:-1], "no end"),
    ],
)
def test_damaged_files(tmp_path: Path, lines: list[str], said: str) -> None:
    assert said in refusal(write(tmp_path / "a.hex", *lines))


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
    assert "not an Intel HEX" in refusal(Path("/dev/zero"))


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


def test_a_package_without_its_firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "files", lambda _: tmp_path)
    with raises(Failure.FIRMWARE_MISSING, match=r"make -C firmware.*--hex"):
        load_shipped(watchdog=True)

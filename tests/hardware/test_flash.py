"""Flashing to a bootloader behind a pseudo-terminal, by avrdude and by what stands for it, and avrdudes that fail."""

from pathlib import Path

import pytest

from hardware import flash as flasher
from hardware.clock import SystemClock
from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION, dictionary
from hardware.errors import Failure, HardwareError
from hardware.flash import OLD_NANO, OPTIBOOT, Bootloader, Flashed, Keep, find_foreign_program, flash
from hardware.sim.lines import seal
from hardware.transport import SerialTransport
from tests.support.hardware.failures import raises
from tests.support.hardware.fake_bootloader import MARKER, FakeBootloader, hex_lines, program, read_flash, write_hex
from tests.support.requirements import needs
from tests.support.robot.waiting import PATIENCE

WITHOUT = MARKER.replace("-test", "-nowd")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a bootloader that is silent no second try: each takes avrdude more than five seconds."""
    monkeypatch.setattr(flasher, "SILENT_TRIES", 1)


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship a small firmware, in the file that is returned, and one without watchdog beside it."""
    monkeypatch.setattr(flasher, "SHIPPED", tmp_path)
    write_hex(tmp_path / "pipsqueak-no-watchdog.hex", program(WITHOUT))
    return write_hex(tmp_path / "pipsqueak.hex", program())


def write(board: FakeBootloader, kind: str | None, rate: float = 1.0) -> Flashed:
    """Flash a board by what stands for avrdude: avrdude itself takes seconds."""
    with pytest.MonkeyPatch.context() as instead:
        instead.setattr(flasher, "avrdude", board.burn)
        return flash(board.port, kind, SystemClock(rate), lambda _: None)


def written_by_avrdude(board: FakeBootloader, kind: str | None, keep: Keep | None = None) -> Flashed:
    needs("avrdude")
    return flash(board.port, kind, SystemClock(), lambda _: None, keep)


def one_line(caught: pytest.ExceptionInfo[HardwareError]) -> str:
    assert "\n" not in str(caught.value)
    assert ";" in str(caught.value), "says what to do"
    return str(caught.value)


def refuse(failure: Failure, board: FakeBootloader, kind: str | None, rate: float = 1.0) -> str:
    with raises(failure) as caught:
        write(board, kind, rate)
    return one_line(caught)


@pytest.mark.usefixtures("firmware")
@pytest.mark.parametrize("kind", [None, "uno", "nano"])
def test_the_program_is_written_and_answers(kind: str | None) -> None:
    with FakeBootloader() as board:
        done = write(board, kind)
        assert bytes(board.flash[:600]) == program()
    assert (done.bootloader, done.hello.firmware, done.hello.boot) == (OPTIBOOT, "pipsqueak-0.1-test", 7)


@pytest.mark.parametrize(("baud", "bootloader"), [(115200, OPTIBOOT), (57600, OLD_NANO)])
def test_the_package_s_own_firmware_for_the_board_that_is_found_is_written(
    baud: int, bootloader: Bootloader, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with FakeBootloader(baud=baud) as board:
        monkeypatch.setattr(flasher, "avrdude", board.burn)
        done = flash(board.port, None, SystemClock(), said.append)
        assert bytes(board.flash[: done.firmware.size]) == read_flash(done.firmware.path)
    assert (done.bootloader, done.firmware.watchdog) == (bootloader, bootloader is OPTIBOOT)
    assert [line.split(", ")[-1] for line in said[:-1]] == ["115200 baud", "57600 baud"][: len(said) - 1]
    assert said[-2].endswith(f"{baud} baud")


@pytest.mark.parametrize("machine", ["crank", "boxes"])
def test_each_kind_of_machine_has_its_own_firmware(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeBootloader() as board:
        monkeypatch.setattr(flasher, "avrdude", board.burn)
        done = flash(board.port, "uno", SystemClock(), lambda _: None, machine=machine)
        assert done.hello.dictionary == dictionary(machine).number
        other = "boxes" if machine == "crank" else "crank"
        assert find_foreign_program(board.port, machine, SystemClock(), any_kind=False) is None
        assert find_foreign_program(board.port, other, SystemClock(), any_kind=True) is None
        told = find_foreign_program(board.port, other, SystemClock(), any_kind=False)
        assert told == f"the board at {board.port} drives the machine '{machine}', not '{other}'"


@pytest.mark.parametrize(
    ("marker", "failure", "said"),
    [
        ("Grbl 1.1h", Failure.FIRMWARE_MISSING, "lacks its firmware, pipsqueak.hex; install this package again"),
        (MARKER.replace("-0.1-test", " a-version-that-is-too-long"), Failure.FIRMWARE_MISSING, "lacks its firmware"),
        (f"pipsqueak-0.1 protocol 5 dictionary {DICTIONARY_CRC}", Failure.HEX, "uses protocol 5 with"),
        (f"pipsqueak-0.1 protocol {PROTOCOL_VERSION} dictionary ABCD", Failure.HEX, "ABCD, this package protocol"),
    ],
)
def test_a_package_without_its_own_firmware_writes_nothing(
    firmware: Path, marker: str, failure: Failure, said: str
) -> None:
    write_hex(firmware, program(marker))
    with FakeBootloader() as board:
        assert said in refuse(failure, board, "uno")
        firmware.unlink()
        assert "in the repository with 'make -C firmware'" in refuse(Failure.FIRMWARE_MISSING, board, None)
        assert board.pages == 0


@pytest.mark.usefixtures("firmware")
def test_a_board_that_is_silent_at_its_speed_may_answer_at_the_other() -> None:
    with FakeBootloader(baud=57600) as board:
        assert "at 115200 baud; leave out --board" in refuse(Failure.BOOTLOADER, board, "uno")


@pytest.mark.usefixtures("firmware")
def test_a_board_without_any_bootloader() -> None:
    with FakeBootloader(baud=0) as board:
        said = refuse(Failure.BOOTLOADER, board, None)
    assert "neither at 115200 nor at 57600 baud" in said
    assert "docs/wiring.md" in said


@pytest.mark.usefixtures("firmware")
def test_boards_that_do_not_come_back() -> None:
    with FakeBootloader(answers=lambda _: b"") as board:
        # Nothing that the clock cuts short comes from a silent board.
        assert "does not answer; press the board's reset" in refuse(Failure.FLASH, board, "uno", rate=100)
    for answers, said in (
        (lambda _: b"Grbl 1.1h ['$' for help]\r\n", "not as a Pipsqueak board"),
        (lambda line: hello(line, "pipsqueak-0.0"), "answers with firmware pipsqueak-0.0, though 0.1-test was written"),
        (lambda line: hello(line, "pipsqueak-0.1-test", "ABCD"), "the firmware was written, yet"),
    ):
        with FakeBootloader(answers=answers) as board:
            assert said in refuse(Failure.FLASH, board, "uno")


def hello(line: bytes, firmware: str, dictionary: str = DICTIONARY_CRC) -> bytes:
    nonce = line.split()[1].decode()
    wire = f"protocol={PROTOCOL_VERSION} dictionary={dictionary}"
    return seal(f"ok {nonce} boot=7 last=0 {wire} firmware={firmware} reset=external")


@pytest.mark.check
@pytest.mark.parametrize(("baud", "bootloader"), [(115200, OPTIBOOT), (57600, OLD_NANO)])
def test_avrdude_writes_to_the_board_that_it_finds(baud: int, bootloader: Bootloader, tmp_path: Path) -> None:
    kept = tmp_path / "kept.hex"
    with FakeBootloader(baud=baud) as board:
        board.flash[:600] = program("Grbl 1.1h")
        done = written_by_avrdude(board, None, kept.write_bytes)
        assert read_flash(kept)[:600] == program("Grbl 1.1h")
        assert bytes(board.flash[: done.firmware.size]) == read_flash(done.firmware.path)
    assert done.bootloader == bootloader


@pytest.mark.check
@pytest.mark.usefixtures("firmware")
def test_boards_that_avrdude_cannot_flash() -> None:
    for board, failure, said in (
        (FakeBootloader(signature=b"\x1e\x95\x16"), Failure.CHIP, "signature 1e9516; take an Arduino"),
        (FakeBootloader(signature=b"\0\0\0"), Failure.FLASH, "reports no chip"),
        (FakeBootloader(spoilt=True), Failure.FLASH, "is not what was written"),
    ):
        with board, raises(failure) as caught:
            written_by_avrdude(board, "uno")
        assert said in one_line(caught)


@pytest.mark.check
def test_a_file_that_avrdude_cannot_read_is_not_written(firmware: Path) -> None:
    lines = hex_lines(program())
    spoilt = [*lines[:30], lines[30].replace("5A", "5B", 1), *lines[31:]]
    for records in (spoilt, hex_lines(program(size=33_000))):
        firmware.write_text("\n".join(records) + "\n")
        with FakeBootloader() as board:
            with raises(Failure.HEX) as caught:
                written_by_avrdude(board, "uno")
            assert "damaged; install this package again" in one_line(caught)
            assert board.pages == 0


@pytest.mark.parametrize(
    ("script", "failure", "said"),
    [
        ("exit 1", Failure.FLASH, "it gave no reason; try again"),
        ("echo 'avrdude: ser_open(): can not open device' >&2; echo 'avrdude done.  Thank you.' >&2; exit 1", Failure.FLASH, "ser_open"),  # noqa: E501
        ("echo 'avrdude: stk500_getsync() attempt 10 of 10: not in sync: resp=0x0d' >&2; exit 1", Failure.BOOTLOADER, "no bootloader"),  # noqa: E501
        ("echo 'avrdude: Device signature = 0x1e9406' >&2; echo 'avrdude: Expected signature for ATmega328P is 1E 95 0F' >&2; exit 1", Failure.CHIP, "1e9406"),  # noqa: E501
        ("echo 'avrdude: verification error, first mismatch at byte 0x0000' >&2; exit 1", Failure.FLASH, "was written"),
        ("kill -9 $$", Failure.FLASH, "it gave no reason"),
        ("exec sleep 30", Failure.AVRDUDE, "not ended after 0.1 s; unplug the board"),
        ("echo 'avrdude: AVR device initialized' >&2; echo 'avrdude: not responding' >&2; exec sleep 30", Failure.FLASH, "fell silent in the middle; try again with another cable"),  # noqa: E501
    ],
)  # fmt: skip
def test_avrdudes_that_fail(
    script: str, failure: Failure, said: str, firmware: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flasher, "LONGEST_SECONDS", 0.1 if failure is Failure.AVRDUDE else PATIENCE)
    program = firmware.with_name("avrdude")
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(firmware.parent), prepend=":")
    with FakeBootloader() as board, raises(failure, match=said):
        flash(board.port, "uno", SystemClock(), lambda _: None)


def test_without_avrdude_one_line_says_how_to_install_it(firmware: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(firmware.parent))
    with FakeBootloader() as board:
        with raises(Failure.AVRDUDE, match="sudo apt install avrdude"):
            flash(board.port, "uno", SystemClock(), lambda _: None)
        firmware.with_name("avrdude").write_text("no program")
        firmware.with_name("avrdude").chmod(0o755)
        with raises(Failure.AVRDUDE, match="cannot be started"):
            flash(board.port, "uno", SystemClock(), lambda _: None)


def test_a_port_that_cannot_be_opened_is_told_before_anything_is_written() -> None:
    with (
        FakeBootloader() as board,
        SerialTransport(board.port),
        raises(Failure.PORT_BUSY, match="close the program"),
    ):
        flash(board.port, "uno", SystemClock(), lambda _: None)
    with raises(Failure.PORT_MISSING):
        flash("/dev/nowhere", "uno", SystemClock(), lambda _: None)

"""`pipsqueak machine flash` as people and scripts meet it."""

import io
from pathlib import Path

import pytest

from hardware import flash as flasher
from hardware import ports
from hardware.clock import SystemClock
from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION
from hardware.errors import Failure
from hardware.flash import OLD_NANO
from robot.cli import main
from tests.support.hardware.fake_bootloader import MARKER, FakeBootloader, program, read_flash, write_hex

pytestmark = pytest.mark.usefixtures("home")


class Forward(SystemClock):
    """The system's clock, put forward by some seconds."""

    by = 0.0

    def now(self) -> float:
        return super().now() + self.by


def test_flash_says_what_is_on_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flasher, "SHIPPED", tmp_path)
    path = write_hex(tmp_path / "pipsqueak-no-watchdog.hex", program(MARKER.replace("-test", "-nowd")))
    with FakeBootloader(baud=57600) as board:
        board.burn(board.port, OLD_NANO, path)
        monkeypatch.setattr(flasher, "avrdude", board.burn)
        assert main(["machine", "flash", "--port", board.port, "--board", "nano-old"]) == 0
        out, err = capsys.readouterr()
        answers = f"protocol {PROTOCOL_VERSION}, dictionary {DICTIONARY_CRC}, boot number 7"
        assert out == f"firmware 0.1-nowd (600 bytes) is on the board at {board.port}, which answers: {answers}\n"
        assert "docs/wiring.md" in err.splitlines()[-1]


@pytest.mark.parametrize("answer", ["n\n", "", "y\n", None])
@pytest.mark.parametrize("said", [b"\r\nGrbl 1.1h ['$' for help]\r\n", b""], ids=["Grbl", "silent"])
def test_a_stranger_s_board_is_overwritten_only_when_people_say_so_and_its_program_is_kept(
    said: bytes, answer: str | None, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer of None is none, for want of a terminal."""
    monkeypatch.setattr(flasher, "SHIPPED", tmp_path)
    write_hex(tmp_path / "pipsqueak.hex", program())
    old = program("Grbl 1.1h").ljust(32768, b"\xff")
    clock = Forward()

    def answers(line: bytes) -> bytes:
        if board.pages:
            return board._hello(line)
        clock.by += 1.0
        return said

    board = FakeBootloader(answers=answers)
    board.flash[:] = old
    monkeypatch.setattr(flasher, "avrdude", board.burn)
    monkeypatch.setattr("hardware.clock.SystemClock", lambda: clock)
    terminal, words, out = io.StringIO(answer), io.StringIO(), io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: answer is not None)
    monkeypatch.setattr(words, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr("sys.stderr", words)
    monkeypatch.setattr("sys.stdout", out)
    with board:
        status = main(["machine", "flash", "--port", board.port, "--board", "uno"])
    kept = [read_flash(file) for file in home.glob("data/firmware/*")]
    assert (said.decode().strip() or "does not answer") in " ".join(words.getvalue().split())
    assert (status, board.pages, kept) == ((0, 1, [old]) if answer == "y\n" else (2, 0, []))
    assert ("--force" in words.getvalue()) is (status == 2)
    assert out.getvalue().startswith("firmware 0.1-test (600 bytes) is on the board at" if kept else "")


def test_the_configured_port_is_taken_and_else_the_one_that_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def several() -> str:
        raise Failure.PORT_CHOICE.error("there are 2 ports: /dev/a, /dev/b")

    monkeypatch.setattr(ports, "find_port", several)
    assert main(["machine", "flash"]) == 1
    assert "2 ports: /dev/a, /dev/b; choose one with --port" in capsys.readouterr().err
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("table = '/dev/nowhere'\n")
    assert main(["machine", "flash"]) == 1
    assert "there is no port /dev/nowhere" in capsys.readouterr().err

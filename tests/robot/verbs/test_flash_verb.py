"""`pipsqueak flash` as people and scripts meet it."""

import json
from pathlib import Path

import pytest

from hardware import flash as flasher
from hardware import ports
from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION
from hardware.errors import Failure
from robot.cli import main
from tests.support.hardware.fake_bootloader import MARKER, FakeBootloader, program, write_hex

pytestmark = pytest.mark.usefixtures("home")


def test_flash_answers_as_scripts_expect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flasher, "SHIPPED", tmp_path)
    path = write_hex(tmp_path / "pipsqueak-no-watchdog.hex", program(MARKER.replace("-test", "-nowd")))
    with FakeBootloader(baud=57600) as board:
        monkeypatch.setattr(flasher, "avrdude", board.burn)
        assert main(["flash", "--port", board.port, "--board", "nano-old", "--json"]) == 0
        out, err = capsys.readouterr()
        printed = json.loads(out)
        assert printed.pop("seconds") >= 0
        assert printed == {
            "port": board.port,
            "firmware": "0.1-nowd",
            "protocol": PROTOCOL_VERSION,
            "dictionary": DICTIONARY_CRC,
            "boot": 7,
            "watchdog": False,
            "hex": str(path),
            "bytes": 600,
            "bootloader": "the old Nano bootloader",
            "baud": 57600,
        }
        assert "docs/bootloader.md" in err.splitlines()[-1]
    write_hex(tmp_path / "pipsqueak.hex", program())
    with FakeBootloader() as board:
        monkeypatch.setattr(flasher, "avrdude", board.burn)
        assert main(["flash", "--port", board.port]) == 0
        out, err = capsys.readouterr()
        assert out.startswith(f"firmware 0.1-test (600 bytes) is on the board at {board.port}, which answers")
        assert "no watchdog" not in err


def test_the_configured_port_is_taken_and_else_the_one_that_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def several() -> str:
        raise Failure.PORT_CHOICE.error("there are 2 ports: /dev/a, /dev/b")

    monkeypatch.setattr(ports, "find_port", several)
    assert main(["flash"]) == 1
    assert "2 ports: /dev/a, /dev/b; choose one with --port" in capsys.readouterr().err
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("table = '/dev/nowhere'\n")
    assert main(["flash"]) == 1
    assert "there is no port /dev/nowhere" in capsys.readouterr().err

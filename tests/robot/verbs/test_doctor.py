"""The doctor says in words what is found, and what to do about it."""

import json
import math
import os
from pathlib import Path

import numpy as np
import pytest

from hardware import ports
from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.crank import CrankController
from hardware.dictionary import LID_SECONDS, PROTOCOL_VERSION
from hardware.power import read_power
from hardware.sim.lines import WireFaults
from hardware.usb_panel import EVENT
from robot.cli import main
from robot.files import write_picture
from robot.table.choice import TableChoice
from robot.verbs.doctor import Finding, _check_clock, _check_ports, _check_power, examine
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.hardware.usb import FakePort, fake_usb
from tests.support.vision.drawn_dice import DrawnDie, draw

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    write_picture(pictures / "1.jpg", np.full((60, 80, 3), 90, np.uint8))
    return pictures


def find(choice: TableChoice, *, clear: bool = False, asks: bool = False) -> dict[str, Finding]:
    findings = list(examine(choice, clear=clear, asks=asks))
    assert all("\n" not in finding.words for finding in findings)
    return {finding.device: finding for finding in findings}


def test_the_simulated_table_is_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [finding["device"] for finding in findings] == [
        "configuration",
        "language",
        "voice",
        "tables",
        "journal",
        "clock",
        "power",
        "ports",
        "board",
        "camera",
        "calibration",
        "panel",
    ]
    assert {finding["state"] for finding in findings} == {"ok", "absent"}
    assert findings[8]["words"].endswith("at rest, lid closed, no fault")


def test_one_broken_device_hides_no_other(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("colour = 'red'\n")
    (home / "data").mkdir()
    (home / "data" / "journal.sqlite").write_bytes(b"no database" * 500)
    findings = find(TableChoice(table="/dev/nowhere", camera="/dev/video99"))
    states = {device: finding.state for device, finding in findings.items()}
    for of_machine in ("voice", "clock", "power", "ports"):
        assert states.pop(of_machine) in {"ok", "absent"}
    assert states == {
        "configuration": "fault",
        "language": "ok",
        "tables": "ok",
        "journal": "fault",
        "board": "fault",
        "camera": "fault",
        "panel": "absent",
    }
    assert "colour" in findings["configuration"].words
    assert "/dev/nowhere" in findings["board"].words


def test_pictures_need_no_board(folder: Path) -> None:
    findings = find(TableChoice(camera=str(folder)))
    assert findings["board"].state == "absent"
    assert findings["camera"].state == "ok"


def test_the_camera_of_dice_of_ones_own_is_looked_through(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    write_picture(folder / "1.png", draw([DrawnDie(5, 320, 200, 60, 20), DrawnDie(2, 120, 200, 60, 40)], (640, 400)))
    assert main(["doctor", "--json", "--table", "hands", "--camera", str(folder)]) == 0
    findings = {line["device"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert findings["board"]["state"] == "absent"
    assert findings["camera"]["words"] == "640 x 400 pixels, 2 dice seen, 0 of them in doubt"
    write_picture(folder / "1.png", np.full((60, 80, 3), 9, np.uint8))
    assert main(["doctor", "--json", "--table", "hands", "--camera", str(folder)]) == 1
    assert "is dark" in capsys.readouterr().out


@pytest.fixture
def board_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every language be whole: to look takes a fifth of a second."""
    monkeypatch.setattr("robot.verbs.doctor._check_languages", lambda *_: Finding("language", "ok", ""))


@pytest.mark.usefixtures("board_alone")
def test_the_usb_buttons_of_the_settings_are_opened_and_what_comes_is_shown(
    home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("robot.verbs.doctor.PRESS_SECONDS", math.nan)  # waits only where people are asked
    encoder = folder.parent / "event-kbd"
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(f'usb_buttons = "{encoder}"\n')
    lacking = find(TableChoice(camera=str(folder)))["panel"]
    assert (lacking.state, f"there are no buttons at {encoder}" in lacking.words) == ("fault", True)
    os.mkfifo(encoder)
    with encoder.open("r+b", buffering=0) as pipe:
        for codes, state, words in (
            ((), "ok", "the panel can be read; nobody has pressed a button"),
            ((0x130, 30), "ok", "the panel can be read; key 304 is roll, key 30 is no button"),
            ((30,), "fault", "key 30 is no button; set the encoder to be a joystick, or to send R, H and N"),
        ):
            pipe.write(b"".join(EVENT.pack(0, 0, 1, code, 1) for code in codes))
            finding = find(TableChoice(camera=str(folder)))["panel"]
            assert (finding.state, finding.words) == (state, words)
        assert "press each button" not in capsys.readouterr().err
        monkeypatch.setattr("robot.verbs.doctor.PRESS_SECONDS", 0.0)
        assert find(TableChoice(camera=str(folder)), asks=True)["panel"].state == "ok"
        assert "press each button" in capsys.readouterr().err


@pytest.mark.usefixtures("board_alone")
@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (WireFaults(rubbish=1.0), "not as a Pipsqueak board"),
        (WireFaults(drop=1.0), "does not answer"),
        (WireFaults(protocol=PROTOCOL_VERSION + 1), f"protocol {PROTOCOL_VERSION + 1}"),
        (WireFaults(dictionary="0000"), "dictionary"),
    ],
)
def test_a_board_that_is_none_of_ours_is_named(faults: WireFaults, words: str) -> None:
    with board_at_port(RecordingMechanics(), faults=faults) as (_, port):
        findings = find(TableChoice(table=port.name, camera="/dev/video99"))
    assert findings["board"].state == "fault"
    assert words in findings["board"].words


@pytest.mark.usefixtures("board_alone")
def test_an_open_lid_is_reported_and_a_latched_stop_can_be_cleared() -> None:
    clock = VirtualClock()
    with board_at_port(RecordingMechanics(), clock) as (board, port):
        choice = TableChoice(table=port.name, camera="/dev/video99")
        board.move(lid_closed=False)
        clock.sleep(LID_SECONDS)
        assert "close the lid" in find(choice)["board"].words
        assert find(choice, clear=True)["board"].state == "fault"
        board.move(lid_closed=True)
        with open_controller(CrankController, port.name, VirtualClock()) as controller:
            controller.stop()
        latched = find(choice)["board"].words
        assert "STOPPED" in latched
        assert "doctor --clear" in latched
        assert find(choice, clear=True)["board"].state == "ok"


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        ("throttled=0x0", "ok", "high enough since the start"),
        ("throttled=0x50005", "fault", "the voltage is too low now: use the Pi's own power supply"),
        ("throttled=0x50000", "fault", "too low at times since the start"),
        ("throttled=0xe0008", "fault", "hot and slowed down"),
        ("throttled=0xe0000", "ok", "hot and slowed down for a time"),
        ("throttled=0xf0f00000", "ok", "high enough"),
        ("VCHI initialization failed", "absent", "only a Raspberry Pi"),
        (None, "absent", "only a Raspberry Pi"),
    ],
)
def test_a_pi_with_too_little_power_is_told(
    answer: str | None, state: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if answer is not None:
        program = tmp_path / "vcgencmd"
        program.write_text(f'#!/bin/sh\n[ "$1" = get_throttled ] && echo "{answer}"\n')
        program.chmod(0o755)
    found = _check_power(read_power())
    assert (found.state, words in found.words) == (state, True), found.words


def test_ports_are_named_as_they_stay_with_what_may_take_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "PROC", tmp_path / "proc")
    usb = fake_usb(tmp_path, monkeypatch)
    assert _check_ports() == Finding("ports", "absent", "no board is plugged in")
    uno = usb.plug(FakePort("/dev/ttyACM1"), "usb-Arduino_Uno_7573-if00")
    assert _check_ports() == Finding("ports", "ok", f"{uno} (Arduino Uno)")
    (tmp_path / "proc" / "7").mkdir(parents=True)
    (tmp_path / "proc" / "7" / "comm").write_text("ModemManager\n")
    assert "; ModemManager runs: it tries each new port" in _check_ports().words


@pytest.mark.parametrize(("right", "state"), [(True, "ok"), (False, "absent")])
def test_a_clock_that_nobody_has_set_is_told(right: bool, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.verbs.doctor.is_synchronised", lambda: right)
    assert _check_clock().state == state

"""The doctor says in words what is found, and what to do about it."""

import json
from pathlib import Path

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.sim.faults import WireFaults
from robot.cli import main
from robot.doctor import Finding, examine
from robot.files import write_picture
from robot.table.choice import TableChoice
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.mechanics import RecordingMechanics

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    write_picture(pictures / "1.jpg", np.full((60, 80, 3), 90, np.uint8))
    return pictures


def found(choice: TableChoice, *, clear: bool = False) -> dict[str, Finding]:
    findings = list(examine(choice, clear=clear))
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
        "board",
        "camera",
        "calibration",
        "heights",
        "panel",
    ]
    assert {finding["state"] for finding in findings} == {"ok", "absent"}


def test_one_broken_device_hides_no_other(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("colour = 'red'\n")
    (home / "data").mkdir()
    (home / "data" / "journal.sqlite").write_bytes(b"no database" * 500)
    findings = found(TableChoice(table="/dev/nowhere", camera="/dev/video99"))
    states = {device: finding.state for device, finding in findings.items()}
    assert states.pop("voice") in {"ok", "absent"}
    assert states == {
        "configuration": "fault",
        "language": "ok",
        "tables": "ok",
        "journal": "fault",
        "board": "fault",
        "camera": "fault",
        "heights": "ok",
        "panel": "absent",
    }
    assert "colour" in findings["configuration"].words
    assert "/dev/nowhere" in findings["board"].words


def test_pictures_need_no_board(folder: Path) -> None:
    findings = found(TableChoice(camera=str(folder)))
    assert findings["board"].state == "absent"
    assert findings["camera"].state == "ok"


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (WireFaults(rubbish=1.0), "not as a Pipsqueak board"),
        (WireFaults(drop=1.0), "does not answer"),
        (WireFaults(protocol=4), "protocol 4"),
        (WireFaults(dictionary="0000"), "dictionary"),
    ],
)
def test_a_board_that_is_none_of_ours_is_named(faults: WireFaults, words: str) -> None:
    with board_at_port(RecordingMechanics(), faults=faults) as (_, port):
        findings = found(TableChoice(table=port.name, camera="/dev/video99"))
    assert findings["board"].state == "fault"
    assert words in findings["board"].words


def test_an_open_lid_is_reported_and_a_latched_stop_can_be_cleared() -> None:
    with board_at_port(RecordingMechanics()) as (board, port):
        choice = TableChoice(table=port.name, camera="/dev/video99")
        board.open_lid()
        assert "close the lid" in found(choice)["board"].words
        assert found(choice, clear=True)["board"].state == "fault"
        board.close_lid()
        assert "doctor --clear" in found(choice)["board"].words
        assert found(choice, clear=True)["board"].state == "ok"
        with open_controller(port.name, VirtualClock()) as controller:
            controller.stop()
        assert "STOPPED" in found(choice)["board"].words
        assert found(choice, clear=True)["board"].state == "ok"

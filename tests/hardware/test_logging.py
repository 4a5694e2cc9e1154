"""What the driver writes to its loggers, and that it writes nowhere else."""

import logging
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.clock import VirtualClock
from hardware.controller import open_controller
from hardware.crank import CrankController
from hardware.dictionary import LID_SECONDS
from hardware.errors import Failure, FaultError, OutcomeUnknownError
from hardware.link import LinkTiming
from hardware.sim.board import SimulatedBoard
from hardware.sim.lines import WireFaults
from hardware.transport import SerialTransport
from tests.support.hardware.boards import board_at_port, controller_of
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.robot.waiting import PATIENCE
from vision.pictures import load_picture


def drain(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    """Return the messages of this level since the last call."""
    found = [record.getMessage() for record in caplog.records if record.levelno == level]
    caplog.clear()
    return found


def test_opening_and_closing_a_port(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hardware")
    with board_at_port(RecordingMechanics()) as (_, served):
        port = served.name
        controller = open_controller(CrankController, port, VirtualClock(), LinkTiming(reply=PATIENCE, hello=PATIENCE))
        opened = drain(caplog, logging.INFO)
        assert f"opened {port} at 115200 baud" in opened
        assert any(line.startswith(f"the board at {port} answers: boot 1, last seq 0") for line in opened)
        controller.close()
        controller.close()
    assert drain(caplog, logging.INFO) == [f"closed {port}"]


def test_a_port_that_is_not_there(caplog: pytest.LogCaptureFixture) -> None:
    with raises(Failure.PORT_MISSING):
        SerialTransport("/dev/no-such-port")
    assert any("cannot open /dev/no-such-port" in line for line in drain(caplog, logging.WARNING))


def test_retries_and_resets(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hardware")
    clock = VirtualClock()
    board = SimulatedBoard(RecordingMechanics(), clock, WireFaults(drop=0.4), seed=3)
    with controller_of(board, clock) as controller:
        for _ in range(5):
            controller.stat()
        assert any("sending again: @1 " in line for line in drain(caplog, logging.INFO))
        board.reset("watchdog")
        with pytest.raises(OutcomeUnknownError):
            controller.home()
        assert any("was reset: boot 2 after 1, cause watchdog" in line for line in drain(caplog, logging.WARNING))


def test_faults(caplog: pytest.LogCaptureFixture) -> None:
    clock = VirtualClock()
    board = SimulatedBoard(RecordingMechanics(), clock)
    with controller_of(board, clock) as controller:
        board.move(lid_closed=False)
        clock.sleep(LID_SECONDS)
        with pytest.raises(FaultError):
            controller.home()
        assert drain(caplog, logging.WARNING) == ["home refused: fault 3 is latched"]


def test_cameras(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.INFO, "hardware")
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((4, 4, 3), np.uint8))
    open_camera(str(tmp_path), VirtualClock(), load_picture).close()
    assert drain(caplog, logging.INFO) == [f"opened camera {tmp_path}"]
    with raises(Failure.STREAM):
        open_camera("rtsp://anna:secret@127.0.0.1:1/", VirtualClock(), load_picture)
    assert drain(caplog, logging.WARNING) == ["cannot open camera rtsp://127.0.0.1:1/: STREAM"]


def test_a_program_without_handlers_prints_nothing() -> None:
    program = "import logging, hardware; logging.getLogger('hardware.link').error('a secret')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")

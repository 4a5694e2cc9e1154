"""SIGTERM in the middle of a throw: the real program, on a board that the test holds, leaves all of it at rest."""

import os
import queue
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hardware.clock import SystemClock
from hardware.dimensions import dimensions
from hardware.sim.table import SHAKE_RATE, SHAKE_SECONDS, SimulatedTable
from robot.match.journal import Journal
from tests.support.hardware.boards import board_at_port
from tests.support.robot.programs import ensure_end
from tests.support.robot.waiting import PATIENCE

pytestmark = pytest.mark.check
CLOCK = SystemClock()


class SwitchedMachine(SimulatedTable):
    """A simulated machine that keeps what it was made to do; its first shake ends the program that plays on it."""

    def __init__(self) -> None:
        super().__init__(4, CLOCK, dimensions())
        self.done: list[str] = []
        self.players: queue.SimpleQueue[subprocess.Popen[str]] = queue.SimpleQueue()
        self.shaken = threading.Event()

    def shake(self, start: float | None = None, seconds: float = SHAKE_SECONDS, rate: float = SHAKE_RATE) -> bool:
        self.done.append("shake")
        home = super().shake(start, seconds, rate)
        if not self.shaken.is_set():
            self.players.get(timeout=PATIENCE).send_signal(signal.SIGTERM)
            self.shaken.set()
        return home

    def home(self, at: float | None = None) -> None:
        self.done.append("home")
        super().home(at)

    def light(self, left: bool, right: bool, at: float | None = None) -> None:
        self.done.append("light" if left or right else "dark")
        super().light(left, right, at)


def stat(port: str) -> dict[str, str]:
    """Ask the board what it does, as somebody with a serial terminal does when the program has ended."""
    line = os.open(port, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(line, b"?")
        told = b""
        while not told.endswith(b"\n"):
            assert select.select([line], [], [], PATIENCE)[0]
            told += os.read(line, 500)
    finally:
        os.close(line)
    words = told.decode().rpartition("evt stat ")[2].rpartition("*")[0]
    return dict(word.split("=", 1) for word in words.split() if "=" in word)


NOISY = """
import sys
import numpy as np
from hardware import cameras
from hardware.camera import Frame
from hardware.closing import Closing
from robot.cli import main

class Noise(Closing):
    def __init__(self, source, clock):
        self._clock, self._random = clock, np.random.default_rng(1)

    def frame(self, after=None, timeout=None):
        self._clock.sleep(0.5)
        small = self._random.integers(60, 90, (9, 16, 3), np.uint8)
        return Frame(small.repeat(40, axis=0).repeat(40, axis=1), self._clock.now())

    def close(self):
        pass

cameras.VideoCamera = Noise
sys.exit(main(sys.argv[1:]))
"""
"""The program with a camera that shows nothing but noise, no two pictures alike."""


def test_an_exhibition_that_is_ended_in_a_throw_leaves_the_machine_at_rest(tmp_path: Path) -> None:
    machine = SwitchedMachine()
    with board_at_port(machine, CLOCK) as (_, port):
        command = [sys.executable, "-c", NOISY, "exhibit", "--table", port.name, "--camera", "0", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--countdown", "5"],
            env=os.environ | {"PIPSQUEAK_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        with ensure_end(process):
            machine.players.put(process)
            assert machine.shaken.wait(PATIENCE)
            _, said = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, said
            assert "Traceback" not in said
            left = stat(port.name)
    assert machine.done.count("shake") == 1, "no other throw was begun"
    assert machine.done[-1] == "dark"
    assert (left["state"], left["light"], left["clamp"]) == ("idle", "0,0", "0")
    with Journal(tmp_path / "data" / "journal.sqlite") as journal:
        assert journal.find_exhibited() is not None, "the game is to go on"

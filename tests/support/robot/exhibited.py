"""`pipsqueak WORDS` on a simulated table with a stop to press: `python -m tests.support.robot.exhibited WORDS`.

While a file called "stopped" stands in PIPSQUEAK_HOME, the emergency stop is pressed.
"""

import os
import sys
import threading
from pathlib import Path
from typing import Self

import hardware.sim.board
from robot.cli import main

LOOKS = 0.02
"""Seconds between two looks at the file."""


class StoppableBoard(hardware.sim.board.SimulatedBoard):
    """A board whose emergency stop is a file."""

    def __enter__(self) -> Self:
        self._pulled = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()
        return super().__enter__()

    def close(self) -> None:
        self._pulled.set()
        super().close()

    def _watch(self) -> None:
        stop, pressed = Path(os.environ["PIPSQUEAK_HOME"]) / "stopped", False
        while not self._pulled.wait(LOOKS):
            if stop.exists() != pressed:
                pressed = not pressed
                (self.press_estop if pressed else self.release_estop)()


if __name__ == "__main__":
    hardware.sim.board.SimulatedBoard = StoppableBoard  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))

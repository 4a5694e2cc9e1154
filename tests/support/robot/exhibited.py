"""`pipsqueak WORDS` on a simulated table with a stop to press: `python -m tests.support.robot.exhibited WORDS`.

While a file called "stopped" is in PIPSQUEAK_HOME, the emergency stop is pressed. All clocks are as many seconds ahead
as the file called "ahead" has bytes. If people do not answer, they are asked for as long as tests wait.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import hardware.clock
import hardware.sim.board
import robot.host.host
from robot.cli import main
from tests.support.robot.waiting import PATIENCE

LOOKS = 0.02
"""Seconds between two looks at the file."""


class LeapingClock(hardware.clock.SystemClock):
    """A clock that leaps ahead when a test says so."""

    def __init__(self, rate: float = 1.0) -> None:
        super().__init__(rate)
        self._ahead = Path(os.environ["PIPSQUEAK_HOME"]) / "ahead"

    def now(self) -> float:
        return super().now() + (self._ahead.stat().st_size if self._ahead.exists() else 0)


class StoppableBoard(hardware.sim.board.SimulatedBoard):
    """A board whose emergency stop is a file."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        stop, pressed = Path(os.environ["PIPSQUEAK_HOME"]) / "stopped", False
        while True:
            time.sleep(LOOKS)
            if stop.exists() != pressed:
                pressed = not pressed
                self.move(estop=pressed)


if __name__ == "__main__":
    robot.host.host.LAST_CALL = PATIENCE
    hardware.clock.SystemClock = LeapingClock  # type: ignore[misc]
    hardware.sim.board.SimulatedBoard = StoppableBoard  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))

"""A pseudo-terminal at which a simulated board listens in real time; the driver opens it as its port."""

import logging

from hardware.closing import Closing
from hardware.pseudo_terminal import PseudoTerminal
from hardware.sim.board import SimulatedBoard

_log = logging.getLogger(__name__)

WAKE_SECONDS = 0.05
"""Real seconds between two looks at the clock while nothing is underway."""


class SimulatedPort(Closing):
    """The port of `board`, whose wire must live by the system's clock. In a with-block it listens at `name`."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._terminal = PseudoTerminal(held=True)
        self.name = self._terminal.name
        self._terminal.start(self._run)
        _log.info("the simulated board listens at %s", self.name)

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless."""
        self._terminal.close()

    def _run(self) -> None:
        while True:
            due = self._board.seconds_until_due()
            if self._terminal.closes(WAKE_SECONDS if due is None else min(WAKE_SECONDS, due)):
                return
            if received := self._terminal.received():
                self._board.receive(received)
            if sent := self._board.sent():
                self._terminal.send(sent)

"""A pseudo-terminal at which the twin's board listens in real time; the driver opens it as its port."""

import logging
import select
import termios

from hardware.closing import Closing
from hardware.errors import TwinError
from hardware.pseudo_terminal import PseudoTerminal
from hardware.twin.board import TwinBoard
from hardware.twin.runner import Cause

_log = logging.getLogger(__name__)

POLL_SECONDS = 0.004
"""Real seconds between two looks at port and clock."""
BOOTLOADER_SECONDS = 1.0
"""Time that Optiboot takes after the reset by opening the port."""


class TwinPort(Closing):
    """The port of `board`, which must live by the system's clock. In a with-block the board listens there.

    Opening the port of an Uno resets it, unless the previous program has cleared HUPCL, and Optiboot then takes a
    second. Close it before the board.
    """

    def __init__(self, board: TwinBoard) -> None:
        self.opened = False
        """Whether a program has the port open."""
        self.drops = True
        """Whether closing the port drops the line that resets an Uno: HUPCL, as the last program left it."""
        self._board = board
        self._error: TwinError | None = None
        self._terminal = PseudoTerminal(held=not board.uno)
        self._terminal.start(self._run)
        _log.info("the twin's board listens at %s", self._terminal.name)

    @property
    def name(self) -> str:
        """The port for the driver. Raises TwinError if the board has failed."""
        self._raise_error()
        return self._terminal.name

    def explain_silence(self) -> None:
        """Raise TwinError if the board has failed or lies far behind the clock, which explains a missing answer."""
        self._raise_error()
        self._board.explain_silence()

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless. Raises TwinError if the board has failed meanwhile."""
        self._terminal.close()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not self._terminal.closes(POLL_SECONDS, listening=self.opened):
                self._look_at_port()
                if sent := self._board.sent():
                    self._terminal.send(sent)
        except Exception as error:  # noqa: BLE001  (raised in close)
            failure = f"the twin's board has failed: {type(error).__name__}: {error}"
            self._error = error if isinstance(error, TwinError) else TwinError(failure)
            _log.error("%s", failure, exc_info=error)
            self._terminal.hang_up()

    def _look_at_port(self) -> None:
        poll = select.poll()
        poll.register(self._terminal.master, select.POLLIN)
        happened = dict(poll.poll(0)).get(self._terminal.master, 0)
        opened = not happened & select.POLLHUP
        if opened and not self.opened and self._board.uno and self.drops:
            self._board.reset(Cause.EXTERNAL, hold=BOOTLOADER_SECONDS)
        self.opened = opened
        if opened:
            self.drops = bool(termios.tcgetattr(self._terminal.master)[2] & termios.HUPCL)
        if received := self._terminal.received():
            self._board.receive(received)

"""The connection to the table: open it, notice its loss, try again with back-off, and restore it."""

from collections.abc import Callable

from hardware.clock import Clock
from hardware.controller import fault_error
from hardware.dictionary import FaultNumber
from hardware.errors import ControllerError, FaultError, HardwareError, PanelError
from robot.errors import ROOMS
from robot.host.status import StatusBook, device_of
from robot.table.table import MachineTable, Table

BACK_OFF = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before the next try, by the number of tries so far."""
CHECK_SECONDS = 5.0
"""Seconds between two checks of the devices while no game is on."""
AT_REST = "board-rests"
"""The key of the note that the board powers neither motor nor levers."""


class TableConnection:
    """A table that is opened when it is needed. `book` lists a lost device until it is back.

    Latched faults of the board are cleared as soon as their cause is gone. An emergency stop is cleared only after
    somebody at the table presses a button, which confirms that all hands are away; `forget` drops earlier presses.
    """

    def __init__(
        self, opener: Callable[[], Table], book: StatusBook, clock: Clock, forget: Callable[[], None] = lambda: None
    ) -> None:
        self._opener, self._book, self._clock, self._forget = opener, book, clock, forget
        self._table: Table | None = None
        self._tries = 0
        self._again_at = self._check_at = clock.now()
        self._ill: dict[str, Exception] = {}
        self._stopped = False
        self._lit: bool | None = None

    @property
    def now(self) -> Table | None:
        """The table while it is open and without faults."""
        return None if self._ill else self._table

    @property
    def at_hand(self) -> Table | None:
        """The table while it is open, with or without faults."""
        return self._table

    @property
    def fault(self) -> Exception | None:
        """The table's fault, None while it has none."""
        return next(reversed(self._ill.values()), None)

    @property
    def stopped(self) -> bool:
        """Whether an emergency stop still waits for a press of a button at the table."""
        return self._stopped

    @property
    def seconds(self) -> float:
        """Seconds until the next try."""
        return max(0.0, self._again_at - self._clock.now())

    def use(self) -> Table:
        """Return the table, open and without faults. If this raises, the caller passes the error to `lose`."""
        table = self._open()
        if isinstance(table, MachineTable) and self._tries:
            table.check()
        self._recover("board", "camera")
        return table

    def lose(self, error: Exception) -> None:
        """Note what went wrong, and set the time of the next try."""
        name = device_of(error)
        self._book.fault(name, error)
        self._ill[name] = error
        if isinstance(error, FaultError) and error.fault == FaultNumber.ESTOP and not self._stopped:
            self._stopped = True
            self._forget()
        if isinstance(error, HardwareError) and not isinstance(error, ControllerError | PanelError):
            self.close()
        self._again_at = self._clock.now() + BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
        self._tries += 1

    def works(self) -> None:
        """Note that a throw counted, or that every device answers."""
        self._tries = 0
        self._check_at = self._clock.now() + CHECK_SECONDS
        self._recover(*self._ill)

    def try_again(self, *, near: bool) -> None:
        """Try again now: somebody has pressed a button. Only people `near` the table can see that hands are away."""
        self._stopped &= not near
        self._again_at = self._clock.now()

    def look_after(self) -> None:
        """Check the devices while no game is on, if a check is due; open them if they are lost."""
        if self._clock.now() < (self._again_at if self._tries else self._check_at):
            return
        try:
            table = self._open()
            rests = isinstance(table, MachineTable) and table.check()
        except ROOMS as error:
            self.lose(error)
        else:
            self.works()
            self._recover("camera")
            self._recover("board", note=AT_REST if rests else "")

    def shine(self, *, lit: bool) -> None:
        """Light the wells between two games; while nothing may move (not `lit`), power nothing, even with faults."""
        table = self.now if lit else self._table
        if not isinstance(table, MachineTable) or self._lit is lit:
            return
        try:
            if lit:
                table.shine()
            else:
                table.rest()
            self._lit = lit
        except ROOMS as error:
            self.lose(error)

    def reopen(self) -> None:
        """Close the devices; the next check or use opens them again without waiting."""
        self.close()
        self._again_at = self._check_at = self._clock.now()

    def close(self) -> None:
        """Leave the table safe, and close it. Repeating this is harmless."""
        table, self._table = self._table, None
        if table:
            table.close()

    def _open(self) -> Table:
        """Return the table, open; after a loss, clear the faults whose cause is gone."""
        if self._table is None:
            self._table = self._opener()
            self._lit = None
        if isinstance(self._table, MachineTable) and self._tries:
            self._clear(self._table)
        if not self._ill:  # its user may have changed the lights
            self._lit = None
        return self._table

    def _recover(self, *names: str, note: str = "") -> None:
        for name in names:
            self._ill.pop(name, None)
            self._book.clear(name, note=note)

    def _clear(self, table: MachineTable) -> None:
        for number in sorted(table.controller.stat().faults):
            if number == FaultNumber.ESTOP and self._stopped:
                raise fault_error(number)
            try:
                table.controller.clear(number)
            except ControllerError as error:
                raise fault_error(number) from error

"""The driver of the machine of boxes: it knocks the boxes whose dice are thrown."""

from collections.abc import Callable, Collection
from types import MappingProxyType

from hardware.clock import Clock
from hardware.controller import Controller, Stat, Trial, digits_of, number_of
from hardware.dictionary import WELLS, FaultNumber, dictionary
from hardware.dimensions import BOXES
from hardware.errors import Failure, OutcomeUnknownError
from hardware.link import Link
from hardware.wire import Reply

KNOCK = dictionary(BOXES).standards("knock")
"""The standard knock, in the units of the board's command."""
KNOCK_SECONDS = (KNOCK["count"] * KNOCK["gap"]) / 1000
"""The most that it takes: its pulses, one box after the other, end before the last gap does."""
COOL_SECONDS = 30.0
"""Seconds that a throw waits for warm coils; for some seconds after a reset the board assumes that they are warm."""
COOL_POLL_SECONDS = 0.5


class BoxController(Controller):
    """The controller of the machine of boxes; see Controller. At rest it powers nothing, and it has no lights."""

    KIND = BOXES
    LOOKS = MappingProxyType({"room": (False, False)})
    TRIALS = tuple(Trial("test-knock", well) for well in range(1, WELLS + 1))
    STEPS = ("board", "camera", "calibration", "knocks", "dice", "throws")
    SHORT_STEPS = ("board", "camera", "knocks", "throws")
    FIXED = False

    def __init__(self, link: Link, clock: Clock) -> None:
        super().__init__(link, clock)
        self._until = 0.0

    def throw(
        self, wells: Collection[int], keep: Collection[int] = (), meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Knock the boxes of `wells` except those in `keep`. Waits for coils that are too warm."""
        thrown = sorted({*wells} - {*keep})
        if not set(thrown) <= set(range(1, WELLS + 1)):
            raise Failure.COMMAND_VALUE.error(f"there are boxes 1 to {WELLS}, not {thrown}")
        if not thrown:
            return
        self._until = self._clock.now() + COOL_SECONDS
        reply = self._command("knock", wells=int("".join(map(str, thrown))))
        stat = self._finish("knock", KNOCK_SECONDS, meanwhile=meanwhile)
        if stat.shakes != number_of(reply, "shakes"):
            raise OutcomeUnknownError("the board counts other knocks than this program")

    def reveal(self, keep: Collection[int] = ()) -> None:
        """Do nothing: no part of the machine stands between the dice and a camera."""

    def lights(self, left: bool, right: bool) -> None:
        """Do nothing: the machine has no lights."""

    def rest(self) -> None:
        """Do nothing: only a pulse takes power."""

    def try_out(self, trial: Trial) -> None:
        if trial.well is not None:
            self.throw((trial.well,))

    def _leave(self) -> None:
        if self.stat().state == "knocking":
            self.stop()
            self.clear(FaultNumber.STOPPED)

    def _mend(self, reply: Reply) -> bool:
        if reply.code != "HOT":
            return False
        if self._clock.now() >= self._until:
            raise Failure.COIL_HOT.error(f"the coils of the boxes have not cooled down in {COOL_SECONDS:g} s")
        self._clock.sleep(COOL_POLL_SECONDS)
        return True

    def _read_stat(self, reply: Reply) -> Stat:
        return Stat(reply.keys["state"], number_of(reply, "shakes"), digits_of(reply, "faults"))

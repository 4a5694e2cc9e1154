"""The binary and its machine as one board, paced by a clock."""

import logging
import threading
from collections.abc import Callable

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.sim.board import FOREIGN
from hardware.sim.faults import WireFaults
from hardware.twin.line import Line
from hardware.twin.lockstep import DrivenMachine, Lockstep
from hardware.twin.pace import Pace
from hardware.twin.runner import BootloaderKind, Cause, Events, Runner

_log = logging.getLogger(__name__)

SLICE_SECONDS = 0.01
START_SECONDS = 0.1
"""How long the board has been on when it is first opened."""


class TwinBoard(Closing):
    """A board that drives `machine`. A host reaches it by `receive` and `sent` (see VirtualLine), or at a TwinPort.

    Its time is that of `clock`. It advances when it receives something or somebody looks, so that by a virtual clock
    the same commands and the same `seed` of `faults` give the same history to the last bit. `uno` puts Optiboot on the
    chip. `pace` stops a board that cannot keep up with the clock. `listen` gets all events at the board's pins, from
    the thread that advances it. In place of a `foreign` board another maker's answers.
    """

    def __init__(
        self,
        machine: DrivenMachine,
        clock: Clock,
        faults: WireFaults | None = None,
        seed: int = 0,
        *,
        runner: Runner,
        uno: bool = False,
        pace: Pace | None = None,
        listen: Callable[[Events], None] | None = None,
        foreign: bool = False,
    ) -> None:
        self.lock = threading.RLock()
        """Held while machine and board advance."""
        self.uno = uno
        self._clock, self._foreign = clock, foreign
        self._said = bytearray()
        self._line = Line(Lockstep(runner, machine, listen=listen), faults, seed)
        if uno:
            runner.bootloader(BootloaderKind.OPTIBOOT)
        self._line.advance(START_SECONDS)
        self._pace = pace
        self.start = clock.now() - self._line.now()
        """The clock's time at power-on."""

    @property
    def lights(self) -> tuple[float, float]:
        """Brightness of the left and the right half of the ring, 0 to 1."""
        return self._line.board.lights

    @property
    def resets(self) -> int:
        """Number of resets from outside."""
        return self._line.resets

    def reset(self, cause: Cause = Cause.EXTERNAL, *, hold: float = 0.0) -> None:
        """Reset the board as its button or its supply does. Nothing runs for `hold` seconds."""
        with self.lock:
            self.catch_up()
            _log.info("resetting the twin's board at %.3f s: %s", self._line.now(), cause.name)
            self._line.reset(cause, hold=hold)

    def sag(self) -> None:
        """Let its supply break down for a moment: it is reset at once. For the thread that advances it."""
        self._line.reset_in(0.0, Cause.BROWNOUT)

    def catch_up(self) -> None:
        """Advance board and machine to the clock's time. Raises TwinError: the runner has ended, or the pace's."""
        with self.lock:
            now = self._clock.now() - self.start
            while self._line.now() < now:
                self._line.advance(min(now, self._line.now() + SLICE_SECONDS))
                if self._pace:
                    self._pace.note(self._line.now(), self._clock.now() - self.start)

    def receive(self, data: bytes) -> None:
        """Accept what the host sends now. Raises what catch_up does."""
        with self.lock:
            self.catch_up()
            if self._foreign:
                self._said += FOREIGN * data.count(b"\n")
            else:
                self._line.write(data)

    def sent(self) -> bytes:
        """Catch up, and return what has reached the host since the last call. Raises what catch_up does."""
        with self.lock:
            self.catch_up()
            said, self._said = bytes(self._said), bytearray()
            return said if self._foreign else self._line.read(0.0)

    def explain_silence(self) -> None:
        """Raise TwinError if the board lies far behind the clock, which explains a missing answer."""
        if self._pace:
            self._pace.explain_silence(self._line.now(), self._clock.now() - self.start)

    def close(self) -> None:
        """Switch the board off. Closing twice is harmless."""
        self._line.close()

"""The binary and its machine behind a pseudo-terminal, paced by a clock; the driver opens it as its port."""

import contextlib
import logging
import os
import select
import termios
import threading
import tty
from collections.abc import Callable

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import TwinError
from hardware.sim.faults import WireFaults
from hardware.twin.line import Line
from hardware.twin.lockstep import DrivenMachine, Lockstep
from hardware.twin.pace import Pace
from hardware.twin.runner import BootloaderKind, Cause, Events, Runner

_log = logging.getLogger(__name__)

POLL_SECONDS = 0.004
"""Real seconds between two polls of port and clock while nothing is in transit."""
SLICE_SECONDS = 0.01
QUIET_SECONDS = 0.008
"""After this time without traffic, the board has answered."""
START_SECONDS = 0.1
"""How long the board has been on when it is first opened."""
BOOTLOADER_SECONDS = 1.0
"""Time that Optiboot takes after the reset by opening the port."""


class TwinBoard(Closing):
    """A board that drives `machine`. In a with-block it listens on the pseudo-terminal `port`.

    Its time is that of `clock`, which it advances by sleeping while an answer is in transit: with a virtual clock it
    runs as fast as possible. It delivers its answers once it is quiet. With `lazy` it advances only when it gets a
    command or somebody looks, so that the same commands and the same `seed` of `faults` give the same history to the
    last bit, whatever the threads do. With `uno`, opening the port resets the board, as Arduinos do unless the previous
    program has cleared HUPCL, and Optiboot then takes a second. `pace` stops a board that cannot keep up with the
    clock. `listen` gets all events at the board's pins, from the board's thread.
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
        lazy: bool = False,
        pace: Pace | None = None,
        listen: Callable[[Events], None] | None = None,
    ) -> None:
        self.lock = threading.RLock()
        """Held while machine and board advance."""
        self._error: TwinError | None = None
        self._clock = clock
        self._runner = runner
        self._line = Line(Lockstep(self._runner, machine, listen=listen), faults, seed)
        self._uno = uno
        if uno:
            self._runner.bootloader(BootloaderKind.OPTIBOOT)
        self._line.advance(START_SECONDS)
        self._lazy, self._pace = lazy, pace
        self.start = clock.now() - self._line.now()
        """The clock's time at power-on."""
        self._asked = False
        self._moved = 0.0
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._port = os.ttyname(self._slave)
        self._opened = False
        self._drops = True
        self._thread = threading.Thread(target=self._run, name=f"twin {self._port}", daemon=True)
        self._wake_out, self._wake_in = os.pipe()

    @property
    def port(self) -> str:
        """The port for the driver. Raises TwinError if the board has failed."""
        self._raise_error()
        return self._port

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

    def catch_up(self) -> None:
        """Advance board and machine to the clock's time. Raises the error of `pace`."""
        with self.lock:
            now = self._clock.now() - self.start
            while self._line.now() < now:
                self._line.advance(min(now, self._line.now() + SLICE_SECONDS))
                if self._pace:
                    self._pace.note(self._line.now(), self._clock.now() - self.start)

    def __enter__(self) -> "TwinBoard":
        if self._uno:
            os.close(self._slave)
            self._slave = -1
        self._thread.start()
        _log.info("the twin's board listens at %s", self._port)
        return self

    def close(self) -> None:
        """Disconnect the board. Closing twice is harmless. Raises TwinError if the board has failed meanwhile."""
        if self._master < 0:
            return
        if self._thread.ident is not None:
            os.write(self._wake_in, b"x")
            self._thread.join()
        for descriptor in (self._master, self._slave, self._wake_out, self._wake_in):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1
        self._line.close()
        self._raise_error()

    def explain_silence(self) -> None:
        """Raise TwinError if the board has failed or lies far behind the clock, which explains a missing answer."""
        self._raise_error()
        if self._pace:
            self._pace.explain_silence(self._line.now(), self._clock.now() - self.start)

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not select.select([self._wake_out], [], [], 0)[0]:
                self._look_at_port()
                if self._asked or not self._lazy:
                    with self.lock:
                        self.catch_up()
                        self._hand_over()
                if self._asked:
                    self._clock.sleep(SLICE_SECONDS / 5)
                else:
                    select.select([self._wake_out, *([self._master] if self._opened else [])], [], [], POLL_SECONDS)
        except Exception as error:  # noqa: BLE001  (raised in close)
            failure = f"the twin's board has failed: {type(error).__name__}: {error}"
            self._error = error if isinstance(error, TwinError) else TwinError(failure)
            _log.error("%s", failure, exc_info=error)
            os.close(self._master)  # the host loses its port
            self._master = os.open(os.devnull, os.O_RDONLY)

    def _look_at_port(self) -> None:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        happened = dict(poll.poll(0)).get(self._master, 0)
        opened = not happened & select.POLLHUP
        if opened and not self._opened and self._uno and self._drops:
            self.reset(Cause.EXTERNAL, hold=BOOTLOADER_SECONDS)
        self._opened = opened
        if opened:
            self._drops = bool(termios.tcgetattr(self._master)[2] & termios.HUPCL)
        if happened & select.POLLIN:
            data = os.read(self._master, 4096)
            with self.lock:
                self.catch_up()
                self._line.write(data)
                self._asked = True
                self._moved = self._line.now()

    def _hand_over(self) -> None:
        """Deliver what the board has sent; after a command, once the board is quiet again."""
        now = self._line.now()
        if self._asked and self._line.underway:
            self._moved = now
        if self._asked and now - self._moved < QUIET_SECONDS:
            return
        self._asked = False
        came = self._line.read(0.0)
        if came:
            # nobody reads: what overflows is lost, as on a real line
            with contextlib.suppress(OSError):
                os.write(self._master, came)

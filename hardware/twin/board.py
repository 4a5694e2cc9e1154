"""The binary and its machine behind a real pseudo-terminal, paced by a clock: what the driver opens as its port."""

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
"""Real seconds between two looks at the port and the clock while nothing is on its way."""
SLICE_SECONDS = 0.01
QUIET_SECONDS = 0.008
"""Once nothing has come or gone for so long, the board has answered what it was asked."""
START_SECONDS = 0.1
"""The board has been on for so long when it is opened first."""
BOOTLOADER_SECONDS = 1.0
"""What Optiboot takes after the reset that opening a port brings."""


class TwinBoard(Closing):
    """A board on `machine` that lives by `clock`; in a with-block it listens on the pseudo-terminal `port`.

    Its time is the clock's, which it moves on (by sleeping) while an answer is on its way: by a virtual clock it goes
    as fast as it can. It hands its answers over once it is quiet. With `lazy` it goes on only when it is asked or
    looked at, so that the same asks and the same `seed` of `faults` are the same history to the last bit, whatever the
    threads do. With `uno` the opening of the port resets it, as Arduinos do unless the program before has cleared
    HUPCL, and Optiboot then takes a second. `pace` ends it where it cannot keep up with the clock. `listen` hears of
    all that happens at the board's pins, from the board's thread.
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
        """Held while machine and board move."""
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
        """The clock's time when the power came."""
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
        """What the driver opens. Raises TwinError: what has ended the board."""
        self._tell_error()
        return self._port

    @property
    def lights(self) -> tuple[float, float]:
        """How far the left and the right half of the ring are on, 0 to 1."""
        return self._line.board.lights

    @property
    def resets(self) -> int:
        """How often it was reset from outside."""
        return self._line.resets

    def reset(self, cause: Cause = Cause.EXTERNAL, *, hold: float = 0.0) -> None:
        """Reset the board as its button or its supply does; nothing runs for `hold` seconds."""
        with self.lock:
            self.catch_up()
            _log.info("resetting the twin's board at %.3f s: %s", self._line.now(), cause.name)
            self._line.reset(cause, hold=hold)

    def catch_up(self) -> None:
        """Let board and machine come to the clock's time: for whoever looks at them. Raises what `pace` raises."""
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
        """Pull the plug; closing twice is harmless. Raises TwinError: what has ended the board meanwhile."""
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
        self._tell_error()

    def blame(self) -> None:
        """Raise TwinError, what is to blame for a missing answer: the board has ended, or lies far behind the clock."""
        self._tell_error()
        if self._pace:
            self._pace.blame(self._line.now(), self._clock.now() - self.start)

    def _tell_error(self) -> None:
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
        except Exception as error:  # noqa: BLE001  (told in close)
            told = f"the twin's board has failed: {type(error).__name__}: {error}"
            self._error = error if isinstance(error, TwinError) else TwinError(told)
            _log.error("%s", told, exc_info=error)
            os.close(self._master)  # the host finds its port gone
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
        """Hand over what the board has sent, after a question once it is quiet again."""
        now = self._line.now()
        if self._asked and self._line.underway:
            self._moved = now
        if self._asked and now - self._moved < QUIET_SECONDS:
            return
        self._asked = False
        came = self._line.read(0.0)
        if came:
            # nobody listens: what overflows is lost, as on a real line
            with contextlib.suppress(OSError):
                os.write(self._master, came)

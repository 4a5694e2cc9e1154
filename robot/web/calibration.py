"""A calibration from the page. It runs 'pipsqueak calibrate' beside the server, while the host lends it the table."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial

from robot.errors import ROOMS, HostClosedError
from robot.host.host import Host
from robot.language.error_messages import ErrorMessage
from robot.language.language import ENGLISH
from robot.saying import Saying

PAUSE = 0.1
"""Seconds between two checks whether the calibration has ended."""
PATIENCE = 300.0
"""Seconds within which a game must end for it, and people must do a step."""
GRACE = 5.0
"""Seconds within which it must end after a request to do so."""
KEPT = 50
DONE = "r\n"


def command_of(table: str, camera: str | None) -> list[str]:
    """Return the command line that calibrates this table with its camera."""
    named = ["--camera", camera] if camera else []
    return [sys.executable, "-m", "robot", "calibrate", "--table", table, *named]


class CalibrationRun:
    """The calibration of a host's table, one at a time. `lines` are its last lines of output. For any thread.

    It ends by itself after `patience` seconds without progress, because a game lasts that long or nobody does a step.
    """

    def __init__(self, host: Host, command: Sequence[str], patience: float = PATIENCE) -> None:
        self.lines: deque[str | Saying | ErrorMessage] = deque(maxlen=KEPT)
        self.said = 0
        self._host, self._command, self._patience = host, command, patience
        self._lock = threading.Lock()
        self._asked: Future[None] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._stopped = threading.Event()
        self._stirred = 0.0

    @property
    def goes_on(self) -> bool:
        """Whether a calibration is running, or waits for a game to end."""
        return self._asked is not None and not self._asked.done()

    def begin(self, language: str = ENGLISH) -> bool:
        """Begin in this language as soon as no game is on; return False if one runs already. From any thread."""
        with self._lock:
            if self.goes_on:
                return False
            self._stopped.clear()
            self.lines.clear()
            self._asked = asked = self._host.lend(partial(self._run, language))
        timer = threading.Timer(self._patience, self._give_up, (asked,))
        timer.daemon = True
        timer.start()
        asked.add_done_callback(self._ended)
        asked.add_done_callback(lambda _: timer.cancel())
        return True

    def step(self) -> None:
        """Confirm that people have done the step."""
        process = self._process
        if process is not None and process.stdin is not None:
            self._stirred = time.monotonic()
            with suppress(OSError, ValueError):  # the calibration has ended meanwhile
                process.stdin.write(DONE)
                process.stdin.flush()

    def stop(self) -> None:
        """Cancel the calibration, and say so in place of what it said. Repeating this is harmless."""
        with self._lock:
            if not self.goes_on or self._stopped.is_set():
                return
            self._stopped.set()
            self.lines.clear()
            self.say(Saying("calibrate-stopped"))
        if (asked := self._asked) is not None:
            asked.cancel()

    def say(self, line: str | Saying | ErrorMessage) -> None:
        """Show a line."""
        self.lines.append(line)
        self.said += 1

    def _give_up(self, asked: "Future[None]") -> None:
        if asked.cancel():
            self.say(Saying("calibrate-played"))

    def _ended(self, asked: "Future[None]") -> None:
        """Say why it did not begin: the table is missing."""
        try:
            asked.result()
        except CancelledError:
            return
        except ROOMS as error:
            self.say(ErrorMessage.of(error))

    def _run(self, language: str) -> None:
        """Calibrate while the host has closed the devices. In the host's thread."""
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(
                [*self._command, "--language", language],
                stdin=pipe,
                stdout=pipe,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
                start_new_session=True,
            )
        except OSError as error:
            self.say(Saying("calibrate-not-begun", {"why": error.strerror or str(error)}))
            return
        self._process, self._stirred = process, time.monotonic()
        reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        reader.start()
        try:
            while process.poll() is None and not self._stopped.is_set():
                with suppress(subprocess.TimeoutExpired):
                    process.wait(PAUSE)
                self._host.beat()
                if time.monotonic() - self._stirred > self._patience:
                    self.say(Saying("calibrate-given-up", {"seconds": self._patience}))
                    break
        except HostClosedError:
            pass
        finally:
            self._process = None
            self._end(process)
            reader.join(GRACE)

    @staticmethod
    def _end(process: "subprocess.Popen[str]") -> None:
        """End the calibration and the processes that it has started."""
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        """Show its output until all its processes have ended."""
        assert process.stdin
        assert process.stdout
        with suppress(OSError), process.stdin, process.stdout:
            for line in process.stdout:
                self._stirred = time.monotonic()
                with self._lock:
                    if not self._stopped.is_set():
                        self.say(line.strip().removeprefix("pipsqueak: "))

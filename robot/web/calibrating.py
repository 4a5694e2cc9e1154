"""A calibration from the page: 'pipsqueak calibrate' beside the server, while the host lets go of the table."""

import subprocess
import sys
import threading
from collections.abc import Callable

from hardware.errors import PortError
from robot.errors import ROOMS
from robot.host import Host
from robot.table import Table

PAUSE = 0.1
"""Seconds after which the host's thread looks whether the calibration has ended."""
DONE = "r\n"


class Calibrating:
    """One calibration of a table, step by step; `said` takes each line, from a thread of its own."""

    def __init__(self, host: Host, table: str, said: Callable[[str], None]) -> None:
        self._host, self._said = host, said
        self._command = [sys.executable, "-m", "robot", "calibrate", "--table", table]
        self._process: subprocess.Popen[str] | None = None

    @property
    def goes_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def begin(self) -> None:
        """Begin as soon as no game is on."""
        self._host.ask(self._run)

    def step(self) -> None:
        """Say that people have done what was asked for."""
        if self._process is not None and self._process.stdin is not None and self.goes_on:
            self._process.stdin.write(DONE)
            self._process.stdin.flush()

    def stop(self) -> None:
        """Change nothing after all; harmless when repeated."""
        if self._process is not None:
            self._process.terminate()

    def _run(self, table: Table) -> None:
        """Let go of the devices, wait for the end, and have them opened anew. In the host's thread."""
        table.close()
        with subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as self._process:
            reader = threading.Thread(target=self._read, daemon=True)
            reader.start()
            try:
                while self.goes_on:
                    self._host.heed()
                    self._host.clock.sleep(PAUSE)
            except ROOMS:
                self.stop()
            reader.join()
        raise PortError("the table was calibrated", "wait a moment: its devices are opened again")

    def _read(self) -> None:
        if self._process is not None and self._process.stdout is not None:
            for line in self._process.stdout:
                self._said(line.strip().removeprefix("pipsqueak: "))

"""The command line: called in the test's own process, which spares the start of another, or as a process of its own."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import pytest

from robot.cli import main

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NEVER = 1e6
"""Seconds after which a verb would say that it takes long, which depends on the machine and is no test's matter."""
PROGRAM = (
    sys.executable,
    "-c",
    f"import sys, robot.terminal.waiting, robot.cli; robot.terminal.waiting.SLOW = {NEVER}; sys.exit(robot.cli.main())",
)
"""Runs pipsqueak with the words that follow."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What a call has left behind."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Return the JSON lines on stdout."""
        return [json.loads(line) for line in self.stdout.splitlines()]


class EndingStream(io.StringIO):
    """Takes what is printed; at the end of the first line that holds `text`, its own process gets a signal."""

    def __init__(self, text: str, number: signal.Signals, beside: int | None = None) -> None:
        super().__init__()
        self._text, self._number, self._beside = text, number, beside
        self._ended = False

    def write(self, text: str) -> int:
        """Take a text, and write it to the file descriptor `beside` too."""
        if self._beside is not None:
            os.write(self._beside, text.encode())
        count = super().write(text)
        if not self._ended and self.getvalue().endswith("\n") and self._text in self.getvalue():
            self._ended = True
            signal.raise_signal(self._number)
        return count


def call(home: Path, *words: str, typed: str | TextIO = "", out: io.StringIO | None = None) -> Finished:
    """Run pipsqueak in this process, with its files in `home` and `typed` on stdin; `out` takes what it prints."""
    handlers = [signal.getsignal(number) for number in ENDING]
    out, err = out or io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setenv("PIPSQUEAK_HOME", str(home))
        patch.setattr("robot.terminal.waiting.SLOW", NEVER)
        patch.setattr(sys, "stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        try:
            returncode = main(words)
        finally:
            for number, handler in zip(ENDING, handlers, strict=True):
                signal.signal(number, handler)
    return Finished(returncode, out.getvalue(), err.getvalue())


def kill_at(home: Path, text: str, *words: str) -> list[dict[str, Any]]:
    """Run pipsqueak as a process that kills itself after the first line that holds `text`; return its JSON lines."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.robot.command", text, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PIPSQUEAK_HOME": str(home)},
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    return Finished(done.returncode, done.stdout, done.stderr).lines


def start_program(home: Path, *words: str, under: Sequence[str] = ()) -> "subprocess.Popen[str]":
    """Start pipsqueak as a process of its own, `under` a program that starts it."""
    return subprocess.Popen(
        [*under, *PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PIPSQUEAK_HOME": str(home)},
    )


if __name__ == "__main__":
    sys.stdout = EndingStream(sys.argv[1], signal.SIGKILL, beside=1)
    sys.exit(main(sys.argv[2:]))

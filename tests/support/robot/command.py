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
from typing import Any

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


def call(home: Path, *words: str, typed: str = "") -> Finished:
    """Run pipsqueak in this process, with its files in `home` and `typed` on stdin."""
    handlers = [signal.getsignal(number) for number in ENDING]
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setenv("PIPSQUEAK_HOME", str(home))
        patch.setattr("robot.terminal.waiting.SLOW", NEVER)
        patch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            returncode = main(words)
        finally:
            for number, handler in zip(ENDING, handlers, strict=True):
                signal.signal(number, handler)
    return Finished(returncode, out.getvalue(), err.getvalue())


def started(home: Path, *words: str, under: Sequence[str] = ()) -> "subprocess.Popen[str]":
    """Start pipsqueak as a process of its own, `under` a program that starts it."""
    return subprocess.Popen(
        [*under, *PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PIPSQUEAK_HOME": str(home)},
    )

"""Keys reach a program that reads none, and only where the program runs in a terminal."""

import io
import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

from hardware.keyboard import KeyboardPanel, leave, leave_at_once
from hardware.panel import Button
from tests.support.repository import REPOSITORY

BUSY = """
import fcntl, sys, termios, time
from hardware.keyboard import LeftByKeyError, leave, leave_at_once

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
before = termios.tcgetattr(0)
try:
    with leave_at_once(sys.stdin, leave):
        print("busy", flush=True)
        while True:
            time.sleep(0.01)  # a signal that comes just before a sleep waits for its end
except LeftByKeyError:
    print("left", termios.tcgetattr(0) == before, flush=True)
"""


def test_a_program_that_reads_no_keys_hears_them_and_leaves_the_terminal_as_it_was() -> None:
    person, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", BUSY], cwd=REPOSITORY, stdin=terminal, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "busy\n"
            os.write(person, b"rq")
            assert process.stdout.readline() == "left True\n"
            assert process.wait() == 0
        finally:
            process.kill()
            os.close(person)
            os.close(terminal)


def test_nothing_changes_where_keys_come_from_elsewhere(tmp_path: Path) -> None:
    heard = signal.getsignal(signal.SIGQUIT)
    (tmp_path / "keys").write_text("q\n")
    person, terminal = pty.openpty()
    try:
        with (tmp_path / "keys").open() as file, os.fdopen(os.dup(terminal)) as foreign:
            for stream in (io.StringIO("q\n"), file, foreign):
                before = termios.tcgetattr(terminal)
                with leave_at_once(stream, leave):
                    assert signal.getsignal(signal.SIGQUIT) == heard
                    assert termios.tcgetattr(terminal) == before
    finally:
        os.close(person)
        os.close(terminal)


def test_a_key_is_waited_for_and_others_stay_for_their_question() -> None:
    person, terminal = pty.openpty()
    with os.fdopen(person, "wb", buffering=0) as keys, os.fdopen(terminal) as stream, KeyboardPanel(stream) as panel:
        assert not panel.wait_for("f", 0.0)
        keys.write(b"rF")
        assert panel.wait_for("f", 60.0)
        assert panel.press() == Button.ROLL

"""Print lines, with escapes for letters that the output's encoding lacks."""

import io
import json
import os
import shutil
from collections.abc import Iterable
from typing import IO, Any, TextIO

UNMOVED = {"", "dumb", "unknown"}
"""Types of terminals whose cursor cannot be moved."""
WIDEST = 100
"""Columns beyond which a line is hard to read."""


def has_all_letters(out: TextIO) -> bool:
    return (out.encoding or "utf-8").lower().replace("_", "-") in {"utf-8", "utf8"}


def is_drawn_on(out: TextIO) -> bool:
    """Return whether `out` is a terminal that can draw the game; others print plain lines."""
    return out.isatty() and has_all_letters(out) and os.environ.get("TERM", "") not in UNMOVED


def print_lines(lines: Iterable[str], out: IO[str]) -> None:
    """Print lines without buffering; on a terminal, break long lines between words."""
    if out.isatty():
        from robot.language.lines import wrap_lines  # a pipe does not need it

        width = min(shutil.get_terminal_size().columns, WIDEST)
        lines = (part for line in lines for part in wrap_lines([line], width, "  "))
    for line in lines:
        out.write(f"{line}\n")
        out.flush()


def json_line(value: Any, out: TextIO) -> str:
    """Return one line of JSON, in ASCII if `out` lacks letters: so no name changes."""
    return json.dumps(value, ensure_ascii=not has_all_letters(out)) + "\n"


def take_all_letters(typed: TextIO, *told: TextIO) -> None:
    """Let streams accept letters that their encodings lack: print an escape, and read U+FFFD."""
    for stream, errors in ((typed, "replace"), *((one, "backslashreplace") for one in told)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)

"""Letters that an output's encoding lacks: people and programs read escapes in their place."""

import io
import json
import os
import shutil
from collections.abc import Iterable
from typing import IO, Any, TextIO

UNMOVED = {"", "dumb", "unknown"}
"""Terminals whose cursor cannot be moved."""
WIDEST = 100
"""Columns beyond which a line is hard to read."""


def has_all_letters(out: TextIO) -> bool:
    return (out.encoding or "utf-8").lower().replace("_", "-") in {"utf-8", "utf8"}


def is_drawn_on(out: TextIO) -> bool:
    """Return whether `out` is a terminal on which pictures can be drawn; on all others plain lines are printed."""
    return out.isatty() and has_all_letters(out) and os.environ.get("TERM", "") not in UNMOVED


def print_lines(lines: Iterable[str], out: IO[str]) -> None:
    """Print lines at once, broken between words where a terminal has no room for them."""
    if out.isatty():
        from robot.language.lines import wrap_lines  # which programs that read a pipe do not need

        width = min(shutil.get_terminal_size().columns, WIDEST)
        lines = (part for line in lines for part in wrap_lines([line], width, "  "))
    for line in lines:
        out.write(f"{line}\n")
        out.flush()


def json_line(value: Any, out: TextIO) -> str:
    """Return one line of JSON, in ASCII where `out` lacks letters: no name is changed by another in its place."""
    return json.dumps(value, ensure_ascii=not has_all_letters(out)) + "\n"


def take_all_letters(typed: TextIO, *told: TextIO) -> None:
    """Let no stream fail on a letter that its encoding lacks: it is told as an escape, and U+FFFD if it is typed."""
    for stream, errors in ((typed, "replace"), *((one, "backslashreplace") for one in told)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)

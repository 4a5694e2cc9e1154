"""Letters that an output's encoding lacks: people read others in their place, and programs read escapes."""

import codecs
import io
import json
import os
import unicodedata
from typing import Any, TextIO

READABLE = "readable"
"""The name of the error handler of streams that are told something."""
IN_PLACE = {
    **dict.fromkeys("–—−─", "-"),
    **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("“”„«»", '"'),
    "·": ".",
    "│": "|",
    **dict.fromkeys("┌┐└┘", "+"),
    **dict.fromkeys("¡¿", ""),
    "…": "...",
    "→": "->",
    "▶": ">",
    "●": "*",
    "✓": "+",
    "✗": "x",
    "°": " deg",
    "±": "+/-",
    "×": "x",
    "²": "^2",
    "µ": "u",
    "Ω": "Ohm",
    "ß": "ss",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
}
"""What stands for a letter that is missing; a letter with an accent may also lose it."""
UNMOVED = {"", "dumb", "unknown"}
"""Terminals whose cursor cannot be moved."""


def has_all_letters(out: TextIO) -> bool:
    return (out.encoding or "utf-8").lower().replace("_", "-") in {"utf-8", "utf8"}


def is_drawn_on(out: TextIO) -> bool:
    """Return whether `out` is a terminal on which pictures can be drawn; on all others plain lines are printed."""
    return out.isatty() and has_all_letters(out) and os.environ.get("TERM", "") not in UNMOVED


def json_line(value: Any, out: TextIO) -> str:
    """Return one line of JSON, in ASCII where `out` lacks letters: no name is changed by another in its place."""
    return json.dumps(value, ensure_ascii=not has_all_letters(out)) + "\n"


def escape_letters(text: str, out: TextIO) -> str:
    """Return a text with escapes for the letters that `out` lacks."""
    encoding = out.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def take_all_letters(typed: TextIO, *told: TextIO) -> None:
    """Let no stream fail on a letter that its encoding lacks.

    What is `told` has readable letters in their place. What is `typed` has U+FFFD where it is no text.
    """
    codecs.register_error(READABLE, _in_place)
    for stream, errors in ((typed, "replace"), *((one, READABLE) for one in told)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _in_place(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the letters that cannot be encoded, and where to go on, as `codecs` asks for it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_for_letter(letter, error.encoding) for letter in missing), error.end


def _for_letter(letter: str, encoding: str) -> str:
    accents = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    for candidate in (IN_PLACE.get(letter, letter), accents):
        try:
            candidate.encode(encoding)
        except UnicodeEncodeError:
            continue
        return candidate
    return letter.encode("ascii", "backslashreplace").decode("ascii")

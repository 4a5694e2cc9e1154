"""Detect damaged picture files by what the decoders write to stderr.

OpenCV decodes a damaged file as far as it can and reports damage only there. The artefacts can look like pips.
"""

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cv2.utils import logging

_TALK = re.compile(
    rb"^(?:Corrupt JPEG|Premature end|Invalid|Unsupported|Unknown|Inconsistent|Warning: |libpng |"
    rb"\[ *(?:WARN|ERROR):[^]]*\] global (?:grfmt_|loadsave)).*\n*",  # some of what is logged ends with an empty line
    re.MULTILINE,
)
_TIFF_ERROR = re.compile(rb"\[ *ERROR.* TIFF_Error ")
_SPARE = re.compile(rb"Corrupt JPEG data: (\d+) extraneous bytes before marker")

MOST_SPARE = 16
"""Extra bytes that some cameras leave at the end of an intact picture."""

_turn = threading.Lock()


class Damage:
    """Whether damage was `found`; valid after the context has ended."""

    def __init__(self) -> None:
        self.found = False


@contextmanager
def capture_decoder_messages() -> Iterator[Damage]:
    """Capture the process's stderr, and report whether a decoder found damage; all other output is written afterwards.

    Only one thread at a time can do so. What other threads write meanwhile is delayed, not lost.
    """
    damage = Damage()
    with _turn, tempfile.TemporaryFile() as heard:
        try:
            before = os.dup(2)
        except OSError:  # there is no stderr, so nothing can be captured
            yield damage
            return
        level = logging.getLogLevel()
        try:
            os.dup2(heard.fileno(), 2)
            # OpenCV logs errors in TIFF files; its log level may be too low for that.
            logging.setLogLevel(max(level, logging.LOG_LEVEL_ERROR))
            yield damage
        finally:
            logging.setLogLevel(level)
            os.dup2(before, 2)
            os.close(before)
            heard.seek(0)
            words = heard.read()
            damage.found = any(_is_damage(line) for line in _TALK.findall(words))
            rest = _TALK.sub(b"", words)
            if rest:
                os.write(2, rest)


def _is_damage(line: bytes) -> bool:
    spare = _SPARE.match(line)
    if spare:
        return int(spare.group(1)) > MOST_SPARE
    return line.startswith((b"Corrupt", b"Premature")) or _TIFF_ERROR.match(line) is not None

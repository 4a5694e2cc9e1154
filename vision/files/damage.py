"""Hear what decoders say of a broken file: OpenCV decodes it all the same, and it is told nowhere but on stderr.

The blocks that come of damaged data can look like pips.
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
"""Bytes that some cameras leave over at the end of a sound picture."""

_turn = threading.Lock()


class Damage:
    """What was heard; `found` holds once the block is left."""

    def __init__(self) -> None:
        self.found = False


@contextmanager
def capture_decoder_messages() -> Iterator[Damage]:
    """Keep decoders' words from the process's stderr, and tell whether any is of damage; all else goes there after.

    One thread at a time; what other threads write meanwhile is late, not lost.
    """
    damage = Damage()
    with _turn, tempfile.TemporaryFile() as heard:
        try:
            before = os.dup(2)
        except OSError:  # nobody listens there, and nothing can be heard
            yield damage
            return
        level = logging.getLogLevel()
        try:
            os.dup2(heard.fileno(), 2)
            # What is wrong with a TIFF is logged by OpenCV, which may have been told to be silent.
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

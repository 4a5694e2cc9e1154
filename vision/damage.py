"""Hear what libjpeg says of a broken file: OpenCV decodes it all the same, and it is told nowhere but on stderr.

The blocks that come of damaged data can look like pips.
"""

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_TALK = re.compile(
    rb"^(?:Corrupt JPEG|Premature end|Invalid|Unsupported|Unknown|Inconsistent|Warning: ).*\n?", re.MULTILINE
)
_SPARE = re.compile(rb"Corrupt JPEG data: (\d+) extraneous bytes before marker")

MOST_SPARE = 16
"""Bytes that some cameras leave over at the end of a sound picture."""

_turn = threading.Lock()


class Damage:
    """What was heard; `found` holds once the block is left."""

    def __init__(self) -> None:
        self.found = False


@contextmanager
def listening() -> Iterator[Damage]:
    """Keep libjpeg's words from the process's stderr, and tell whether any is of damage; all else goes there after.

    One thread at a time; what other threads write meanwhile is late, not lost.
    """
    damage = Damage()
    with _turn, tempfile.TemporaryFile() as heard:
        try:
            before = os.dup(2)
        except OSError:  # nobody listens there, and nothing can be heard
            yield damage
            return
        try:
            os.dup2(heard.fileno(), 2)
            yield damage
        finally:
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
    return int(spare.group(1)) > MOST_SPARE if spare else line.startswith((b"Corrupt", b"Premature"))

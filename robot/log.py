"""The log: what an operator wants to know afterwards, in a file of limited size in the data folder.

The terminal does not show it. It holds nothing that people typed: no names, no codes, no passwords.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from robot.language.names import clean_name

FILE_BYTES, OLDER_FILES = 1_000_000, 3
ROOMS = ("robot", "hardware", "vision", "solver")
"""This program's packages: they log from level INFO on, others from WARNING."""
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
BEGINS = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ")
"""The beginning of each entry; other lines continue the entry before."""
SHOWN_BYTES = 50_000
SECONDS, ALIKE = 60.0, 10
"""In `SECONDS`, each line of the code writes at most `ALIKE` entries: strangers can cause some of them.

It writes one traceback of each type of exception, because tracebacks are long.
"""


class OneLine(logging.Formatter):
    """Writes every message in one line, whatever it contains; only a traceback has more lines."""

    def __init__(self) -> None:
        super().__init__(FORMAT, "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  the library's name
        record.message = clean_name(" ".join(record.message.split()))
        return super().formatMessage(record)


class Flood(logging.Filter):
    """Lets pass a few entries of each line of the code in `SECONDS`."""

    def __init__(self) -> None:
        super().__init__()
        self._since, self._seen = 0.0, Counter[tuple[str, int, type[BaseException] | None]]()

    def filter(self, record: logging.LogRecord) -> bool:
        if not self._since <= record.created < self._since + SECONDS:
            self._since = record.created
            self._seen.clear()
        kind = record.exc_info[0] if record.exc_info else None
        line = record.pathname, record.lineno, kind
        self._seen[line] += 1
        return self._seen[line] <= (1 if kind else ALIKE)


class LogFile(RotatingFileHandler):
    """A file that is rotated when it is full. If it cannot be written, games go on without a message."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=FILE_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True)
        self.setFormatter(OneLine())
        self.addFilter(Flood())

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Do nothing."""

    def close(self) -> None:
        """Close the file; a full disk loses the last entries."""
        with suppress(OSError):
            super().close()


@contextmanager
def log_to(path: Path) -> Iterator[None]:
    """Write this program's log to a file while the block lasts."""
    handler, root = LogFile(path), logging.getLogger()
    loggers = [root, *map(logging.getLogger, ROOMS)]
    before = [logger.level for logger in loggers]
    root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.WARNING if logger is root else logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
        handler.close()


def newest_entries(path: Path, most: int) -> list[str]:
    """Return up to `most` of the last entries of a log, newest first; the rotated file fills up a short one."""
    entries: list[str] = []
    for file in (path.with_name(f"{path.name}.1"), path):
        for line in _end_of(file):
            if BEGINS.match(line):
                entries.append(line)
            elif entries:
                entries[-1] += f"\n{line}"
    return entries[: -most - 1 : -1]


def _end_of(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - SHOWN_BYTES))
            return file.read().decode(errors="replace").splitlines()
    except OSError:
        return []

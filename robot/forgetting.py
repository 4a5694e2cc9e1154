"""Names of people taken out of all that is kept; their games stay."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot.coach.kept import SessionFolder
from robot.config import Folders
from robot.errors import FileError, JournalError, RecordingError
from robot.files import write_whole
from robot.host.running import without_hosts
from robot.language.names import YOU, NameFilter
from robot.match.journal import Journal
from robot.records.recording import FRESH, SESSION
from robot.records.stats import FILE as FIGURES

NAMED = {"players", "name", "winner", "winners"}
"""The keys of a recording behind which names of players stand."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What has changed, and what has not since it is in use: games, coached games, recordings.

    `seats` counts the names under which people sat at phones. `asides` are folders that 'pipsqueak restore' has put
    aside.
    """

    games: int
    sessions: int
    recordings: int
    seats: int
    asides: tuple[Path, ...]
    games_left: tuple[int, ...]
    sessions_left: tuple[int, ...]
    recordings_left: tuple[Path, ...]
    asides_left: tuple[Path, ...]

    @property
    def changed(self) -> bool:
        return bool(self.games or self.sessions or self.recordings or self.seats or self.asides)

    @property
    def left(self) -> bool:
        return bool(self.games_left or self.sessions_left or self.recordings_left or self.asides_left)


def forget(folders: Folders, names: NameFilter) -> Forgotten:
    """Take names out of the journal, coached games, recordings, phones' seats, and what is computed of them.

    The same is done to what 'pipsqueak restore' has put aside. Settings, day books, pictures and the log hold no names.
    What is in use stays as it is, and is told.

    Raises:
        RobotError: a host serves these folders, which would write names again that it has in memory.
        JournalError, FileError, RecordingError: something cannot be written; what was done before stays done.

    """
    with without_hosts(folders):
        return _forget(folders, names)


def _forget(folders: Folders, names: NameFilter) -> Forgotten:
    games, games_left = _forget_games(folders, names)
    sessions, sessions_left = SessionFolder(folders.coach, folders.cache).forget(names)
    written, fresh = 0, list[Path]()
    for session in sorted(folders.recordings.glob(f"*/{SESSION}")):
        changed = _forgot(session, names)
        written += changed is True
        fresh += [session.parent] if changed is None else []
    seats = _forget_seats(folders.phones, names)
    asides, asides_left = _forget_asides(folders, names)
    for spare in (folders.restoring.data, folders.cache / "voice"):  # what people were called is spoken, too
        with suppress(OSError):
            shutil.rmtree(spare)
    (folders.cache / FIGURES).unlink(missing_ok=True)
    return Forgotten(games, sessions, written, seats, asides, games_left, sessions_left, tuple(fresh), asides_left)


def _forget_games(folders: Folders, names: NameFilter) -> tuple[int, tuple[int, ...]]:
    if not folders.journal.is_file():
        return 0, ()
    with Journal(folders.journal) as journal:
        return journal.forget(names)


def _forget_asides(folders: Folders, names: NameFilter) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the folders that were put aside and have changed, and those in which a name may be left."""
    changed, left = list[Path](), list[Path]()
    for aside in folders.asides():
        try:
            games, games_left = _forget_games(aside, names)
            sessions, sessions_left = SessionFolder(aside.coach, aside.cache).forget(names)
        except (JournalError, FileError):
            left.append(aside.data)
            continue
        changed += [aside.data] if games or sessions else []
        left += [aside.data] if games_left or sessions_left else []
    return tuple(changed), tuple(left)


def _forget_seats(path: Path, names: NameFilter) -> int:
    """Let phones get up that sit under these names; return how many names it were.

    A file that cannot be read seats nobody.
    """
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        seats = kept["seats"]
        sat = {name for name in (*seats["names"].values(), *seats["colours"]) if names.has_shown(name)}
        seats["names"] = {key: name for key, name in seats["names"].items() if not names.has_shown(name)}
        seats["colours"] = {name: colour for name, colour in seats["colours"].items() if not names.has_shown(name)}
    except FileNotFoundError:
        return 0
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        path.unlink(missing_ok=True)
        return 0
    if sat:
        write_whole(path, json.dumps(kept).encode(), 0o600)
    return len(sat)


def _forgot(session: Path, names: NameFilter) -> bool | None:
    """Take names out of a recording; return whether there were any, None if it may still be written to."""
    try:
        before = session.read_text(encoding="utf-8")
        after = "".join(_lines(before, names))
        if after == before:
            return False
        stat = session.stat()
        if abs(time.time() - stat.st_mtime) < FRESH:
            return None
        write_whole(session, after.encode())
        os.utime(session, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # it is as old as before
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{session} cannot be changed ({error}): correct its permissions") from error
    return True


def _lines(text: str, names: NameFilter) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        try:
            told = json.loads(line)
        except ValueError:  # a power cut tore it
            yield line
            continue
        without = _without(told, names)
        yield line if without == told else f"{json.dumps(without)}\n"


def _without(told: Any, names: NameFilter, *, named: bool = False) -> Any:
    match told:
        case dict():
            return {key: _without(value, names, named=key in NAMED) for key, value in told.items()}
        case list():
            return [_without(value, names, named=named) for value in told]
        case str() if named and names.has_shown(told):
            return YOU
    return told

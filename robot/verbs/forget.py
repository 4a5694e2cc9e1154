"""Remove people's names from the journal, coached games and recordings; the games stay."""

import argparse
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot.coach.kept import SessionFolder
from robot.config import Folders
from robot.errors import RecordingError, UsageError
from robot.files import write_whole
from robot.host.running import lock_hosts_out
from robot.language.names import YOU, NameFilter, clean_name
from robot.match.journal import Journal
from robot.records.recording import FRESH, SESSION
from robot.records.stats import FILE as FIGURES
from robot.terminal.waiting import print_notice
from solver.decision import count_in_words

NAMED = {"players", "name", "winner", "winners"}
"""The keys of a recording whose values are names of players."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="a player's whole name, in capitals or not")
    parser.add_argument("--all", action="store_true", help="remove the names of all people")


def run(args: argparse.Namespace) -> int:
    if bool(args.names) == args.all or not all(map(clean_name, args.names)):
        raise UsageError("no name is given: give the names to forget, or --all", key="fault-player")
    folders = Folders.of_user()
    names: list[str] = args.names
    wanted = {NameFilter.of([name]): f"'{clean_name(name)[:80]}'" for name in names} or {NameFilter(): "names"}
    notices = dict[str, None]()
    changed = False
    for meant, said in wanted.items():
        done = forget(folders, meant)
        changed |= done.changed
        if done.changed or args.all:
            print(f"{said} taken out of {', '.join(done.taken)}")
        elif not done.left:
            notices[f"nothing holds the name {said}: write it whole, as 'pipsqueak stats --json' does"] = None
        notices |= dict.fromkeys(done.left)
    told = "was put aside by 'restore' and keeps its names: delete it"
    notices |= {f"{aside.data} {told}": None for aside in folders.asides()}
    for notice in notices:
        print_notice(notice)
    if changed:
        print("backups, exports and recordings elsewhere, and your own copies, keep their names")
    return 1 if notices else 0


@dataclass(slots=True)
class Forgotten:
    """What lost names (`taken`) and what still has them and why (`left`), in words.

    `changed` says whether anything did.
    """

    taken: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    changed: bool = False

    def count(self, changed: int, one: str, more: str, *, always: bool = True) -> None:
        """Add how many of a kind have changed. Mention 0 only with `always`."""
        self.changed |= changed > 0
        if changed or always:
            self.taken.append(count_in_words(changed, one, more))


def forget(folders: Folders, names: NameFilter) -> Forgotten:
    """Remove names from the journal, coached games, recordings, phones' seats, and data computed from these.

    Settings, reports, pictures and the log hold no names. What is in use keeps its names and is reported.

    Raises:
        RobotError: a host serves these folders. It would write again the names that it has in memory. JournalError,
        FileError, RecordingError: something cannot be written; what was done before stays done.

    """
    with lock_hosts_out(folders):
        done = Forgotten()
        games: tuple[int, tuple[int, ...]] = 0, ()
        if folders.journal.is_file():
            with Journal(folders.journal) as journal:
                games = journal.forget(names)
        sessions = SessionFolder(folders.coach, folders.cache).forget(names)
        for what, (changed, left) in {"game": games, "coached game": sessions}.items():
            done.count(changed, what, f"{what}s")
            told = "is in use or damaged and keeps its names: end it, then run this again"
            done.left += [f"{what} {number} {told}" for number in left]
        written = {one.parent: _clean(one, names) for one in sorted(folders.recordings.glob(f"*/{SESSION}"))}
        done.count(sum(changed is True for changed in written.values()), "recording", "recordings")
        later = "was written to within the hour and keeps its names: run this again later"
        done.left += [f"{folder} {later}" for folder, changed in written.items() if changed is None]
        done.count(_forget_seats(folders.phones, names), "seat of a phone", "seats of phones", always=False)
        for spare in (folders.restoring.data, folders.cache / "voice"):  # names are in spoken sentences, too
            with suppress(OSError):
                shutil.rmtree(spare)
        (folders.cache / FIGURES).unlink(missing_ok=True)
        return done


def _forget_seats(path: Path, names: NameFilter) -> int:
    """Unseat the phones that have these names; return the number of names.

    Delete a file that cannot be read.
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


def _clean(session: Path, names: NameFilter) -> bool | None:
    """Remove names from a recording; return whether it had any, or None if it may still be in use."""
    try:
        before = session.read_text(encoding="utf-8")
        after = "".join(_clean_lines(before, names))
        if after == before:
            return False
        stat = session.stat()
        if abs(time.time() - stat.st_mtime) < FRESH:
            return None
        write_whole(session, after.encode())
        os.utime(session, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # keep the old date
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{session} cannot be changed ({error}): correct its permissions") from error
    return True


def _clean_lines(text: str, names: NameFilter) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        try:
            told = json.loads(line)
        except ValueError:  # a power cut tore the line
            yield line
            continue
        without = _replace_names(told, names)
        yield line if without == told else f"{json.dumps(without)}\n"


def _replace_names(told: Any, names: NameFilter, *, named: bool = False) -> Any:
    match told:
        case dict():
            return {key: _replace_names(value, names, named=key in NAMED) for key, value in told.items()}
        case list():
            return [_replace_names(value, names, named=named) for value in told]
        case str() if named and names.has_shown(told):
            return YOU
    return told

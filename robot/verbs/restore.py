"""Restore a backup, on this machine or a fresh one."""

import argparse
import json
import os
import re
import shutil
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from robot.coach.kept import SessionFolder
from robot.config import Folders
from robot.errors import FileError, JournalError
from robot.host.running import lock_hosts_out
from robot.match.journal import Journal, check_copy, check_unused
from robot.verbs.backup import CONFIG, DATA, FORMAT, MANIFEST, VERSION, Backup
from robot.verbs.options import command, say
from solver.decision import count_in_words

IN_DATA = {"journal.sqlite", "dice", "coach", "exhibition"}
LARGEST_MANIFEST = 1 << 24
"""In bytes. A manifest of version 1 lists the files; a hundred thousand of them take less."""
UNREADABLE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, LookupError, TypeError)
"""The errors of zipfile and the manifest for a file that is damaged or no backup."""
PART = re.compile(r"[^/\\\x00-\x1f]+")
"""The valid names of a file or folder in a backup."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that 'pipsqueak data backup' wrote")
    parser.add_argument(
        "--replace", action="store_true", help="replace what is there already, and keep that in a folder aside"
    )


def run(args: argparse.Namespace) -> int:
    folders = Folders.of_user()
    backup, asides = restore(folders, args.file, replace=args.replace)
    files = count_in_words(backup.files, "file", "files")
    say(f"{files} of {backup.made}: restored to {folders.config} and {folders.data}")
    for aside in asides:
        say(f"what was there before is in {aside}")
    if folders.journal.is_file():
        with Journal(folders.journal) as journal:
            if journal.list_unfinished():
                say(f"a game is unfinished: go on with '{command('play', '--resume')}'")
    return 0


def restore(folders: Folders, file: Path, *, replace: bool) -> tuple[Backup, tuple[Path, ...]]:
    """Restore a backup. Return it, and the folders that keep what was there before.

    First all files are checked and unpacked next to their place. Then all are moved there or, after an error, none.
    Only their owner may read the files.

    Raises:
        FileError: `file` is no backup, is damaged or too new, or cannot be put in its place. FileError: something is
        there already, and `replace` is False.
        RobotError, JournalError: a host serves this place, or a game is being played.

    """
    places = {CONFIG: folders.config, DATA: folders.data}
    staged = {CONFIG: folders.restoring.config, DATA: folders.restoring.data}
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(file.open("rb"))
        except OSError as error:
            raise FileError(f"{file} cannot be read ({error.strerror}): name a backup") from error
        stack.enter_context(lock_hosts_out(folders))
        try:
            archive = stack.enter_context(ZipFile(opened))
            backup = _read(archive, file)
            for folder in staged.values():
                shutil.rmtree(folder, ignore_errors=True)
                stack.callback(shutil.rmtree, folder, ignore_errors=True)
                folder.mkdir(parents=True, mode=0o700)
            for name in _list_names(archive):
                root, _, rest = name.partition("/")
                _unpack(archive, name, staged[root] / rest)
            journal = staged[DATA] / folders.journal.name
            if journal.is_file():
                check_copy(journal)
        except UNREADABLE as error:
            raise FileError(f"{file} is not a Pipsqueak backup, or is damaged: name another file") from error
        except JournalError as error:
            raise FileError(f"{file} cannot be used, {error}: name another backup") from error
        except FileError:
            raise
        except OSError as error:
            raise FileError(f"{file} cannot be unpacked ({error.strerror or error}): free some space") from error
        if not replace and (there := [str(places[root]) for root, found in _find_replaced(folders).items() if found]):
            raise FileError(f"{' and '.join(there)} already hold something: add --replace, which moves it aside")
        check_unused(folders.journal)
        if SessionFolder(folders.coach, folders.cache).is_playing():
            raise FileError("a coached game is open in another program: end that one first")
        aside = _put(folders, places, staged)
    return backup, aside


def _read(archive: ZipFile, file: Path) -> Backup:
    """Return the description of a backup. Raises ValueError for a name that no backup has."""
    if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise ValueError(MANIFEST)
    kept = json.loads(archive.read(MANIFEST))
    if kept["format"] != FORMAT:
        raise ValueError(kept["format"])
    if kept["version"] > VERSION:
        raise FileError(f"{file} was written by Pipsqueak {kept['program']}: install that version or a newer one")
    names = _list_names(archive)
    if not all(map(_is_ours, names)):
        raise ValueError(names)
    return Backup(str(kept["made"]), str(kept["program"]), len(names), sum(one.file_size for one in archive.infolist()))


def _list_names(archive: ZipFile) -> list[str]:
    return [name for name in archive.namelist() if name != MANIFEST]


def _is_ours(name: str) -> bool:
    """Return whether a name is below the folders that a backup may hold."""
    root, *rest = name.split("/")
    below = bool(rest) and all(PART.fullmatch(part) and part not in {".", ".."} for part in rest)
    return below and (root == CONFIG or (root == DATA and rest[0] in IN_DATA))


def _unpack(archive: ZipFile, name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600, exist_ok=False)
    with archive.open(name) as source, path.open("wb") as target:
        shutil.copyfileobj(source, target)


def _put(folders: Folders, places: Mapping[str, Path], staged: Mapping[str, Path]) -> tuple[Path, ...]:
    """Move old files aside, and unpacked files into place; after an error undo both. Return the folders aside."""
    there = _find_replaced(folders)
    number = 1
    while (aside := folders.aside(number)).config.exists() or aside.data.exists():
        number += 1
    kept = {CONFIG: aside.config, DATA: aside.data}
    asides = {root: kept[root] for root, found in there.items() if found}
    moves = [(path, asides[root] / path.name) for root, found in there.items() for path in found]
    moves += [(path, places[root] / path.name) for root, folder in staged.items() for path in _list_entries(folder)]
    _move(moves)
    return tuple(asides.values())


def _list_entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _find_replaced(folders: Folders) -> dict[str, list[Path]]:
    """Return the existing files and folders that a backup would replace."""
    journal = sorted(folders.data.glob(f"{folders.journal.stem}.*"))
    kept = [folder for folder in (folders.dice, folders.coach, folders.exhibition) if _list_entries(folder)]
    return {CONFIG: _list_entries(folders.config), DATA: [*journal, *kept]}


def _move(moves: Sequence[tuple[Path, Path]]) -> None:
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in moves:
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)
            done.append((source, target))
        os.sync()
    except BaseException as error:
        for source, target in reversed(done):
            target.rename(source)
        if isinstance(error, OSError):
            raise FileError(f"{error.filename} cannot be moved ({error.strerror}): correct its permissions") from error
        raise

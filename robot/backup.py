"""All that a table is by itself in one file, and a fresh machine that goes on with it."""

import json
import os
import re
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from robot.coach.kept import SessionFolder
from robot.config import Folders
from robot.errors import FileError, JournalError
from robot.files import made_whole
from robot.host.running import without_hosts
from robot.installation import VERSION as PROGRAM
from robot.match.journal import Journal, check_copy, check_unused

FORMAT, VERSION, MANIFEST = "pipsqueak backup", 2, "manifest.json"
CONFIG, DATA = "config", "data"
IN_DATA = {"journal.sqlite", "dice", "coach", "exhibition"}
LARGEST_MANIFEST = 1 << 24
"""Bytes: one of version 1 lists the files, and a hundred thousand of them take less."""
UNREADABLE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, LookupError, TypeError)
"""What zipfile and the manifest raise where a file is damaged, or something else than a backup."""
PART = re.compile(r"[^/\\\x00-\x1f]+")
"""What a file or folder of a backup may be called."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup: when and by which `program` it was `made`, and how many `files` of what `size` in bytes it has."""

    made: str
    program: str
    files: int
    size: int


def back_up(folders: Folders, file: Path) -> Backup:
    """Write settings, calibration, password, languages, journal, dice, coached games and day books into one file.

    Recordings, pictures, voices and what can be computed again stay where they are. Games may go on meanwhile. `file`
    is written whole or not at all, and only its owner may read it.

    Raises:
        FileError: there is nothing to keep, or the file cannot be written.
        JournalError: the journal cannot be read.

    """
    try:
        with (
            made_whole(file, 0o600) as beside,
            TemporaryDirectory(dir=file.absolute().parent) as scratch,
            ZipFile(beside, "w", ZIP_DEFLATED, strict_timestamps=False) as archive,
        ):
            for name, path in _kept(folders, Path(scratch)):
                archive.write(path, name)
            files = archive.infolist()
            if not files:
                raise FileError(f"nothing is in {folders.config} and {folders.data} yet: play first")
            made = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
            backup = Backup(made, PROGRAM, len(files), sum(file.file_size for file in files))
            archive.writestr(MANIFEST, json.dumps({"format": FORMAT, "version": VERSION, **asdict(backup)}))
    except (FileError, JournalError):
        raise
    except OSError as error:
        raise FileError(f"{file} cannot be written ({error.strerror or error}): name another file") from error
    return backup


def _kept(folders: Folders, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a backup by their names in it; copies of those that change lie in `scratch`."""
    for path in _files(folders.config):
        yield f"{CONFIG}/{path.relative_to(folders.config).as_posix()}", path
    if folders.journal.is_file():
        with Journal(folders.journal) as journal:
            journal.copy_to(scratch / folders.journal.name)
        yield f"{DATA}/{folders.journal.name}", scratch / folders.journal.name
    for folder in (folders.dice, folders.coach, folders.exhibition):
        for path in _files(folder):
            yield f"{DATA}/{path.relative_to(folders.data).as_posix()}", path


def _files(folder: Path) -> list[Path]:
    """Return what lies in a folder, without locks and files that are being written."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".part", ".locks"})


def restore(folders: Folders, file: Path, *, replace: bool) -> tuple[Backup, tuple[Path, ...]]:
    """Put what a backup holds in its place. Return the backup, and where that is kept which was there before.

    All is checked and unpacked beside its place first; then it is there as a whole or, after an error, not at all.
    Only their owner may read the files.

    Raises:
        FileError: `file` is no backup, is damaged or too new, or cannot be put in its place.
        FileError: something is there already, and it is not to `replace` it.
        RobotError, JournalError: a host serves this place, or a game is being played.

    """
    places = {CONFIG: folders.config, DATA: folders.data}
    staged = {CONFIG: folders.restoring.config, DATA: folders.restoring.data}
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(file.open("rb"))
        except OSError as error:
            raise FileError(f"{file} cannot be read ({error.strerror}): name a backup") from error
        stack.enter_context(without_hosts(folders))
        try:
            archive = stack.enter_context(ZipFile(opened))
            backup = _read(archive, file)
            _check_room(backup, folders, file)
            for folder in staged.values():
                shutil.rmtree(folder, ignore_errors=True)
                stack.callback(shutil.rmtree, folder, ignore_errors=True)
                folder.mkdir(parents=True, mode=0o700)
            for name in _names(archive):
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
        if not replace and (there := [str(places[root]) for root, found in _there(folders).items() if found]):
            raise FileError(f"something is in {' and '.join(there)} already: add --replace, which keeps it aside")
        check_unused(folders.journal)
        if SessionFolder(folders.coach, folders.cache).playing():
            raise FileError("a coached game is open in another program: end that one first")
        aside = _put(folders, places, staged)
    return backup, aside


def _read(archive: ZipFile, file: Path) -> Backup:
    """Return what a backup is, once every name in it is one that a backup has."""
    if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise ValueError(MANIFEST)
    kept = json.loads(archive.read(MANIFEST))
    if kept["format"] != FORMAT:
        raise ValueError(kept["format"])
    if kept["version"] > VERSION:
        raise FileError(f"{file} was written by Pipsqueak {kept['program']}: install that version or a newer one")
    names = _names(archive)
    if not all(map(_is_ours, names)):
        raise ValueError(names)
    return Backup(str(kept["made"]), str(kept["program"]), len(names), sum(one.file_size for one in archive.infolist()))


def _names(archive: ZipFile) -> list[str]:
    return [name for name in archive.namelist() if name != MANIFEST]


def _is_ours(name: str) -> bool:
    """Return whether a name leads to a place below the folders that backups have."""
    root, *rest = name.split("/")
    below = bool(rest) and all(PART.fullmatch(part) and part not in {".", ".."} for part in rest)
    return below and (root == CONFIG or (root == DATA and rest[0] in IN_DATA))


def _check_room(backup: Backup, folders: Folders, file: Path) -> None:
    place = next(path for path in (folders.data, *folders.data.parents) if path.is_dir())
    if backup.size > (free := shutil.disk_usage(place).free):
        raise FileError(
            f"{file} needs {backup.size / 1e6:.1f} MB, and {place} has {free / 1e6:.1f} MB left: free some space"
        )


def _unpack(archive: ZipFile, name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600, exist_ok=False)
    with archive.open(name) as source, path.open("wb") as target:
        shutil.copyfileobj(source, target)


def _put(folders: Folders, places: Mapping[str, Path], staged: Mapping[str, Path]) -> tuple[Path, ...]:
    """Move what is there aside, and what was unpacked into its place; after an error all is as it was."""
    there = _there(folders)
    number = 1
    while (aside := folders.aside(number)).config.exists() or aside.data.exists():
        number += 1
    kept = {CONFIG: aside.config, DATA: aside.data}
    asides = {root: kept[root] for root, found in there.items() if found}
    moves = [(path, asides[root] / path.name) for root, found in there.items() for path in found]
    moves += [(path, places[root] / path.name) for root, folder in staged.items() for path in _entries(folder)]
    _move(moves)
    return tuple(asides.values())


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _there(folders: Folders) -> dict[str, list[Path]]:
    """Return what there is already of that which backups hold."""
    journal = sorted(folders.data.glob(f"{folders.journal.stem}.*"))
    kept = [folder for folder in (folders.dice, folders.coach, folders.exhibition) if _entries(folder)]
    return {CONFIG: _entries(folders.config), DATA: [*journal, *kept]}


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

"""Save settings, calibration, password, languages, journal, dice, coached games and daily reports in one file."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from robot.config import Folders
from robot.errors import FileError, JournalError
from robot.files import replace_whole
from robot.installation import VERSION as PROGRAM
from robot.match.journal import Journal
from robot.verbs.options import add_output, say
from solver.decision import count_in_words

MORE = """\
Games may go on meanwhile. Only you may read FILE, because it holds the operator's password and the page's key.
Recordings, pictures, voices and what can be computed again are left out. 'pipsqueak data restore FILE' restores it.
"""
FORMAT, VERSION, MANIFEST = "pipsqueak backup", 2, "manifest.json"
CONFIG, DATA = "config", "data"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    add_output(parser, "file", help="the file to write, such as table.zip")


def run(args: argparse.Namespace) -> int:
    backup = back_up(Folders.of_user(), args.file)
    say(f"{args.file}: {count_in_words(backup.files, 'file', 'files')}, {backup.size / 1e6:.1f} MB")
    return 0


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup: when and by which `program` version it was `made`, its number of `files` and their `size` in bytes."""

    made: str
    program: str
    files: int
    size: int


def back_up(folders: Folders, file: Path) -> Backup:
    """Write settings, calibration, password, languages, journal, dice, coached games and daily reports into one file.

    Recordings, pictures, voices and what can be computed again are left out. Games may go on meanwhile. `file` is
    written whole or not at all, and only its owner may read it.

    Raises:
        FileError: there is nothing to save, or the file cannot be written.
        JournalError: the journal cannot be read.

    """
    try:
        with (
            replace_whole(file, 0o600) as beside,
            TemporaryDirectory(dir=file.absolute().parent) as scratch,
            ZipFile(beside, "w", ZIP_DEFLATED, strict_timestamps=False) as archive,
        ):
            for name, path in _collect(folders, Path(scratch)):
                archive.write(path, name)
            files = archive.infolist()
            if not files:
                raise FileError(f"{folders.config} and {folders.data} are empty: play first")
            made = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
            backup = Backup(made, PROGRAM, len(files), sum(file.file_size for file in files))
            archive.writestr(MANIFEST, json.dumps({"format": FORMAT, "version": VERSION, **asdict(backup)}))
    except (FileError, JournalError):
        raise
    except OSError as error:
        raise FileError(f"{file} cannot be written ({error.strerror or error}): name another file") from error
    return backup


def _collect(folders: Folders, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name in the backup and the path of each file. Files that may change are copied to `scratch` first."""
    for path in _list_files(folders.config):
        yield f"{CONFIG}/{path.relative_to(folders.config).as_posix()}", path
    if folders.journal.is_file():
        with Journal(folders.journal) as journal:
            journal.copy_to(scratch / folders.journal.name)
        yield f"{DATA}/{folders.journal.name}", scratch / folders.journal.name
    for folder in (folders.dice, folders.coach, folders.exhibition):
        for path in _list_files(folder):
            yield f"{DATA}/{path.relative_to(folders.data).as_posix()}", path


def _list_files(folder: Path) -> list[Path]:
    """Return all files below a folder except locks and files that are being written."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".part", ".locks"})

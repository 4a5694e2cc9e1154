"""What a disk holds after a power cut: everything that was synced, and of the rest nothing, or any part."""

import random
import shutil
import struct
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.requirements import needs

SOURCE = Path(__file__).with_suffix(".c")
HEAD = struct.Struct("<cqII")


@dataclass(frozen=True, slots=True)
class Done:
    """One thing done to a file: `w`ritten at an offset, `t`runcated to one, `s`ynced, or `u`nlinked."""

    what: str
    file: str
    offset: int = 0
    data: bytes = b""


def recorder(folder: Path) -> Path:
    """Build the library that records, and return it."""
    needs("gcc")
    library = folder / "power_cut.so"
    gcc = shutil.which("gcc") or "gcc"
    subprocess.run([gcc, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", str(SOURCE), "-o", str(library)], check=True)
    return library


def read_done(log: Path) -> Iterator[Done]:
    """Return what was done, in order."""
    raw, at = log.read_bytes(), 0
    while at < len(raw):
        what, offset, length, size = HEAD.unpack_from(raw, at)
        at += HEAD.size
        file = Path(raw[at : at + length].decode()).name
        at += length
        yield Done(what.decode(), file, offset, raw[at : at + size])
        at += size


class Disk:
    """Files as a disk holds them, and what has not been synced yet.

    An unlinked file may stay, as long as nothing else was synced; SQLite's index of its log is made anew in any case.
    """

    def __init__(self) -> None:
        self._safe: dict[str, bytearray] = {}
        self._late: dict[str, list[Done]] = defaultdict(list)

    def take(self, done: Done) -> None:
        """Take one thing that was done."""
        if done.file.endswith("-shm"):
            return
        if done.what != "s":
            self._late[done.file].append(done)
            return
        for name in list(self._late):
            if name == done.file or (self._late[name] and self._late[name][-1].what == "u"):
                _apply(self._safe, self._late.pop(name))

    def cut(self, stays: Callable[[Done], bool]) -> dict[str, bytes]:
        """Return the files after a power cut; of what was not synced that is there which `stays`."""
        files = {name: bytearray(content) for name, content in self._safe.items()}
        for late in self._late.values():
            _apply(files, [done for done in late if stays(done)])
        return {name: bytes(content) for name, content in files.items()}


def _apply(files: dict[str, bytearray], late: Sequence[Done]) -> None:
    for done in late:
        content = files.setdefault(done.file, bytearray())
        match done.what:
            case "u":
                del files[done.file]
            case "t":
                del content[done.offset :]
                content.extend(bytes(done.offset - len(content)))
            case _:
                content.extend(bytes(max(0, done.offset - len(content))))
                content[done.offset : done.offset + len(done.data)] = done.data


def nothing(_: Done) -> bool:
    """Let nothing stay that was not synced."""
    return False


def anything(chance: random.Random) -> Callable[[Done], bool]:
    """Let any part stay: disks write in any order."""
    return lambda _: chance.random() < 0.5

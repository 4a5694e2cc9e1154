"""Files that are written whole or not at all."""

import errno
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import numpy as np
from numpy.typing import NDArray

from robot.errors import FileError, UsageError

ELSEWHERE = "name another file"


def is_stream(path: Path) -> bool:
    """Return whether a path is a device or stream in /dev, such as /dev/stdout."""
    return path.parts[:2] == ("/", "dev")


def check_output(path: Path | None, elsewhere: str = ELSEWHERE) -> None:
    """Refuse an output file that exists or cannot be made, and advise to go `elsewhere`. None stands for no file.

    Raises UsageError. Verbs that write a file call this before anything else.
    """
    if path is None or is_stream(path):
        return
    folder = path.absolute().parent
    try:
        if path.is_dir():
            fault = f"{path} is a folder: {elsewhere}"
        elif not folder.is_dir():
            fault = f"there is no folder {path.parent}: create it, or {elsewhere}"
        elif path.exists() and not path.is_file():
            fault = f"{path} is a device or a pipe: {elsewhere}"
        elif path.exists():
            fault = f"{path} is there already: {elsewhere}, or delete this file first"
        else:
            with TemporaryFile(dir=folder):  # permissions do not say whether this works, as in /proc
                return
    except OSError as error:
        fault = f"{path} cannot be written ({error.strerror}): {elsewhere}"
    raise UsageError(fault, key="fault-folder")


@contextmanager
def replace_whole(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """Yield an empty new file to be written, then rename it to `path`. A failure leaves the old file as it was.

    The bytes are on the disk before the rename, and the rename is before this returns: a power cut leaves the old file
    or the new one, whole. A symbolic link stays, and its target is replaced. `mode` holds the new file's permissions
    from its first byte on, less the umask.

    Raises:
        OSError: the disk is full, the folder cannot be written, or `path` is a device, a pipe or the like; or the new
            file is in place, but a power cut may restore the old one.

    """
    path = Path(os.path.realpath(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "It is a device or a pipe, not a file", str(path))
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.unlink(missing_ok=True)
        beside.touch(mode, exist_ok=False)
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    try:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        said = f"{error.strerror or error}; the new file is in place, but a power cut may restore the old one"
        raise OSError(error.errno, said) from error


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write `data` to `path`, whole or not at all. Raises what `replace_whole` raises."""
    with replace_whole(path, mode) as beside:
        beside.write_bytes(data)


def keep_file(
    path: Path, data: bytes, remedy: str = "free some space or correct the folder's permissions", mode: int = 0o666
) -> None:
    """Write `data` as `write_whole` does, after making the folder. Raises FileError, which tells the `remedy`."""
    try:
        if is_stream(path):
            path.write_bytes(data)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, mode)
    except OSError as error:
        raise FileError(f"{path} cannot be written ({error.strerror}): {remedy}", key="fault-folder") from error


def write_picture(path: Path, image: NDArray[np.uint8]) -> None:
    """Write a BGR picture in the format of the path's suffix (.png without loss, .jpg), whole or not at all.

    Raises:
        OSError: the disk is full or the folder cannot be written.

    """
    import cv2

    _, data = cv2.imencode(path.suffix, image)
    write_whole(path, data.tobytes())


def lock_byte(file: IO[bytes], number: int, *, shared: bool = False) -> bool:
    """Lock the byte at `number` of a file open for writing; return False if another program has locked it.

    A `shared` lock may also be on a file open for reading, and excludes only locks that are not shared. Closing the
    file releases the lock, and so does the end of the program, however it ends.
    """
    import fcntl

    byte = struct.pack("hhqqi", fcntl.F_RDLCK if shared else fcntl.F_WRLCK, os.SEEK_SET, number, 1, 0)
    try:
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, byte)
    except (BlockingIOError, PermissionError):
        return False
    return True

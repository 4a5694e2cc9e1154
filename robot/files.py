"""Files that are whole or not there."""

import os
from collections.abc import Mapping
from pathlib import Path

from robot.look import Image


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` beside `path`, then rename; a failure leaves what was there before.

    The bytes are on the disk before the rename, and the rename is before this returns: a power cut leaves the old file
    or the new one, whole.

    Raises:
        OSError: the disk is full or the folder cannot be written.

    """
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(data)
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_all_whole(files: Mapping[Path, bytes]) -> None:
    """Write all the files, or leave all of them as they were.

    Raises:
        OSError: the disk is full or a folder cannot be written.

    """
    before = {path: path.read_bytes() if path.exists() else None for path in files}
    written: list[Path] = []
    try:
        for path, data in files.items():
            write_whole(path, data)
            written.append(path)
    except BaseException:
        for path in written:
            old = before[path]
            if old is None:
                path.unlink(missing_ok=True)
            else:
                write_whole(path, old)
        raise


def write_picture(path: Path, image: Image) -> None:
    """Write a BGR picture in the format of the path's suffix (.png without loss, .jpg), whole or not at all.

    Raises:
        OSError: the disk is full or the folder cannot be written.

    """
    import cv2

    _, data = cv2.imencode(path.suffix, image)
    write_whole(path, data.tobytes())

"""Files that are whole or not there."""

from collections.abc import Mapping
from pathlib import Path

from robot.look import Image


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` beside `path`, then rename; a failure leaves what was there before.

    Raises:
        OSError: the disk is full or the folder cannot be written.

    """
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


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

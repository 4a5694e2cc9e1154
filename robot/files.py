"""Files that are whole or not there."""

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


def write_picture(path: Path, image: Image) -> None:
    """Write a BGR picture in the format of the path's suffix (.png without loss, .jpg), whole or not at all.

    Raises:
        OSError: the disk is full or the folder cannot be written.

    """
    import cv2

    _, data = cv2.imencode(path.suffix, image)
    write_whole(path, data.tobytes())

"""The EXIF orientation of picture files."""

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.files.headers import Format

ORIENTATION = 0x0112
SHORT, LONG = 3, 4
INTRODUCTION = b"Exif\0\0"


def orientation(data: bytes, kind: Format) -> int:
    """Return the EXIF orientation of a picture file, 1 to 8; 1 (upright) if it is missing or invalid.

    It is 1 for TIFF too, because OpenCV always turns TIFF pictures itself.
    """
    try:
        for block in _blocks(data, kind):
            turn = _tag(block.removeprefix(INTRODUCTION))
            if turn is not None:
                return turn if 1 <= turn <= 8 else 1
    except (struct.error, IndexError):
        pass
    return 1


def turned(image: NDArray[np.uint8], turn: int) -> NDArray[np.uint8]:
    """Return stored pixels (h, w, 3), turned upright. Source: TIFF 6.0, tag 274."""
    if turn in {5, 6, 7, 8}:
        image = image.swapaxes(0, 1)
    if turn in {3, 4, 7, 8}:
        image = image[::-1]
    if turn in {2, 3, 6, 7}:
        image = image[:, ::-1]
    return np.ascontiguousarray(image)


def _blocks(data: bytes, kind: Format) -> Iterator[bytes]:
    """Yield the parts of a file that may hold EXIF."""
    if kind == "JPEG":
        yield from _segments(data)
    elif kind == "PNG":
        at = 8
        while at + 12 <= len(data):
            (length,) = struct.unpack_from(">I", data, at)
            if data[at + 4 : at + 8] == b"eXIf":
                yield data[at + 8 : at + 8 + length]
            at += 12 + length
    elif kind == "WebP":
        at = 12
        while at + 8 <= len(data):
            (length,) = struct.unpack_from("<I", data, at + 4)
            if data[at : at + 4] == b"EXIF":
                yield data[at + 8 : at + 8 + length]
            at += 8 + length + length % 2


def _segments(jpeg: bytes) -> Iterator[bytes]:
    at = 2
    while jpeg[at] == 0xFF:
        kind = jpeg[at + 1]
        if kind in {0xD9, 0xDA}:
            return
        if kind in {0xFF, 0x01}:
            at += 1 if kind == 0xFF else 2
            continue
        (length,) = struct.unpack_from(">H", jpeg, at + 2)
        if kind == 0xE1 and jpeg.startswith(INTRODUCTION, at + 4):
            yield jpeg[at + 4 : at + 2 + length]
        at += 2 + length


def _tag(block: bytes) -> int | None:
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(block[:4])
    if order is None:
        return None
    (at,) = struct.unpack_from(order + "I", block, 4)
    (entries,) = struct.unpack_from(order + "H", block, at)
    for entry in range(entries):
        tag, kind, count = struct.unpack_from(order + "HHI", block, at + 2 + 12 * entry)
        if tag == ORIENTATION and count == 1 and kind in {SHORT, LONG}:
            (turn,) = struct.unpack_from(order + ("H" if kind == SHORT else "I"), block, at + 10 + 12 * entry)
            return int(turn)
    return None

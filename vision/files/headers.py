"""Headers of picture files: format, size, and whether the file is complete, without decoding it."""

import re
import struct
import zlib
from dataclasses import dataclass
from typing import Literal

from vision.files.tiff import Layout

Format = Literal["JPEG", "PNG", "WebP", "BMP", "TIFF"]

FORMATS = "JPEG, PNG, WebP, BMP or TIFF"

# Inside a JPEG's scan a marker is 0xFF and a byte that is neither stuffing (00), fill (FF) nor a restart (D0-D7).
_MARKER = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])", re.DOTALL)
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Header:
    """Format, stored size in pixels (before EXIF rotation), whether the file is complete, and whether it has alpha.

    If a file states several sizes, these are the largest, so that the limit on pixels cannot be evaded.
    """

    format: Format
    width: int
    height: int
    complete: bool
    alpha: bool = False


def read_header(data: bytes) -> Header | None:
    """Return the header of a picture file; None if ``data`` has none of the supported formats.

    A file that begins like one of them but ends or becomes invalid before its size has size 0 x 0 and is not complete.
    """
    try:
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
        if data.startswith(_PNG_SIGNATURE):
            return _png(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"BM"):
            return _bmp(data)
        if data[:4] in {b"II*\0", b"MM\0*"}:
            return _tiff(data)
    except (struct.error, IndexError):
        return Header(_format(data), 0, 0, complete=False)
    return None


def _format(data: bytes) -> Format:
    starts: dict[bytes, Format] = {b"\xff\xd8": "JPEG", b"\x89P": "PNG", b"RI": "WebP", b"BM": "BMP"}
    return starts.get(data[:2], "TIFF")


def _jpeg(data: bytes) -> Header:
    """Walk the segments: the thumbnail in the EXIF segment has an end marker of its own, which must not count."""
    width = height = 0
    at = 2
    while True:
        marker = _MARKER.search(data, at)
        if marker is None:
            return Header("JPEG", width, height, complete=False)
        kind, body = marker.group(1)[0], marker.end()
        if kind == 0xD9:
            return Header("JPEG", width, height, complete=True)
        if kind in {0x01, 0xD8}:
            at = body
            continue
        (length,) = struct.unpack_from(">H", data, body)
        if kind in _JPEG_FRAMES:
            rows, columns = struct.unpack_from(">HH", data, body + 3)
            height, width = max(height, rows), max(width, columns)
        at = body + length


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    alpha = data[25] in {4, 6}
    at = len(_PNG_SIGNATURE)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        end = at + 8 + length
        if end + 4 > len(data) or zlib.crc32(data[at + 4 : end]) != struct.unpack_from(">I", data, end)[0]:
            break
        if kind == b"IEND":
            return Header("PNG", width, height, complete=True, alpha=alpha)
        alpha = alpha or kind == b"tRNS"
        at = end + 4
    return Header("PNG", width, height, complete=False)


def _webp(data: bytes) -> Header:
    (size,) = struct.unpack_from("<I", data, 4)
    complete = len(data) >= size + 8
    kind = data[12:16]
    alpha = False
    if kind == b"VP8X":
        alpha = bool(data[20] & 0x10)
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height, alpha = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), bool(bits >> 28 & 1)
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    return Header("WebP", width, height, complete, alpha)


def _bmp(data: bytes) -> Header:
    offset, size = struct.unpack_from("<II", data, 10)
    if size == 12:  # as OS/2 wrote it
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height = struct.unpack_from("<ii", data, 18)
        bits, packing = struct.unpack_from("<HI", data, 28)
    row = (abs(width) * bits + 31) // 32 * 4
    complete = len(data) > offset if packing in {1, 2} else len(data) >= offset + row * abs(height)
    return Header("BMP", abs(width), abs(height), complete)


def _tiff(data: bytes) -> Header:
    layout = Layout.of(data)
    complete = bool(layout.parts) and all(start + length <= len(data) for start, length in layout.parts)
    return Header("TIFF", *layout.size, complete, alpha=layout.one(277, 1) in {2, 4})

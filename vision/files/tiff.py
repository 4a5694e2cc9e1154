"""The layout of TIFF files, and whether their rows are intact: OpenCV decodes damaged rows without an error."""

import struct
import zlib
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

PLAIN, LZW, PACKBITS, DEFLATE = 1, 5, 32773, (8, 32946)
MOST_BYTES, MOST_PARTS = 1 << 25, 4096
"""Of larger files the codes are not followed: it would take longer than to decode them."""

MOST_NUMBERS = 1 << 18
"""A tag that says it holds more numbers is damaged: they are at most the lengths of a picture's parts."""

YCBCR = 6
_CLEAR, _END, _FIRST = 256, 257, 258
_WIDER = (254, 766, 1790)
"""Codes since the last clear from which on they have 10, 11, 12 bits. Source: TIFF 6.0, section 13."""

_MOST = 4096 - _FIRST
_WIDTHS = 9 + np.searchsorted(_WIDER, np.arange(_MOST), side="right")
_STARTS = np.concatenate([[0], np.cumsum(_WIDTHS)])


@dataclass(frozen=True, slots=True)
class Layout:
    """Tags of a TIFF's first picture by their numbers, those that hold whole numbers, and where in the file they stand.

    `directory` is where they begin, and how many bytes they have.
    """

    tags: dict[int, list[int]]
    directory: tuple[int, int]

    @classmethod
    def of(cls, data: bytes) -> "Layout":
        """Return the tags of a file; raises struct.error where it ends, or makes no sense, before they do."""
        order = "<" if data.startswith(b"II") else ">"
        (at,) = struct.unpack_from(order + "I", data, 4)
        (entries,) = struct.unpack_from(order + "H", data, at)
        tags: dict[int, list[int]] = {}
        for entry in range(entries):
            tag, kind, count, value = struct.unpack_from(order + "HHII", data, at + 2 + 12 * entry)
            letter, size = {3: ("H", 2), 4: ("I", 4)}.get(kind, ("", 0))
            if 256 <= tag <= 325 and letter:
                if tag in tags or count > MOST_NUMBERS:
                    raise struct.error("a tag is there twice, or names more parts than any picture has")
                place = at + 10 + 12 * entry if count * size <= 4 else value
                tags[tag] = list(struct.unpack_from(f"{order}{count}{letter}", data, place))
        return cls(tags, (at, 2 + 12 * entries + 4))

    def one(self, tag: int, default: int) -> int:
        """Return a tag's first number."""
        return next(iter(self.tags.get(tag, ())), default)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height; a tile may be larger than the picture, and is decoded whole."""
        width, height = self.one(256, 0), self.one(257, 0)
        if not width or not height:
            return width, height
        return max(width, self.one(322, 0)), max(height, self.one(323, 0))

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Where each strip or tile starts, and how many bytes it has."""
        starts = self.tags.get(273, self.tags.get(324, []))
        lengths = self.tags.get(279, self.tags.get(325, []))
        return list(zip(starts, lengths, strict=False))

    @property
    def row(self) -> int:
        """Bytes of a row of a strip or tile."""
        samples = self.one(277, 1) if self.one(284, 1) == 1 else 1
        return (self.one(322, self.one(256, 0)) * samples * self.one(258, 1) + 7) // 8

    @property
    def rows(self) -> list[int]:
        """How many rows each strip or tile holds, for one plane of colour after the other.

        Empty where there are more or fewer of them than the picture's size asks for.
        """
        (width, height), tall = (self.one(256, 0), self.one(257, 0)), self.one(323, 0)
        most = max(1, tall or min(height, self.one(278, height)))
        down, across = -(-height // most), -(-width // max(1, self.one(322, width))) if tall else 1
        planes = self.one(277, 1) if self.one(284, 1) != 1 else 1
        if len(self.parts) != down * across * planes:
            return []
        return (
            [most] * len(self.parts) if tall else [min(most, height - top) for top in range(0, height, most)] * planes
        )

    @property
    def lie_apart(self) -> bool:
        """Whether no strip or tile begins within another, in the file's first bytes, or among its tags."""
        spans = sorted((start, start + length) for start, length in [(0, 8), self.directory, *self.parts] if length)
        return all(end <= start for (_, end), (start, _) in pairwise(spans))


def is_whole(data: bytes) -> bool:
    """Return whether the strips of a TIFF lie apart and hold as many bytes, unpacked, as its rows have.

    Of packings that do not show it, only the former.
    """
    layout = Layout.of(data)
    packing, rows = layout.one(259, PLAIN), layout.rows
    if not layout.lie_apart or not rows:
        return False
    long = len(data) > MOST_BYTES or len(layout.parts) > MOST_PARTS
    if packing not in {PLAIN, LZW, PACKBITS, *DEFLATE} or (long and packing in {LZW, PACKBITS}):
        return True
    if layout.one(262, 0) == YCBCR:  # colours may have fewer rows and columns than light
        most = 2 * layout.row * max(layout.size[1], 1)
        return packing not in DEFLATE or all(
            _inflated(data[at : at + length], most) >= 0 for at, length in layout.parts
        )
    most = rows[0]  # of which some writers fill up the last strip, too
    for (start, length), count in zip(layout.parts, rows, strict=True):
        packed = data[start : start + length]
        old = packed[:1] == b"\0" and packed[1:2] and packed[1] & 1  # as before TIFF 5.0: bits in the other order
        right = {count * layout.row, most * layout.row}
        if not (old and packing == LZW) and _size(packing, packed, max(right)) not in right:
            return False
    return True


def _size(packing: int, packed: bytes, most: int) -> int:
    """Return how many bytes a strip or tile unpacks to, -1 where it is damaged or, deflated, has more than `most`."""
    if packing == PLAIN:
        return len(packed)
    if packing in DEFLATE:
        return _inflated(packed, most)
    return _unpacked(packed) if packing == LZW else _unrolled(packed)


def _inflated(packed: bytes, most: int) -> int:
    """Return how many bytes zlib's packing stands for, -1 if its checksum is wrong or they are more than `most`."""
    stream, total = zlib.decompressobj(), 0
    try:
        while packed and not stream.eof and total <= most:
            total += len(stream.decompress(packed, 1 << 20))
            packed = stream.unconsumed_tail
    except zlib.error:
        return -1
    return total if stream.eof and total <= most else -1


def _unrolled(packed: bytes) -> int:
    """Return how many bytes runs stand for. Source: TIFF 6.0, section 9."""
    total = at = 0
    while at < len(packed):
        head = packed[at]
        if head < 128:
            total, at = total + head + 1, at + head + 2
        else:
            total, at = total + (257 - head if head > 128 else 0), at + 2 - (head == 128)
    return total if at == len(packed) else -1


def _unpacked(packed: bytes) -> int:
    """Return how many bytes LZW codes stand for, -1 if one stands for nothing."""
    bits = np.frombuffer(packed + bytes(4), np.uint8).astype(np.int64)
    total, at, end = 0, 0, 8 * len(packed)
    while at < end:
        count = int(np.searchsorted(_STARTS, end - at, side="right")) - 1
        places = at + _STARTS[:count]
        byte, skip, width = places >> 3, places & 7, _WIDTHS[:count]
        window = bits[byte] << 16 | bits[byte + 1] << 8 | bits[byte + 2]
        codes = window >> (24 - skip - width) & ((1 << width) - 1)
        stops = np.flatnonzero((codes == _CLEAR) | (codes == _END))
        here = int(stops[0]) if len(stops) else count
        length = _length(codes[:here])
        if length < 0:
            return -1
        total += length
        if here == count or codes[here] == _END:
            break
        at += int(_STARTS[here + 1])
    return total


def _length(codes: NDArray[np.int64]) -> int:
    """Return how many bytes the codes (n,) since a clear stand for.

    The entry that code n defines is one longer than what code n stands for: its length is the number of steps back to
    a single byte, found for all entries at once by doubling the steps.
    """
    if (codes >= _FIRST + np.arange(len(codes))).any():
        return -1
    # The last place stands for a single byte, which is where every way back ends.
    entries = np.where(codes >= _FIRST, codes - _FIRST, -1)
    back = np.append(entries, -1)
    steps = np.append(np.ones(len(codes), np.int64), 0)
    while (back >= 0).any():
        steps += steps[back]
        back = back[back]
    return int(steps[entries].sum()) + len(codes)

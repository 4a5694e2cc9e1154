"""The pixels of JPEG files, and whether all of them are there: the decoder fills up in silence what is missing."""

import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile

from vision.errors import TruncatedPictureError

# Within a scan a marker is 0xFF, perhaps more than once, and a byte that is neither stuffing (00) nor a restart (D0 to
# D7).
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
_RESTART = re.compile(rb"\xff([\xd0-\xd7])")
_START, _END, _SCAN, _TEMPORARY = 0xD8, 0xD9, 0xDA, 0x01

SCALES = (8, 4, 2)
"""By these the decoder can divide the sides of a picture."""

MOST_SPARE = 16
"""Bytes other than 00 and FF that some cameras leave behind an intact scan."""

MOST_ZEROS = 2
"""So many zeros at a scan's end stay, spare or not. It may need more: an even area can be coded in bits of zero."""

READ_AHEAD = b"\xff\x00" * 8
"""The decoder wants to see 8 bytes behind the last one that it needs. Of ones it makes the fewest pixels."""

REDUCED = max(SCALES)
"""The scale at which it is cheapest to see where a scan ends."""

MOST_SCANS = 20
"""A file with more of them is made to keep its reader busy: each takes a picture's time. Encoders write up to 18."""

_FILLING = b"\x55" * 64


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the first scan begins, each scan ends and the picture ends; `ended` says whether a marker says so."""

    begin: int
    ends: tuple[int, ...]
    end: int
    ended: bool


def decode_jpeg(data: bytes, opened: JpegImageFile, scale: int = 1) -> Image.Image:
    """Return the pixels of a file that Pillow has `opened`, each side divided by `scale` (1, 2, 4 or 8).

    Zeros and fill bytes behind a scan, and a missing end marker, are no damage. Zeros that a scan needs are its own if
    it needs all of them and an end marker follows: zeros that fill a gap seldom fit so well. Raises
    TruncatedPictureError where a scan ends too early, goes on though the picture is complete, or lacks a part; its
    message has no name of the file.
    """
    try:
        layout = _layout(data)
    except struct.error:
        raise TruncatedPictureError("it ends too early") from None
    decoder = _Decoder(opened, scale)
    if len(layout.ends) > 1:
        return _decode_scans(data, layout, decoder, _Decoder(opened, REDUCED))
    restarts = [mark[0] & 7 for mark in _RESTART.findall(data, layout.begin, layout.end)]
    if restarts != [number % 8 for number in range(len(restarts))]:
        raise TruncatedPictureError("a part of it is missing")
    scan = _without_zeros(data[: layout.end])
    shorter = scan[: -MOST_SPARE - 1]
    whole = decoder.decode(scan + READ_AHEAD)
    if whole is None and layout.ended:
        whole = decoder.decode(data[: layout.end] + READ_AHEAD)
        shorter = data[: layout.end - MOST_ZEROS] + READ_AHEAD
    if whole is None:
        raise TruncatedPictureError("it ends too early")
    if _Decoder(opened, REDUCED).decode(shorter):
        raise TruncatedPictureError("it goes on where the picture is complete")
    return whole


class _Decoder:
    """Decodes to a canvas whose last row is noise, which stays there until the decoder has come to its end."""

    def __init__(self, opened: JpegImageFile, scale: int) -> None:
        self._mode, self._size = opened.mode, (-(-opened.width // scale), -(-opened.height // scale))
        codec, _, _, args = opened.tile[0]
        assert isinstance(args, tuple), "Pillow gives its decoder of JPEG a mode for the file, and one for itself"
        # Pillow takes all four inks for inverted, which they are where Adobe's marker stands.
        stored = "CMYK" if opened.mode == "CMYK" and "adobe" not in opened.info else args[0]
        self._codec, self._args = codec, (stored, args[1], scale, 0)
        width = self._size[0]
        noise = np.random.default_rng(0).bytes(width * len(opened.getbands()))
        self._noise = Image.frombytes(self._mode, (width, 1), noise)

    def decode(self, data: bytes) -> Image.Image | None:
        """Return the picture, None if the data end before its last row does."""
        canvas = Image.new(self._mode, self._size)
        last = (0, self._size[1] - 1, *self._size)
        canvas.paste(self._noise, last)
        with suppress(ValueError):  # that the data lack an end marker
            canvas.frombytes(data, self._codec, self._args)
        return None if canvas.crop(last).tobytes() == self._noise.tobytes() else canvas

    def waiting(self, data: bytes, cuts: Sequence[int]) -> set[int]:
        """Return at which of the ascending `cuts` through the data a scan is not complete.

        Behind a scan that is complete the decoder skips all bytes up to the next marker. In a scan it leaves some.
        """
        decoder = Image._getdecoder(self._mode, self._codec, self._args)  # it alone tells what was used
        canvas = Image.new(self._mode, self._size)
        decoder.setimage(canvas.im, (0, 0, *self._size))
        at, found = 0, set()
        for cut in cuts:
            used, _ = decoder.decode(data[at:cut])
            if used < 0:
                break
            at += used
            if at < cut:
                found.add(cut)
        return found


def _decode_scans(data: bytes, layout: _Layout, decoder: _Decoder, cheap: _Decoder) -> Image.Image:
    """Return a picture that several scans make better and better, which the decoder gives only when it has read all.

    Bytes behind a scan that is whole change nothing. Where one ends too early, the decoder takes them for its rest.
    """
    if not layout.ended:
        raise TruncatedPictureError("it ends too early")
    if len(layout.ends) > MOST_SCANS:
        raise TruncatedPictureError(f"it has {len(layout.ends)} scans")
    whole = decoder.decode(data)
    filled = decoder.decode(b"".join(_filled(data, layout, cheap)))
    if whole is None or filled is None or whole.tobytes() != filled.tobytes():
        raise TruncatedPictureError("a part of it is missing")
    return whole


def _filled(data: bytes, layout: _Layout, decoder: _Decoder) -> Iterator[bytes]:
    """Yield the scans with filling behind each. Zeros stay where the scan is not complete without the last of them."""
    long = [end for end in layout.ends if not any(data[end - MOST_ZEROS - 1 : end])]
    # At one cut of two neighbours the decoder may have used all bytes, and yet want more.
    waiting = decoder.waiting(data, [end - zeros for end in long for zeros in (MOST_ZEROS + 1, MOST_ZEROS)])
    at = 0
    for end in layout.ends:
        own = not waiting.isdisjoint((end - MOST_ZEROS - 1, end - MOST_ZEROS))
        yield (data[at:end] if own else _without_zeros(data[at:end])) + _FILLING
        at = end
    yield data[at:]


def _without_zeros(scan: bytes) -> bytes:
    """Return a scan without zeros at its end, except for a few that may belong to it."""
    return scan[: len(scan.rstrip(b"\0")) + MOST_ZEROS]


def _layout(data: bytes) -> _Layout:
    """Walk the segments: the thumbnail in the EXIF segment has scans of its own. Raises struct.error at a cut."""
    at, begin = 2, len(data)
    ends: list[int] = []
    scanning = False
    while marker := _MARKER.search(data, at):
        kind, body = marker.group(1)[0], marker.end()
        if scanning:
            ends.append(marker.start())
            scanning = False
        if kind == _END:
            return _Layout(begin, tuple(ends), marker.start(), ended=True)
        if kind in {_TEMPORARY, _START}:
            at = body
            continue
        (length,) = struct.unpack_from(">H", data, body)
        at = body + length
        if kind == _SCAN:
            scanning, begin = True, min(begin, at)
    return _Layout(begin, tuple(ends), len(data.rstrip(b"\xff")), ended=False)

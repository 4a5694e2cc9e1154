"""Load picture files: pixels in upright orientation, or an error with a one-line message."""

import io
import math
import random
import re
import stat
import struct
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import AvifImagePlugin, ImageOps, WebPImagePlugin
from PIL import Image as PillowImage
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile

from vision.errors import TOO_LARGE, MissingPictureError, PictureError, VisionError, printable_path

Image: TypeAlias = NDArray[np.uint8]
"""A picture: (h, w, 3), blue, green, red, 0 to 255."""

MAX_SIDE = 19_999
MAX_PIXELS = 120_000_000
"""The pixels of the largest picture that is read; phones take some of 108 million."""

MOST_PIXELS = 50_000_000
"""Pictures with more pixels are halved: more detail than this helps no reader, and takes minutes on a small machine."""

# Larger than any camera's file for a picture within the limits; it keeps a disk image out of memory.
MAX_BYTES = 1 << 28
BEGINNING = 64
"""Bytes that are read to recognise the format."""

FORMATS = "JPEG, PNG, WebP, AVIF, HEIC, GIF or BMP"

_STARTS = {b"\xff\xd8": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF8": "GIF", b"BM": "BMP"}
_BRANDS = {"AVIF": (b"avif", b"avis"), "HEIF": (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")}
_FAMILIES = (b"mif1", b"msf1")
"""Brands of HEIF in general. Whether AV1 or another codec packed the pixels is told by the further brands."""
_ORIENTATION = 0x0112

# Pictures are measured here before they are decoded, and what Pillow warns of is refused or does no harm.
PillowImage.MAX_IMAGE_PIXELS = None
warnings.filterwarnings("ignore", module=r"PIL\.")
_PLUGINS = (AvifImagePlugin, WebPImagePlugin)  # Pillow imports these by itself only together with seventy others


def load_picture(path: str | Path) -> Image:
    """Return the picture in ``path`` as BGR uint8 (h, w, 3), turned by its EXIF orientation.

    Grey pictures get three channels, and transparent parts become white. Of several pictures in a file it is the
    first. One of more than 50 million pixels is halved in width and height until
    it has fewer. Raises a subclass of PictureError for a missing file, a folder, an empty, truncated or damaged file,
    an unknown format, and a picture of 20,000 pixels or more on one side or of more than 120 million pixels. The size
    is read from the header before anything is decoded.
    """
    path = Path(path)
    return decode_picture(_read(path), printable_path(path))


@dataclass(frozen=True, slots=True)
class PixelLimits:
    """The most pixels of a picture. A JPEG can be decoded smaller than it is; others take memory for all of them."""

    jpeg: int = MAX_PIXELS
    other: int = MAX_PIXELS


def decode_picture(data: bytes, name: str, longest: int = MAX_SIDE, limits: PixelLimits = PixelLimits()) -> Image:
    """Return the picture in the bytes of a file, as ``load_picture`` does; errors call it ``name``.

    A JPEG is decoded at a half, a quarter, or an eighth of its size where its longer side keeps ``longest`` pixels.
    Raises PictureError with the key TOO_LARGE, before anything is decoded, where the picture has more pixels than
    ``limits`` allow.
    """
    if not data:
        raise PictureError(f"{name} is empty: copy or take the picture again", key="fault-picture-empty")
    kind = _format(data)
    if kind is None:
        raise PictureError(f"{name} is not a picture that can be read: give a {FORMATS} file", key="fault-picture-none")
    if kind == "HEIF":
        from pillow_heif import register_heif_opener

        register_heif_opener()
    try:
        return _decoded(data, kind, longest, limits)
    except PictureError as error:
        raise PictureError(f"{name} {error}", key=error.message_key) from None
    except MemoryError:
        raise PictureError(f"{name} does not fit into memory: make it smaller", key=TOO_LARGE) from None
    except Exception as error:  # what a damaged file leads to in Pillow has no common class
        raise PictureError(
            f"{name} begins as a {kind} picture but is damaged, or of a kind that cannot be decoded: "
            f"copy it again, or save it as JPEG",
            key="fault-picture-damaged",
        ) from error


def check_image(image: Image) -> None:
    """Raise VisionError unless ``image`` is a non-empty (h, w, 3) array of uint8."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
        raise VisionError(
            f"a picture is an (h, w, 3) array of uint8, not {image.shape} of {image.dtype}: convert it first"
        )


def _format(data: bytes) -> str | None:
    """Return Pillow's name of the format that data begin with, None if there is none that is read."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp":
        brand, further = data[8:12], data[16 : min(int.from_bytes(data[:4]), BEGINNING)]
        if brand in _FAMILIES and any(further[at : at + 4] in _BRANDS["AVIF"] for at in range(0, len(further), 4)):
            return "AVIF"
        return next((kind for kind, brands in _BRANDS.items() if brand in brands), None)
    return next((kind for start, kind in _STARTS.items() if data.startswith(start)), None)


def _decoded(data: bytes, kind: str, longest: int, limits: PixelLimits) -> Image:
    opened = PillowImage.open(io.BytesIO(data), formats=[kind])
    width, height = opened.size
    most = limits.jpeg if isinstance(opened, JpegImageFile) else limits.other
    if max(width, height) > MAX_SIDE or width * height > most:
        raise PictureError(
            f"is {width} x {height} pixels, too large: make it smaller than "
            f"{MAX_SIDE + 1:,} pixels a side and {most // 1_000_000} million in all",
            key=TOO_LARGE if width * height > most else "fault-picture-side",
        )
    if kind == "PNG":
        opened.verify()  # the checksums, which loading does not look at
        opened = PillowImage.open(io.BytesIO(data), formats=[kind])
    halved = 1 << max(0, math.ceil(math.log(width * height / MOST_PIXELS, 4)))
    turn = _orientation(opened)
    pixels: PillowImage.Image = opened
    if isinstance(opened, JpegImageFile):
        spare = next((scale for scale in SCALES if max(width, height) // scale >= longest), 1)
        pixels, halved = decode_jpeg(data, opened, max(halved, spare)), 1
    colours = _in_colours(pixels)
    if halved > 1:
        colours = colours.reduce(halved)
    if turn != 1:
        colours.getexif()[_ORIENTATION] = turn
        ImageOps.exif_transpose(colours, in_place=True)
    return np.asarray(cv2.cvtColor(np.asarray(colours), cv2.COLOR_RGB2BGR), np.uint8)


def _orientation(opened: ImageFile) -> int:
    """Return the EXIF orientation that is still to be done, 1 (upright) where what a file says is no sense."""
    try:
        turn = opened.getexif().get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001  EXIF is whatever somebody wrote into a file
        return 1
    return turn if turn in range(1, 9) else 1


def _in_colours(pixels: PillowImage.Image) -> PillowImage.Image:
    """Return a picture in Pillow's mode RGB, what is transparent in white."""
    if pixels.mode.startswith("I"):
        raise PictureError(
            "has grey levels of more than 8 bits, which are not read: save it as JPEG", key="fault-picture-kind"
        )
    if pixels.has_transparency_data:
        layers = pixels.convert("RGBA")
        return PillowImage.alpha_composite(PillowImage.new("RGBA", layers.size, "white"), layers).convert("RGB")
    return pixels if pixels.mode == "RGB" else pixels.convert("RGB")  # converting copies in any case


def _read(path: Path) -> bytes:
    name = printable_path(path)
    data = None
    try:
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES:
            with path.open("rb") as file:
                data = file.read(BEGINNING)
                if _format(data) is not None:
                    data += file.read(MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        raise MissingPictureError(f"{name} does not exist: check the name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PictureError(f"{name} cannot be read ({reason}): check its name and rights") from None
    if stat.S_ISDIR(status.st_mode):
        raise PictureError(f"{name} is a folder: name the pictures in it")
    if data is None and not stat.S_ISREG(status.st_mode):
        raise PictureError(f"{name} is a device or pipe, no picture: give a {FORMATS} file", key="fault-picture-none")
    if data is None:
        raise PictureError(
            f"{name} has {status.st_size:,} bytes, too many for a picture: make it smaller", key="fault-picture-large"
        )
    return data


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


def decode_jpeg(data: bytes, opened: JpegImageFile, scale: int = 1) -> PillowImage.Image:
    """Return the pixels of a file that Pillow has `opened`, each side divided by `scale` (1, 2, 4 or 8).

    Zeros and fill bytes behind a scan, and a missing end marker, are no damage. Zeros that a scan needs are its own if
    it needs all of them and an end marker follows: zeros that fill a gap seldom fit so well. Raises
    PictureError where a scan ends too early, goes on though the picture is complete, or lacks a part; its message has
    no name of the file.
    """
    try:
        layout = _layout(data)
    except struct.error:
        raise _damaged("it ends too early") from None
    decoder = _Decoder(opened, scale)
    if len(layout.ends) > 1:
        return _decode_scans(data, layout, decoder, _Decoder(opened, REDUCED))
    restarts = [mark[0] & 7 for mark in _RESTART.findall(data, layout.begin, layout.end)]
    if restarts != [number % 8 for number in range(len(restarts))]:
        raise _damaged("a part of it is missing")
    scan = _without_zeros(data[: layout.end])
    shorter = scan[: -MOST_SPARE - 1]
    whole = decoder.decode(scan + READ_AHEAD)
    if whole is None and layout.ended:
        whole = decoder.decode(data[: layout.end] + READ_AHEAD)
        shorter = data[: layout.end - MOST_ZEROS] + READ_AHEAD
    if whole is None:
        raise _damaged("it ends too early")
    if _Decoder(opened, REDUCED).decode(shorter):
        raise _damaged("it goes on where the picture is complete")
    return whole


def _damaged(why: str) -> PictureError:
    return PictureError(f"is damaged ({why}): copy or take the picture again", key="fault-picture-damaged")


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
        noise = random.Random(0).randbytes(width * len(opened.getbands()))
        self._noise = PillowImage.frombytes(self._mode, (width, 1), noise)

    def decode(self, data: bytes) -> PillowImage.Image | None:
        """Return the picture, None if the data end before its last row does."""
        canvas = PillowImage.new(self._mode, self._size)
        last = (0, self._size[1] - 1, *self._size)
        canvas.paste(self._noise, last)
        with suppress(ValueError):  # that the data lack an end marker
            canvas.frombytes(data, self._codec, self._args)
        return None if canvas.crop(last).tobytes() == self._noise.tobytes() else canvas

    def waiting(self, data: bytes, cuts: Sequence[int]) -> set[int]:
        """Return at which of the ascending `cuts` through the data a scan is not complete.

        Behind a scan that is complete the decoder skips all bytes up to the next marker. In a scan it leaves some.
        """
        decoder = PillowImage._getdecoder(self._mode, self._codec, self._args)  # it alone tells what was used
        canvas = PillowImage.new(self._mode, self._size)
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


def _decode_scans(data: bytes, layout: _Layout, decoder: _Decoder, cheap: _Decoder) -> PillowImage.Image:
    """Return a picture that several scans make better and better, which the decoder gives only when it has read all.

    Bytes behind a scan that is whole change nothing. Where one ends too early, the decoder takes them for its rest.
    """
    if not layout.ended:
        raise _damaged("it ends too early")
    if len(layout.ends) > MOST_SCANS:
        raise _damaged(f"it has {len(layout.ends)} scans")
    whole = decoder.decode(data)
    filled = decoder.decode(b"".join(_filled(data, layout, cheap)))
    if whole is None or filled is None or whole.tobytes() != filled.tobytes():
        raise _damaged("a part of it is missing")
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

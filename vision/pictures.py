"""Load picture files: pixels in upright orientation, or an error with a one-line message."""

import io
import math
import re
import stat
import struct
import warnings
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
"""Brands of HEIF in general. The further brands tell whether AV1 or another codec packed the pixels."""
_ORIENTATION = 0x0112

# Pictures are measured here before they are decoded, and what Pillow warns of is refused or does no harm.
PillowImage.MAX_IMAGE_PIXELS = None
warnings.filterwarnings("ignore", module=r"PIL\.")
_PLUGINS = (AvifImagePlugin, WebPImagePlugin)  # Pillow imports these by itself only together with seventy others


def load_picture(path: str | Path) -> Image:
    """Return the picture in ``path`` as BGR uint8 (h, w, 3), turned by its EXIF orientation.

    Grey pictures get three channels, and transparent parts become white. Of several pictures in a file it is the first.
    A picture of more than 50 million pixels is halved in width and height until it has fewer. Raises a subclass of
    PictureError for a missing file, a folder, an empty, truncated or damaged file, an unknown format, and a picture of
    20,000 pixels or more on one side or of more than 120 million pixels. The size is read from the header before
    anything is decoded.
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
        return _decode(data, kind, longest, limits)
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


def _decode(data: bytes, kind: str, longest: int, limits: PixelLimits) -> Image:
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
    colours = _convert_to_rgb(pixels)
    if halved > 1:
        colours = colours.reduce(halved)
    if turn != 1:
        colours.getexif()[_ORIENTATION] = turn
        ImageOps.exif_transpose(colours, in_place=True)
    return np.asarray(cv2.cvtColor(np.asarray(colours), cv2.COLOR_RGB2BGR), np.uint8)


def _orientation(opened: ImageFile) -> int:
    """Return the EXIF orientation that is still to be done, 1 (upright) if what the file says makes no sense."""
    try:
        turn = opened.getexif().get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001  EXIF is whatever somebody wrote into a file
        return 1
    return turn if turn in range(1, 9) else 1


def _convert_to_rgb(pixels: PillowImage.Image) -> PillowImage.Image:
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
_START, _END, _SCAN, _TEMPORARY = 0xD8, 0xD9, 0xDA, 0x01
END = b"\xff\xd9"

SCALES = (8, 4, 2)
"""By these the decoder can divide the sides of a picture."""

MOST_SPARE = 16
"""Bytes other than 00 and FF that some cameras leave behind an intact scan."""

MOST_ZEROS = 2
"""Zeros at a scan's end that may be spare, and are left. A scan may need more: an even area can be coded in zeros."""

MOST_SCANS = 20
"""A file with more of them is made to keep its reader busy: each takes a picture's time. Encoders write up to 18."""

_SPARE = re.compile(r"(\d+) extraneous bytes before marker 0xd9")
"""What the decoder says where a picture was complete before its end."""


def decode_jpeg(data: bytes, opened: JpegImageFile, scale: int = 1) -> PillowImage.Image:
    """Return the pixels of a file that Pillow has `opened`, each side divided by `scale` (1, 2, 4 or 8).

    Zeros and fill bytes behind the last scan, and a missing end marker behind a single one, are no damage. Zeros that a
    scan needs are its own if it needs all of them and an end marker follows: zeros that fill a gap seldom fit so well.
    Raises PictureError for whatever else the decoder warns of, and for too many scans; its message has no name of the
    file.
    """
    try:
        scans, end, ended = _find_end(data)
    except struct.error:
        raise _make_damage_error("it ends too early") from None
    if scans > MOST_SCANS:
        raise _make_damage_error(f"it has {scans} scans")
    if scans > 1 and not ended:
        raise _make_damage_error("it ends too early")
    whole = data[:end]
    scan = whole[: len(whole.rstrip(b"\0")) + MOST_ZEROS]
    try:
        return _decode_strictly(scan, opened, scale)
    except ValueError as error:
        spare = _SPARE.search(str(error))
    try:
        if spare and int(spare[1]) <= MOST_SPARE:
            return _decode_strictly(scan[: -int(spare[1])], opened, scale)
        if ended and scan != whole:
            return _decode_strictly(whole, opened, scale)
    except ValueError:
        pass
    raise _make_damage_error("a part of it is missing or wrong")


def _make_damage_error(why: str) -> PictureError:
    return PictureError(f"is damaged ({why}): copy or take the picture again", key="fault-picture-damaged")


def _decode_strictly(data: bytes, opened: JpegImageFile, scale: int) -> PillowImage.Image:
    """Return the pixels of a file that lacks its end marker. Raises ValueError for all that the decoder warns of."""
    from simplejpeg import decode_jpeg as decode
    from simplejpeg import decode_jpeg_header

    data += END
    high, wide, *_ = decode_jpeg_header(data)
    if (wide, high) != opened.size:
        raise ValueError(f"it has two sizes, {opened.size} and {(wide, high)}")
    grey, inks = opened.mode == "L", opened.mode == "CMYK"
    pixels = decode(data, "GRAY" if grey else opened.mode, min_height=-(-high // scale), min_width=-(-wide // scale))
    if inks and "adobe" in opened.info:  # which inverts them
        pixels = 255 - pixels
    return PillowImage.fromarray(pixels[..., 0] if grey else pixels, opened.mode)


def _find_end(data: bytes) -> tuple[int, int, bool]:
    """Return how many scans a picture has, where the last one ends, and whether an end marker says so.

    It walks the segments: the thumbnail in the EXIF segment has scans of its own. Raises struct.error at a cut.
    """
    at, scans = 2, 0
    while marker := _MARKER.search(data, at):
        kind, at = marker[1][0], marker.end()
        if kind == _END:
            return scans, marker.start(), True
        if kind not in {_TEMPORARY, _START}:
            at += struct.unpack_from(">H", data, at)[0]
            scans += kind == _SCAN
    return scans, len(data.rstrip(b"\xff")), False

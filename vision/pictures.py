"""Load picture files: pixels in upright orientation, or an error with a one-line message."""

import io
import math
import stat
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
from PIL.TiffImagePlugin import TiffImageFile

from vision.errors import (
    EmptyPictureError,
    FolderInsteadOfPictureError,
    FormatNotReadError,
    ImageShapeError,
    LargePictureError,
    MissingPictureError,
    NotAPictureError,
    PictureError,
    PixelLimitError,
    TruncatedPictureError,
    UnreadablePictureError,
)
from vision.jpeg import SCALES, decode_jpeg
from vision.paths import printable_path

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

FORMATS = "JPEG, PNG, WebP, AVIF, HEIC, GIF, BMP or TIFF"

_STARTS = {
    b"\xff\xd8": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"P5": "PPM",
    b"P6": "PPM",
}
_BRANDS = {"AVIF": (b"avif", b"avis"), "HEIF": (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")}
_FAMILIES = (b"mif1", b"msf1")
"""Brands of HEIF in general. Whether AV1 or another codec packed the pixels is told by the further brands."""
_ORIENTATION, _KIND_OF_PAGE, _REDUCED = 0x0112, 254, 1
_PAGES = 32
"""Of a TIFF so many pages are looked at."""

_WIDE = frozenset({"I", "I;16", "I;16B", "I;16L"})
"""Pillow's modes of one channel with more than 8 bits."""

_NEARLY_BLACK = 64

# Pictures are measured here before they are decoded, and what Pillow warns of is refused or does no harm.
PillowImage.MAX_IMAGE_PIXELS = None
warnings.filterwarnings("ignore", module=r"PIL\.")
_PLUGINS = (AvifImagePlugin, WebPImagePlugin)  # Pillow imports these by itself only together with seventy others


def load_picture(path: str | Path) -> Image:
    """Return the picture in ``path`` as BGR uint8 (h, w, 3), turned by its EXIF orientation.

    Grey pictures get three channels, 16 bits become 8, and transparent parts become white. Of several pictures in a
    file it is the first, in a TIFF the largest. One of more than 50 million pixels is halved in width and height until
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
    Raises PixelLimitError, before anything is decoded, where the picture has more pixels than ``limits`` allow.
    """
    if not data:
        raise EmptyPictureError(f"{name} is empty: copy or take the picture again")
    kind = _format(data)
    if kind is None:
        raise NotAPictureError(f"{name} is not a picture that can be read: give a {FORMATS} file")
    if kind == "HEIF":
        from pillow_heif import register_heif_opener

        register_heif_opener()
    try:
        return _decoded(data, kind, longest, limits)
    except TruncatedPictureError as error:
        raise TruncatedPictureError(f"{name} is damaged ({error}): copy or take the picture again") from None
    except PictureError as error:
        raise type(error)(f"{name} {error}") from None
    except MemoryError:
        raise LargePictureError(f"{name} does not fit into memory: make it smaller") from None
    except Exception as error:  # what a damaged file leads to in Pillow has no common class
        raise TruncatedPictureError(
            f"{name} begins as a {kind} picture but is damaged, or of a kind that cannot be decoded: "
            f"copy it again, or save it as JPEG"
        ) from error


def check_image(image: Image) -> None:
    """Raise ImageShapeError unless ``image`` is a non-empty (h, w, 3) array of uint8."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
        raise ImageShapeError(
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
    if isinstance(opened, TiffImageFile):
        _choose_page(opened)
    width, height = opened.size
    most = limits.jpeg if isinstance(opened, JpegImageFile) else limits.other
    if max(width, height) > MAX_SIDE or width * height > most:
        large = PixelLimitError if width * height > most else LargePictureError
        raise large(
            f"is {width} x {height} pixels, too large: make it smaller than "
            f"{MAX_SIDE + 1:,} pixels a side and {most // 1_000_000} million in all"
        )
    if kind == "PNG":
        opened.verify()  # the checksums, which loading does not look at
        opened = PillowImage.open(io.BytesIO(data), formats=[kind])
    halved = 1 << max(0, math.ceil(math.log(width * height / MOST_PIXELS, 4)))
    bits, turn = _bits(opened), _orientation(opened)
    pixels: PillowImage.Image = opened
    if isinstance(opened, JpegImageFile):
        spare = next((scale for scale in SCALES if max(width, height) // scale >= longest), 1)
        pixels, halved = decode_jpeg(data, opened, max(halved, spare)), 1
    colours = _in_colours(pixels, bits)
    if halved > 1:
        colours = colours.reduce(halved)
    if turn != 1:
        colours.getexif()[_ORIENTATION] = turn
        ImageOps.exif_transpose(colours, in_place=True)
    return np.asarray(cv2.cvtColor(np.asarray(colours), cv2.COLOR_RGB2BGR), np.uint8)


def _choose_page(opened: TiffImageFile) -> None:
    """Go to the largest page that is not marked as a reduced one: raw pictures (DNG) begin with a preview."""
    best, most = None, 0
    for number in range(_PAGES):
        try:
            opened.seek(number)
        except EOFError:
            break
        except SyntaxError:  # a page that Pillow cannot decode, as the mosaic of a raw picture
            continue
        if not opened.tag_v2.get(_KIND_OF_PAGE, 0) & _REDUCED and opened.width * opened.height > most:
            best, most = number, opened.width * opened.height
    if best is None:
        raise FormatNotReadError("is a raw picture (DNG), of which only a preview can be read: save it as JPEG")
    opened.seek(best)


def _orientation(opened: ImageFile) -> int:
    """Return the EXIF orientation that is still to be done, 1 (upright) where what a file says is no sense."""
    if isinstance(opened, TiffImageFile):
        return 1  # Pillow turns them itself
    try:
        turn = opened.getexif().get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001  EXIF is whatever somebody wrote into a file
        return 1
    return turn if turn in range(1, 9) else 1


def _bits(opened: ImageFile) -> int:
    """Return how many bits a channel has in the file, 8 or 16; Pillow knows it until the pixels are loaded."""
    return 16 if any(";16" in str(tile.args) for tile in opened.tile) else 8


def _in_colours(pixels: PillowImage.Image, bits: int) -> PillowImage.Image:
    """Return a picture in Pillow's mode RGB, what is transparent in white."""
    if pixels.mode in _WIDE:
        return PillowImage.fromarray(_narrowed(np.asarray(pixels))).convert("RGB")
    if pixels.mode == "F":
        raise FormatNotReadError("has samples in floating point, which are not read: save it as JPEG or as 8-bit PNG")
    if pixels.has_transparency_data:
        layers = pixels.convert("RGBA")
        return PillowImage.alpha_composite(PillowImage.new("RGBA", layers.size, "white"), layers).convert("RGB")
    colours = pixels if pixels.mode == "RGB" else pixels.convert("RGB")  # converting copies in any case
    if bits > 8 and np.asarray(colours).max() < _NEARLY_BLACK:
        raise FormatNotReadError("has 16 bits a colour and is nearly black in 8: save it as JPEG, or brighten it")
    return colours


def _narrowed(levels: NDArray[np.integer]) -> Image:
    """Return wide samples in 8 bits. Where 14 bits or fewer are in use, as cameras write them, the upper 8 of these."""
    low, high = int(levels.min()), int(levels.max())
    if low < 0 or high >= 1 << 16:
        raise FormatNotReadError("has samples of more than 16 bits, which are not read: save it as 8-bit PNG")
    used = high.bit_length() if high < 1 << 14 else 16
    return (levels >> max(used - 8, 0)).astype(np.uint8)


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
        raise UnreadablePictureError(f"{name} cannot be read ({reason}): check its name and rights") from None
    if stat.S_ISDIR(status.st_mode):
        raise FolderInsteadOfPictureError(f"{name} is a folder: name the pictures in it")
    if data is None and not stat.S_ISREG(status.st_mode):
        raise NotAPictureError(f"{name} is a device or pipe, no picture: give a {FORMATS} file")
    if data is None:
        raise LargePictureError(f"{name} has {status.st_size:,} bytes, too many for a picture: make it smaller")
    return data

"""Load picture files: pixels in upright orientation, or an error with a one-line message."""

import stat
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import (
    EmptyPictureError,
    FolderInsteadOfPictureError,
    FormatNotReadError,
    ImageShapeError,
    LargePictureError,
    MissingPictureError,
    NotAPictureError,
    TruncatedPictureError,
    UnreadablePictureError,
)
from vision.files.damage import capture_decoder_messages
from vision.files.exif import orientation, turned
from vision.files.headers import FORMATS, Header, read_header
from vision.files.tiff import is_whole
from vision.paths import printable_path

Image: TypeAlias = NDArray[np.uint8]
"""A picture: (h, w, 3), blue, green, red, 0 to 255."""

MAX_SIDE = 19_999
MAX_PIXELS = 100_000_000
# Larger than any camera's file for a picture within the limits; it keeps a disk image out of memory.
MAX_BYTES = 1 << 28
BEGINNING = 64
"""Bytes that are read to recognise the format."""

REDUCED = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))
ROWS = 256
"""Rows of a transparent picture that are blended at a time: floating point takes four times the memory."""


def load_picture(path: str | Path) -> Image:
    """Return the picture in ``path`` as BGR uint8 (h, w, 3), turned by its EXIF orientation.

    Grey pictures get three channels, 16 bits become 8, and transparent parts become white. Raises a subclass of
    PictureError for a missing file, a folder, an empty, truncated or damaged file, an unknown format, and a picture of
    20,000 pixels or more on one side or of more than 100 million pixels. The size is read from the header before
    anything is decoded.
    """
    path = Path(path)
    return decode_picture(_read(path), printable_path(path))


def decode_picture(data: bytes, name: str, longest: int | None = None) -> Image:
    """Return the picture in the bytes of a file, as ``load_picture`` does; errors call it ``name``.

    A JPEG is decoded at a half, a quarter, or an eighth of its size where its longer side keeps ``longest`` pixels.
    """
    if not data:
        raise EmptyPictureError(f"{name} is empty: copy or take the picture again")
    header = read_header(data)
    if header is None:
        raise _no_picture(name, data)
    if max(header.width, header.height) > MAX_SIDE or header.width * header.height > MAX_PIXELS:
        raise LargePictureError(
            f"{name} is {header.width} x {header.height} pixels, too large: make it smaller than "
            f"{MAX_SIDE + 1:,} pixels a side and {MAX_PIXELS // 1_000_000} million in all"
        )
    if not header.complete or min(header.width, header.height) < 1:
        raise TruncatedPictureError(f"{name} is damaged or ends too early: copy or take the picture again")
    with capture_decoder_messages() as damage:
        image = _decode(data, header, longest or MAX_SIDE)
    if damage.found or (header.format == "TIFF" and not is_whole(data)):
        raise TruncatedPictureError(f"{name} is damaged: copy or take the picture again")
    if image is None:
        raise TruncatedPictureError(
            f"{name} begins as a {header.format} picture but cannot be decoded: copy it again, or save it as 8-bit PNG"
        )
    return turned(image, orientation(data, header.format))


def check_image(image: Image) -> None:
    """Raise ImageShapeError unless ``image`` is a non-empty (h, w, 3) array of uint8."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
        raise ImageShapeError(
            f"a picture is an (h, w, 3) array of uint8, not {image.shape} of {image.dtype}: convert it first"
        )


def _no_picture(name: str, data: bytes) -> NotAPictureError:
    if data[4:8] == b"ftyp":
        return FormatNotReadError(f"{name} is a HEIC or AVIF picture, or a film, which are not read: save it as JPEG")
    return NotAPictureError(f"{name} is not a picture that can be read: give a {FORMATS} file")


def _read(path: Path) -> bytes:
    name = printable_path(path)
    data = None
    try:
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES:
            with path.open("rb") as file:
                data = file.read(BEGINNING)
                if read_header(data) is not None:
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


def _decode(data: bytes, header: Header, longest: int) -> Image | None:
    """Return the pixels as they are stored, those of a long JPEG reduced, with transparent parts on white."""
    buffer = np.frombuffer(data, np.uint8)
    spare = max(header.width, header.height) // longest if header.format == "JPEG" else 1
    colours = next((flag for by, flag in REDUCED if spare >= by), cv2.IMREAD_COLOR)
    try:
        if header.alpha:
            layers = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
            if layers is not None and layers.ndim == 3 and layers.shape[2] == 4:
                return _on_white(np.asarray(layers))
        image = cv2.imdecode(buffer, colours | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _on_white(layers: NDArray[Any]) -> Image | None:
    full = {np.dtype(np.uint8): 255, np.dtype(np.uint16): 65535}.get(layers.dtype)
    if full is None:
        return None
    image = np.empty((*layers.shape[:2], 3), np.uint8)
    for top in range(0, len(layers), ROWS):
        part = layers[top : top + ROWS].astype(np.float32) / np.float32(full)
        opaque = part[..., 3:]
        image[top : top + ROWS] = np.round(255 * (part[..., :3] * opaque + 1 - opaque))
    return image

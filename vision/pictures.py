"""A picture file in, pixels as a person sees them out; or one line that says why not."""

import stat
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import (
    EmptyPictureError,
    FolderInsteadOfPictureError,
    ImageShapeError,
    LargePictureError,
    MissingPictureError,
    NotAPictureError,
    TruncatedPictureError,
    UnreadablePictureError,
)
from vision.headers import FORMATS, read_header

Image: TypeAlias = NDArray[np.uint8]
"""A picture: (h, w, 3), blue, green, red, 0 to 255."""

MAX_SIDE = 19_999
MAX_PIXELS = 100_000_000
# No camera writes a larger file for a picture within the limit; it keeps a video or a disk image out of memory.
MAX_BYTES = 1 << 30


def load_picture(path: str | Path) -> Image:
    """Return the picture in ``path`` as (h, w, 3) BGR uint8, turned as its EXIF orientation says.

    Grey pictures get three channels, 16 bits are reduced to 8, transparent parts are laid on white. Raises a
    subclass of PictureError for a missing file, a folder, an empty, truncated or damaged file, what is no picture
    of a known format, and a picture of 20,000 pixels or more on one side or of more than 100 million in all, whose
    size is read from its header before anything is decoded.
    """
    path = Path(path)
    data = _read(path)
    header = read_header(data)
    if header is None:
        raise NotAPictureError(f"{path} is not a picture that can be read: give a {FORMATS} file")
    if max(header.width, header.height) > MAX_SIDE or header.width * header.height > MAX_PIXELS:
        raise LargePictureError(
            f"{path} is {header.width} x {header.height} pixels, too large: make it smaller than "
            f"{MAX_SIDE + 1:,} pixels a side and {MAX_PIXELS // 1_000_000} million in all"
        )
    if not header.complete or min(header.width, header.height) < 1:
        raise TruncatedPictureError(f"{path} is damaged or ends too early: copy or take the picture again")
    image = _decode(data, with_alpha=header.format in {"PNG", "WebP", "TIFF"})
    if image is None:
        raise TruncatedPictureError(
            f"{path} begins as a {header.format} picture but cannot be decoded: copy or take it again"
        )
    return image


def check_image(image: Image) -> None:
    """Raise ImageShapeError unless ``image`` is a non-empty (h, w, 3) array of uint8."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
        raise ImageShapeError(
            f"a picture is an (h, w, 3) array of uint8, not {image.shape} of {image.dtype}: convert it first"
        )


def _read(path: Path) -> bytes:
    try:
        status = path.stat()
        fits = stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES
        data = path.read_bytes() if fits else None
    except (FileNotFoundError, NotADirectoryError):
        raise MissingPictureError(f"{path} does not exist: check the name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadablePictureError(f"{str(path)!r} cannot be read ({reason}): check its name and rights") from None
    if stat.S_ISDIR(status.st_mode):
        raise FolderInsteadOfPictureError(f"{path} is a folder: name the pictures in it")
    if data is None and not stat.S_ISREG(status.st_mode):
        raise NotAPictureError(f"{path} is a device or pipe, no picture: give a {FORMATS} file")
    if data is None:
        raise LargePictureError(f"{path} has {status.st_size:,} bytes, too many for a picture: make it smaller")
    if not data:
        raise EmptyPictureError(f"{path} is empty: copy or take the picture again")
    return data


def _decode(data: bytes, with_alpha: bool) -> Image | None:
    buffer = np.frombuffer(data, np.uint8)
    try:
        image = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
        layers = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED) if with_alpha and image is not None else None
    except cv2.error:
        return None
    if image is None:
        return None
    colours = np.asarray(image, np.uint8)
    if layers is not None and layers.ndim == 3 and layers.shape[2] == 4 and layers.shape[:2] == colours.shape[:2]:
        full = 65535 if layers.dtype == np.uint16 else 255
        return _on_white(colours, np.asarray(layers[..., 3] / full, np.float32))
    return colours


def _on_white(image: Image, opacity: NDArray[np.float32]) -> Image:
    share = opacity[..., None]
    return np.round(image * share + 255 * (1 - share)).astype(np.uint8)

"""Pictures that phones send."""

import cv2
import numpy as np
from starlette.requests import ClientDisconnect, Request

from vision.pictures import Image, decode_picture

PICTURE_BYTES = 40_000_000
"""The largest picture that a phone may send."""
LONGEST = 1600
"""Pixels of the longer side of a picture from which on a phone's picture is shrunk."""


async def body(request: Request) -> bytes | None:
    """Return what a request holds, None if it is longer than a picture may be; nothing if the browser has left."""
    parts, length = [], 0
    try:
        async for part in request.stream():
            length += len(part)
            if length > PICTURE_BYTES:
                return None
            parts.append(part)
    except ClientDisconnect:
        return b""
    return b"".join(parts)


def picture_of(data: bytes) -> Image:
    """Return the picture that a phone sent, no larger than the reader needs it. Raises PictureError."""
    image = decode_picture(data, "the picture")
    shrink = LONGEST / max(image.shape[:2])
    if shrink >= 1:
        return image
    size = (round(image.shape[1] * shrink), round(image.shape[0] * shrink))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)

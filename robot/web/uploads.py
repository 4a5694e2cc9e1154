"""Receiving pictures from phones, with limits on their number, speed, length and pixels.

The page shrinks a picture before it sends it. Other programs may send anything.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import cv2
import numpy as np
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from robot.errors import UploadError
from robot.web.game.words import Words
from vision.errors import TOO_LARGE, PictureError
from vision.pictures import Image, PixelLimits, decode_picture

PICTURE_BYTES = 6_000_000
"""The longest picture that a phone may send."""
BODIES = 4
"""The most pictures that are received at the same time, each from another browser."""
PIECE_BYTES, PIECE_SECONDS = 128 * 1024, 2.0
"""The bytes of a picture, or its rest, that must arrive in `PIECE_SECONDS`."""
LONGEST = 1600
"""The longer side in pixels to which larger pictures of phones are shrunk."""
LIMITS = PixelLimits(jpeg=50_000_000, other=25_000_000)
UNREADABLE = 415
"""The HTTP status for a picture that cannot be read."""

_decoding = threading.Lock()
"""The lock for decoding: memory for one picture is enough."""


@dataclass(slots=True)
class Uploads:
    """Receives pictures from phones, a few at a time and one from each browser. For one event loop's thread."""

    _senders: set[str] = field(default_factory=set)

    @asynccontextmanager
    async def receive(self, request: Request, browser: str) -> AsyncIterator[bytes]:
        """Yield the picture in a request of the browser with this key, or b"" if the browser has left.

        Raises UploadError if it is too long, arrives too slowly, or comes while too many others, or one of the same
        browser, are being received.
        """
        kept = len(self._senders) < BODIES and browser not in self._senders
        if kept:
            self._senders.add(browser)
        try:
            data = await _body(request, kept=kept)
            if not kept:
                raise UploadError(
                    "too many pictures arrive at once: send it again in a moment", key="fault-upload-many", status=503
                )
            yield data
        finally:
            if kept:
                self._senders.remove(browser)


async def _body(request: Request, *, kept: bool) -> bytes:
    """Return the body of a request, or b"" unless it is `kept`. Browsers read an answer only after they have sent all.

    Raises UploadError if it is too long or arrives too slowly.
    """
    loop = asyncio.get_running_loop()
    parts: list[bytes] = []
    length, due = 0, PIECE_BYTES
    try:
        async with asyncio.timeout(PIECE_SECONDS) as patience:
            async for part in request.stream():
                length += len(part)
                if length > PICTURE_BYTES:
                    parts.clear()
                elif kept:
                    parts.append(part)
                if length >= due:
                    due = length + PIECE_BYTES
                    patience.reschedule(loop.time() + PIECE_SECONDS)
    except ClientDisconnect:
        return b""
    except TimeoutError:
        raise UploadError(
            "the picture arrives too slowly: go nearer to the Wi-Fi and send it again",
            key="fault-upload-slow",
            status=408,
        ) from None
    if length > PICTURE_BYTES:
        raise UploadError(
            f"the picture has more than {PICTURE_BYTES:,} bytes: send a smaller one",
            key="fault-upload-large",
            status=413,
        )
    return b"".join(parts)


def refuse(error: Exception, words: Words) -> Response:
    """Return the one-line answer to a picture that is refused or unreadable."""
    status = error.status if isinstance(error, UploadError) else UNREADABLE
    return Response(words.visitors_error(error), status, headers={"retry-after": "1"} if status == 503 else None)


def picture_of(data: bytes) -> Image:
    """Decode the picture that a phone sent, and shrink it to what the reader needs. Thread-safe; one at a time.

    Raises PictureError, and UploadError if it has too many pixels.
    """
    try:
        with _decoding:
            image = decode_picture(data, "the picture", LONGEST, LIMITS)
    except PictureError as error:
        if error.message_key != TOO_LARGE:
            raise
        raise UploadError(str(error), key="fault-upload-pixels", status=UNREADABLE) from None
    shrink = LONGEST / max(image.shape[:2])
    if shrink >= 1:
        return image
    size = (round(image.shape[1] * shrink), round(image.shape[0] * shrink))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)

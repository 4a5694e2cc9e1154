"""The camera's picture on the page: one JPEG a look, and where the dice lie in it."""

import secrets
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from robot.table.look import Image
from robot.table.look_picture import Box, crop_shown, cut_of, find_marked
from robot.web.game.state import GamePhase, Shown

QUALITY = 80
MOST_WIDE = 960
"""A live picture is at most so many pixels wide."""
BRIGHT, BRIGHT_PART = 235.0, 97.0
"""The level that this share (per cent) of a live picture's pixels is below, once it is brightened."""
MOST_BRIGHTENED = 3.0
"""Times; in darker pictures noise is all that would be seen."""


def picture_view(shown: Shown, asking: int | None) -> dict[str, Any] | None:
    """Return the picture of the last look, with the boxes of the dice in parts of its width and height."""
    look = shown.look
    if look is None:
        return None
    cut = shown.seen or cut_of(look)
    asked = look.wells[asking] if asking is not None and look.wells else None
    boxes = [
        {
            "well": die.well,
            "value": die.value,
            "doubt": die.doubt,
            "asked": (die.well == asked) if asked is not None else asking is not None and bool(die.doubt),
            **place_box(die.box, cut),
        }
        for die in find_marked(look)
    ]
    return {"number": shown.pictures, "width": cut[2] - cut[0], "height": cut[3] - cut[1], "boxes": boxes}


def place_box(box: tuple[float, float, float, float], cut: Box) -> dict[str, float]:
    """Return the left and upper edge, the width and the height of a box in parts of what is shown of its picture."""
    left, top, right, bottom = cut
    width, height = right - left, bottom - top
    return {
        "x": round((box[0] - left) / width, 4),
        "y": round((box[1] - top) / height, 4),
        "w": round((box[2] - box[0]) / width, 4),
        "h": round((box[3] - box[1]) / height, 4),
    }


def stage_of(shown: Shown) -> str:
    """Return what the page's picture shows.

    While a throw is not read: what the camera sees ("shake"), then what is read ("read"); else the last look ("").
    """
    if shown.phase is not GamePhase.THROWING:
        return ""
    return "shake" if shown.unread else "read"


def brighten(image: Image) -> Image:
    """Return a live BGR picture (h, w, 3), bright under one half of the light too, at most MOST_WIDE pixels wide."""
    import cv2

    brightest = float(np.percentile(image[::4, ::4].max(axis=2), BRIGHT_PART))
    times = min(max(BRIGHT / max(brightest, 1.0), 1.0), MOST_BRIGHTENED)
    bright = cv2.convertScaleAbs(image, alpha=times)
    if (width := image.shape[1]) > MOST_WIDE:
        size = MOST_WIDE, round(image.shape[0] * MOST_WIDE / width)
        bright = cv2.resize(bright, size, interpolation=cv2.INTER_AREA)
    return np.asarray(bright, np.uint8)


def jpeg(image: Image) -> bytes:
    """Return a BGR picture as JPEG."""
    import cv2

    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()


@dataclass(slots=True)
class Album:
    """Makes the JPEG of the last look when the first page asks for it. For any thread.

    Names of pictures hold a token of the process. Numbers begin again with each process, and browsers cache pictures by
    name.
    """

    _token: str = field(default_factory=lambda: secrets.token_hex(8))
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _number: int = -1
    _data: bytes = field(default=b"", repr=False)

    def name(self, number: int) -> str:
        """Return the name of the picture of this number."""
        return f"{self._token}-{number}"

    def jpeg(self, shown: Shown, name: str) -> bytes | None:
        """Return the picture of this name, None if it is not the one that is shown."""
        if shown.look is None or name != self.name(shown.pictures):
            return None
        with self._lock:
            if shown.pictures != self._number:
                self._data = jpeg(crop_shown(shown.look, shown.seen))
                self._number = shown.pictures
            return self._data

"""The camera's picture on the page: one JPEG a look, and where the dice lie in it."""

import math
import secrets
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from robot.table.look import Image, Look
from robot.web.game.state import Shown
from vision.reading import Die

MARGIN = 56
"""Pixels that are shown around the dice."""
GRID = 32
"""The crop moves in steps of so many pixels, so that the picture does not move with every small change of the dice."""
QUALITY = 80
BRIGHTER = 0.85
"""The pictures under the two halves of the light are added with this weight. The sum is bright and has less glare."""

Box = tuple[int, int, int, int]


def meant(look: Look) -> list[Die]:
    """Return the dice of a throw: those in the tray for a throw into the tray, else those in the wells."""
    dice, wells = look.reading.dice, [die.box for die in look.reading.dice if die.well]
    if not look.wells:
        return [die for die in dice if die.well is None]
    right = max((box[2] for box in wells), default=math.inf) + MARGIN
    return [die for die in dice if die.well or die.box[0] < right]


def cut_of(look: Look) -> Box:
    """Return the part of the picture that is shown: left, top, right, bottom."""
    height, width = next(iter(look.exposures.values())).shape[:2]
    boxes = [die.box for die in meant(look)] or [(0.0, 0.0, float(width), float(height))]
    left, top = (int(min(box[side] for box in boxes) - MARGIN) // GRID * GRID for side in (0, 1))
    right, bottom = (-(-int(max(box[side] for box in boxes) + MARGIN) // GRID) * GRID for side in (2, 3))
    return max(0, left), max(0, top), min(width, right), min(height, bottom)


def picture_view(shown: Shown, asking: int | None) -> dict[str, Any] | None:
    """Return the picture of the last look, with the boxes of the dice in parts of its width and height."""
    look = shown.look
    if look is None:
        return None
    cut = cut_of(look)
    asked = look.wells[asking] if asking is not None and look.wells else None
    thrown = set(look.wells)
    boxes = [
        {
            "well": die.well,
            "value": die.value,
            "doubt": die.doubt,
            "asked": (die.well == asked) if asked is not None else asking is not None and bool(die.doubt),
            **placed(die.box, cut),
        }
        for die in meant(look)
        if die.well in thrown or die.well is None
    ]
    return {"number": shown.pictures, "width": cut[2] - cut[0], "height": cut[3] - cut[1], "boxes": boxes}


def placed(box: tuple[float, float, float, float], cut: Box) -> dict[str, float]:
    """Return the left and upper edge, the width and the height of a box in parts of what is shown of its picture."""
    left, top, right, bottom = cut
    width, height = right - left, bottom - top
    return {
        "x": round((box[0] - left) / width, 4),
        "y": round((box[1] - top) / height, 4),
        "w": round((box[2] - box[0]) / width, 4),
        "h": round((box[3] - box[1]) / height, 4),
    }


def together(look: Look) -> Image:
    """Return one BGR picture of all exposures."""
    pictures = [image.astype(np.float32) for image in look.exposures.values()]
    weight = BRIGHTER if len(pictures) > 1 else 1.0
    summed: Image = np.clip(weight * np.sum(pictures, axis=0), 0, 255).astype(np.uint8)
    return summed


def jpeg_of(look: Look) -> bytes:
    """Return what is shown of a look as JPEG."""
    left, top, right, bottom = cut_of(look)
    return jpeg(np.ascontiguousarray(together(look)[top:bottom, left:right]))


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
                self._data = jpeg_of(shown.look)
                self._number = shown.pictures
            return self._data

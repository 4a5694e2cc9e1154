"""The camera's pictures on the page: a JPEG for each look, the places of its dice, and a game's deciding throw."""

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from robot.match.events import Begun, Booked, Event, Looked, Read, Undone
from robot.review.summary import find_decider
from robot.table.look import Box, Image, Look, close_up, crop_shown, cut_of, find_marked
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from vision.reading import Die

QUALITY = 80
MOST_WIDE = 960
"""The most pixels of a live picture's width."""
BRIGHT, BRIGHT_PART = 235.0, 97.0
"""A brightened live picture has `BRIGHT_PART` per cent of its pixels below the level `BRIGHT`."""
MOST_BRIGHTENED = 6.0
"""The most times that a picture is brightened; darker pictures would show only noise."""


def picture_view(shown: Shown, asking: int | None) -> dict[str, Any] | None:
    """Return the JSON of the last look's picture, with the boxes of the dice in parts of its width and height."""
    look = shown.look
    if look is None:
        return None
    drawn, dice = {"number": shown.pictures}, find_marked(look)
    asked = []
    if asking is not None:
        asked = [die for die in dice if (die.well == look.wells[asking] if look.wells else die.doubt)]
    return drawn | frame_dice(dice, shown.seen or cut_of(look), asked)


def frame_dice(dice: Sequence[Die], cut: Box, asked: Sequence[Die] = ()) -> dict[str, Any]:
    """Return the width and height of a picture cut to `cut`, and the boxes of its dice in parts of these.

    The dice that are `asked` about are marked.
    """
    left, top, right, bottom = cut
    width, height = right - left, bottom - top
    boxes = []
    for die in dice:
        x, y, end, low = die.box
        place = {"x": (x - left) / width, "y": (y - top) / height, "w": (end - x) / width, "h": (low - y) / height}
        known = {"well": die.well, "value": die.value, "doubt": die.doubt, "asked": die in asked}
        boxes.append(known | {side: round(part, 4) for side, part in place.items()})
    return {"width": width, "height": height, "boxes": boxes}


def stage_of(shown: Shown) -> str:
    """Return the stage of the page's picture.

    During a throw: "shake" (the camera's view), then "read" (the dice that were read); else "" (the last look).
    """
    return ("shake" if shown.unread else "read") if shown.phase is GamePhase.THROWING else ""


def brighten(image: Image) -> Image:
    """Return a live BGR picture (h, w, 3), brightened if half the light is off, and at most MOST_WIDE pixels wide."""
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
    """The JPEG of the last look, made when the first page asks for it. Thread-safe.

    Names of pictures hold a token of the process, because each process counts from 0 and browsers cache pictures by
    name.
    """

    _token: str = field(default_factory=lambda: secrets.token_hex(8))
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _number: int = -1
    _data: bytes = field(default=b"", repr=False)

    def name(self, number: int) -> str:
        """Return the name of the picture with this number."""
        return f"{self._token}-{number}"

    def jpeg(self, shown: Shown, name: str) -> bytes | None:
        """Return the picture with this name, None if it is not shown any more."""
        if shown.look is None or name != self.name(shown.pictures):
            return None
        with self._lock:
            if shown.pictures != self._number:
                self._data = jpeg(crop_shown(shown.look, shown.seen))
                self._number = shown.pictures
            return self._data


@dataclass(frozen=True, slots=True)
class ThrowPicture:
    """The dice of a throw, and their JPEG picture under a unique name, with the JSON that the page draws on it.

    The name is "" if no camera has seen them.
    """

    dice: tuple[int, ...]
    name: str = ""
    data: bytes = b""
    drawn: dict[str, Any] = field(default_factory=dict)


class ThrowPictures:
    """The throws of the present game with small pictures, by the place of the position after each throw.

    It listens to the game; any thread may read it.
    """

    def __init__(self) -> None:
        self._place = 0
        self._look: Look | None = None
        self._kept: dict[int, ThrowPicture] = {}

    def hear(self, event: Event) -> None:
        match event:
            case Begun(trail=trail):
                self._place, self._look, self._kept = len(trail), None, {}
            case Looked(look=look):
                self._look = look
            case Read(values=values):
                self._place += 1
                seen = self._look and find_marked(self._look)
                one = picture_throw(values, self._look) if self._look and seen else ThrowPicture(values)
                self._kept, self._look = self._kept | {self._place: one}, None
            case Booked():
                self._place += 1
            case Undone():
                self._place -= 1
                self._kept = {place: one for place, one in self._kept.items() if place <= self._place}

    def jpeg(self, name: str) -> bytes | None:
        """Return the picture with this name, None if there is none."""
        return next((one.data for one in self._kept.values() if name and one.name == name), None)

    def view(self, shown: Shown, chances: Sequence[tuple[float, ...] | None], words: Words) -> dict[str, Any]:
        """Return the throw that `decided` a finished game, if it is known, and its `picture`, if there is one.

        `chances` are the chances to win at each position of `shown.trail`.
        """
        kept, winners = self._kept, shown.ended.position.winners if shown.ended and len(shown.names) > 1 else ()
        decider = find_decider(chances, winners, {place: one.dice for place, one in kept.items()})
        if decider is None:
            return {"decided": None}
        decided = {"dice": list(decider.dice), "change": " → ".join(map(words.say, decider.change))}
        for key, seat in {"decided_by": shown.trail[decider.place - 1].player, "chance_of": winners[0]}.items():
            decided[key] = words(key.replace("_", "-"), name=shown.names[seat], shown=words.name(shown.names[seat]))
        drawn = kept[decider.place].drawn
        return {"decided": decided} | ({"picture": drawn | {"deciding": True}} if drawn else {})


def picture_throw(dice: tuple[int, ...], look: Look) -> ThrowPicture:
    """Return the picture of the dice of a look with dice."""
    cut, name = close_up(look), secrets.token_hex(8)
    drawn = {"name": name} | frame_dice(find_marked(look), cut)
    return ThrowPicture(dice, name, jpeg(crop_shown(look, cut)), drawn)

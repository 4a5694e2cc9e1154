"""The throw that decided a game, for the page of a game that is over: its dice alone, as a short film and a picture."""

import secrets
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from robot.match.events import Begun, Booked, Event, Looked, Read, Thrown, Undone
from robot.table.look import Image, Look
from robot.table.look_picture import Box, close_up, crop_shown, find_marked
from robot.web.game.picture import brighten, jpeg, place_box
from robot.web.game.state import Shown
from robot.web.game.words import Words

FILM = "-film"
"""The name of a throw's film is that of its picture with this end."""
MOST_FRAMES, LEAST_FRAMES = 24, 4
"""A film has so many frames: the last ones in which the throw was seen."""
FILM_WIDE = 480
"""A frame of a film is at most so many pixels wide."""
REACH = 48
"""Pixels around where the dice of the last throw lay within which those of the next one are filmed."""
MOST_FILMS = 40
"""The newest throws that are kept as films too, some 100 kB each."""
SMALL, ALIKE = (32, 18), 2.0
"""Two frames, made so small (pixels), differ by fewer levels of grey on average where nothing has moved."""
SLOW, LONGEST = 2.5, 5.0
"""A film takes so many times as long as the throw, and so many seconds at most."""


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A part of a BGR picture at a time in seconds: its left upper corner is `at`, and it is `scale` times as large."""

    time: float
    at: tuple[int, int]
    scale: float
    image: Image

    @classmethod
    def of(cls, time: float, image: Image, near: Box) -> "FilmFrame":
        """Return what a picture shows around a part of it, which is at most `FILM_WIDE` wide then."""
        import cv2

        left, top = max(0, near[0] - REACH), max(0, near[1] - REACH)
        part = image[top : near[3] + REACH, left : near[2] + REACH]
        scale = min(1.0, FILM_WIDE / (near[2] - near[0]))
        if scale < 1:
            part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        return cls(time, (left, top), scale, part.copy())

    def part(self, cut: Box) -> Image | None:
        """Return what it shows of a part of the whole picture, None if not all of that."""
        left, top, right, bottom = (round(self.scale * (side - self.at[place % 2])) for place, side in enumerate(cut))
        height, width = self.image.shape[:2]
        if min(left, top) < 0 or right > width or bottom > height:
            return None
        return self.image[top:bottom, left:right]


@dataclass(frozen=True, slots=True)
class ThrowPicture:
    """The picture of a `throw` under a name that is used once: JPEG, and what the page draws on it.

    `film` is one JPEG of all its `frames` below each other, b"" where nobody saw the throw; it takes `seconds`.
    """

    throw: Read
    name: str
    data: bytes
    drawn: dict[str, Any]
    film: bytes = b""
    frames: int = 0
    seconds: float = 0.0


class ThrowPictures:
    """Keeps a small picture and a film of each throw of the game that is on, by the place of the position it led to.

    A listener; any thread may ask for what it keeps.
    """

    def __init__(self) -> None:
        self._place = 0
        self._look: Look | None = None
        self._kept: dict[int, ThrowPicture] = {}
        self._near: Box | None = None
        self._filmed = 0.0
        self._frames: deque[FilmFrame] = deque(maxlen=MOST_FRAMES)

    def film(self, time: float, image: Image) -> None:
        """Keep of a BGR picture of the throw under way what lies near the dice of the last one. From any thread."""
        near = self._near
        if near and time != self._filmed:
            self._filmed = time
            self._frames.append(FilmFrame.of(time, image, near))

    def hear(self, event: Event) -> None:
        match event:
            case Begun(trail=trail):
                self._place, self._look, self._kept = len(trail), None, {}
            case Thrown():
                self._frames.clear()
            case Looked(look=look):
                self._look = look
            case Read():
                self._place += 1
                if self._look and find_marked(self._look):
                    self._keep(picture_throw(event, self._look, tuple(self._frames), self._near))
                    self._near = close_up(self._look)
                self._look = None
                self._frames.clear()
            case Booked():
                self._place += 1
            case Undone():
                self._place -= 1
                self._kept = {place: one for place, one in self._kept.items() if place <= self._place}

    def _keep(self, one: ThrowPicture) -> None:
        kept = self._kept | {self._place: one}
        for place in sorted(kept)[:-MOST_FILMS]:
            kept[place] = replace(kept[place], film=b"")
        self._kept = kept

    def jpeg(self, name: str) -> bytes | None:
        """Return the picture or the film of this name, None if there is none."""
        for one in self._kept.values():
            if name == one.name:
                return one.data
            if name == one.name + FILM:
                return one.film or None
        return None

    def view(self, shown: Shown, chances: Sequence[tuple[float, ...] | None], words: Words) -> dict[str, Any] | None:
        """Return the picture of the throw that raised the winner's chance most, None where nobody knows it.

        `chances` are those at each position of `shown.trail`.
        """
        if shown.ended is None or len(shown.names) < 2 or len(winners := shown.ended.position.winners) != 1:
            return None
        kept, winner = self._kept, winners[0]
        rises = {
            place: after[winner] - before[winner]
            for place in kept
            if place < len(chances) and (before := chances[place - 1]) and (after := chances[place])
        }
        place = max(rises, key=lambda one: rises[one], default=0)
        if not place or rises[place] <= 0:
            return None
        then, now = (words("percent", share=round(100 * (chances[at] or ())[winner])) for at in (place - 1, place))
        one, name = kept[place], words.name(shown.names[winner])
        throw = words.describe(one.throw, shown.names)
        caption = words("deciding", throw=throw, name=name, before=then, after=now)
        film = {"name": one.name + FILM, "frames": one.frames, "seconds": one.seconds} if one.film else None
        return one.drawn | {"caption": caption, "film": film}


def picture_throw(throw: Read, look: Look, seen: Sequence[FilmFrame] = (), near: Box | None = None) -> ThrowPicture:
    """Return the picture of the dice of a look that shows some, and their film, of what was seen `near` them before."""
    cut, name = close_up(look), secrets.token_hex(8)
    boxes = [
        {"well": die.well, "value": die.value, "doubt": die.doubt, "asked": False, **place_box(die.box, cut)}
        for die in find_marked(look)
    ]
    drawn = {"name": name, "width": cut[2] - cut[0], "height": cut[3] - cut[1], "boxes": boxes}
    one = ThrowPicture(throw, name, jpeg(crop_shown(look, cut)), drawn)
    halves = [FilmFrame.of(0.0, image, near).part(cut) for image in look.exposures.values()] if near else []
    frames = dict(_until_still(tuple(_evenly_lit(seen, halves, cut))))
    if len(frames) < LEAST_FRAMES:
        return one
    strip = np.concatenate([*frames.values()])
    seconds = min(SLOW * (max(frames) - min(frames)), LONGEST)
    return replace(one, film=jpeg(strip), frames=len(frames), seconds=round(seconds, 2))


def _until_still(frames: Sequence[tuple[float, Image]]) -> Sequence[tuple[float, Image]]:
    """Return the frames up to the second one that shows what the last one does: dice that lie still are one picture."""
    import cv2

    small = [cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA).astype(np.int16) for _, image in frames]
    for end, image in enumerate(small, 2):
        if np.mean(np.abs(image - small[-1])) < ALIKE:
            return frames[:end]
    return frames


def _evenly_lit(seen: Sequence[FilmFrame], halves: Sequence[Image | None], cut: Box) -> Iterator[tuple[float, Image]]:
    """Yield time and picture of the frames that show the part, but of none that was read, under half of the light."""
    for frame in seen:
        part = frame.part(cut)
        if part is not None and not any(half is not None and np.array_equal(part, half) for half in halves):
            yield frame.time, brighten(part)

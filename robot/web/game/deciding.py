"""The throw that decided a game, for the page of a game that is over: a picture of its dice alone."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robot.match.events import Begun, Booked, Event, Looked, Read, Undone
from robot.table.look import Look, close_up, crop_shown, find_marked
from robot.web.game.picture import frame_dice, jpeg
from robot.web.game.state import Shown
from robot.web.game.words import Words


@dataclass(frozen=True, slots=True)
class ThrowPicture:
    """The picture of a `throw` under a name that is used once: JPEG, and what the page draws on it."""

    throw: Read
    name: str
    data: bytes
    drawn: dict[str, Any]


class ThrowPictures:
    """Keeps a small picture of each throw of the game that is on, by the place of the position it led to.

    A listener; any thread may ask for what it keeps.
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
            case Read():
                self._place += 1
                if self._look and find_marked(self._look):
                    self._kept = self._kept | {self._place: picture_throw(event, self._look)}
                self._look = None
            case Booked():
                self._place += 1
            case Undone():
                self._place -= 1
                self._kept = {place: one for place, one in self._kept.items() if place <= self._place}

    def jpeg(self, name: str) -> bytes | None:
        """Return the picture of this name, None if there is none."""
        return next((one.data for one in self._kept.values() if one.name == name), None)

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
        return one.drawn | {"caption": words("deciding", throw=throw, name=name, before=then, after=now)}


def picture_throw(throw: Read, look: Look) -> ThrowPicture:
    """Return the picture of the dice of a look that shows some."""
    cut, name = close_up(look), secrets.token_hex(8)
    drawn = {"name": name} | frame_dice(find_marked(look), cut)
    return ThrowPicture(throw, name, jpeg(crop_shown(look, cut)), drawn)

"""The seats of phones: the player of each phone, what it may answer, and what is kept after a restart."""

import json
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from robot.errors import FileError
from robot.files import keep_file
from robot.games.game import Wish
from robot.match.questions import (
    PREPARING,
    TRY_AGAIN,
    WAKE_UP,
    ChooseMove,
    GoOn,
    InterruptedGame,
    PlainAnswer,
    Question,
    Reply,
)
from robot.saying import Saying
from robot.web.access import AccessControl

_log = logging.getLogger(__name__)
COLOURS = 10
"""The number of players' colours. Each has its own mark."""
PALETTE = ("blue", "orange", None, "pink", "grey", "brown", "indigo", None, None, None)
"""The colours that people may choose, by their number. The others have no common name in light and dark."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser with its `key`, "" without a cookie. `table` says that it is the table's own screen or the operator."""

    key: str = ""
    table: bool = False


@dataclass(frozen=True, slots=True)
class PlaceRequest:
    """The request of phone `key` for the seat of player `name`, with a colour, or without a name to be the camera."""

    number: int
    key: str
    name: str | None = None
    colour: int | None = None


@dataclass(slots=True)
class PhoneSeats:
    """The seats of phones: names by the keys of browsers. For the event loop's thread.

    A name keeps its colour when its phone gets up, until another person chooses that colour.
    """

    camera: str = ""
    """The phone that is the table's camera, "" for none."""
    dark: bool = False
    """Whether no screen at the table can act for players whose phone is not here."""
    _names: dict[str, str] = field(default_factory=dict)
    _colours: dict[str, int] = field(default_factory=dict)
    _pages: Counter[str] = field(default_factory=Counter)
    _asking: dict[str, PlaceRequest] = field(default_factory=dict)
    told: dict[str, Saying | str] = field(default_factory=dict)
    """The refusals to phones, by their keys, until people there have read them."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _game: int | None = None
    _starter: str = ""
    _people: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seated phones, in the order in which they sat down."""
        return tuple(self._names.values())

    def list_offered(self, browser: Browser) -> tuple[str, ...]:
        """Return the names of the phones that show the game, for a form of a new game; the browser's own first."""
        own = self.name_of(browser.key)
        here = [name for name in self.names if name != own and self.is_here(name)]
        return (own, *here) if own else tuple(here)

    @property
    def here(self) -> tuple[str, ...]:
        """The browsers that show the game, by their keys."""
        return tuple(key for key, pages in self._pages.items() if pages > 0)

    @property
    def taken(self) -> frozenset[int]:
        """The colours of names whose phones show the game."""
        return frozenset(self._colours[name] for name in self.names if name in self._colours and self.is_here(name))

    @property
    def asking(self) -> tuple[PlaceRequest, ...]:
        """The requests that nobody has answered, the oldest first."""
        return tuple(self._asking.values())

    def name_of(self, key: str) -> str:
        """Return the name under which a browser sits, "" if it has no seat."""
        return self._names.get(key, "")

    def colour_of(self, name: str) -> int | None:
        """Return the colour that was chosen under this name, None if none was."""
        return self._colours.get(name)

    def is_here(self, name: str) -> bool:
        """Return whether the phone that sits under this name shows the game. From any thread."""
        return any(other == name and self._pages[key] > 0 for key, other in tuple(self._names.items()))

    def is_away(self, name: str) -> bool:
        """Return whether a phone sits under this name and does not show the game. From any thread."""
        return name in self.names and not self.is_here(name)

    def plays_for(self, browser: Browser, name: str) -> bool:
        """Return whether a browser acts for the player of this name in the game that is on.

        A seated phone acts for its own player. The table, and the phone that began the game, act for players whose
        phone is not here or who have no phone.
        """
        own = not browser.table and browser.key != "" and self.name_of(browser.key) == name
        return own or (self.hosts(browser) and not self.is_here(name))

    def hosts(self, browser: Browser) -> bool:
        """Return whether a browser decides for the whole table: its own screen, or the phone that began the game.

        While that phone is away, or without a screen at the table, the other players' phones decide.
        """
        if browser.table or not browser.key:
            return browser.table
        alone = not self.hosted if self._starter else self.dark
        return browser.key == self._starter or (alone and self.name_of(browser.key) in self._people)

    def begin(self, game: int, by: str, people: Collection[str] = ()) -> None:
        """Record the people of the present game, and the phone that began it, "" for the table.

        A resumed game keeps its phone.
        """
        self._people = frozenset(people)
        if game != self._game:
            self._game, self._starter = game, by

    @property
    def hosted(self) -> bool:
        """Whether the phone that began the game shows it."""
        return self._pages[self._starter] > 0

    def end(self, offered: Collection[int]) -> None:
        """Record that no game is on. The phone that began the last one stops deciding unless that is `offered`."""
        if self._game not in offered:
            self._starter, self._people = "", frozenset()

    def sit(self, key: str, name: str, colour: int | None = None) -> bool:
        """Let a phone sit down, or change its name; return False if another phone with this name shows the game.

        A phone that no longer shows the game loses its name. A colour that cannot be chosen is not given.
        """
        if name != self.name_of(key) and self.is_here(name):
            return False
        for other in [other for other, its in self._names.items() if its == name and other != key]:
            del self._names[other]
        self._names[key] = name
        self.withdraw(key)
        if colour is not None and self.may_paint(name, colour):
            self._colours = {other: its for other, its in self._colours.items() if its != colour} | {name: colour}
        return True

    def may_paint(self, name: str, colour: int | None) -> bool:
        """Return whether a name may have this colour: it can be chosen, and no other phone that is here has it."""
        if colour is None:
            return True
        if colour not in range(COLOURS) or PALETTE[colour] is None:
            return False
        return not any(self._colours.get(one) == colour and self.is_here(one) for one in self.names if one != name)

    def colours(self, names: Sequence[str]) -> tuple[int, ...]:
        """Return the colours of a game's players: the one they chose, else the one of the seat, else a free one."""
        chosen = {name: self._colours[name] for name in names if name in self._colours}
        free = [colour for colour in range(COLOURS) if colour not in chosen.values()]
        found: list[int] = []
        for seat, name in enumerate(names):
            if name in chosen:
                found.append(chosen.pop(name))
                continue
            colour = seat if seat in free or not free else free[0]
            if colour in free:
                free.remove(colour)
            found.append(colour)
        return tuple(found)

    def leave(self, key: str) -> None:
        """Remove a phone's seat and request. Harmless if it has none."""
        self.withdraw(key)
        self._names.pop(key, None)

    def unseat(self, names: Collection[str]) -> None:
        """Remove the seats of these names. Their phones ask for the seats again if they show the game."""
        for key, name in [(key, name) for key, name in self._names.items() if name in names]:
            self.leave(key)
            if self._pages[key] > 0:
                self.ask(key, name, self.colour_of(name))

    def withdraw(self, key: str) -> None:
        """Remove a phone's request."""
        self._asking.pop(key, None)

    def ask(self, key: str, name: str | None = None, colour: int | None = None) -> PlaceRequest:
        """Add a phone's request for a player's seat, or to be the camera. A phone has one request at a time."""
        before = self._asking.get(key)
        if before is None or (before.name, before.colour) != (name, colour):
            self._asking[key] = PlaceRequest(next(self._numbers), key, name, colour)
        return self._asking[key]

    def find_request(self, key: str) -> PlaceRequest | None:
        """Return a phone's request, None if it has none."""
        return self._asking.get(key)

    def may_give(self, browser: Browser, request: PlaceRequest) -> bool:
        """Return whether a browser may answer a request. A seat is given by the browser that plays for its player."""
        if request.name is None:
            return self.hosts(browser)
        return browser.key != request.key and self.plays_for(browser, request.name)

    def answer(self, browser: Browser, number: int, *, give: bool) -> None:
        """Grant the request with this number, or refuse it. Harmless if this browser may not."""
        request = next((one for one in self.asking if one.number == number), None)
        if request is None or not self.may_give(browser, request):
            return
        del self._asking[request.key]
        if not give:
            if request.name is not None:
                self.told[request.key] = Saying("page-place-refused", {"name": request.name})
        elif request.name is not None:
            self.sit(request.key, request.name, request.colour)
        else:
            self.camera = request.key

    def open(self, key: str) -> None:
        """Record that a page of this browser was opened."""
        self._pages[key] += 1

    def close(self, key: str) -> None:
        """Record that a page of this browser was closed, or lost the network. This removes its request."""
        self._pages[key] -= 1
        if self._pages[key] <= 0:
            self.withdraw(key)

    def retain(self, keys: Collection[str]) -> None:
        """Forget all phones but these."""
        for key in [key for key in (*self._names, *self._asking) if key not in keys]:
            self.leave(key)
        self.told = {key: said for key, said in self.told.items() if key in keys}
        if self.camera not in keys:
            self.camera = ""
        if self._starter not in keys:
            self._starter = ""

    def to_json(self) -> dict[str, Any]:
        """Return as JSON what is kept after a restart."""
        kept = {"names": dict(self._names), "colours": dict(self._colours), "camera": self.camera}
        return kept | {"game": self._game, "starter": self._starter}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Restore what `to_json` returned. Raises LookupError, TypeError, ValueError for anything else."""
        names = {str(key): str(name) for key, name in dict(kept["names"]).items()}
        colours = {str(name): range(COLOURS)[colour] for name, colour in dict(kept["colours"]).items()}
        game = None if kept["game"] is None else int(kept["game"])
        self._names, self._colours = names, colours
        self.camera, self._game, self._starter = str(kept["camera"]), game, str(kept["starter"])


TABLE = Browser(table=True)
"""The people at the table: its own screen, its panel and its keyboard."""


@dataclass(frozen=True, slots=True)
class PlayersNow:
    """The people who play now: `people` of the present game, and its `mover`, who made its last choice, "" at first.

    `offered` has the people of each interrupted game, by its number. `has_screen` says that a page is open on the
    table's own screen.
    """

    people: tuple[str, ...] = ()
    mover: str = ""
    offered: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    has_screen: bool = False


def refusal(
    browser: Browser, question: Question, reply: Reply | None, seats: PhoneSeats, playing: PlayersNow
) -> Saying | None:
    """Return why a browser may not give this answer to a question, None if it may.

    | who | may answer |
    |---|---|
    | the table | what all players are asked, what those are asked whose phone is not here, what ends a game |
    | a seated phone | what its own player is asked, and what all are asked if its player plays |
    | the phone that began the game | also what players of it are asked whose phone is away, all if only robots play |
    | any other phone | nothing: it watches |

    Only the player who made a choice takes it back. While a screen at the table shows the question, no phone consents
    for another player. A `reply` of None is a step or a button.
    """
    topic = question.topic
    names = question.asked or playing.people
    if isinstance(topic, GoOn):
        number = reply.game if isinstance(reply, InterruptedGame) else topic.game
        names = playing.offered.get(number, ())
    elif isinstance(topic, ChooseMove) and reply is Wish.TAKE_BACK and playing.mover in playing.people:
        names = (playing.mover,)
    if browser.table and (isinstance(topic, GoOn) or topic is PREPARING or not question.asked):
        return None
    gives_up = reply is PlainAnswer.NO or (isinstance(reply, InterruptedGame) and not reply.goes_on)
    if topic is TRY_AGAIN or (isinstance(topic, GoOn) and gives_up):  # hands must be away, or a game ends for good
        return Saying("refused-near")
    if topic is WAKE_UP and seats.name_of(browser.key):
        return None
    if not names and seats.hosts(browser):
        return None
    own = seats.name_of(browser.key)
    if topic.consents and playing.has_screen and not browser.table and own in playing.people:
        names = tuple(name for name in names if name == own)
    if any(seats.plays_for(browser, name) for name in names):
        return None
    if not browser.table and not seats.name_of(browser.key):
        return Saying("refused-watching")
    return Saying("refused-other")


PAUSE = timedelta(hours=12)
"""A sitting ends if the program is off for longer."""
EVERY = timedelta(minutes=10)
"""The interval at which the file records that the sitting goes on."""


@dataclass(slots=True)
class KeptPhones:
    """Stores the code, the keys of the phones and their seats in a file that only this user can read.

    The keys are hashes of the phones' cookies, which let nobody in. `wall` returns the time of day. `submit` runs work
    in another thread, one call after the other.
    """

    path: Path
    doors: AccessControl
    seats: PhoneSeats
    wall: Callable[[], datetime]
    submit: Callable[[Callable[[], None]], object]
    _kept: dict[str, Any] | None = None
    _at: datetime | None = None

    def restore(self) -> None:
        """Let in the phones of the stored sitting if it has not ended. Call this before anybody is let in.

        A clock behind the time in the file ends no sitting, because a machine may not know the time yet.
        """
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if self.wall() - datetime.fromisoformat(kept["at"]) > PAUSE:
                return
            secret = str(kept.get("secret", self.doors.secret))  # earlier versions stored none
            self.doors.restore(str(kept["code"]), secret, [str(key) for key in kept["phones"]])
            self.seats.restore(kept["seats"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, LookupError, TypeError) as error:
            _log.warning("%s cannot be used (%s): phones pair again", self.path, error)
        self.seats.retain(self.doors.known)

    def keep(self) -> None:
        """Write what has changed since the last call, and every `EVERY` the time.

        If the file cannot be written, phones must pair again after the next start.
        """
        now, phones = self.wall().astimezone(UTC), list(self.doors.known)
        kept = {"code": self.doors.code, "secret": self.doors.secret, "phones": phones, "seats": self.seats.to_json()}
        if kept == self._kept and self._at and abs(now - self._at) < EVERY:
            return
        if phones or self.path.exists():
            self._kept, self._at = kept, now
            self.submit(lambda: self._write({"at": now.isoformat(), **kept}))

    def _write(self, kept: dict[str, Any]) -> None:
        try:
            keep_file(self.path, json.dumps(kept).encode(), "phones pair again after the next start", 0o600)
        except FileError as error:
            _log.warning("%s", error)

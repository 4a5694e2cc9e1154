"""Phones at the table: which may answer, begin a game, sit down, and be the camera, whose pictures are missed."""

from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, count
from typing import Any

from nicegui import Client

from hardware.pushed import PushedCamera
from robot.errors import RefusedError, RobotError
from robot.host.host import Host
from robot.host.requests import not_now
from robot.host.status import Phase
from robot.language.names import is_robot, read_name
from robot.match.players import is_person, people_of
from robot.match.questions import LEAVE_GAME, WAKE_UP, GoOn, PlainAnswer, Question, Reply
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.web.access import AccessControl
from robot.web.game.state import ViewState
from robot.web.input import take
from robot.web.seats import TABLE, Browser, PhoneSeats, PlaceRequest, PlayersNow, refusal

SCREEN = "screen"
"""The name in the status of the table's own screen."""

LOOKED = 2
"""After so many calls of `settle` since its start the host has looked which games can go on."""
LOST = 60
"""After this many calls of `settle` without anybody who plays for a person of a game, the asking phone has the seat."""
CAMERA = "phone"
"""The name in the status of a phone that is the live camera."""
DARK = 30
"""After so many calls of `settle` without a page on the table's own screen there is none: its browser starts slowly."""


@dataclass(slots=True)
class Phones:
    """Asks the seats who may do what in the game that is on. For the event loop's thread, but where it says otherwise.

    `offer` is the game that begins when somebody presses a button, None where people choose one.
    """

    host: Host
    stage: ViewState
    doors: AccessControl
    seats: PhoneSeats
    offer: GameSetting | None = None
    _pages: set[object] = field(default_factory=set, init=False)
    """The pages on the table's own screen."""
    _missed: bool = field(default=False, init=False)
    _settled: int = field(default=0, init=False)
    _idle: int = field(default=0, init=False)
    """So many calls of `settle`, one after the other, have found that nobody plays and no game is to begin."""
    _dark: int = field(default=0, init=False)
    """So many calls of `settle`, one after the other, have found no page on the table's own screen."""
    _left: dict[tuple[str, int], int] = field(default_factory=dict, init=False)
    """How many calls of `settle` have found that nobody is here for a person while a question of a number was open."""
    _leaving: frozenset[str] = field(default=frozenset(), init=False)
    """The people who leave the game that is on for the one that was requested last."""
    _coming: GameSetting | None = field(default=None, init=False)
    """The game that was requested last, until it is on: the status does not name it while its table is made ready."""

    @property
    def people(self) -> tuple[str, ...]:
        """The people of the game that is on. From any thread."""
        game = self.host.status.game
        return game.persons if game else ()

    @property
    def offered(self) -> dict[int, tuple[str, ...]]:
        """The people of each interrupted game, by its number. From any thread."""
        offers = self.host.status.offers
        return {one.id: tuple(name for name in one.players if not is_robot(name)) for one in offers}

    @property
    def now(self) -> PlayersNow:
        """Who plays now. From any thread."""
        return PlayersNow(self.people, self.stage.now.mover, self.offered, bool(self._pages))

    def follow(self, client: Client) -> None:
        """Note a page on the table's own screen from its connection to its end.

        The end comes some seconds after the browser has closed it.
        """
        client.on_connect(lambda: self.show_page(client))
        client.on_delete(lambda: self.lose_page(client))

    def show_page(self, page: object) -> None:
        """Note that the table's own screen shows this page."""
        self._pages.add(page)
        self.host.book.clear(SCREEN)

    def lose_page(self, page: object) -> None:
        """Note that the table's own screen does not show this page any more: a closed browser is no fault."""
        if self._pages == {page}:
            self.host.book.clear(SCREEN, "absent")
        self._pages.discard(page)

    def watch(self, camera: PushedCamera | None) -> None:
        """Miss the pictures of a phone that is the live camera: it may be asleep, or out of the network.

        Call this about once a second, with None where no phone is the camera. The status tells every page.
        """
        before, self._missed = self._missed, camera is not None and camera.silent
        if self._missed == before:
            return
        if self._missed:
            lost = "no picture comes from the phone: wake it, and open this page there"
            self.host.book.fault(CAMERA, RobotError(lost, key="fault-phone-silent"))
        else:
            self.host.book.clear(CAMERA, "absent" if camera is None else "ok")

    def refusal(self, browser: Browser, question: Question, reply: Reply | None = None) -> Saying | None:
        """Return why a browser may not answer a question, None if it may."""
        self.note_game()
        return refusal(browser, question, reply, self.seats, self.now)

    def refusal_at_panel(self, question: Question, reply: Reply) -> Saying | None:
        """Return why the panel may not answer a question, None if it may. From any thread."""
        return refusal(TABLE, question, reply, self.seats, self.now)

    def answer(self, browser: Browser, sent: Mapping[str, Any]) -> None:
        """Answer a question for a browser, as `take` does. Raises RefusedError."""
        take(self.host.desk, sent, partial(self.refusal, browser), near=browser.table)

    def may_answer(self, browser: Browser, reply: Reply | None = None) -> bool:
        """Return whether a browser may answer the question that the pages show so, if they show one."""
        question = self.stage.now.question
        return question is None or self.refusal(browser, question, reply) is None

    def sit(self, browser: Browser, name: str, colour: int | None = None) -> Saying | None:
        """Let a phone sit down; return why it does not, or not yet, None once it sits.

        Where a player of this name is in a game, or will be, those are asked first who play for that player until then.
        A phone that comes before it is known which games can go on waits until then.
        """
        self.note_game()
        seats = self.seats
        try:
            name = read_name(name)
        except RefusedError as error:
            return error.saying
        if name != seats.name_of(browser.key) and seats.is_here(name):
            return Saying("page-seat-taken", {"name": name})
        plays = self.host.status.game is not None and seats.plays_for(browser, name)
        if name != seats.name_of(browser.key) and not plays and not self._is_free(name, browser):
            return self.tell_asker(seats.ask(browser.key, name, colour))
        seats.sit(browser.key, name, colour)
        return None

    def tell_asker(self, request: PlaceRequest) -> Saying:
        """Return what a phone that asks for a seat waits for."""
        name = request.name or ""
        return Saying("page-seat-lost" if self._is_left(name) else "page-seat-asked", {"name": name})

    def guest(self, word: str) -> str:
        """Return a name for somebody who gives none: this word, with a number where somebody has it."""
        here = filter(self.seats.is_here, self.seats.names)
        taken = {*here, *self.people, *chain.from_iterable(self.offered.values())}
        return next(name for number in count(1) if (name := f"{word} {number}".removesuffix(" 1")) not in taken)

    def settle(self) -> bool:
        """Let phones sit down that have waited for a name that is free now; return whether any did.

        Call this about once a second.
        """
        status, question = self.host.status, self.host.desk.question
        self._settled = 0 if status.phase is Phase.STARTING else self._settled + 1
        self._dark = 0 if self._pages else self._dark + 1
        self.seats.dark = self._dark >= DARK
        nobody = status.game is None and status.wish is None and self._settled > 0
        self._idle = self._idle + 1 if nobody and invites(question) else 0
        self.note_game()
        before, number = self.seats.names, question.number if question else 0
        left = filter(self._is_left, {*self.people, *chain.from_iterable(self.offered.values())})
        self._left = {(name, number): self._left.get((name, number), 0) + 1 for name in left}
        for one in self.seats.asking:
            if one.name is not None and not self.seats.is_here(one.name) and self._is_free(one.name, Browser(one.key)):
                self.seats.sit(one.key, one.name, one.colour)
        return self.seats.names != before

    def _is_free(self, name: str, browser: Browser) -> bool:
        """Return whether nobody of this name is in a game that is on, prepared, offered, or wished for by others.

        Without a screen nobody may be there to give a seat: it is free once its player is lost.
        """
        question, coming, wish = self.host.desk.question, self._coming, self.host.status.wish
        wished = wish.people if wish and wish.by != browser.key else ()
        prepared = people_of(coming.players) if coming and coming.by != browser.key else ()
        playing = chain(self.people, question.asked if question else (), *self.offered.values())
        named = chain(wished, prepared, () if self._is_lost(name) else playing)
        return self._settled >= LOOKED and name not in named

    def _is_left(self, name: str) -> bool:
        """Return whether a person is in a game that is on or offered, and nobody who is here plays for them."""
        plays = any(self.seats.plays_for(Browser(key), name) for key in self.seats.here) or self._pages
        return not plays and name in chain(self.people, *self.offered.values())

    def _is_lost(self, name: str) -> bool:
        """Return whether a person has been left for a minute: a phone may be out of the network for a while."""
        return self._is_left(name) and any(one == name for (one, _), calls in self._left.items() if calls >= LOST)

    def begin(self, browser: Browser, setting: GameSetting, listed: Collection[str] = ()) -> "Future[bool]":
        """Begin a game for a browser, as `Host.begin` does. A phone that does not sit sits down as its first person.

        People at the table who type a name may not know that a phone sits under it: that phone asks for its seat then.
        It keeps its seat if its name is `listed`: they left it in the form as the list of seats gave it. Nobody else is
        asked where this browser may leave the game that is on for all people.

        Raises RefusedError, beside what `Host.begin` raises: the phone cannot sit down so, or not yet.
        """
        self.seats.told.pop(browser.key, None)
        if browser.table:
            answer = self.host.begin(setting, near=True)
            self._coming = setting
            self.seats.unseat([name for name in people_of(setting.players) if name not in listed])
            return answer
        if not self.seats.name_of(browser.key):
            name = next((spec.partition(":")[2] for spec in setting.players if is_person(spec)), "")
            if refused := self.sit(browser, name) if name else Saying("page-seat-first"):
                waits = self._settled < LOOKED and name in [one.name for one in self.seats.asking]
                raise not_now(Saying("page-seat-starting") if waits else refused)
        self.note_game()
        asked = replace(setting, by=browser.key)
        leaving = self._speaks_for(browser) | {*filter(self._is_lost, self.people)}
        near, wish = bool(self.people) and leaving >= {*self.people}, self.host.status.wish
        if wish and wish.near and wish.by and wish.by != browser.key and not near:
            chose = self.seats.name_of(wish.by) or Saying("page-somebody")
            raise not_now(Saying("wish-of-phone", {"name": chose, "title": wish.title}))
        answer, self._coming, self._leaving = self.host.begin(asked, near=near), asked, leaving
        return answer

    def _speaks_for(self, browser: Browser) -> frozenset[str]:
        """Return the people of the game that is on for whom a browser may say that they leave it."""
        now, asked = self.now, {name: Question(0, LEAVE_GAME, (name,)) for name in self.people}
        return frozenset(
            name for name, one in asked.items() if not refusal(browser, one, PlainAnswer.YES, self.seats, now)
        )

    def asks_to_leave(self, browser: Browser) -> bool:
        """Return whether a browser is asked to leave the game that is on for one that somebody else wants."""
        wish = self.host.status.wish
        if wish is None or not wish.ready or wish.near or (wish.by and wish.by == browser.key):
            return False
        return browser.table or not self._speaks_for(browser) <= self._leaving

    def leave_for(self, browser: Browser, number: int, *, leaves: bool) -> None:
        """Say for the people of a browser whether they leave the game that is on for the request of this number.

        It ends as soon as all have agreed, or the table has. One of them can refuse for all, and the phone that wants
        another game is told. Whoever made the request withdraws it so. Harmless where this browser is not asked.
        """
        wish, asked = self.host.status.wish, self.asks_to_leave(browser)
        if wish is None or wish.number != number:
            return
        if not leaves and (asked or self.may_withdraw(browser)):
            self.host.forget(number, near=self.may_withdraw(browser))
            if asked:
                self.seats.told[wish.by] = Saying("page-wish-refused", {"title": wish.title})
        elif asked:
            self._leaving |= self._speaks_for(browser)
            if browser.table or self._leaving >= {*self.people}:
                self.host.agree(number)

    def begins_offer(self, browser: Browser, number: object) -> bool:
        """Begin the offered game for a seated phone that answers this question, under its own name.

        Return False where that is not asked. Raises what `begin` raises.
        """
        offer, question, sits = self.offer, self.host.desk.question, bool(self.seats.name_of(browser.key))
        asked = question is not None and question.number == number and question.topic is WAKE_UP
        if browser.table or not (asked and sits and offer and any(map(is_person, offer.players))):
            return False
        self.begin_at_once(browser, number, offer)
        return True

    def begin_at_once(self, browser: Browser, number: object, setting: GameSetting, name: str = "") -> None:
        """Begin a game at the table, or for a phone under its name; this answers the question of this number.

        A phone that does not sit sits down under this `name`.

        Raises RefusedError where somebody plays already, and what `begin` raises.
        """
        question, name = self.host.desk.question, "" if browser.table else self.seats.name_of(browser.key) or name
        if question is None or question.number != number or not invites(question):
            raise RefusedError(Saying("refused-late"))
        players = list(setting.players)
        first = next((place for place, spec in enumerate(players) if is_person(spec)), None)
        if first is not None and name:
            players[first] = f"{players[first].partition(':')[0]}:{name}"
        self.begin(browser, replace(setting, players=tuple(players)))

    def may_withdraw(self, browser: Browser) -> bool:
        """Return whether a browser may withdraw the request for a game: the table, or the phone that made it."""
        wish = self.host.status.wish
        return browser.table or (wish is not None and browser.key != "" and wish.by == browser.key)

    def may_photograph(self, browser: Browser) -> bool:
        """Return whether photographs of this browser are read: of the camera, and of who says what the dice show."""
        question, game = self.host.desk.question, self.host.status.game
        if self.may_film(browser):
            return True
        if question is not None or game is None:  # a throw may be waited for before people are asked about it
            return question is not None and self.refusal(browser, question) is None
        thrower = game.players[game.player]
        throws = (thrower,) if thrower in game.persons and not self.stage.now.first else game.persons
        return any(self.seats.plays_for(browser, name) for name in throws) or (not throws and self.seats.hosts(browser))

    def may_film(self, browser: Browser) -> bool:
        """Return whether this browser may be the live camera: the table, and the phone that was given it."""
        return browser.table or (browser.key != "" and browser.key == self.seats.camera)

    def opens_camera(self, browser: Browser) -> bool:
        """Return whether a phone becomes the live camera without a question: it decides, and no other one is."""
        return self.seats.hosts(browser) and self.seats.camera in ("", browser.key)

    def ask_for_camera(self, browser: Browser) -> None:
        """Make this browser the live camera if it decides that itself, else ask those who do."""
        self.note_game()
        if self.seats.hosts(browser):
            self.seats.camera = browser.key
        elif not self.may_film(browser):
            self.seats.ask(browser.key)

    def renew_code(self) -> None:
        """Show another code, and send all phones that came in with the old one to the pairing page."""
        self.doors.renew()
        self.seats.retain(self.doors.known)

    def note_game(self) -> None:
        """Note which phone began the game that is on, and that it began none once that game cannot go on."""
        status = self.host.status
        if status.game:
            self._idle = 0
            self.seats.begin(status.game.id, status.game.by, status.game.persons)
        if self._idle >= LOOKED:  # before that, it is not known again which games can go on
            self.seats.end([one.id for one in status.offers])
        if self._idle >= LOOKED or (status.game and not status.wish):
            self._coming = None


def invites(question: Question | None) -> bool:
    """Return whether a question asks who wants to play, because nobody does."""
    return question is not None and (question.topic is WAKE_UP or isinstance(question.topic, GoOn))

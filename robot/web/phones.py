"""Phones at the table: which may answer, begin a game, sit down, or be the camera."""

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
from robot.host.requests import make_not_now
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
"""The status's name for the table's own screen."""

LOOKED = 2
"""The number of calls of `settle` after which the host knows which games can go on."""
LOST = 60
"""The calls of `settle` without anybody playing for a person of a game, after which the asking phone gets the seat."""
CAMERA = "phone"
"""The status's name for a phone that is the live camera."""
DARK = 30
"""The calls of `settle` without a page on the table's own screen after which it is off. Browsers start slowly."""


@dataclass(slots=True)
class Phones:
    """Rules for phones and seats in the present game. For the event loop's thread, unless a method says otherwise.

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
    """The consecutive calls of `settle` that found that nobody plays and no game is to begin."""
    _dark: int = field(default=0, init=False)
    """The consecutive calls of `settle` that found no page on the table's own screen."""
    _left: dict[tuple[str, int], int] = field(default_factory=dict, init=False)
    """The calls of `settle` that found nobody here for a person, by that person and the number of the open question."""
    _leaving: frozenset[str] = field(default=frozenset(), init=False)
    """The people who have agreed to leave the present game for the game that was requested last."""
    _coming: GameSetting | None = field(default=None, init=False)
    """The game that was requested last, until it is on. The status does not name it while the table gets ready."""

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
        """Count a page on the table's own screen from its connection to its end.

        The end comes some seconds after the browser has closed it.
        """
        client.on_connect(lambda: self.show_page(client))
        client.on_delete(lambda: self.lose_page(client))

    def show_page(self, page: object) -> None:
        """Add a page on the table's own screen."""
        self._pages.add(page)
        self.host.book.clear(SCREEN)

    def lose_page(self, page: object) -> None:
        """Remove a page of the table's own screen. A closed browser is not a fault."""
        if self._pages == {page}:
            self.host.book.clear(SCREEN, "absent")
        self._pages.discard(page)

    def watch(self, camera: PushedCamera | None) -> None:
        """Report a fault while the phone that is the live camera sends no pictures. It may sleep or have no network.

        Call this about once a second, with None if no phone is the camera. The status tells every page.
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
        """Return whether a browser may answer the shown question with `reply`; True if no question is shown."""
        question = self.stage.now.question
        return question is None or self.refusal(browser, question, reply) is None

    def sit(self, browser: Browser, name: str, colour: int | None = None) -> Saying | None:
        """Let a phone sit down; return why it does not sit, or None if it sits.

        If a player of this name is in a game, or will be, whoever plays for that player now is asked first. A phone
        also waits until it is known which games can go on.
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
        """Return a text on what a phone that asks for a seat waits for."""
        name = request.name or ""
        return Saying("page-seat-lost" if self._is_left(name) else "page-seat-asked", {"name": name})

    def find_free_name(self, word: str) -> str:
        """Return a free name for somebody without one: this word, with a number if it is taken."""
        here = filter(self.seats.is_here, self.seats.names)
        taken = {*here, *self.people, *chain.from_iterable(self.offered.values())}
        return next(name for number in count(1) if (name := f"{word} {number}".removesuffix(" 1")) not in taken)

    def settle(self) -> bool:
        """Seat the waiting phones whose names are free now; return whether any sat down.

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
        """Return whether a name is free: not in a game that is on, prepared, offered, or wished for by others.

        Without a screen there may be nobody to give a seat, so it is free once its player is lost.
        """
        question, coming, wish = self.host.desk.question, self._coming, self.host.status.wish
        wished = wish.people if wish and wish.by != browser.key else ()
        prepared = people_of(coming.players) if coming and coming.by != browser.key else ()
        playing = chain(self.people, question.asked if question else (), *self.offered.values())
        named = chain(wished, prepared, () if self._is_lost(name) else playing)
        return self._settled >= LOOKED and name not in named

    def _is_left(self, name: str) -> bool:
        """Return whether nobody here plays for a person of a game that is on or offered."""
        plays = any(self.seats.plays_for(Browser(key), name) for key in self.seats.here) or self._pages
        return not plays and name in chain(self.people, *self.offered.values())

    def _is_lost(self, name: str) -> bool:
        """Return whether nobody has played for a person for a minute. A phone may be out of the network for a while."""
        return self._is_left(name) and any(one == name for (one, _), calls in self._left.items() if calls >= LOST)

    def begin(self, browser: Browser, setting: GameSetting, listed: Collection[str] = ()) -> "Future[bool]":
        """Begin a game for a browser with `Host.begin`. A phone without a seat sits down as the game's first person.

        People at the table may type a name without knowing that a phone has it; that phone must ask for its seat again.
        It keeps its seat if its name is `listed`, which means that they left it as the list of seats gave it. If this
        browser may leave the present game for all its people, nobody is asked.

        Raises RefusedError if the phone cannot sit down, or not yet, and what `Host.begin` raises.
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
                raise make_not_now(Saying("page-seat-starting") if waits else refused)
        self.note_game()
        asked = replace(setting, by=browser.key)
        leaving = self._speaks_for(browser) | {*filter(self._is_lost, self.people)}
        near, wish = bool(self.people) and leaving >= {*self.people}, self.host.status.wish
        if wish and wish.near and wish.by and wish.by != browser.key and not near:
            chose = self.seats.name_of(wish.by) or Saying("page-somebody")
            raise make_not_now(Saying("wish-of-phone", {"name": chose, "title": wish.title}))
        answer, self._coming, self._leaving = self.host.begin(asked, near=near), asked, leaving
        return answer

    def _speaks_for(self, browser: Browser) -> frozenset[str]:
        """Return the people of the present game for whom a browser may decide to leave it."""
        now, asked = self.now, {name: Question(0, LEAVE_GAME, (name,)) for name in self.people}
        return frozenset(
            name for name, one in asked.items() if not refusal(browser, one, PlainAnswer.YES, self.seats, now)
        )

    def is_asked_to_leave(self, browser: Browser) -> bool:
        """Return whether a browser is asked to leave the present game for one that somebody else wants."""
        wish = self.host.status.wish
        if wish is None or not wish.ready or wish.near or (wish.by and wish.by == browser.key):
            return False
        return browser.table or not self._speaks_for(browser) <= self._leaving

    def leave_for(self, browser: Browser, number: int, *, leaves: bool) -> None:
        """Answer for the people of a browser whether they leave the present game for the request with this number.

        The game ends when all have agreed, or the table has. One refusal counts for all, and the requesting phone is
        told. The author of a request withdraws it with a refusal. Harmless if this browser is not asked.
        """
        wish, asked = self.host.status.wish, self.is_asked_to_leave(browser)
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

    def begin_offer(self, browser: Browser, number: object) -> bool:
        """Begin the offered game for a seated phone that answers this question, under its own name.

        Return False if that is not the question. Raises what `begin` raises.
        """
        offer, question, sits = self.offer, self.host.desk.question, bool(self.seats.name_of(browser.key))
        asked = question is not None and question.number == number and question.topic is WAKE_UP
        if browser.table or not (asked and sits and offer and any(map(is_person, offer.players))):
            return False
        self.begin_at_once(browser, number, offer)
        return True

    def begin_at_once(self, browser: Browser, number: object, setting: GameSetting, name: str = "") -> None:
        """Begin a game at the table, or for a phone under its name. This answers the question with this number.

        A phone without a seat sits down under this `name`.

        Raises RefusedError if somebody plays already, and what `begin` raises.
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
        """Return whether photographs from this browser are read: it is the camera, or it may say what the dice show."""
        question, game = self.host.desk.question, self.host.status.game
        if self.may_film(browser):
            return True
        if question is not None or game is None:  # the table may wait for a throw before it asks people
            return question is not None and self.refusal(browser, question) is None
        thrower = game.players[game.player]
        throws = (thrower,) if thrower in game.persons and not self.stage.now.first else game.persons
        return any(self.seats.plays_for(browser, name) for name in throws) or (not throws and self.seats.hosts(browser))

    def may_film(self, browser: Browser) -> bool:
        """Return whether this browser may be the live camera: it is the table, or the phone that became the camera."""
        return browser.table or (browser.key != "" and browser.key == self.seats.camera)

    def opens_camera(self, browser: Browser) -> bool:
        """Return whether a phone becomes the live camera without a question: it hosts, and no other phone is one."""
        return self.seats.hosts(browser) and self.seats.camera in ("", browser.key)

    def ask_for_camera(self, browser: Browser) -> None:
        """Make this browser the live camera if it hosts, else ask the hosts."""
        self.note_game()
        if self.seats.hosts(browser):
            self.seats.camera = browser.key
        elif not self.may_film(browser):
            self.seats.ask(browser.key)

    def renew_code(self) -> None:
        """Replace the code, and send all phones that came in with the old one to the pairing page."""
        self.doors.renew()
        self.seats.retain(self.doors.known)

    def note_game(self) -> None:
        """Record which phone began the present game, and forget it when that game cannot go on."""
        status = self.host.status
        if status.game:
            self._idle = 0
            self.seats.begin(status.game.id, status.game.by, status.game.persons)
        if self._idle >= LOOKED:  # before, it is not known which games can go on
            self.seats.end([one.id for one in status.offers])
        if self._idle >= LOOKED or (status.game and not status.wish):
            self._coming = None


def invites(question: Question | None) -> bool:
    """Return whether a question asks who wants to play, because nobody does."""
    return question is not None and (question.topic is WAKE_UP or isinstance(question.topic, GoOn))

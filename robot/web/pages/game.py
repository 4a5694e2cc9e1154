"""The pages on which people play a game and choose a game."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments
from starlette.requests import Request

from robot.config import HANDS, PHONE
from robot.errors import ROOMS, RefusedError
from robot.games.game import Wish
from robot.games.registry import make_game
from robot.games.rulebook import Rulebook
from robot.language import capitalize
from robot.language.names import LONGEST_NAME, clean_name
from robot.match.players import people_of
from robot.match.questions import InterruptedGame
from robot.match.seats import QUICK, GameSetting
from robot.web.access import Role
from robot.web.game.attract import rules_view
from robot.web.game.choice import USUAL_LEVEL, find_listed, game_of, games, seats_of, setting_of
from robot.web.game.words import Words
from robot.web.pages.frame import Visitor, open_page, pairing_view, visitor
from robot.web.seats import PALETTE, Browser
from robot.web.site import Site, describe_wish

PATIENCE = 3.0
"""Seconds within which a new game must begin before the page says why it does not."""
AT_ONCE = 0.3
"""Seconds for which the page waits for robots before it says that it waits."""
FIXED = (
    "act", "again", "all-games", "another-game", "aside", "attract-title", "box", "camera", "card-busy", "card-share",
    "chances", "chosen", "close", "copied", "copy", "dice", "die", "elsewhere", "fewer-dice", "figure",
    "first", "games", "here", "kept", "live", "look-back", "more", "more-dice", "new-game", "nothing-seen", "offers",
    "open", "other-games", "own-dice", "phone-insecure", "phone-live", "phone-photo", "phone-reading", "phone-refused",
    "phone-secure", "phone-stop", "phones-code", "picture-keep", "play", "race", "read", "result", "resume",
    "resume-not", "resume-sure", "rules", "said", "scan", "seat-colour", "seat-get-up", "seat-name", "seat-sit",
    "sending", "sheet", "shut", "tile", "tiles", "unknown", "unsent", "well", "which-face", "wifi-code",
    "wifi-join", "winner-name", "winner-write", "winners",
)  # fmt: skip
"""Keys of the fixed texts of the play page."""
OF_FORMS = (
    "add-player", "all-games", "close", "game", "games-none", "games-search", "goal", "more-choices", "name", "player",
    "players", "remove", "rules",
)  # fmt: skip
"""Keys of the fixed texts of every form in which a game is chosen."""
CHOICE = (
    "add-robot", "begin", "by-hand", "first", "first-named", "first-thrown", "level", "person", "robot", "robots-alone",
)  # fmt: skip
"""Keys of the fixed texts of the form of a game at the table."""


class WithRules(Element):
    """An element with a dialog for the rules of a game, and fixed texts with these keys."""

    def __init__(self, who: Visitor, keys: Iterable[str]) -> None:
        super().__init__()
        self._who, self._counted = who, 0
        self.props["words"] = who.words.texts(keys)

    def show_rules(self, book: Rulebook) -> None:
        """Show these rules if the browser still has access."""
        if self._who.let_in():
            self._counted += 1
            self.props["rules"] = rules_view(book, self._who.words, self._counted)
            self.update()

    def refuse(self, text: str) -> None:
        """Show this text next to the button that was pressed."""
        self._counted += 1
        self.props["refused"] = {"number": self._counted, "text": text}
        self.update()


class Play(WithRules, component="../static/play.js"):
    """The game as one browser shows it."""

    def __init__(self, who: Visitor) -> None:
        super().__init__(who, FIXED)
        words, self._games = who.words, games(who.words)
        self.props["words"] |= {"doubts": words.doubts(), "longest": LONGEST_NAME}
        hands, camera = who.site.table == HANDS, who.site.camera
        own = {"own_dice": words("coach")} | ({} if camera else {"nothing_seen": words("no-camera")})
        self.props["words"] |= own if hands else {}
        self._eye = camera == PHONE and not who.browser.table
        live = who.role >= Role.TABLE and bool(camera or not hands)
        self.props.update(refused=None, taken=0, keeps=hands, live=live, secure=who.site.secure_address())
        self.on("tap", self._answer)
        self.on("rules", self._read)
        self.on("winner", self._save_name)
        self._show_view()
        self._show_seat()
        who.site.watchers.add(self.show)

    def note_shown(self, key: str) -> None:
        """Record that the browser with this key shows the game."""
        self._who.site.seats.open(key)
        self._who.site.refresh()

    def note_closed(self, key: str) -> None:
        """Record that the browser no longer shows the game: it was closed, or lost the network."""
        self._who.site.seats.close(key)
        self._who.site.refresh()

    def show(self) -> None:
        """Draw the present state of the game."""
        if self._who.role < Role.GUEST:  # it gets the pairing page
            self._who.site.watchers.discard(self.show)
            return
        self._show_view()
        self._show_seat()
        self.update()

    def _show_view(self) -> None:
        """Show the game, and at the table how a phone connects while nobody plays."""
        site, near = self._who.site, self._who.role >= Role.TABLE
        view = self.props["view"] = site.view(self._who.language, near=near)
        self.props["games"] = self._games if view["attract"] else []
        self.props["again"] = site.rematch(self._who.browser) is not None
        self.props["names"] = site.unnamed_winner(self._who.browser) is not None
        lets_in = near and not site.doors.local and (view["attract"] or view["tone"] == "over")
        self.props["pair"] = pairing_view(site) if lets_in else None

    def _show_seat(self) -> None:
        """Show what this browser may answer, and its seat. The name is None if it is not a phone."""
        who, site, seats, browser = self._who, self._who.site, self._who.site.seats, self._who.browser
        name = None if browser.table or not browser.key else seats.name_of(browser.key)
        phones, question = site.phones, site.stage.now.question
        self.props["mine"] = phones.may_answer(browser)
        away = [one for one in (question.asked if question else ()) if seats.is_away(one)]
        self.props["away"] = who.words("phone-away", name=away[0]) if away else ""
        opens = site.awaits_dice and phones.opens_camera(browser)
        self.props["eye"] = {"live": "/camera/phone", "asks": True, "wanted": opens} if self._eye else None
        self.props["mover"] = phones.may_answer(browser, Wish.TAKE_BACK)
        self.props["resumes"] = [
            one for one in phones.offered if phones.may_answer(browser, InterruptedGame(one, goes_on=True))
        ]
        self.props["toast"] = next(self._toasts(browser), None)
        self.props["seat"], self.props["colour"] = name, seats.colour_of(name or "")
        self.props["colours"] = [
            {"number": number, "name": who.words(f"colour-{colour}"), "taken": number in seats.taken}
            for number, colour in enumerate(PALETTE)
            if colour
        ]

    def _toasts(self, browser: Browser) -> Iterator[dict[str, Any]]:
        """Yield the requests of others to this browser and their refusals, with the possible answers."""
        words, site = self._who.words, self._who.site
        phones, seats, wish = site.phones, site.seats, site.host.status.wish
        if told := seats.told.get(browser.key):
            yield {"kind": "told", "text": words.say(told), "no": words("close")}
        if (own := seats.find_request(browser.key)) and own.name:
            yield {"kind": "asked", "text": words.say(phones.tell_asker(own)), "no": words("cancel")}
        for one in (one for one in seats.asking if seats.may_give(browser, one)):
            sits = seats.name_of(one.key)
            of = words("place-camera-of", name=sits) if sits else words("place-camera")
            text = of if one.name is None else words("place-seat", name=one.name)
            answers = {"yes": words("place-give"), "no": words("place-refuse")}
            yield {"kind": "place", "number": one.number, "text": text} | answers
        if wish:
            sits, toast = seats.name_of(wish.by), {"kind": "wish", "number": wish.number}
            who = {"name": words.name(sits) if sits else words("somebody"), "title": words.say(wish.title)}
            if phones.is_asked_to_leave(browser):
                answers = {"yes": words("wish-agree"), "no": words("wish-refuse")}
                yield toast | {"text": capitalize(words("wish-asks", **who))} | answers
            elif (withdraws := phones.may_withdraw(browser)) or not wish.ready:
                known = wish.ready or wish.by == browser.key or (browser.table and not wish.by)
                text = describe_wish(wish, words) if known else capitalize(words("wish-of", **who))
                yield toast | {"text": text, "no": words("cancel") if withdraws else ""}

    def _sit(self, browser: Browser, sent: object) -> None:
        """Give a phone the seat of a name with a colour, or remove its seat if it sends None."""
        who, site = self._who, self._who.site
        if browser.table or not browser.key:
            return
        match sent:
            case {"name": str(given), "colour": colour} if name := clean_name(given):
                wanted = colour if type(colour) is int else None
                if not site.seats.may_paint(name, wanted):
                    self.refuse(who.words("colour-taken"))
                elif refused := site.phones.sit(browser, given, wanted):
                    asks = site.seats.find_request(browser.key)
                    if not (asks and asks.name == name):
                        self.refuse(who.words.say(refused))
            case None:
                site.seats.leave(browser.key)

    def _begin(self, browser: Browser, sent: dict[str, Any]) -> None:
        """Begin a game with one tap. A phone without a seat sits down, without a name as a guest."""
        site = self._who.site
        sits, name = site.seats.name_of(browser.key), clean_name(str(sent.get("name") or ""))
        name = sits or name or site.phones.find_free_name(self._who.words("guest"))
        own = site.offer or GameSetting("pig", players=("you", f"robot:{USUAL_LEVEL}"))
        quick = own if site.table == HANDS else QUICK
        site.phones.begin_at_once(browser, sent.get("question"), quick, name)
        if not sits:
            self._sit(browser, sent | {"name": name})  # with its colour

    async def _save_name(self, event: GenericEventArguments) -> None:
        """Save the name of a nameless winner."""
        if not isinstance(event.args, str) or (browser := self._who.let_in()) is None:
            return
        try:
            await asyncio.to_thread(self._who.site.name_winner, browser, event.args)
        except ROOMS as error:
            self.refuse(error_text(self._who.words, error))

    def _read(self) -> None:
        """Show the rules of the game that the page shows."""
        if begun := self._who.site.stage.now.begun:
            self.show_rules(make_game(begun.game, begun.rules).rulebook)

    def _answer(self, event: GenericEventArguments) -> None:
        if not isinstance(event.args, dict) or (browser := self._who.let_in()) is None:
            return
        site, sent = self._who.site, event.args
        if type(number := sent.get("tap")) is int:
            if number <= self.props["taken"]:  # the page sent it again on a new connection
                return
            self.props["taken"] = number
            self.update()
        try:
            match sent:
                case {"toast": "wish", "number": int(number), "yes": bool(yes)}:
                    site.phones.leave_for(browser, number, leaves=yes)
                case {"toast": "place", "number": int(number), "yes": bool(yes)}:
                    site.seats.answer(browser, number, give=yes)
                case {"toast": "asked"}:
                    site.seats.withdraw(browser.key)
                case {"toast": "told"}:
                    site.seats.told.pop(browser.key, None)
                case {"sit": given}:
                    self._sit(browser, given)
                case {"welcome": game}:
                    if self._who.role >= Role.TABLE:
                        site.welcome(game)
                case {"quick": _}:
                    self._begin(browser, sent)
                case {"again": _}:
                    if again := site.rematch(browser):
                        site.phones.begin(browser, again, people_of(again.players))
                case {"answer": "here"} if site.phones.begin_offer(browser, sent.get("question")):
                    pass
                case _:
                    site.phones.answer(browser, sent)
        except RefusedError as error:
            self.refuse(self._who.words.say(error.saying))
        site.refresh()


class GameForm(WithRules, component="../static/choose.js"):
    """A form of a new game, with the rules of the chosen game, and the colours of the names that people type."""

    def __init__(self, who: Visitor, keys: Iterable[str], first: str) -> None:
        super().__init__(who, (*OF_FORMS, *keys))
        self.props.update(first=first, last=[], usual=USUAL_LEVEL)
        self.props["games"] = games(who.words)
        offered = who.site.seats.list_offered(who.browser)
        self.props["seated"], self.props["colours"] = list(offered), who.site.colours_for(offered)
        self.on("named", self._colour)
        self.on("rules", self._read)

    def _read(self, event: GenericEventArguments) -> None:
        """Show the rules of the chosen game with the chosen goal."""
        try:
            book = make_game(*game_of(event.args)).rulebook
        except ROOMS as error:
            self._say(refused=error_text(self._who.words, error))
            return
        self._say()
        self.show_rules(book)

    def _colour(self, event: GenericEventArguments) -> None:
        """Show the colours of players with these names."""
        if self._who.let_in():
            self.props["colours"] = self._who.site.colours_for(event.args)
            self.update()

    def _say(self, *, refused: str = "") -> None:
        """Show why the game does not begin."""
        self.props["refused"] = refused
        self.update()


def error_text(words: Words, error: Exception) -> str:
    """Return the text of an error for visitors, in their language."""
    return words.say(error.saying) if isinstance(error, RefusedError) else words.visitors_error(error)


class Choose(GameForm):
    """The form of a new game."""

    def __init__(self, who: Visitor, first: str) -> None:
        last = who.site.rematch(who.browser)
        super().__init__(who, CHOICE, first or (last.game if last else ""))
        self.props["last"] = seats_of(last.players) if last else []
        game, asked = who.site.host.status.game, "on-now" if who.role >= Role.TABLE else "on-now-asked"
        self.props["busy"] = who.words(asked) if game and any(game.people) else ""
        self.on("begin", self._begin)

    async def _begin(self, event: GenericEventArguments) -> None:
        who, stage, host = self._who, self._who.site.stage, self._who.site.host
        if (browser := who.let_in()) is None:
            return
        before, near = stage.now, browser.table
        try:
            setting, listed = setting_of(event.args), find_listed(event.args)
            answer = asyncio.wrap_future(who.site.phones.begin(browser, setting, listed))
            if not (await asyncio.wait([answer], timeout=AT_ONCE))[0]:  # the page says what the game waits for
                answer.add_done_callback(partial(self._tell, browser.key))
                self.props["busy"] = describe_wish(wish, who.words) if (wish := host.status.wish) else ""
                self._say()
            elif not await answer:
                return
        except ROOMS as error:
            self._say(refused=error_text(who.words, error))
            return
        end = time.monotonic() + PATIENCE
        while (
            stage.now.begun is before.begun
            and stage.now.notice is before.notice
            and (near or host.status.game is None or not (host.status.wish and host.status.wish.ready))  # else they ask
            and time.monotonic() < end
        ):
            await asyncio.sleep(0.05)
        ui.navigate.to("/")

    def _tell(self, key: str, answer: "asyncio.Future[bool]") -> None:
        """Tell a browser why the game that its robots were made for does not begin."""
        if not answer.cancelled() and isinstance(error := answer.exception(), Exception):
            self._who.site.seats.told[key] = error_text(self._who.words, error)
            self._who.site.refresh()


def add_pages(site: Site) -> None:
    """Add both pages to the server."""

    @ui.page("/")
    def play(request: Request) -> None:
        who = visitor(site, request)
        with open_page(who, "/", who.words("play")):
            element = Play(who)
        element.client.on_delete(lambda: site.watchers.discard(element.show))
        if key := who.browser.key:
            element.client.on_connect(lambda: element.note_shown(key))
            element.client.on_disconnect(lambda: element.note_closed(key))

    @ui.page("/new")
    def new(request: Request) -> None:
        who = visitor(site, request)
        with open_page(who, "/new", who.words("new-game")):
            Choose(who, request.query_params.get("game", ""))

"""The pages of the coach: the list and form of games, and one game of people with their own dice."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from fastapi import FastAPI
from nicegui import background_tasks, ui
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from robot.coach.kept import KeptSession
from robot.coach.session import setting_of_line
from robot.config import HANDS, PHONE
from robot.errors import ROOMS, SESSION_MISSING, FileError, IllegalAnswerError, UploadError
from robot.games.rulebook import Rulebook
from robot.review.summary_image import draw_svg
from robot.saying import Saying
from robot.table.hands import HandsTable
from robot.web.access import Role
from robot.web.coach.view import watched_view
from robot.web.game.choice import coach_setting_of, manners
from robot.web.pages.elements import link, tag
from robot.web.pages.frame import Visitor, await_answer, open_page, show_missing, visitor
from robot.web.pages.game import GameForm, WithRules, error_text
from robot.web.pages.history import show_error
from robot.web.site import Site
from robot.web.uploads import picture_of, refuse
from vision.errors import VisionError

Answer = TypeVar("Answer")
POSITION = "position"
"""The parameter in an address for a position as one line, so that people can send it."""
PATH, ONE, SET_UP = "/coach", "/coach/{number:int}", "/set-up"
FIXED = (
    "act", "aside", "box", "camera", "cancel", "chosen", "close", "coach-again", "coach-choices", "coach-clear",
    "coach-counts", "coach-dial", "coach-does", "coach-ending", "coach-link", "coach-says", "coach-set-up",
    "coach-shut", "coach-weigh", "copied", "dice", "dice-lie", "die", "fewer-dice", "kept", "live", "more-dice",
    "open", "phone-insecure", "phone-live", "phone-photo", "phone-reading", "phone-refused",
    "phone-secure", "phone-stop", "race", "read", "rules", "said", "sending", "sheet", "shut", "summary-image",
    "thinking", "tile", "tiles", "turn-total", "undo", "unknown", "which-face",
)  # fmt: skip
"""Keys of the fixed texts of a coached game."""


async def ask(site: Site, work: Callable[[], Answer]) -> Answer:
    """Run `work` in the thread of the coached games, and return its result."""
    return await asyncio.wrap_future(site.coach.ask(work))


class CoachedGame(WithRules, component="../static/coach.js"):
    """A coached game as one browser shows it, and the rules of its game."""

    def __init__(self, who: Visitor, number: int, book: Rulebook, *, sets_up: bool) -> None:
        super().__init__(who, FIXED)
        self._number = number
        self.props["words"] |= {"doubts": who.words.doubts()}
        camera = who.site.table == HANDS and who.site.camera not in (None, PHONE)
        opens, secure = who.site.coach.is_free(number), who.site.secure_address()
        self.props.update(view=None, refused=None, number=number, setsUp=sets_up, opens=opens, secure=secure)
        self.props.update(camera=camera, live=camera and who.role >= Role.TABLE)
        self.on("line", self._hear)
        self.on("rules", lambda: self.show_rules(book))

    async def show(self) -> None:
        """Draw the game's standing."""
        site, words = self._who.site, self._who.words
        if self._who.role < Role.GUEST:  # this phone's code is no longer valid
            self.client.open("/pair")
            return
        try:
            view = await ask(site, lambda: site.coach.view(self._number, words))
        except ROOMS as error:
            self.refuse(error_text(self._who.words, error))
            return
        self.props["view"] = view | {"players": site.paint(view["players"])}
        self.update()

    async def _hear(self, event: GenericEventArguments) -> None:
        """Take a line, and draw the game again on all its pages."""
        site, sent = self._who.site, event.args
        if self._who.acts() < Role.GUEST or not isinstance(sent, dict):
            await self.show()
            return
        try:
            await ask(site, lambda: site.coach.hear(self._number, sent.get("moment"), sent.get("line")))
        except ROOMS as error:
            self.refuse(error_text(self._who.words, error))
        for show in tuple(site.coach_pages.get(self._number, ())):
            await show()


class BeginCoached(GameForm):
    """The form of a new coached game."""

    def __init__(self, who: Visitor) -> None:
        super().__init__(who, ("coach-manner", "coach-set-up"), "yahtzee")
        self.props["words"] |= {"begin": who.words("coach-begin"), "note": who.words("coach-does-what")}
        self.props["manners"] = manners(who.words)
        self.on("begin", self._begin)

    async def _begin(self, event: GenericEventArguments) -> None:
        site = self._who.site
        if not self._who.let_in():
            return
        try:
            setting = coach_setting_of(event.args)
            number = await ask(site, lambda: site.coach.begin(setting))
        except ROOMS as error:
            self._say(refused=error_text(self._who.words, error))
            return
        ui.navigate.to(f"{PATH}/{number}{SET_UP if event.args.get('set_up') else ''}")


def add_coach(app: FastAPI, site: Site) -> None:
    """Add the pages and their routes to the server."""
    desk = site.coach

    @ui.page(PATH, response_timeout=30)
    async def begin(request: Request) -> Response | None:
        who = visitor(site, request)
        refused = ""
        if (line := request.query_params.get(POSITION)) and who.acts() >= Role.GUEST:
            try:
                return RedirectResponse(
                    f"{PATH}/{await ask(site, lambda: desk.begin(setting_of_line(line), line))}", 303
                )
            except ROOMS as error:
                refused = error_text(who.words, error)
        kept = await ask(site, desk.find_unfinished)
        with open_page(who, PATH, who.words("coach")), tag("div", classes="coach-start"):
            if refused:
                tag("p", refused, "warning", role="alert")
            if kept:
                _list(who, kept)
            BeginCoached(who)
        return None

    @ui.page(f"{ONE}{SET_UP}", response_timeout=30)
    @ui.page(ONE, response_timeout=30)
    async def one(request: Request, number: int) -> None:
        who = visitor(site, request)
        try:
            session = await ask(site, lambda: desk.enter(number))
        except ROOMS as error:
            if error.message_key == SESSION_MISSING:
                show_missing(who, PATH, "coach-missing")
            else:
                show_error(who, PATH, "coach", error)
            return
        with open_page(who, PATH, who.words("coach")):
            page = CoachedGame(who, number, session.game.rulebook, sets_up=request.url.path.endswith(SET_UP))
        site.coach_eyes.make_live()  # this starts to load the reader
        pages = site.coach_pages.setdefault(number, set())
        pages.add(page.show)

        def leave() -> None:
            pages.discard(page.show)
            desk.ask(lambda: desk.leave(number))

        page.client.on_delete(leave)
        background_tasks.create(page.show(), context=page)

    @app.get(f"{ONE}.svg")
    async def picture(request: Request, number: int) -> Response:
        """Return the picture of a game, which people can keep."""
        language = visitor(site, request).words.language

        async def draw() -> Response:
            after = await ask(site, lambda: desk.session(number).summary())
            return Response(draw_svg(after, language), media_type="image/svg+xml")

        return await await_answer(site, draw())

    _add_eyes(app, site)


def _add_eyes(app: FastAPI, site: Site) -> None:
    """Add the routes that read dice."""
    desk = site.coach

    @app.post(f"{ONE}/watch")
    async def watch(request: Request, number: int, begin: str = "", press: str = "", seen: int = 0) -> Response:
        """Watch the dice in a picture from this browser, or with the table's camera if the request has no picture.

        Return as JSON where dice lie, what is missing, and the values of the throw that is due.
        """
        who, table, eyes = visitor(site, request), site.host.table, site.coach_eyes
        if who.acts() < Role.GUEST:
            return Response(status_code=403)
        photograph = "photograph" in request.query_params
        try:
            async with site.uploads.receive(request, who.browser.key) as data:
                image = await asyncio.to_thread(picture_of, data) if data or photograph else None
            camera = table.live if image is None and isinstance(table, HandsTable) else None
            if image is None and (camera is None or site.camera == PHONE):
                return Response(who.words("coach-no-camera"), 409)
            window, begins = request.query_params.get("page"), partial(eyes.make_live, camera)
            key = None if camera else f"{who.browser.key} {window}"
            watch, due = await ask(site, lambda: desk.watch(number, key, begins if begin or photograph else None))
            found = await asyncio.wrap_future(eyes.watch(watch, due, image, press, photograph=photograph))
        except (UploadError, VisionError) as error:
            return refuse(error, who.words)
        except ROOMS as error:
            busy = isinstance(error, IllegalAnswerError)
            return Response(error_text(who.words, error), 503 if busy else 403)
        shows = photograph or (camera is not None and found.look is not None and found.number != seen)
        view = await asyncio.to_thread(watched_view, found, who.words, shows=shows)
        return JSONResponse(view, headers={"cache-control": "no-store"})


def _list(who: Visitor, kept: list[KeptSession | FileError]) -> None:
    """List the unfinished games, each with a link to its page."""
    words = who.words
    with tag("section", classes="card unfinished", aria_labelledby="unfinished"):
        tag("h2", words("coach-unfinished"), id="unfinished")
        with tag("ul"):
            for one in kept:
                with tag("li"):
                    if isinstance(one, FileError):
                        tag("p", words.visitors_error(one), "warning")
                        continue
                    with link("", f"{PATH}/{one.number}", "go-on"):
                        tag("b", words.say(Saying("page-coach-listed", one.told)))
                        tag("span", words.say(Saying("page-coach-listed-next", one.told)))

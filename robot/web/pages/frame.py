"""The frame of every page: head, links, language and colours; and the pages for errors."""

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from fastapi import FastAPI, Response
from nicegui import Client, core, ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from starlette.requests import Request

from robot.errors import BUSY, ROOMS
from robot.web.access import Role, cookie_name, is_at_table, key_of, token_of
from robot.web.addresses import code_picture, wifi_text
from robot.web.game.words import Words
from robot.web.pages.elements import button, link, select, tag
from robot.web.seats import Browser
from robot.web.site import Site

_log = logging.getLogger(__name__)
LANGUAGE = "pipsqueak-language"
"""The cookie that remembers a phone's language."""
NAMES = {"en": "English", "de": "Deutsch", "es": "Español"}
LOOK_SECONDS = 2.0
"""Seconds between two checks whether the operator is still signed in."""
PAGES = {"/": "play", "/coach": "coach", "/history": "history", "/statistics": "statistics", "/operator": "operator"}


TOUCHED = ("keys", "shift", "erase", "done", "letters", "accents", "signs", "space", "close")
"""The texts of the keyboard on the table's own screen."""


def touch_words(words: Words) -> str:
    """Return the texts of `static/touch.js` as JSON."""
    return json.dumps(words.texts(f"touch-{key}" for key in TOUCHED))


def add_heads() -> None:
    """Add our colours and fonts to every page before it is drawn, and a test for old browsers."""
    ui.add_head_html('<script src="/static/old.js"></script>', shared=True)
    for name in ("page", "play", "moments", "stage", "forms", "games", "coach", "endcard", "attract", "operator"):
        ui.add_head_html(f'<link rel="stylesheet" href="/static/{name}.css">', shared=True)
    ui.add_head_html('<script src="/static/page.js"></script>', shared=True)


@dataclass(frozen=True)
class Visitor:
    """The visitor of a page: what they may do now, and their language."""

    site: Site
    request: Request
    words: Words

    @cached_property
    def token(self) -> str | None:
        """The cookie that identifies the browser, None if it has none."""
        return token_of(self.request)

    @cached_property
    def near(self) -> bool:
        """Whether the browser runs on the table's own machine."""
        return is_at_table(self.request)

    @property
    def role(self) -> Role:
        """The browser's role now. Ask each time, because an operator may have signed out."""
        return self.site.doors.role(self.token, at_table=self.near)

    @property
    def browser(self) -> Browser:
        """The browser for the seats."""
        return Browser(key_of(self.token), table=self.role >= Role.TABLE)

    def acts(self) -> Role:
        """Return the browser's role for an action of a visitor. Never call this from a timer."""
        return self.site.doors.touch(self.token, at_table=self.near)

    def let_in(self) -> Browser | None:
        """Return the browser of a visitor who acts on a page. Without access, open the pairing page and return None."""
        if (role := self.acts()) >= Role.GUEST:
            return Browser(key_of(self.token), table=role >= Role.TABLE)
        ui.navigate.to("/pair")
        return None

    def operates(self) -> Role:
        """Return the browser's role for an action of the operator, and extend the operator's time."""
        return self.site.doors.touch(self.token, at_table=self.near, operating=True)

    def as_operator(self, action: Callable[[], object]) -> Callable[[], None]:
        """Return a function that calls `action` if the visitor is the operator at that time."""

        def act() -> None:
            if self.operates() >= Role.OPERATOR:
                action()

        return act

    @property
    def quiet(self) -> bool:
        """Whether the browser is silent by default, as a phone is."""
        return self.role < Role.TABLE

    @property
    def language(self) -> str:
        return self.words.language.name


def visitor(site: Site, request: Request) -> Visitor:
    """Return the visitor of a request with the language that they chose, else the phone's, else the machine's."""
    chosen = request.cookies.get(cookie_name(request, LANGUAGE))
    if not chosen and not is_at_table(request):
        chosen = find_language(request.headers.get("accept-language", ""), site.languages)
    return Visitor(site, request, site.words(chosen))


def find_language(header: str, known: Collection[str]) -> str | None:
    """Return the language of `known` that a browser prefers, None if it takes none of them.

    `header` is its Accept-Language, in which browsers write languages by preference; `de-AT` takes `de` too.
    """
    tags = (part.partition(";")[0].strip() for part in header.lower().split(","))
    return next((name for tag in tags for name in (tag, tag.partition("-")[0]) if name in known), None)


async def await_answer(site: Site, drawn: Coroutine[Any, Any, Response]) -> Response:
    """Return the answer of `drawn`, or its error with status 404, or 503 if it is busy or the server ends."""
    work, ends = asyncio.create_task(drawn), asyncio.create_task(site.ends.wait())
    try:
        await asyncio.wait((work, ends), return_when=asyncio.FIRST_COMPLETED)
        found = work.result() if work.done() else Response(status_code=503)
    except ROOMS as error:
        busy = error.message_key == BUSY
        return Response(str(error), 503 if busy else 404, headers={"retry-after": "60"} if busy else None)
    finally:
        work.cancel()
        ends.cancel()
    found.headers["cache-control"] = "private, no-cache"
    return found


@contextmanager
def open_page(who: Visitor, path: str, title: str) -> Iterator[Element]:
    """Open a page. Elements that are made inside it come below its head."""
    words = who.words
    who.site.connections.drop_pages()
    ui.page_title(f"{title} · Pipsqueak")
    seeking = words("seeking" if who.near else "seeking-phone")
    settings = json.dumps({"language": who.language, "lost": words("lost"), "seeking": seeking})
    settings = settings.replace("<", r"\u003c")  # it might end the script
    ui.add_head_html(f"<script>configure({settings})</script>")
    if who.near:
        ui.add_head_html(f'<script src="/static/touch.js" data-words="{escape(touch_words(words))}"></script>')
    if slot := ui.context.client.content.parent_slot:
        slot.parent.tag = "div"  # NiceGUI puts the whole page into a <main>, and each of our pages has its own
    with tag("header", classes="head"):
        link(words("skip"), "#content", "unseen skip")
        with link("", "/", "brand", aria_label="Pipsqueak"):
            tag("span", "Pipsqueak")
        tongues = {name: NAMES.get(name, name) for name in who.site.languages}
        select(tongues, who.language, "language", aria_label=words("language"))
        tool(words, "menu", "☰", "menu", aria_controls="more", aria_expanded="false")
        shows_phones = phones(who) if who.role >= Role.TABLE and not who.site.doors.local else None
        with tag("div", id="more"):
            with tag("nav", aria_label=words("pages")):
                for target, name in PAGES.items():
                    current = {"aria_current": "page"} if target == path else {}
                    link(words(name), target, **current)
            with tag("div", classes="tools"):
                if shows_phones:
                    button(words("phones"), shows_phones, "quiet")
                tool(words, "sounds", "♪", "mute", data_usual=str(who.quiet).lower())
                tool(words, "keys", "⌨", "keys")
                tool(words, "theme", "◐", "theme")
    show_signed_in(who)
    with tag("div", classes="content", id="content") as content:
        if who.near:
            who.site.phones.follow(content.client)
        else:
            lead_to_door(who, content.client)
        yield content


def lead_to_door(who: Visitor, client: Client) -> None:
    """Lead the browser to the pairing page as soon as the code that let it in is no longer valid."""

    def look() -> None:
        if who.role < Role.GUEST:
            client.open("/pair")

    who.site.doors.renewed.add(look)
    client.on_delete(lambda: who.site.doors.renewed.discard(look))


def pairing_view(site: Site) -> dict[str, Any]:
    """Return how a phone connects: the address, the code, the QR code for both, and the Wi-Fi, or None."""
    config = site.host.config
    joining = wifi_text(config.wifi_name, config.wifi_password)
    return {
        "address": site.address(),
        "code": site.doors.code,
        "square": code_picture(site.pairing_address()),
        "wifi": {"name": config.wifi_name, "square": code_picture(joining)} if joining else None,
    }


def show_signed_in(who: Visitor) -> None:
    """Show a bar while the operator is signed in, because visitors at this screen have the same rights."""
    if who.role < Role.OPERATOR:
        return
    words = who.words
    with tag("section", classes="signed-in", aria_label=words("operator")) as bar:
        tag("span", words("signed-in"))
        with tag("form", method="post", action="/leave"):
            tag("button", words("operator-leave"), "small")

    def look() -> None:
        if who.role < Role.OPERATOR:
            timer.cancel()
            bar.delete()

    timer = ui.timer(LOOK_SECONDS, look)


def tool(words: Words, key: str, sign: str, kind: str, **attributes: str) -> None:
    """Show a button of the head that acts in this browser only. In the menu its sign comes before its name."""
    tag("button", sign, f"{kind} quiet", type="button", aria_label=words(key), title=words(key), **attributes)


def phones(who: Visitor) -> Callable[[], None]:
    """Add a dialog on how a phone connects, which follows the code; return the function that opens it."""
    words, doors = who.words, who.site.doors
    with tag("dialog", classes="card phones", aria_label=words("phones")) as dialog:
        tag("h2", words("phones"))
        wifi = pairing_view(who.site)["wifi"]
        if wifi:
            tag("p", words("wifi", name=wifi["name"]))
        tag("p", words("phones-how"))
        address = TextElement(tag="p", text="").classes("address")
        if plain := who.site.plain_address():
            tag("p", words("phones-plain", address=plain))
        code = TextElement(tag="p", text="").classes("code")
        with tag("div", classes="codes"):
            if wifi:
                tag("img", alt=words("wifi-code"), width=220, height=220, src=wifi["square"])
            square = tag("img", alt=words("phones-code"), width=220, height=220)
        button(words("close"), lambda: dialog.run_method("close"))

    def show_code() -> None:
        if who.role >= Role.TABLE:
            shown = pairing_view(who.site)
            address.text, code.text = shown["address"], shown["code"]
            square.props["src"] = shown["square"]
            square.update()

    def open_dialog() -> None:
        show_code()
        doors.renewed.add(show_code)
        dialog.run_method("showModal")

    dialog.client.on_delete(lambda: doors.renewed.discard(show_code))
    return open_dialog


def show_missing(who: Visitor, path: str, key: str) -> None:
    """Say, with status 404, that something does not exist."""
    ui.context.client.status_code = 404
    show_notice(who, path, who.words(key))


def show_notice(who: Visitor, path: str, said: str, todo: str = "") -> None:
    """Show a notice instead of a page, with what to do."""
    with open_page(who, path, said), tag("main", classes="past"):
        tag("h1", said)
        if todo:
            tag("p", todo)
        link(who.words("play"), "/", "small")


def add_missing(app: FastAPI, site: Site) -> None:
    """Show our own error pages, in people's language, where a page is missing or fails."""

    @core.app.exception_handler(404)
    async def not_found(request: Request, _: Exception) -> Response:
        with Client(ui.page(""), request=request) as client:
            show_missing(visitor(site, request), "", "no-such-page")
            return client.build_response(request, 404)

    @app.exception_handler(Exception)
    @core.app.exception_handler(Exception)
    async def server_error(request: Request, error: Exception) -> Response:
        _log.error("%s cannot be shown", request.url.path, exc_info=error)
        with Client(ui.page(""), request=request) as client:
            who = visitor(site, request)
            show_notice(who, "", who.words("failed"), who.words("failed-todo"))  # only the log names the error
            return client.build_response(request, 500)

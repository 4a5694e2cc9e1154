"""The pages in the test's own process: asked for as a browser does, and acted on as its scripts do, without either."""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
from nicegui import Client, core, ui_run_with
from nicegui.element import Element
from starlette.requests import Request

from hardware.clock import SystemClock
from robot.config import Config
from robot.host.host import Host
from robot.host.policy import ResumePolicy
from robot.host.status import Phase
from robot.table.table import Table
from robot.web.access import COOKIE
from robot.web.addresses import Place
from robot.web.pages.frame import Visitor
from robot.web.phones import LOOKED
from robot.web.server import make_app
from robot.web.site import Site, SiteOptions
from tests.support.robot.booths import QuickTable
from tests.support.robot.hosts import folders_in
from tests.support.robot.waiting import PATIENCE, until

HERE, PHONE = "127.0.0.1", "192.0.2.7"
E = TypeVar("E", bound=Element)
T = TypeVar("T")


class TextOf(HTMLParser):
    """The texts of a page that has no script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


@dataclass
class OpenPage:
    """A page that was asked for: what the server has sent, and what its scripts would draw."""

    browser: "PageVisitor"
    answer: httpx.Response
    client: Client | None

    @property
    def path(self) -> str:
        return self.answer.url.path

    def all(self, kind: type[E]) -> list[E]:
        elements = self.client.elements.values() if self.client else ()
        return [one for one in elements if isinstance(one, kind)]

    def the(self, kind: type[E]) -> E:
        (found,) = self.all(kind)
        return found

    def texts(self, tag: str) -> list[str]:
        """Return the texts of the elements with this tag; where no script draws the page, all of its texts."""
        if self.client is None:
            return TextOf(self.answer.text).texts
        return [text_of(one) for one in self.all(Element) if one.tag == tag]

    def press(self, name: str) -> None:
        """Press the button with this text."""
        found = next(one for one in self.all(Element) if one.tag == "button" and text_of(one) == name)
        self.does(found, "click")

    def connect(self) -> None:
        """Let its script find the server, also after it had lost it."""
        assert self.client
        self.client.environ = {}
        self.browser.pages.run(self.client.handle_handshake(self.client.id, "tab", None, self.client.id, None))

    def disconnect(self, *, forgotten: bool) -> None:
        """Let its script lose the server, which forgets the page at once, or keeps it until it is found again."""
        assert self.client
        client = self.client

        def lose() -> None:
            client.handle_disconnect(client.id)
            client._cancel_delete_task(client.id)
            if forgotten:
                client.delete()

        self.browser.pages.call(lose)

    def shows(self, *texts: str) -> None:
        """Wait until all these texts stand on the page."""
        until(lambda: {*texts} <= {text_of(one) for one in self.all(Element)})

    def does(self, element: Element, event: str, args: Any = None) -> None:
        """Let an event of an element come from the browser."""
        found = next(one for one in element._event_listeners.values() if one.type == event)
        self.browser.pages.call(lambda: element._handle_event({"listener_id": found.id, "args": args}))


def text_of(element: Element) -> str:
    return str(getattr(element, "text", ""))


@dataclass
class PageVisitor:
    """Whoever asks: the table's own screen, or a phone, with the cookies that it was given."""

    pages: "Pages"
    address: str
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, method: str = "GET", **more: Any) -> httpx.Response:
        """Return the answer to one request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.pages.app, client=(self.address, 50000))
            base = f"http://{HERE}"
            async with httpx.AsyncClient(transport=transport, base_url=base) as client:
                for name, value in self.cookies.items():
                    client.cookies.set(name, value, HERE)
                answer = await client.request(method, path, **more)
                self.cookies |= {one.name: one.value or "" for one in client.cookies.jar}
                return answer

        answer: httpx.Response = self.pages.run(ask())
        return answer

    def open(self, path: str = "/", **more: Any) -> OpenPage:
        """Open a page, and follow where it leads."""
        before = set(Client.instances)
        answer = self.ask(path, headers={"accept": "text/html"}, follow_redirects=True, **more)
        made = [one for name, one in Client.instances.items() if name not in before]
        return OpenPage(self, answer, made[0] if made else None)


@dataclass
class Pages:
    """A site and its server, whose loop runs in a thread of its own."""

    site: Site
    place: Place
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    answered: set[int] = field(default_factory=set)
    """The numbers of questions that a test has answered: pages may show them for a moment yet."""

    def __post_init__(self) -> None:
        # NiceGUI keeps one server in a process: this one follows those of tests before. While one of them still goes
        # on, its loop takes the slots of this one's tasks for stale.
        assert core.loop is None or core.loop.is_closed(), "another server still goes on in this process"
        core.app.middleware_stack = None
        core.app.user_middleware.clear()
        core.reset()
        Client.shared_head_html = ""
        self.app = make_app(self.site, self.place)

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def call(self, work: Callable[[], T]) -> T:
        """Do something in the loop's thread, as events do."""

        async def call() -> T:
            return work()

        result: T = self.run(call())
        return result

    @property
    def table(self) -> PageVisitor:
        """A browser on the table's own machine."""
        return PageVisitor(self, HERE)

    def phone(self) -> PageVisitor:
        """Return a phone that was let in, and shows the game."""
        one = PageVisitor(self, PHONE)
        assert one.ask("/pair", "POST", data={"code": self.site.doors.code}).status_code == 303
        return one

    @property
    def shown(self) -> Mapping[str, Any]:
        """What pages in English show of the game."""
        return self.call(lambda: self.site.view("en"))

    def settle(self) -> None:
        """Let the seconds pass after which it is known which games can go on."""
        until(lambda: self.site.host.status.phase is not Phase.STARTING)
        for _ in range(LOOKED):
            self.call(self.site.phones.settle)

    def wait_for_question(self, kind: str, whose: str = "") -> int:
        """Wait until people are asked this kind of question, in the turn of whoever `whose` begins with."""
        found = 0

        def so() -> bool:
            nonlocal found
            shown = self.shown
            found = shown["question"]["number"] if shown["question"] else 0
            if not found or found in self.answered:
                return False
            return bool(shown["question"]["kind"] == kind and shown["whose"].startswith(whose))

        until(so)
        return found


def visitor_of(site: Any, token: str) -> Visitor:
    """Return a browser with this cookie, somewhere on the network."""
    cookie = (b"cookie", f"{COOKIE}={token}".encode())
    words: Any = lambda key, **_: key  # noqa: E731
    return Visitor(site, Request({"type": "http", "headers": [cookie], "client": (PHONE, 5000)}), words)


@contextmanager
def open_host(folder: Path, opened: Callable[[], Table] | None = None, **settings: Any) -> Iterator[Host]:
    """Yield a host of a table that draws its dice by chance, with its files in `folder`; it does not run yet."""
    chance = random.Random(3)
    yield Host(
        opened or (lambda: QuickTable(chance)),
        folders_in(folder),
        Config(tempo="fast", **settings),
        SystemClock(),
        wall=lambda: datetime.now().astimezone(),
        policy=ResumePolicy(),
    )


@contextmanager
def pages_of(host: Host, folder: Path, address: str = "0.0.0.0", **more: Any) -> Iterator[Pages]:
    """Serve the pages of a host, at an address that is never listened at; the host runs if the test starts it."""
    folders, place = folders_in(folder), Place(address, 8080)
    site = Site(host, folders, place, SiteOptions(**more))
    pages = Pages(site, place)
    thread = threading.Thread(target=pages.loop.run_forever, daemon=True)
    thread.start()
    life = pages.app.router.lifespan_context(pages.app)
    try:
        with patch.object(ui_run_with, "gc", SimpleNamespace(get_objects=list)):  # there its server is looked for
            pages.run(life.__aenter__())
        yield pages
    finally:
        for client in [*Client.instances.values()]:
            pages.call(client.delete)
        pages.run(life.__aexit__(None, None, None))
        pages.run(end())
        pages.loop.call_soon_threadsafe(pages.loop.stop)
        thread.join()
        pages.loop.close()
        site.close()


async def end() -> None:
    """End what still goes on in this loop."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_default_executor()

"""Counts the functions from a phone's tap to its line in the journal, beside their goal: `python -m tools.tap_path`.

A phone plays Pig against a robot at a simulated table that `pipsqueak serve` serves in this process, and taps "Throw".
From this tap until `Journal.add` has committed the intention, this counts the functions of the shipped packages that
are called, by file and name,

- in the thread of the pages, below Socket.IO's handler of the tap: what the pages draw meanwhile is not on the way;
- in the thread of the game, which takes the answer, tells its listeners, and writes the entry.

Functions that this thread calls while nobody taps do not count: it looks at the panel, at requests and at the clock.
Lambdas and comprehensions belong to the function in which they stand, and what dataclasses generate is no function.
A phone comes from the network: without one there is nothing to count.
"""

import json
import os
import re
import signal
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http.cookiejar import CookieJar
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import connect

REPOSITORY = Path(__file__).parents[1]
SHIPPED = tuple(f"{REPOSITORY / folder}{os.sep}" for folder in ("robot", "solver", "vision", "hardware"))
LAST = ("robot/match/journal.py", "Journal.add")
"""The function whose end is the end of the way."""
GOALS = 50, 15
"""Functions, and the files in which they stand."""
QUIET = 2.0
"""Seconds in which nobody taps while it is seen what the game's thread calls anyway."""
PATIENCE = 60.0
CODE = "phones are let in with the code "
PAGE = "the page is at "


class Calls:
    """Notes which functions are called, in each thread, while nobody taps, and then on the `way` of a tap."""

    def __init__(self) -> None:
        self.way: set[CodeType] = set()
        self.written = threading.Event()
        self._in_threads: dict[int, set[CodeType]] = {}
        self._quiet: dict[int, set[CodeType]] = {}
        self._into: dict[int, set[CodeType]] | None = None
        self._pages = threading.get_ident()

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Take a call or a return, as `sys.setprofile` gives them."""
        code, into = frame.f_code, self._into
        if into is None or event not in {"call", "return"} or not code.co_filename.startswith(SHIPPED):
            return
        thread = threading.get_ident()
        if event == "return":
            if place_of(code) == LAST and into is self._in_threads:
                self._into = None
                self.way = (into[thread] - self._quiet.get(thread, set())) | into.get(self._pages, set())
                self.written.set()
        elif not code.co_name.startswith("<") and (thread != self._pages or is_taken(frame)):
            into.setdefault(thread, set()).add(code)

    def watch(self, seconds: float) -> None:
        """Note for a while what is called anyway."""
        self._into = self._quiet
        time.sleep(seconds)
        self._into = None

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note the way of what is tapped inside."""
        self.written.clear()
        self._into = self._in_threads = {}
        yield
        if not self.written.wait(PATIENCE):
            raise RuntimeError("no entry came into the journal: see whether the page has another form now")


def place_of(code: CodeType) -> tuple[str, str]:
    return Path(code.co_filename).relative_to(REPOSITORY).as_posix(), code.co_qualname


def is_taken(frame: FrameType | None) -> bool:
    """Return whether a frame lies below Socket.IO's handler of a message."""
    while frame is not None:
        if f"{os.sep}socketio{os.sep}" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


class Phone:
    """A phone that is let in at an address by a code: what its browser does, without a browser."""

    def __init__(self, address: str, code: str) -> None:
        self._address, self._cookies = address, CookieJar()
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        self._browser.open(f"{address}/pair", urlencode({"code": code}).encode(), PATIENCE)

    def does(self, path: str, event: str, args: Any, noted: AbstractContextManager[None] | None = None) -> None:
        """Open a page, and let an event come from the element of it that listens to such events, while it is noted."""
        client, elements = self.opened(path)
        number, listener = next(
            (number, one["listener_id"])
            for number, element in elements.items()
            for one in element.get("events", ())
            if one["type"] == event
        )
        cookie = "; ".join(f"{one.name}={one.value}" for one in self._cookies)
        socket = f"{self._address.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
        with connect(socket, additional_headers={"cookie": cookie, "origin": self._address}) as page:
            page.send("40")
            shake = {"client_id": client, "tab_id": "tab", "document_id": "document", "next_message_id": 0}
            page.send(f'421["handshake",{json.dumps(shake)}]')
            while not str(page.recv(PATIENCE)).startswith("431[true]"):
                pass
            sent = {"client_id": client, "id": int(number), "listener_id": listener, "args": [json.dumps(args)]}
            with noted or nullcontext():
                page.send(f'42["event",{json.dumps(sent)}]')
            page.send('422["handshake",{}]')  # answered when all before it was taken
            while not str(page.recv(PATIENCE)).startswith("432"):
                pass

    def opened(self, path: str) -> tuple[str, dict[str, Any]]:
        """Open a page; return what NiceGUI calls it, and its elements by their numbers."""
        with self._browser.open(f"{self._address}{path}", timeout=PATIENCE) as answer:
            page = answer.read().decode()
        client = re.search(r"""client_id['"]?: ?['"]([0-9a-f-]{36})""", page)
        elements = re.search(r"parseElements\(String\.raw`(.*?)`\)", page, re.DOTALL)
        assert client, "NiceGUI tells each page its name"
        assert elements, "NiceGUI draws each page from its elements"
        return client[1], json.loads(elements[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))

    def question(self) -> int:
        """Return the number of the question that this phone's page shows, 0 if it shows none about a move."""
        every = (element.get("props", {}) for element in self.opened("/")[1].values())
        asked = next(one["view"]["question"] for one in every if "question" in one.get("view", ()))
        return int(asked["number"]) if asked and asked["kind"] == "move" else 0


def play(calls: Calls, said: dict[str, str], ready: threading.Event) -> None:
    """Play as a phone, and note the way of its tap; then end the server."""
    try:
        assert ready.wait(PATIENCE), "the server says where it is"
        phone = Phone(said[PAGE], said[CODE])
        seats = [{"kind": "you", "name": "Anna"}, {"kind": "robot"}]
        while not (number := phone.question()):  # at first the host looks which games can go on
            phone.does("/new", "begin", {"game": "pig", "goal": 100, "players": seats, "first": "1"})
            time.sleep(1.0)
        calls.watch(QUIET)
        phone.does("/", "tap", {"question": number, "act": {"roll": True}}, calls.noted())
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve a table from an empty home, and print which functions were on the way."""
    calls, said, ready = Calls(), {}, threading.Event()

    def notify(text: str) -> None:
        for what in (PAGE, CODE):
            if text.startswith(what):
                said[what] = text.removeprefix(what)
        if len(said) == 2:
            ready.set()

    with tempfile.TemporaryDirectory() as home:
        os.environ["PIPSQUEAK_HOME"] = home
        from robot.app import tables
        from robot.config import Config, Folders
        from robot.table.choice import TableChoice
        from robot.web.addresses import EVERYWHERE, Place
        from robot.web.server import serve

        config = Config(tempo="fast")
        with tables(TableChoice(table="sim", seed=5, speed=None).resolve(config)) as opened:
            client = threading.Thread(target=play, args=(calls, said, ready))
            client.start()
            threading.setprofile(calls.note)
            sys.setprofile(calls.note)
            serve(opened, Folders.of_user(), config, Place(EVERYWHERE[0], 0), notify)
            client.join()
    way = sorted(map(place_of, calls.way))
    if not way:
        raise SystemExit("no tap came to the journal: see above")
    for file, name in way:
        print(f"{file} {name}")
    counted = zip((len(way), len({file for file, _ in way})), ("functions", "files"), GOALS, strict=True)
    print(", ".join(f"{count} {what}, goal {goal}" for count, what, goal in counted))


if __name__ == "__main__":
    main()

"""The server's beginning and end, what it serves beside the pages, and what pages ask of the host."""

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import numpy as np
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from hardware.camera import Frame
from hardware.clock import VirtualClock
from hardware.panel import Panels
from hardware.pushed import PushedCamera
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Asked, Event
from robot.match.questions import ANYBODY_THERE, PlainAnswer
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.web import live_pictures, routes
from robot.web.access import AccessControl, Password
from robot.web.addresses import Place
from robot.web.connections import Connections
from robot.web.live_pictures import LivePictures
from robot.web.routes import field, film
from robot.web.server import listen, run, uvicorn_config
from robot.web.site import Site
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting, folders_in
from tests.support.robot.pages import visitor_of
from tests.support.robot.waiting import PATIENCE, in_own_loop, run_aside
from tests.support.vision.drawn_dice import ToldReader
from vision.reading import Reading


def site_in(folder: Path) -> Site:
    """Return the site of a host that does not run."""
    host, _ = Sitting(QuickBooth(), folder).host()
    return Site(host, folders_in(folder), Place("127.0.0.1", 0))


def test_a_form_has_the_colours_of_phones_for_the_names_in_it(tmp_path: Path) -> None:
    site = site_in(tmp_path)
    for token, name, colour in (("a", "Anna", 1), ("b", "Ben", 3)):
        assert site.seats.sit(token, name, colour)
    assert site.colours_for([]) == list(range(10))
    assert site.colours_for(["Carla", " Anna", "", "Ben"]) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert site.colours_for(["Ben", "Carla"])[:3] == [3, 1, 2]
    assert site.colours_for(["", "Carla", "Anna"])[:4] == [0, 2, 1, 3]
    nonsense: list[object] = [None, "Anna", ["Anna", 7], {"Anna": 1}]
    assert [site.colours_for(one) for one in nonsense] == [list(range(10))] * 4
    assert len(site.colours_for(["x"] * 10_000)) <= 100


@pytest.mark.parametrize("awaits", [True, False])
def test_a_photograph_answers_whether_anybody_is_there_where_one_is_waited_for(tmp_path: Path, *, awaits: bool) -> None:
    site = site_in(tmp_path)
    clock = VirtualClock()
    camera = PushedCamera(clock)
    table = HandsTable(ExitStack(), LiveDice(camera, ToldReader(Reading(()))), camera)
    table.awaits = awaits
    read: list[bool] = []

    def photograph(event: Event) -> None:
        if isinstance(event, Asked):
            read.append(site.look_at(camera.push(np.zeros((48, 64, 3), np.uint8), photograph=True)))

    stand_in: Any = SimpleNamespace(table=table, desk=QuestionDesk(Panels(clock), clock, photograph))
    site.host = stand_in
    given = site.host.desk.ask_for(1.0, ANYBODY_THERE)
    assert read == [not awaits], "nobody has read it where it is waited for"
    assert (given and given.reply) == (PlainAnswer.HERE if awaits else None)
    if table.live and awaits:
        table.live.look()
        assert site.look_at(clock.now()), "it has been read"


@in_own_loop
async def test_who_may_not_watch_any_more_loses_the_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_pictures, "QUICK", 0.0)
    doors = AccessControl(Password(tmp_path / "operator.json"), time.monotonic, local=False)
    doors.password.choose("open sesame")
    _, token = doors.enter("open sesame", "phone")
    _, other = doors.enter("open sesame", "another phone")
    rng = np.random.default_rng(1)
    times = count()
    site: Any = SimpleNamespace(doors=doors, ends=asyncio.Event())
    pictures = LivePictures(
        lambda _: Frame(rng.integers(0, 255, (9, 16, 3), np.uint8), float(next(times))), lambda: True
    )
    films = [film(visitor_of(site, cookie), pictures) for cookie in (token, other)]
    for _ in range(3):
        parts = [await anext(one) for one in films]
        assert all(b"X-Frame: " in part for part in parts)
        assert routes.part(routes.BLACK) not in parts
    doors.leave(token)
    rest = [one async for one in films[0]]
    assert routes.part(routes.BLACK) == rest[-1]
    assert len(rest) == 1, "nothing of the table is in it"
    assert await anext(films[1]) != rest[-1]
    monkeypatch.setattr(
        pictures, "await_next", AsyncMock(side_effect=[live_pictures.LivePicture(1, 0.0, b"still"), None, None])
    )
    still = film(visitor_of(site, other), pictures)
    assert await anext(still) == await anext(still), "a browser shows a picture as soon as the next one begins"
    site.ends.set()
    assert [one async for one in films[1]] == []


def test_a_form_that_never_comes_whole_is_an_empty_one() -> None:
    async def leave() -> Message:
        return {"type": "http.disconnect"}

    kind = b"application/x-www-form-urlencoded"
    headers = [(b"content-length", b"9"), (b"content-type", kind)]
    request = Request({"type": "http", "method": "POST", "headers": headers}, leave)
    assert run_aside(field(request, "code")) == ""


@pytest.mark.parametrize("secure", [False, True])
def test_over_https_cookies_are_for_https_alone(secure: bool) -> None:
    request = Request({"type": "http", "headers": [], "scheme": "https" if secure else "http"})
    kept = routes.set_cookie(request, Response(), ("a", "b"), 60, samesite="strict").headers["set-cookie"]
    assert ("; Secure" in kept, kept.startswith("__Host-a=b;")) == (secure, secure)
    assert "HttpOnly" in kept


@pytest.mark.parametrize("fails", [False, True])
def test_the_game_begins_when_pages_are_served_and_ends_who_watch_live(*, fails: bool) -> None:
    order: list[str] = []

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        order.append("pages")
        yield
        order.append("end")

    def begin() -> None:
        order.append("game")
        if fails:
            raise OSError("no game")
        servers[-1][0].should_exit = True

    app, place, ends = FastAPI(lifespan=life), Place("127.0.0.1", 0), asyncio.Event()
    servers = [(uvicorn.Server(uvicorn_config(app, Connections(lambda: 0.0), place)), listen(place)) for _ in "ab"]
    servers[1][0].config.lifespan = "off"
    # In a thread of its own: a browser of other tests has a loop in this one.
    with ThreadPoolExecutor(1) as aside:
        error = aside.submit(asyncio.run, run(servers, begin, ends)).exception(PATIENCE)
    assert isinstance(error, OSError) is fails
    assert order == ["pages", "game", "end"]
    assert ends.is_set()

"""The server's beginning and end."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import pytest
import uvicorn
from fastapi import FastAPI

from robot.web.addresses import Place
from robot.web.connections import Connections
from robot.web.server import listen, run, uvicorn_config
from tests.support.robot.waiting import PATIENCE


@pytest.mark.parametrize("fails", [False, True])
def test_the_game_begins_when_pages_are_served_and_ends_who_watch_live(*, fails: bool) -> None:
    order: list[str] = []

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        order.append("pages")
        yield
        order.append("end")

    def begun() -> None:
        order.append("game")
        if fails:
            raise OSError("no game")
        servers[-1][0].should_exit = True

    app, place, ends = FastAPI(lifespan=life), Place("127.0.0.1", 0), asyncio.Event()
    servers = [(uvicorn.Server(uvicorn_config(app, Connections(lambda: 0.0), place)), listen(place)) for _ in "ab"]
    servers[1][0].config.lifespan = "off"
    # In a thread of its own: a browser of other tests has a loop in this one.
    with ThreadPoolExecutor(1) as aside:
        error = aside.submit(asyncio.run, run(servers, begun, ends)).exception(PATIENCE)
    assert isinstance(error, OSError) is fails
    assert order == ["pages", "game", "end"]
    assert ends.is_set()

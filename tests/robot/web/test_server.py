"""The server's beginning and end."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import uvicorn
from fastapi import FastAPI

from robot.web.connections import Connections
from robot.web.server import Place, Server, listen
from tests.support.robot.waiting import PATIENCE


def test_the_game_begins_when_pages_are_served_and_ends_who_watch_live() -> None:
    order: list[str] = []

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        order.append("pages")
        yield
        order.append("end")

    def begun() -> None:
        order.append("game")
        server.should_exit = True

    site: Any = SimpleNamespace(ends=asyncio.Event())
    config = uvicorn.Config(FastAPI(lifespan=life), log_level="warning", log_config=None)
    server = Server(config, site, begun, Connections(lambda: 0.0))
    # In a thread of its own: a browser of other tests has a loop in this one.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, server.serve(listen(Place("127.0.0.1", 0)))).result(PATIENCE)
    assert order == ["pages", "game", "end"]
    assert site.ends.is_set()

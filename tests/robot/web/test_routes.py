"""What is served beside the pages, where something is wrong."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from hardware.camera import Frame
from robot.web import live_pictures, routes
from robot.web.access import COOKIE, AccessControl, Password
from robot.web.live_pictures import LivePictures
from robot.web.pages.frame import Visitor
from robot.web.routes import field, film


def test_who_may_not_watch_any_more_loses_the_live_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_pictures, "QUICK", 0.0)
    doors = AccessControl(Password(tmp_path / "operator.json"), time.monotonic, local=False)
    doors.password.choose("open sesame")
    _, token = doors.enter("open sesame", "phone")
    _, other = doors.enter("open sesame", "another phone")
    rng = np.random.default_rng(1)
    times = count()

    async def watch() -> None:
        site: Any = SimpleNamespace(doors=doors, ends=asyncio.Event())
        pictures = LivePictures(
            lambda _: Frame(rng.integers(0, 255, (9, 16, 3), np.uint8), float(next(times))), lambda: True
        )
        films = [film(operator(site, cookie), pictures) for cookie in (token, other)]
        for _ in range(3):
            parts = [await anext(one) for one in films]
            assert all(b"X-Frame: " in part for part in parts)
            assert routes.part(routes.BLACK) not in parts
        doors.leave(token)
        rest = [one async for one in films[0]]
        assert routes.part(routes.BLACK) == rest[-1]
        assert len(rest) == 1, "nothing of the table is in it"
        assert await anext(films[1]) != rest[-1]
        site.ends.set()
        assert [one async for one in films[1]] == []

    with ThreadPoolExecutor(1) as thread:  # in this one a browser's loop may be running
        thread.submit(asyncio.run, watch()).result()


def test_a_form_that_never_comes_whole_is_an_empty_one() -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    kind = b"application/x-www-form-urlencoded"
    headers = [(b"content-length", b"9"), (b"content-type", kind)]
    request = Request({"type": "http", "method": "POST", "headers": headers}, gone)
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, field(request, "code")).result() == ""


@pytest.mark.parametrize("secure", [False, True])
def test_over_https_cookies_are_for_https_alone(secure: bool) -> None:
    request = Request({"type": "http", "headers": [], "scheme": "https" if secure else "http"})
    kept = routes.with_cookie(request, Response(), ("a", "b"), 60, samesite="strict").headers["set-cookie"]
    assert ("; Secure" in kept, kept.startswith("__Host-a=b;")) == (secure, secure)
    assert "HttpOnly" in kept


def operator(site: Any, token: str) -> Visitor:
    """Return a browser somewhere on the network."""
    cookie = (b"cookie", f"{COOKIE}={token}".encode())
    request = Request({"type": "http", "headers": [cookie], "client": ("192.0.2.7", 5000)})
    words: Any = lambda key, **_: key  # noqa: E731
    return Visitor(site, request, words)

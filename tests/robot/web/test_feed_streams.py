"""The feed as server-sent events: what a program is told, until when, and how many are told."""

import asyncio
import json
import random
import socket
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPResponse
from pathlib import Path

import pytest

from robot.match.journal import Journal
from robot.records.feed import Feed
from robot.web import feed_streams
from robot.web.feed_streams import MOST, FeedStreams
from tests.support.repository import DOCS, REPOSITORY
from tests.support.robot.browser import OVER, Browser, Served, begin, end_serving, serve, windows
from tests.support.robot.journaled import play
from tests.support.robot.waiting import PATIENCE, in_own_loop

KEY = "three-six-nine"
OVERLAY = REPOSITORY / "robot" / "web" / "static" / "last-throw.html"


def fields(event: bytes) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in event.decode().strip().splitlines())


async def until_end(told: AsyncIterator[bytes]) -> list[dict[str, str]]:
    """Return the events up to the end of a game."""
    events = [fields(await anext(told))]
    while not events[-1].get("id", "").endswith(".end"):
        events.append(fields(await anext(told)))
    return events


@in_own_loop
async def test_each_line_is_told_once_to_who_may_hear_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_streams, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(feed_streams, "SILENCE", 0.0)
    path = tmp_path / "journal.sqlite"
    feed = Feed(path, lambda: None)
    streams = FeedStreams(feed)
    allowed = True
    ends = asyncio.Event()
    new = streams.stream("", lambda: True, ends)
    assert fields(await anext(new)) == {"retry": "2000"}
    assert await anext(new) == b": still here\n\n", "no game is on"
    with Journal(path) as journal:
        feed.stir(play(journal, random.Random(1)).id)
        events = [one for one in await until_end(new) if "id" in one]
        exported = [json.loads(line.text) for line in feed.after(0)[0]]
        assert [json.loads(event["data"]) for event in events] == exported
        assert [event["event"] for event in events] == [line["kind"] for line in exported]
        back = streams.stream(events[2]["id"], lambda: allowed, ends)
        await anext(back)
        assert await until_end(back) == events[3:]
        allowed = False
        assert [one async for one in back] == []
        feed.stir(play(journal, random.Random(2)).id)
        assert "2.0" in {event.get("id") for event in await until_end(new)}
    ends.set()
    assert [one async for one in new] == []
    assert not streams.full
    feed.close()


@in_own_loop
async def test_only_so_many_are_told_at_a_time(tmp_path: Path) -> None:
    with closing(Feed(tmp_path / "journal.sqlite", lambda: None)) as feed:
        streams = FeedStreams(feed)
        all_told = [streams.stream("", lambda: True, asyncio.Event()) for _ in range(MOST)]
        for one in all_told:
            assert not streams.full
            await anext(one)
        assert streams.full
        for rest in all_told:
            await rest.aclose()
            assert not streams.full


def test_the_example_takes_twenty_lines_and_stands_in_its_page() -> None:
    script = OVERLAY.read_text(encoding="utf-8").partition("<script>\n")[2].partition("</script>")[0]
    assert len(script.splitlines()) == 20
    assert f"```js\n{script}```" in (DOCS / "feed.md").read_text(encoding="utf-8")


@pytest.fixture
def key_server(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "feed-key").write_text(KEY)
    with serve(tmp_path, files=["drawn"]) as served:
        yield served


def ask(served: Served, query: str = "", **headers: str) -> HTTPResponse:
    request = urllib.request.Request(f"{served.address}/feed{query}", headers=headers)
    answer: HTTPResponse = urllib.request.urlopen(request, timeout=PATIENCE)
    return answer


@pytest.mark.check
def test_who_gets_the_feed_over_http_and_that_the_server_ends_with_programs_that_listen(key_server: Served) -> None:
    foreign = {"Origin": "https://overlay.example"}
    for query, headers, status in (("", foreign, 403), ("?key=wrong", {}, 403), ("?key=wrong", foreign, 403)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(key_server, query, **headers)
        with refused.value as error:
            assert error.code == status
            assert "Access-Control-Allow-Origin" not in error.headers
    with ask(key_server) as own, ask(key_server, f"?key={KEY}", **foreign) as other:
        assert own.headers["Content-Type"].startswith("text/event-stream")
        assert own.headers["Access-Control-Allow-Origin"] is None
        assert other.headers["Access-Control-Allow-Origin"] == "*"
        assert own.readline() == other.readline() == b"retry: 2000\n"
        with ExitStack() as crowd:
            for _ in range(MOST - 2):
                crowd.enter_context(ask(key_server)).readline()
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(key_server)
            with refused.value as error:
                assert (error.code, b"close one" in error.read()) == (503, True)
        with ask_again(key_server) as again:
            assert again.readline()
        assert "Traceback" not in end_serving(key_server)
        assert own.read().strip() == b""


def ask_again(served: Served) -> HTTPResponse:
    """Ask until the server has noted that others are gone."""
    while True:
        try:
            return ask(served)
        except urllib.error.HTTPError as full:
            full.close()


@pytest.mark.check
def test_a_program_that_reads_nothing_does_not_slow_the_game(key_server: Served, browser: Browser) -> None:
    with socket.create_connection(("127.0.0.1", int(key_server.address.rsplit(":", 1)[1])), PATIENCE) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.sendall(b"GET /feed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for page in windows(browser, key_server.address, 1280, 800):
            begin(page, "Pig", robots=2, goal=100)
            page.locator(OVER).wait_for()


@pytest.mark.check
def test_the_example_shows_the_last_throw_after_a_restart(tmp_path: Path, key_server: Served, browser: Browser) -> None:
    usual = "http://127.0.0.1:8080/feed?key=write-yours-here"
    text = OVERLAY.read_text(encoding="utf-8")
    assert text.count(usual) == 1
    own = tmp_path / "overlay.html"
    own.write_text(text.replace(usual, f"{key_server.address}/feed?key={KEY}"), encoding="utf-8")
    context = browser.new_context(base_url=key_server.address)
    with closing(context):
        context.set_default_timeout(1000 * PATIENCE)
        page, of_file, of_table = (context.new_page() for _ in range(3))
        of_file.goto(own.as_uri())
        of_table.goto(f"{key_server.address}/static/last-throw.html")

        def throw(served: Served, name: str) -> None:
            begin(page, "Pig", name, robots=1)
            page.get_by_role("button", name="Throw").click()
            page.locator(".said li", has_text=f"{name} throws").first.wait_for()
            with Journal(served.folder / "home" / "data" / "journal.sqlite") as journal:
                values = [entry.data["values"] for entry in journal.log(journal.games()[-1]) if entry.kind == "reading"]
            for shown in (of_file, of_table):
                shown.locator("#who", has_text=name).wait_for()
                assert shown.locator("#dice b").all_inner_texts() == [str(value) for value in values[-1]]

        throw(key_server, "Anna")
        end_serving(key_server)
        with serve(key_server.folder, port=int(key_server.address.rsplit(":", 1)[1])) as again:
            throw(again, "Ben")

"""What anybody can send who was let in, though no page of ours does: it is counted, and stands on no terminal."""

import asyncio
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from robot.log import logging_to
from robot.web.addresses import Place
from robot.web.server import listen, uvicorn_config
from tests.support.robot.pages import Pages, hosted, pages_of
from tests.support.robot.waiting import PATIENCE

MALFORMED = (
    '42["event"]',
    '42["event",5]',
    '42["event",{"client_id":[1]}]',
    '42["event",{"client_id":"CLIENT","id":[],"args":[]}]',
    '42["event",{"client_id":"CLIENT","id":0,"listener_id":"none","args":["{"]}]',
    '42["handshake",{}]',
    '42["javascript_response",{"client_id":"CLIENT"}]',
    '42["ack",null]',
    "42[]",
    "42{",
    "4x",
    "44{}",
    "x",
    "",
    '42["connect"]',
    '42["connect",5]',
    '42["disconnect",1,2,3]',
)
EVIL = "written by a phone"


@contextmanager
def listening(pages: Pages) -> Iterator[str]:
    """Serve these pages at a port of this machine, and yield their address."""
    place = Place("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(pages.app, pages.site.connections, place))
    server.config.lifespan = "off"  # these pages live already
    sockets = listen(place)
    ended = asyncio.run_coroutine_threadsafe(server.serve(sockets), pages.loop)
    try:
        yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        ended.result(PATIENCE)


def page_of(address: str) -> str:
    """Open a page without a browser, and return what NiceGUI calls it."""
    with urllib.request.urlopen(f"{address}/", timeout=PATIENCE) as answer:
        found = re.search(r"""client_id['"]?: ?['"]([0-9a-f-]{36})""", answer.read().decode())
    assert found
    return found[1]


@contextmanager
def opened(address: str, client: str) -> Iterator[ClientConnection]:
    """Yield the socket of a page, shaken hands with."""
    with connect(f"{address.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?EIO=4&transport=websocket") as socket:
        assert str(socket.recv(PATIENCE)).startswith("0")
        socket.send("40")
        assert str(socket.recv(PATIENCE)).startswith("40")
        hands = f'"client_id":"{client}","tab_id":"tab","document_id":"document","next_message_id":0'
        socket.send(f'421["handshake",{{{hands}}}]')
        wait_for(socket, "431[true]")
        yield socket


def wait_for(socket: ClientConnection, answer: str) -> None:
    while not str(socket.recv(PATIENCE)).startswith(answer):
        pass


def test_a_phone_writes_nothing_and_the_malformed_is_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pipsqueak.log"
    with logging_to(path), hosted(tmp_path) as host, pages_of(host, tmp_path) as pages, listening(pages) as address:
        client = page_of(address)
        for message in MALFORMED:
            with opened(address, client) as socket:
                for level in ("debug", "info", "warning", "error"):
                    socket.send(f'42["log",{{"client_id":"{client}","level":"{level}","message":"{EVIL}"}}]')
                socket.send(message.replace("CLIENT", client))
                with suppress(ConnectionClosed):
                    socket.send('422["handshake",{}]')  # answered when all before it was taken, unless it all ends
                    wait_for(socket, "432")
        assert page_of(address) != client, "the next one is served as ever"
    assert capfd.readouterr().err == ""
    log = path.read_text()
    assert EVIL not in log
    assert "Traceback" not in log
    assert log.count("is malformed") == 10, "so many entries of a kind are written a minute"

"""What anybody can send who was let in, though no page of ours does: it stops nobody, and stands on no terminal."""

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

from robot.log import log_to
from robot.web.addresses import Place
from robot.web.server import listen, uvicorn_config
from tests.support.robot.pages import Pages, open_host, pages_of
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
SOCKET = "_nicegui_ws/socket.io/?EIO=4&transport=websocket"


@contextmanager
def serve(pages: Pages) -> Iterator[str]:
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


def shake_hands(socket: ClientConnection, client: str, number: int) -> None:
    """Send what a page sends when it connects, as the message of this number, and wait for the answer."""
    hands = f'"client_id":"{client}","tab_id":"tab","document_id":"document","next_message_id":0'
    socket.send(f'42{number}["handshake",{{{hands}}}]')
    while not str(socket.recv(PATIENCE)).startswith(f"43{number}["):
        pass


def test_a_phone_writes_nothing_into_the_log_and_what_is_malformed_stops_nobody(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipsqueak.log"
    with log_to(path), open_host(tmp_path) as host, pages_of(host, tmp_path) as pages, serve(pages) as address:
        client = page_of(address)
        for message in MALFORMED:
            with connect(f"{address.replace('http', 'ws', 1)}/{SOCKET}") as socket, suppress(ConnectionClosed):
                socket.send("40")
                shake_hands(socket, client, 1)
                socket.send(f'42["log",{{"client_id":"{client}","level":"error","message":"{EVIL}"}}]')
                socket.send(message.replace("CLIENT", client))
                shake_hands(socket, client, 2)
        assert page_of(address) != client, "the next one is served as ever"
    assert capfd.readouterr().err == ""
    assert EVIL not in path.read_text()

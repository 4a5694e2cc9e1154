"""What anybody can send who was let in, though no page of ours does: it is counted, and stands on no terminal."""

import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.requirements import needs_package

needs_package("nicegui")

from websockets.exceptions import ConnectionClosed  # noqa: E402
from websockets.sync.client import ClientConnection, connect  # noqa: E402

from tests.support.robot.browser import Served, serving  # noqa: E402
from tests.support.robot.waiting import PATIENCE  # noqa: E402

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


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("listening")) as one:
        yield one


def page_of(served: Served) -> str:
    """Open a page without a browser, and return what NiceGUI calls it."""
    with urllib.request.urlopen(f"{served.address}/", timeout=PATIENCE) as answer:
        found = re.search(r"""client_id['"]?: ?['"]([0-9a-f-]{36})""", answer.read().decode())
    assert found
    return found[1]


@contextmanager
def opened(served: Served, client: str) -> Iterator[ClientConnection]:
    """Yield the socket of a page, shaken hands with."""
    address = served.address.replace("http", "ws", 1)
    with connect(f"{address}/_nicegui_ws/socket.io/?EIO=4&transport=websocket") as socket:
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


def test_a_paired_phone_writes_nothing_to_the_terminal_and_malformed_messages_are_counted(listening: Served) -> None:
    client = page_of(listening)
    for message in MALFORMED:
        with opened(listening, client) as socket:
            for level in ("debug", "info", "warning", "error"):
                socket.send(f'42["log",{{"client_id":"{client}","level":"{level}","message":"{EVIL}"}}]')
            socket.send(message.replace("CLIENT", client))
            with suppress(ConnectionClosed):
                socket.send('422["handshake",{}]')  # answered when all before it was taken, unless the connection ends
                wait_for(socket, "432")
    assert listening.health()["status"] == "ok"
    listening.process.terminate()
    _, on_terminal = listening.process.communicate(timeout=PATIENCE)
    assert on_terminal == ""
    log = Path(listening.folder, "home", "data", "log", "pipsqueak.log").read_text()
    assert EVIL not in log
    assert "Traceback" not in log
    assert log.count("is malformed") == 10, "so many entries of a kind are written a minute"

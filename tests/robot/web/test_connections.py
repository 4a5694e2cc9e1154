"""Connections that strangers open and leave: how many are held, for how long, and who is not disturbed by them."""

import asyncio
import resource
import socket
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI, Request

from robot.errors import AddressError
from robot.web import connections as limits
from robot.web.addresses import Place
from robot.web.connections import Connections, origin
from robot.web.server import listen, uvicorn_config
from tests.support.robot.browser import serve
from tests.support.robot.waiting import PATIENCE

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
MANY, USUAL = 1100, 1024
"""Half-sent requests, and how many descriptors a program has where nobody allows it more."""


class QuietTransport:
    """A connection on which nothing happens."""

    def __init__(self, peer: str) -> None:
        self.peer, self.aborted, self.unread = peer, False, 0

    def get_extra_info(self, name: str) -> tuple[str, int]:
        assert name == "peername"
        return self.peer, 50000

    def get_protocol(self) -> Any:
        return SimpleNamespace()

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.aborted = True


def admit(connections: Connections, *peers: str) -> list[bool]:
    quiet: Any = map(QuietTransport, peers)
    return list(map(connections.admit, quiet))


def test_an_address_may_have_so_many_connections_and_the_network_more_and_this_machine_its_own() -> None:
    connections = Connections(lambda: 0.0)
    assert admit(connections, *["192.0.2.1"] * 70).count(True) == limits.PER_ADDRESS
    others = [f"198.51.100.{number}" for number in range(250) for _ in range(2)]
    assert admit(connections, *others).count(True) == limits.FROM_NETWORK - limits.PER_ADDRESS
    assert admit(connections, "127.0.0.1", "::1") == [True, True]
    assert admit(connections, *["127.0.0.2"] * 70).count(True) == limits.PER_ADDRESS
    assert admit(connections, "127.0.0.1") == [True]
    assert connections.refused == 6 + 164 + 6


def test_a_host_has_one_address_however_many_it_uses() -> None:
    assert origin("2001:db8:1:2::7") == origin("2001:db8:1:2:ffff::9") != origin("2001:db8:1:3::7")
    assert origin("::ffff:192.0.2.1") == origin("192.0.2.1") == ("192.0.2.1", False)
    assert origin("fe80::1%eth0") == origin("fe80::2%eth0")
    assert [origin("127.0.0.1")[1], origin("::1")[1], origin("::ffff:127.0.0.1")[1]] == [True, True, True]


def test_a_connection_that_ends_makes_room_and_who_reads_nothing_is_ended() -> None:
    now = [0.0]
    connections = Connections(lambda: now[0])
    transports: Any = [QuietTransport("192.0.2.1") for _ in range(limits.PER_ADDRESS)]
    assert all(map(connections.admit, transports))
    assert admit(connections, "192.0.2.1") == [False]
    connections.forget(transports[0])
    assert admit(connections, "192.0.2.1") == [True]
    for second in range(100):
        now[0] = second
        transports[1].unread, transports[2].unread = 500_000 - 7 * second, 500_000
        transports[3].unread = 100_000 * second
        connections.sweep()
    assert [one.aborted for one in transports[:5]] == [False, False, True, True, False]


@contextmanager
def app_served(app: FastAPI, connections: Connections) -> Iterator[int]:
    """Serve an app in another thread, and yield its port."""
    place = Place("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(app, connections, place))
    sockets = listen(place)
    with ThreadPoolExecutor(1) as aside:
        ended = aside.submit(asyncio.run, server.serve(sockets))
        try:
            yield sockets[0].getsockname()[1]
        finally:
            server.should_exit = True
            ended.result(PATIENCE)


def wait_until_ended(client: socket.socket) -> None:
    """Wait until the server ends a connection."""
    with suppress(ConnectionResetError):
        while client.recv(4096):
            pass


@pytest.mark.parametrize(
    "said",
    [
        b"",
        HALF,
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf",
        b"GET / HTTP/1.1\r\nHost: here\r\n\r\nG",
    ],
    ids=["nothing", "half a head", "half a body", "an answer, then half a head"],
)
def test_who_keeps_the_server_waiting_is_let_go_and_who_waits_for_it_is_not(said: bytes) -> None:
    step, time, going_on = [0.0], count(), asyncio.Event()
    app, connections = (
        FastAPI(),
        Connections(lambda: step[0] * next(time)),
    )  # which passes as soon as /slow is asked for

    @app.get("/slow")
    async def slow() -> str:
        step[0] = limits.REQUEST_SECONDS
        await going_on.wait()
        return "at last"

    @app.get("/")
    def quick() -> str:
        return "at once"

    @app.post("/")
    async def post(body: dict[str, str]) -> dict[str, str]:
        return body

    with app_served(app, connections) as port, ExitStack() as stack:
        idle = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
        idle.sendall(said)
        if said.endswith(b"\r\nG"):
            assert b"200 OK" in idle.recv(4096)
        patient = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
        patient.sendall(b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
        wait_until_ended(idle)
        loop: Any = next(iter(connections._open)).get_protocol()
        loop.loop.call_soon_threadsafe(going_on.set)
        assert b"200 OK" in patient.recv(4096)


def test_a_head_without_an_end_is_not_kept() -> None:
    with app_served(FastAPI(), Connections(lambda: 0.0)) as port, socket.socket() as one:
        one.connect(("127.0.0.1", port))
        one.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            send_headers(one, 4000)


def send_headers(one: socket.socket, many: int) -> None:
    for number in range(many):
        one.sendall(b"X-%d: %s\r\n" % (number, b"x" * 8000))


def test_a_photograph_of_a_phone_is_longer_than_a_head_may_be() -> None:
    photograph = b"x" * (50 * limits.HEADER_BYTES)
    app = FastAPI()

    @app.post("/")
    async def push(request: Request) -> int:
        return len(await request.body())

    with app_served(app, Connections(lambda: 0.0)) as port:
        posted = urllib.request.Request(f"http://127.0.0.1:{port}/", data=photograph, method="POST")
        with urllib.request.urlopen(posted, timeout=PATIENCE) as answer:
            assert int(answer.read()) == len(photograph)


def test_the_tables_own_screen_has_a_listener_of_its_own_and_nobody_else_the_port() -> None:
    sockets = listen(Place("0.0.0.0", 0))
    try:
        port = sockets[0].getsockname()[1]
        assert [one.getsockname() for one in sockets] == [("0.0.0.0", port), ("127.0.0.1", port)]
        for target, listener in (("127.0.0.1", sockets[1]), ("127.0.0.2", sockets[0])):
            with socket.create_connection((target, port)):
                listener.settimeout(PATIENCE)
                listener.accept()[0].close()
        for host in ("0.0.0.0", "127.0.0.1"):
            with pytest.raises(AddressError, match="in use"):
                listen(Place(host, port))
    finally:
        for one in sockets:
            one.close()


@contextmanager
def descriptors(number: int) -> Iterator[None]:
    """Let this process open so many files."""
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < number:
        pytest.skip(f"this process may not open {number} files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(usual, number), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))


@pytest.mark.check
def test_a_stranger_with_a_thousand_half_sent_requests_does_not_stop_the_tables_own_page(tmp_path: Path) -> None:
    with serve(tmp_path / "served", "0.0.0.0") as served, descriptors(2 * MANY), ExitStack() as stack:
        port = int(served.address.rpartition(":")[2])
        resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE, (USUAL, USUAL))
        for _ in range(MANY):
            client = stack.enter_context(socket.create_connection(("127.0.0.2", port), PATIENCE, ("127.0.0.2", 0)))
            with suppress(OSError):  # refused already
                client.sendall(HALF)
        for path, known in (("/", b"Pipsqueak"), ("/health", b'"status"'), ("/static/page.css", b"{")):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
                assert known in answer.read()

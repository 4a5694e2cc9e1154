"""Limits how many connections the server holds, how long each may keep it waiting, and how many pages wait for one.

A stranger may open connections and send nothing, or half a request. Each such connection takes a file descriptor, and
uvicorn waits for its request without end. NiceGUI keeps a page of 0.2 MB for a minute if its browser never connects.
"""

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nicegui import Client

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as HTTPProtocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as WebSocketProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as HTTPProtocol
    from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol as WebSocketProtocol

_log = logging.getLogger(__name__)
PER_ADDRESS = 64
"""Connections from one address. A browser opens six, and one more for each page; phones may share an address."""
FROM_NETWORK, FROM_HERE = 400, 128
"""All connections from the network, and those from this machine, which has the table's own screen."""
REQUEST_SECONDS = 10.0
"""Seconds within which a request must be complete. For the first one they count from the connection."""
UNREAD_BYTES = 4 * 2**20
"""Bytes of answers that may wait for one connection. uvicorn answers pings even if nobody reads."""
UNREAD_SECONDS = 20.0
"""Seconds after which a connection is closed if the other side reads nothing of an answer."""
HEADER_BYTES = 64 * 1024
"""Bytes of a request's head. Browsers send a few hundred."""
PAGES_OF_BROWSER, PAGES_OF_ADDRESS, PAGES = 4, 32, 200
"""Pages that may wait for one browser to connect, for all at one address, and for all together."""
PAGE_SECONDS = 20.0
"""Seconds for which a page waits. A phone on a slow network connects within five; one that is late loads it again."""
NETWORK_BITS = 64
"""One host of IPv6 has all addresses that begin with the same so many bits."""


@dataclass(slots=True)
class Connection:
    """A connection, and since when it has kept the server waiting. `cycle` is uvicorn's object for its last request."""

    transport: asyncio.Transport
    address: str
    here: bool
    since: float
    cycle: Any = None
    unread: int = 0
    unread_since: float = 0.0


@dataclass(slots=True)
class Connections:
    """All connections of a server. Only in its loop's thread. `now` returns seconds; `refused` counts refused ones."""

    now: Callable[[], float]
    refused: int = 0
    _open: dict[asyncio.Transport, Connection] = field(default_factory=dict)
    _sent: dict[str, float] = field(default_factory=dict)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Add a connection; return False if its address has too many, or all together have."""
        peer = transport.get_extra_info("peername")
        address, here = origin(peer[0]) if peer else ("", False)  # closed already
        known = self._open.values()
        same = sum(one.address == address for one in known)
        if same >= PER_ADDRESS or sum(one.here == here for one in known) >= (FROM_HERE if here else FROM_NETWORK):
            self.refused += 1
            _log.warning("a connection from %s is refused: there are too many", address)
            return False
        now = self.now()
        self._open[transport] = Connection(transport, address, here, now, unread_since=now)
        return True

    def forget(self, transport: asyncio.Transport) -> None:
        """Note the end of a connection. Harmless for one that was refused."""
        self._open.pop(transport, None)

    def sweep(self) -> None:
        """Close the connections that have kept the server waiting for too long. Call this about once a second."""
        self.drop_pages()
        now = self.now()
        for one in tuple(self._open.values()):
            protocol = one.transport.get_protocol()
            cycle = getattr(protocol, "cycle", None)
            if cycle is not one.cycle or not awaits_client(protocol):
                one.cycle, one.since = cycle, now
            unread = one.transport.get_write_buffer_size()
            if unread != one.unread or not unread:
                one.unread, one.unread_since = unread, now
            late = now - one.since > REQUEST_SECONDS or now - one.unread_since > UNREAD_SECONDS
            if late or unread > UNREAD_BYTES:
                _log.info("a connection from %s is ended: it kept the table waiting", one.address)
                one.transport.abort()

    def drop_pages(self) -> None:
        """Drop pages that wait for too long, and the oldest of too many. Call this for each page that is sent."""
        now, kept = self.now(), Counter[str]()
        waiting = [page for page in Client.instances.values() if page.environ is None]
        self._sent = {page.id: self._sent.get(page.id, now) for page in waiting}
        for page in reversed(waiting):
            browser, address = page.request.headers.get("cookie", page.id), origin(page.ip)[0]
            crowded = kept[browser] >= PAGES_OF_BROWSER or kept[address] >= PAGES_OF_ADDRESS
            if crowded or kept.total() >= 2 * PAGES or now - self._sent[page.id] > PAGE_SECONDS:
                page.delete()
            else:
                kept.update((browser, address))


def awaits_client(protocol: asyncio.BaseProtocol) -> bool:
    """Return whether the other side must send something. For WebSockets uvicorn checks this itself, by pings."""
    if not isinstance(protocol, HTTPProtocol):
        return False
    cycle = protocol.cycle
    return awaits_head(protocol) or cycle.more_body


def awaits_head(protocol: HTTPProtocol) -> bool:
    """Return whether the other side must send the head of a request, and not the rest of one: pictures are long."""
    return protocol.cycle is None or protocol.cycle.response_complete


def origin(host: str) -> tuple[str, bool]:
    """Return the address by which a host is counted, and whether it is this machine. A name is counted as it is."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host, False
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            network = ipaddress.ip_network((address, NETWORK_BITS), strict=False)
            return (str(address) if address.is_loopback else str(network)), address.is_loopback
        address = address.ipv4_mapped
    return str(address), address.is_loopback


def is_address(text: str) -> bool:
    """Return whether a text is an address of IPv4 or IPv6."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def limit_protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return uvicorn's protocols for HTTP and WebSockets, whose connections are counted."""

    class LimitedHTTP(HTTPProtocol):
        """HTTP. A refused connection is closed before the server reads anything from it."""

        head = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if not connections.admit(transport):
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            connections.forget(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            cycle = self.cycle
            super().data_received(data)
            self.head = self.head + len(data) if self.cycle is cycle and awaits_head(self) else 0
            if self.head > HEADER_BYTES:
                self.transport.abort()

    class LimitedWebSocket(WebSocketProtocol):
        """WebSockets. They begin as HTTP, and are counted from then on."""

        def connection_lost(self, exc: Exception | None) -> None:
            connections.forget(self.transport)
            super().connection_lost(exc)

    return LimitedHTTP, LimitedWebSocket

"""Limits on the server's connections, on how long each may keep it waiting, and on pages that wait for a browser.

A stranger may open connections and send nothing, or half a request. Each such connection takes a file descriptor, and
uvicorn waits for its request forever. NiceGUI keeps a page of 0.2 MB for a minute if its browser never connects.
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
"""The most connections from one address. A browser opens six, and one a page; phones may share an address."""
FROM_NETWORK, FROM_HERE = 400, 128
"""The most connections from the network, and from this machine, which has the table's own screen."""
REQUEST_SECONDS = 10.0
"""Seconds within which a request must be complete. For the first request they count from the connection."""
UNREAD_BYTES = 4 * 2**20
"""The most bytes of answers that may wait for one connection. uvicorn answers pings even if nobody reads."""
UNREAD_SECONDS = 20.0
"""Seconds after which a connection is closed if the client reads nothing of an answer."""
HEADER_BYTES = 64 * 1024
"""The most bytes of a request's head. Browsers send a few hundred."""
PAGES_OF_BROWSER, PAGES_OF_ADDRESS, PAGES = 4, 32, 200
"""The most pages that may wait for one browser to connect, for all at one address, and for all together."""
PAGE_SECONDS = 20.0
"""Seconds for which a page waits. A phone on a slow network connects within five; a late one loads the page again."""
NETWORK_BITS = 64
"""The leading bits that all addresses of one IPv6 host share."""


@dataclass(slots=True)
class Connection:
    """A connection that has kept the server waiting since `since`. `cycle` is uvicorn's object for its last request."""

    transport: asyncio.Transport
    address: str
    here: bool
    since: float
    cycle: Any = None
    unread: int = 0
    unread_since: float = 0.0


@dataclass(slots=True)
class Connections:
    """All connections of a server, for its loop's thread only. `now` returns seconds; `refused` counts refusals."""

    now: Callable[[], float]
    refused: int = 0
    _open: dict[asyncio.Transport, Connection] = field(default_factory=dict)
    _sent: dict[str, float] = field(default_factory=dict)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Add a connection; return False if its address has too many, or if there are too many in all."""
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
        """Remove a connection that has ended. Harmless for a refused one."""
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
        """Delete pages that have waited too long, and the oldest of too many. Call this for each page that is sent."""
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
    """Return whether the client must send something. For WebSockets uvicorn checks this itself with pings."""
    if not isinstance(protocol, HTTPProtocol):
        return False
    cycle = protocol.cycle
    return awaits_head(protocol) or cycle.more_body


def awaits_head(protocol: HTTPProtocol) -> bool:
    """Return whether the client must send the head of a request. The body may be a long picture."""
    return protocol.cycle is None or protocol.cycle.response_complete


def origin(host: str) -> tuple[str, bool]:
    """Return the address under which a host counts, and whether it is this machine. A name counts as it is."""
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
    """Return whether a text is an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def limit_protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return uvicorn's protocols for HTTP and WebSockets, with connections limited by `connections`."""

    class LimitedHTTP(HTTPProtocol):
        """HTTP with limits. A refused connection is closed before the server reads from it."""

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
        """WebSockets with limits. They begin as HTTP connections, which are counted already."""

        def connection_lost(self, exc: Exception | None) -> None:
            connections.forget(self.transport)
            super().connection_lost(exc)

    return LimitedHTTP, LimitedWebSocket

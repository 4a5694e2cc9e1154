"""Connections: how many the server holds, and how long each may keep it waiting.

A stranger who opens connections and says nothing, or half of something, holds a descriptor with each. uvicorn waits for
such requests without end.
"""

import asyncio
import ipaddress
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as HTTPProtocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as WebSocketProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as HTTPProtocol
    from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol as WebSocketProtocol

PER_ADDRESS = 64
"""Connections from one address. A browser opens six, and one more for each page; phones may share an address."""
FROM_NETWORK, FROM_HERE = 400, 128
"""Connections from the network in all, and from this machine, which has the table's own screen."""
REQUEST_SECONDS = 10.0
"""Seconds in which a request has to come whole, and the first one after the connection."""
UNREAD_BYTES = 4 * 2**20
"""Bytes of answers that may wait for one connection: uvicorn answers pings whether or not anybody reads."""
UNREAD_SECONDS = 20.0
"""Seconds after which a connection is ended whose other side takes nothing of an answer."""
HEADER_BYTES = 64 * 1024
"""Bytes of a request's head; browsers send some hundred."""
NETWORK_BITS = 64
"""A host of IPv6 has all addresses that begin with the same bits."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Connection:
    """A connection, and since when it has kept the server waiting; `cycle` is its last request as uvicorn knows it."""

    transport: asyncio.Transport
    address: str
    here: bool
    since: float
    cycle: Any = None
    unread: int = 0
    unread_since: float = 0.0


@dataclass(slots=True)
class Connections:
    """All connections of a server, in its loop's thread. `now` returns seconds; `refused` counts those too many."""

    now: Callable[[], float]
    refused: int = 0
    _open: dict[asyncio.Transport, Connection] = field(default_factory=dict)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Take a new connection in; return False if its address, or everybody, has too many."""
        address, here = origin(transport)
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
        """Take note of the end of a connection; harmless for one that was refused."""
        self._open.pop(transport, None)

    def sweep(self) -> None:
        """End the connections that have kept the server waiting for too long. To be called about once a second."""
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


def awaits_client(protocol: asyncio.BaseProtocol) -> bool:
    """Return whether the other side has to say something; of WebSockets uvicorn itself asks for a sign of life."""
    if not isinstance(protocol, HTTPProtocol):
        return False
    cycle = protocol.cycle
    return cycle is None or cycle.response_complete or cycle.more_body


def origin(transport: asyncio.Transport) -> tuple[str, bool]:
    """Return the address by which connections are counted, and whether it is one of this machine."""
    peer = transport.get_extra_info("peername")
    if not peer:
        return "", False  # gone already
    address = ipaddress.ip_address(peer[0].partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            network = ipaddress.ip_network((address, NETWORK_BITS), strict=False)
            return (str(address) if address.is_loopback else str(network)), address.is_loopback
        address = address.ipv4_mapped
    return str(address), address.is_loopback


def limited(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return uvicorn's protocols for HTTP and WebSockets, whose connections are counted."""

    class LimitedHTTP(HTTPProtocol):
        """HTTP. A connection that is refused is ended before anything is read from it."""

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
            self.head = self.head + len(data) if self.cycle is cycle and awaits_client(self) else 0
            if self.head > HEADER_BYTES:
                self.transport.abort()

    class LimitedWebSocket(WebSocketProtocol):
        """WebSockets, which begin as HTTP and are counted since."""

        def connection_lost(self, exc: Exception | None) -> None:
            connections.forget(self.transport)
            super().connection_lost(exc)

    return LimitedHTTP, LimitedWebSocket

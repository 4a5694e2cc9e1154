"""A small MQTT broker for tests, written after the standard (MQTT 3.1.1, OASIS, 2014) and not after any client.

It takes what clients publish, keeps what is to be retained, and publishes the will of a client that is lost.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

CONNECT, CONNACK, PUBLISH, PUBACK, PINGREQ, PINGRESP, DISCONNECT = 1, 2, 3, 4, 12, 13, 14
BAD_LOGIN = 4


@dataclass(frozen=True, slots=True)
class Message:
    topic: str
    payload: str
    retain: bool


@dataclass
class Packet:
    """The rest of a packet (section 2), which is read from its front."""

    kind: int
    flags: int
    data: bytes

    def take(self, count: int) -> bytes:
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def number(self) -> int:
        return int.from_bytes(self.take(2))

    def text(self) -> str:
        return self.take(self.number()).decode()


@dataclass
class Broker:
    """A broker at a port of this machine. `login` is the only name and password, None lets everybody in.

    While it is `silent` it takes connections and says nothing.
    """

    port: int = 0
    login: tuple[str, str] | None = None
    silent: bool = False
    messages: list[Message] = field(default_factory=list)
    retained: dict[str, str] = field(default_factory=dict)
    refused: int = 0
    _open: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def payloads(self, topic: str) -> list[str]:
        return [message.payload for message in tuple(self.messages) if message.topic == topic]

    def drop(self) -> None:
        """Cut all connections."""
        while self._open:
            with suppress(OSError):
                self._open.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.drop()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self._open.append(client)
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        will: Message | None = None
        with client, suppress(OSError, EOFError):
            while True:
                packet = read(client)
                if self.silent:
                    continue
                if packet.kind == CONNECT:
                    will, right = self._welcome(packet)
                    client.sendall(bytes([CONNACK << 4, 2, 0, 0 if right else BAD_LOGIN]))
                    if not right:
                        self.refused += 1
                        return
                elif packet.kind == PUBLISH:
                    self._publish(packet, client)
                elif packet.kind == PINGREQ:
                    client.sendall(bytes([PINGRESP << 4, 0]))
                elif packet.kind == DISCONNECT:
                    return
        if will:
            self._keep(will)

    def _welcome(self, packet: Packet) -> tuple[Message | None, bool]:
        """Return the client's will, and whether it is let in (section 3.1)."""
        assert (packet.text(), packet.take(1)) == ("MQTT", b"\x04")
        flags = packet.take(1)[0]
        packet.number()  # the keep-alive
        packet.text()  # the client's identifier
        will = Message(packet.text(), packet.text(), bool(flags & 0x20)) if flags & 0x04 else None
        name = packet.text() if flags & 0x80 else ""
        password = packet.text() if flags & 0x40 else ""
        right = self.login is None or (name, password) == self.login
        return (will if right else None), right

    def _publish(self, packet: Packet, client: socket.socket) -> None:
        quality, topic = packet.flags >> 1 & 3, packet.text()
        number = packet.take(2) if quality else b""
        self._keep(Message(topic, packet.data.decode(), bool(packet.flags & 1)))
        if quality:
            client.sendall(bytes([PUBACK << 4, 2]) + number)

    def _keep(self, message: Message) -> None:
        self.messages.append(message)
        if message.retain and message.payload:
            self.retained[message.topic] = message.payload
        elif message.retain:
            self.retained.pop(message.topic, None)


def read(client: socket.socket) -> Packet:
    """Return the next packet (section 2.2). Raises EOFError."""
    head, length, shift = exactly(client, 1)[0], 0, 0
    while True:
        byte = exactly(client, 1)[0]
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return Packet(head >> 4, head & 0x0F, exactly(client, length))


def exactly(client: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


@contextmanager
def broker(port: int = 0, login: tuple[str, str] | None = None) -> Iterator[Broker]:
    """Run a broker meanwhile."""
    one = Broker(port, login)
    try:
        yield one
    finally:
        one.close()

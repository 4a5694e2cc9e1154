"""What goes over the line, told line by line: for recordings, and for people who look for a fault."""

from collections.abc import Callable

from hardware.transport import Transport

Trace = Callable[[str, str], None]
"""Takes who spoke, `host` or `board`, and the line without its newline."""


class TracedTransport:
    """A transport that tells what passes through it; bytes that are no ASCII are told as escapes."""

    def __init__(self, transport: Transport, trace: Trace) -> None:
        self._transport = transport
        self._trace = trace
        self._half = {"host": b"", "board": b""}

    def write(self, data: bytes) -> None:
        self._transport.write(data)
        self._tell("host", data)

    def read(self, timeout: float) -> bytes:
        data = self._transport.read(timeout)
        self._tell("board", data)
        return data

    def close(self) -> None:
        self._transport.close()

    def _tell(self, speaker: str, data: bytes) -> None:
        *lines, self._half[speaker] = (self._half[speaker] + data).split(b"\n")
        for line in lines:
            self._trace(speaker, line.decode("ascii", errors="backslashreplace"))

"""Traces the line by line traffic with the board, for recordings and for troubleshooting."""

from collections.abc import Callable

from hardware.transport import Transport

Trace = Callable[[str, str], None]
"""Gets the sender, `host` or `board`, and the line without its newline."""


class TracedTransport:
    """A transport that traces what passes through it. Bytes outside ASCII are escaped."""

    def __init__(self, transport: Transport, trace: Trace) -> None:
        self._transport = transport
        self._trace = trace
        self._half = {"host": b"", "board": b""}

    def write(self, data: bytes) -> None:
        self._transport.write(data)
        self._pass_lines("host", data)

    def read(self, timeout: float) -> bytes:
        data = self._transport.read(timeout)
        self._pass_lines("board", data)
        return data

    def close(self) -> None:
        self._transport.close()

    def _pass_lines(self, speaker: str, data: bytes) -> None:
        *lines, self._half[speaker] = (self._half[speaker] + data).split(b"\n")
        for line in lines:
            self._trace(speaker, line.decode("ascii", errors="backslashreplace"))

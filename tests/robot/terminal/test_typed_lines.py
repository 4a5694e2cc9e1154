"""Lines that are typed come one at a time, however the input delivers them, and never hold up what else is done."""

import os
from collections.abc import Iterator

import pytest

from robot.terminal.typed_lines import TypedLines


class LinePipe:
    """What somebody types into, and the lines that come out."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        self._stream = os.fdopen(self._read)
        self.lines = TypedLines(self._stream)

    def types(self, data: bytes) -> None:
        os.write(self._write, data)

    def ends(self) -> None:
        os.close(self._write)

    def close(self) -> None:
        self._stream.close()


@pytest.fixture
def pipe() -> Iterator[LinePipe]:
    one = LinePipe()
    yield one
    one.close()


def test_nothing_typed_is_no_line_yet(pipe: LinePipe) -> None:
    assert pipe.lines.next(0) is None
    pipe.types(b"334")
    assert pipe.lines.next(0) is None
    pipe.types(b"56\nk 33\n\n")
    assert [pipe.lines.next(0) for _ in range(4)] == ["33456", "k 33", "", None]
    pipe.ends()


def test_the_end_is_told_after_the_last_line(pipe: LinePipe) -> None:
    pipe.types("Große\nStraße".encode() + b"\xff")
    pipe.ends()
    assert [pipe.lines.next(None), pipe.lines.next(None)] == ["Große", "Straße\ufffd"]
    for seconds in (0.0, None):
        with pytest.raises(EOFError):
            pipe.lines.next(seconds)

"""A terminal that is none: what a program in this process prints to one."""

import io


class PretendedTerminal(io.TextIOWrapper):
    """A terminal of an encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, errors="strict", write_through=True)

    def isatty(self) -> bool:
        return True

    def read_shown(self) -> str:
        """Return what has been written, as bytes of the encoding."""
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)

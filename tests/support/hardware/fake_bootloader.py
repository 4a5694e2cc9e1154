"""A board behind a pseudo-terminal that is flashed for real: a bootloader that speaks STK500, and what it was given.

It answers only where the port is set to its own speed; the program that was written answers `hello` at 115200 baud
with the version that stands in it.
"""

import re
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Self

from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION
from hardware.errors import Failure
from hardware.flash import Bootloader
from hardware.sim.lines import seal
from tests.support.hardware.pseudo_terminal import PseudoTerminal

IN_SYNC, OK = 0x14, 0x10
SPEEDS = {57600: termios.B57600, 115200: termios.B115200}
MARKER = f"pipsqueak-0.1-test protocol {PROTOCOL_VERSION} dictionary {DICTIONARY_CRC}"


def program(marker: str = MARKER, *, size: int = 600) -> bytes:
    """Return a program made by hand: a jump, the marker, and bytes like code."""
    return (b"\x0c\x94\x34\x00" + marker.encode("ascii") + b"\0").ljust(size, b"\x5a")


def hex_lines(flash: bytes) -> list[str]:
    """Return the records of an Intel HEX file."""
    lines = [_record(at, 0, flash[at : at + 16]) for at in range(0, len(flash), 16)]
    return [*lines, _record(0, 1, b"")]


def _record(address: int, kind: int, data: bytes) -> str:
    content = bytes([len(data), *address.to_bytes(2, "big"), kind, *data])
    return f":{(content + bytes([-sum(content) % 256])).hex().upper()}"


def write_hex(path: Path, flash: bytes) -> Path:
    path.write_text("\n".join(hex_lines(flash)) + "\n", encoding="ascii")
    return path


def read_flash(path: Path) -> bytes:
    """Return what a HEX file brings into the flash."""
    records = path.read_text(encoding="ascii").split()
    return b"".join(bytes.fromhex(record[9:-2]) for record in records if record[7:9] == "00")


class FakeBootloader:
    """A board with a bootloader of a speed and a chip's signature; `spoilt` makes it forget the last page."""

    def __init__(
        self,
        baud: int = 115200,
        signature: bytes = b"\x1e\x95\x0f",
        *,
        spoilt: bool = False,
        answers: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.flash = bytearray(b"\xff" * 32768)
        self.pages = 0
        self._baud = baud
        self._speed = SPEEDS.get(baud)
        self._signature = signature
        self._spoilt = spoilt
        self._answers = answers or self._hello
        self._address = 0
        self._waiting = b""
        self._terminal = PseudoTerminal()
        self.port = self._terminal.name

    def __enter__(self) -> Self:
        self._terminal.start(self._run)
        return self

    def __exit__(self, *failure: object) -> None:
        self._terminal.close()

    def burn(self, port: str, bootloader: Bootloader, path: Path, operation: str = "w") -> None:
        """Stand for avrdude: take a program or give it at once, and as avrdude only at the bootloader's own speed."""
        if bootloader.baud != self._baud:
            raise Failure.BOOTLOADER.error(f"no bootloader answers at {port} at {bootloader.baud} baud")
        if operation == "r":
            write_hex(path, bytes(self.flash))
            return
        written = read_flash(path)
        self.flash[: len(written)] = written
        self.pages += 1

    def _run(self) -> None:
        while not self._terminal.closes():
            self._waiting += self._terminal.receive()
            greeted = self._waiting[:1] == b"@"
            if termios.tcgetattr(self._terminal.master)[4] == (termios.B115200 if greeted else self._speed):
                self._serve()
            else:
                self._waiting = b""  # at the wrong speed it hears nothing that makes sense

    def _serve(self) -> None:
        while self._waiting:
            if self._waiting[:1] == b"@":
                line, newline, rest = self._waiting.partition(b"\n")
                if not newline:
                    return
                self._waiting = rest
                self._terminal.send(self._answers(line))
                continue
            length = self._length()
            if len(self._waiting) < length:
                return
            command, self._waiting = self._waiting[:length], self._waiting[length:]
            self._terminal.send(bytes([IN_SYNC, *self._carry_out(command), OK]))

    def _length(self) -> int:
        """Return how long the STK500 command at the head is, with the 0x20 at its end."""
        match chr(self._waiting[0]):
            case "A":
                return 3
            case "B":
                return 22
            case "E" | "V":
                return 7 if self._waiting[:1] == b"E" else 6
            case "U":
                return 4
            case "d":
                return 5 + (int.from_bytes(self._waiting[1:3], "big") if len(self._waiting) > 2 else 0)
            case "t":
                return 5
            case _:
                return 2

    def _carry_out(self, command: bytes) -> bytes:
        match chr(command[0]):
            case "A":
                return b"\x03"
            case "u":
                return self._signature
            case "V":
                return b"\0"
            case "U":
                self._address = 2 * int.from_bytes(command[1:3], "little")
            case "d":
                data = command[4:-1]
                self.flash[self._address : self._address + len(data)] = data
                self.pages += 1
            case "t":
                seen = bytes(self.flash[self._address : self._address + int.from_bytes(command[1:3], "big")])
                return bytes([seen[0] ^ 1]) + seen[1:] if self._spoilt else seen
        return b""

    def _hello(self, line: bytes) -> bytes:
        marker = re.search(rb"(pipsqueak-[^ \0]+) protocol (\d+) dictionary ([0-9A-F]{4})", bytes(self.flash))
        if marker is None or b" hello" not in line:
            return b""
        version, protocol, dictionary = (word.decode() for word in marker.groups())
        nonce = line.split()[1].decode()
        return seal(
            f"ok {nonce} boot=7 last=0 protocol={protocol} dictionary={dictionary} firmware={version} reset=external"
        )

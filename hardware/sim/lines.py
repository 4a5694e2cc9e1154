"""Parses and writes lines with their CRC for the simulated board."""

import re
from dataclasses import dataclass
from typing import Final

from hardware.sim.dictionary import BOOT_MAX, SEQ_MAX

_HEX = frozenset("0123456789abcdefABCDEF")
_NUMBER: Final = re.compile(r"(?:0|[1-9][0-9]{0,5})\Z")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One valid line: framed with boot, seq and CRC, or typed by a person (`framed` False, seq 0)."""

    framed: bool
    boot: int
    seq: int
    crc: int
    verb: str
    words: tuple[str, ...]


def _remainder(byte: int) -> int:
    value = byte << 8
    for _ in range(8):
        value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


_REMAINDERS: Final = tuple(map(_remainder, range(256)))


def checksum(text: str) -> int:
    """Return CRC-16/CCITT-FALSE of ASCII text."""
    value = 0xFFFF
    for byte in text.encode("ascii"):
        value = (value << 8 & 0xFF00) ^ _REMAINDERS[value >> 8 ^ byte]
    return value


def seal(text: str) -> bytes:
    """Return the line with its CRC and newline."""
    return f"{text}*{checksum(text):04X}\n".encode("ascii")


def number(text: str) -> int | None:
    """Parse an integer of the wire; None if it is none."""
    return int(text) if _NUMBER.match(text) else None


def parse(text: str) -> CommandLine | None:
    """Parse one line of printable ASCII without its newline; None if it gets no reply."""
    if not text.startswith("@"):
        words = text.split()
        if not words or "*" in text or "@" in text:
            return None
        return CommandLine(framed=False, boot=0, seq=0, crc=0, verb=words[0], words=tuple(words[1:]))
    body, star, crc = text[:-5], text[-5:-4], text[-4:]
    if star != "*" or not _HEX.issuperset(crc) or checksum(body) != int(crc, 16):
        return None
    words = body[1:].split()
    if len(words) < 3 or body[1] == " ":
        return None
    boot, seq = number(words[0]), number(words[1])
    if boot is None or seq is None or boot > BOOT_MAX or not 1 <= seq <= SEQ_MAX:
        return None
    return CommandLine(framed=True, boot=boot, seq=seq, crc=int(crc, 16), verb=words[2], words=tuple(words[3:]))

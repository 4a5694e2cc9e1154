"""Parses and writes the simulated board's lines: their CRC, the words of a command, the code of a refusal."""

import re
from dataclasses import dataclass
from typing import Final

from hardware.dictionary import BOOT_MAX, KEYS, SEQ_MAX

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


def unfit(line: CommandLine) -> str | None:
    """Return the refusal of a line with a wrong verb, key or value, else None."""
    if line.verb not in KEYS:
        return "code=VERB"
    known = KEYS[line.verb]
    given = dict(word.partition("=")[::2] for word in line.words)
    if len(given) < len(line.words) or not known.keys() >= given.keys() or not all("=" in word for word in line.words):
        return "code=KEY"
    for key, entry in known.items():
        if entry.needed and key not in given:
            return f"code=KEY key={key}"
    for key in known:
        if key in given and not _in_range(line.verb, key, given[key]):
            return f"code=RANGE key={key}"
    if line.verb == "shake":
        chosen = values(line)
        if 2 * chosen["ramp"] > chosen["ms"]:
            return "code=RANGE key=ramp"
    return None


def values(line: CommandLine) -> dict[str, int]:
    """Return the integers of a valid line, with defaults for those not given."""
    given = dict(word.partition("=")[::2] for word in line.words)
    chosen = {}
    for key, entry in KEYS[line.verb].items():
        value = number(given[key]) if key in given else entry.standard
        if value is not None:
            chosen[key] = value
    return chosen


def help_text(line: CommandLine) -> str:
    """Return the answer to help: all verbs, or the keys of one verb with their ranges."""
    if not line.words:
        return "verbs=" + ",".join(KEYS)
    verb = line.words[0].partition("=")[2]
    if verb == "help":
        return "verb=word"
    return " ".join(f"{key}={entry.least}..{entry.most}" for key, entry in KEYS[verb].items())


def digits(numbers: set[int] | frozenset[int]) -> str:
    """Return numbers below 10 as digits of the wire, "0" for none."""
    return "".join(map(str, sorted(numbers))) or "0"


def _in_range(verb: str, key: str, text: str) -> bool:
    if verb == "help":
        return text in KEYS
    value, entry = number(text), KEYS[verb][key]
    if value is None or not entry.least <= value <= entry.most:
        return False
    return key != "wells" or value == 0 or (text == "".join(sorted(set(text))) and set(text) <= set("123456"))

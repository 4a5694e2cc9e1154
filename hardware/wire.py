"""Encodes and decodes lines with their CRC for the host (firmware/PROTOCOL.md, section 1)."""

import re
from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.dictionary import BOOT_MAX, LINE_BYTES, SEQ_MAX
from hardware.errors import Failure

_WORD = re.compile(r"[a-z_]{1,12}\Z")
_CODE = re.compile(r"[A-Z_]{1,12}\Z")
_VALUE = re.compile(r"[0-9A-Za-z.,_/+-]+\Z")
_INTEGER = re.compile(r"(0|[1-9][0-9]{0,5})\Z")
_CRC = re.compile(r"[0-9A-Fa-f]{4}\Z")
_PRINTABLE = re.compile(rb"[\x20-\x7e]*\Z")


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply. `seq` 0 answers a typed line; `code` is None if `ok`; `keys` excludes code and boot."""

    ok: bool
    seq: int
    boot: int
    code: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """One event, a hint that may be lost. `keys` excludes boot."""

    kind: str
    boot: int
    keys: Mapping[str, str] = field(default_factory=dict)


def crc16(data: bytes) -> int:
    """Return CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, no reflection; b"123456789" gives 0x29B1."""
    return crc_hqx(data, 0xFFFF)


def integer(text: str) -> int:
    """Parse an integer of the wire, 0 to 999999 without leading zeros. Raises LinkError."""
    if not _INTEGER.match(text):
        raise Failure.LINE.error(f"{text!r} is not an integer of the wire")
    return int(text)


def encode_command(boot: int, seq: int, verb: str, keys: Mapping[str, int | str]) -> bytes:
    """Return the framed line with its newline. Raises LinkError for what the wire cannot carry.

    `boot` is 0 (only for hello) to 65535, `seq` 1 to 65535; a value is an integer 0 to 999999 or a word.
    """
    if not 0 <= boot <= BOOT_MAX or not 1 <= seq <= SEQ_MAX:
        raise Failure.LINE.error(f"boot {boot} or seq {seq} is out of range")
    words = [f"@{boot}", str(seq), verb]
    for key, value in keys.items():
        if not _WORD.match(key) or not _VALUE.match(str(value)):
            raise Failure.LINE.error(f"{key}={value} cannot be sent")
        if isinstance(value, int):
            integer(str(value))
        words.append(f"{key}={value}")
    if not _WORD.match(verb):
        raise Failure.LINE.error(f"{verb!r} cannot be a verb")
    text = " ".join(words).encode("ascii")
    line = b"%s*%04X\n" % (text, crc16(text))
    if len(line) > LINE_BYTES:
        raise Failure.LINE.error(f"the command {verb} has {len(line)} bytes, the wire takes {LINE_BYTES}")
    return line


def decode_line(line: bytes) -> Reply | Event:
    """Decode one line of the board, without its newline. Raises LinkError, which names what is wrong."""
    if len(line) >= LINE_BYTES or not _PRINTABLE.match(line):
        raise Failure.LINE.error("a line is too long or is not printable ASCII")
    text, star, crc = line.decode("ascii").rpartition("*")
    if not star or not _CRC.match(crc):
        raise Failure.LINE.error("a line has no CRC")
    if int(crc, 16) != crc16(text.encode("ascii")):
        raise Failure.LINE.error("a line has a wrong CRC")
    head, *rest = text.split(" ")
    if not rest:
        raise Failure.LINE.error("a line has one word only")
    keys = _keys(rest[1:])
    code = keys.pop("code", None)
    boot = integer(keys.pop("boot", "-"))
    if not 1 <= boot <= BOOT_MAX:
        raise Failure.LINE.error(f"no board has the boot number {boot}")
    if head == "evt" and _WORD.match(rest[0]) and code is None:
        return Event(rest[0], boot, keys)
    seq = integer(rest[0])
    if (head, code is None) not in {("ok", True), ("err", False)} or seq > SEQ_MAX:
        raise Failure.LINE.error("a line is neither reply nor event")
    if code is not None and not _CODE.match(code):
        raise Failure.LINE.error(f"{code!r} is not a code")
    return Reply(head == "ok", seq, boot, code, keys)


def _keys(words: list[str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not _WORD.match(key) or not _VALUE.match(value) or key in keys:
            raise Failure.LINE.error(f"{word!r} is not key=value")
        keys[key] = value
    return keys

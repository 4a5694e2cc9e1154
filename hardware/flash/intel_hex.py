"""Reads Intel HEX files and checks every checksum."""

import enum
import re
from pathlib import Path

from hardware.errors import HexError

LONGEST_FILE = 1 << 20
FLASH_BYTES = 32 * 1024
ERASED = 0xFF
AGAIN = "download or build it again"
_RECORD = re.compile(r":[0-9A-Fa-f]{10,520}\Z")


class RecordType(enum.IntEnum):
    """Types of records in a HEX file. Start addresses mean nothing to an AVR."""

    DATA = 0
    END = 1
    SEGMENT = 2
    START_SEGMENT = 3
    LINEAR = 4
    START_LINEAR = 5


_BYTES = {
    RecordType.END: 0,
    RecordType.SEGMENT: 2,
    RecordType.START_SEGMENT: 4,
    RecordType.LINEAR: 2,
    RecordType.START_LINEAR: 4,
}


def read_hex(path: Path) -> bytes:
    """Return the flash from address 0 to the last byte in the file. Gaps are erased bytes (0xFF).

    Raises HexError, which names the line, for a damaged file or one larger than the flash of an ATmega328P.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise HexError(f"{path} cannot be read ({error.strerror})", "name a HEX file") from error
    try:
        lines = content.decode("ascii").splitlines() if len(content) <= LONGEST_FILE else []
    except UnicodeDecodeError:
        lines = []
    if not lines or not lines[0].startswith(":"):
        raise HexError(f"{path} is not an Intel HEX file", "name the .hex, not the .elf or .bin")
    return _flash_of(path, lines)


def _flash_of(path: Path, lines: list[str]) -> bytes:
    flash = bytearray([ERASED]) * FLASH_BYTES
    named = bytearray(FLASH_BYTES)
    base = 0
    ended = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if ended:
            raise HexError(f"{path} goes on after its end, in line {number}", AGAIN)
        kind, address, data = _record(path, number, line.strip())
        match kind:
            case RecordType.DATA:
                start = base + address
                stop = start + len(data)
                if stop > FLASH_BYTES:
                    raise HexError(
                        f"{path} is for a larger chip: line {number} goes to byte {stop:,} of {FLASH_BYTES:,}",
                        "take the HEX of an ATmega328P",
                    )
                if any(named[start:stop]):
                    raise HexError(f"{path} names a byte twice, in line {number}", AGAIN)
                flash[start:stop] = data
                named[start:stop] = b"\1" * len(data)
            case RecordType.END:
                ended = True
            case RecordType.SEGMENT:
                base = int.from_bytes(data, "big") << 4
            case RecordType.LINEAR:
                base = int.from_bytes(data, "big") << 16
    if not ended:
        raise HexError(f"{path} has no end: it was cut short", AGAIN)
    return bytes(flash[: named.rfind(1) + 1])


def _record(path: Path, number: int, line: str) -> tuple[RecordType, int, bytes]:
    """Return type, address and data of one line."""
    if not _RECORD.match(line) or len(line) % 2 == 0:
        raise HexError(f"{path} is damaged: line {number} is not a record", AGAIN)
    content = bytes.fromhex(line[1:])
    if sum(content) % 256:
        raise HexError(f"{path} is damaged: the checksum of line {number} is wrong", AGAIN)
    length, kind, data = content[0], content[3], content[4:-1]
    if len(data) != length or kind > max(RecordType) or _BYTES.get(RecordType(kind), length) != length:
        raise HexError(f"{path} is damaged: line {number} is not a record", AGAIN)
    return RecordType(kind), int.from_bytes(content[1:3], "big"), data

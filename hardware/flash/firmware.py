"""Checks a HEX file before anything is written: the right chip, a Pipsqueak firmware, and this protocol."""

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from hardware.dictionary import DICTIONARY_CRC, PROTOCOL_VERSION
from hardware.errors import FirmwareMissingError, HexError
from hardware.flash.intel_hex import read_hex

ROOM = 30 * 1024
"""Bytes that every Uno and Nano has free beside its bootloader."""
VECTORS = 26
VECTOR_BYTES = 4
LEAVE_OUT = "leave out --hex: the firmware of this package is written then"
NAME = "pipsqueak-"
"""Prefix of the version in `hello`."""
WITHOUT_WATCHDOG = "-nowd"
_MARKER = re.compile(rb"pipsqueak[ -]([0-9A-Za-z.,_/+-]{1,20}) protocol ([0-9]{1,5}) dictionary ([0-9A-Fa-f]{4})\0")


@dataclass(frozen=True, slots=True)
class Firmware:
    """A HEX file that may be written: `size` in bytes of flash, `version` as in `hello`, without the name."""

    path: Path
    size: int
    version: str

    @property
    def watchdog(self) -> bool:
        """Whether this build uses the watchdog."""
        return not self.version.endswith(WITHOUT_WATCHDOG)


def read_firmware(path: Path) -> Firmware:
    """Read and check a HEX file. Raises HexError, which says what it is instead and what to do."""
    flash = read_hex(path)
    if not _made_for_the_chip(flash):
        raise HexError(
            f"{path} is for another chip: its vector table is not an ATmega328P's", "take the HEX of an ATmega328P"
        )
    marker = _MARKER.search(flash)
    if marker is None:
        raise HexError(f"{path} is not a Pipsqueak firmware: it names no version", LEAVE_OUT)
    version, protocol, dictionary = (word.decode("ascii") for word in marker.groups())
    if int(protocol) != PROTOCOL_VERSION:
        raise HexError(
            f"{path} speaks protocol {int(protocol)}, this package protocol {PROTOCOL_VERSION}",
            LEAVE_OUT,
        )
    if dictionary.upper() != DICTIONARY_CRC:
        raise HexError(
            f"{path} has the dictionary of commands {dictionary}, this package {DICTIONARY_CRC}",
            f"{LEAVE_OUT}; after a change of machine.toml run 'make -C firmware' first",
        )
    if len(flash) > ROOM:
        raise HexError(f"{path} has {len(flash):,} bytes, the board has room for {ROOM:,}", LEAVE_OUT)
    return Firmware(path, len(flash), version)


def shipped(*, watchdog: bool) -> Firmware:
    """Return this package's firmware, with or without watchdog. Raises FirmwareMissingError."""
    path = Path(str(files("hardware"))) / "firmware" / ("pipsqueak.hex" if watchdog else "pipsqueak-no-watchdog.hex")
    if not path.is_file():
        raise FirmwareMissingError(f"this package lacks its firmware, {path.name}")
    return read_firmware(path)


def _made_for_the_chip(flash: bytes) -> bool:
    """Return whether the vector table is that of an ATmega328P: 26 jumps into the program, and no 27th."""
    start = VECTORS * VECTOR_BYTES
    jumps = [_target(flash, place) for place in range(0, start + VECTOR_BYTES, VECTOR_BYTES)]
    inside = [target is not None and start <= target < len(flash) for target in jumps]
    return all(inside[:VECTORS]) and not inside[VECTORS]


def _target(flash: bytes, place: int) -> int | None:
    """Return the target of the jump at an address, both in bytes; None if the instruction is no jump."""
    first, second = (int.from_bytes(flash[at : at + 2], "little") for at in (place, place + 2))
    if first & 0xFE0E == 0x940C:  # jmp
        return 2 * ((first >> 4 & 0x1F) << 17 | (first & 1) << 16 | second)
    if first & 0xF000 == 0xC000:  # rjmp, to which the linker may shorten it
        return place + 2 + 2 * ((first & 0x7FF) - (first & 0x800))
    return None

"""A board in simavr that tests look into, and let fail."""

import enum
import struct
from collections.abc import Iterable
from dataclasses import dataclass, fields

from hardware.twin.runner import CLOCK, Runner

BYTE_CYCLES = CLOCK * 10 / 115200
"""Cycles per byte of the host."""
EEPROM_BYTES = 1024
_VECTORS = 26


class Torn(enum.IntEnum):
    """Contents of an EEPROM cell after a torn write."""

    OLD = 0
    ERASED = 1
    HALF = 2
    OTHER = 3


@dataclass(frozen=True, slots=True)
class Counters:
    """Counts since the last request. Times are in cycles; `shortest_*` is 2**64 - 1 if there is none.

    `unread` are bytes still unread when the second byte after them arrived, `lost` are overrun bytes. `interrupts` and
    `longest` are per vector. `untouched` is the longest run of RAM bytes not written since power-on.
    """

    slept: int
    received: int
    unread: int
    lost: int
    longest_unread: int
    baud: int
    shortest_high: int
    shortest_low: int
    shortest_setup: int
    untouched: int
    interrupts: tuple[int, ...]
    longest: tuple[int, ...]


_COUNTED = tuple(field.name for field in fields(Counters))[:-2]


class ProbedRunner(Runner):
    """A board as Runner gives it, of which everything can be counted, and much broken."""

    def turn_crank(self, place: int, closed: tuple[int, int], turn: int) -> None:
        """Simulate a crank without a machine: the home switch is closed between two of the `turn` steps of a turn.

        From now on `inputs.home` is ignored.
        """
        self._ask(b"t", struct.pack("<4i", place, *closed, turn))

    def hang(self) -> None:
        """Hang the program, but not its interrupts; a reset ends this."""
        self._ask(b"h", b"")

    def fail_timer(self, amid: str) -> None:
        """Stop timer 1 amid the next edge of a "step", or timer 2 amid that of a "pulse" or a "millisecond"."""
        self._ask(b"z", bytes([{"millisecond": 7, "pulse": 8, "step": 11}[amid]]))

    def eeprom(self) -> bytes:
        """Return the EEPROM's cells."""
        return self._ask(b"e", b"")

    def load_eeprom(self, cells: bytes) -> None:
        """Set the EEPROM's 1024 cells."""
        self._ask(b"E", cells)

    def wear(self, addresses: Iterable[int]) -> None:
        """Make these cells of the EEPROM ignore writes."""
        for address in addresses:
            self._ask(b"w", struct.pack("<H", address))

    def cut_at_write(self, number: int, torn: Torn) -> None:
        """Cut the power in the `number`th write of the EEPROM from now (1 is the next, 0 none)."""
        self._ask(b"k", struct.pack("<IB", number, torn))

    def counters(self) -> Counters:
        """Return the counters, and reset them."""
        numbers = struct.unpack(f"<{len(_COUNTED) + 2 * _VECTORS}Q", self._ask(b"c", b""))
        each = numbers[len(_COUNTED) :]
        counted: dict[str, int] = dict(zip(_COUNTED, numbers, strict=False))
        return Counters(**counted, interrupts=each[:_VECTORS], longest=each[_VECTORS:])

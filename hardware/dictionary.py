"""The driver's own copy of firmware/commands.def. A test compares the two."""

import enum
from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hardware.dimensions import dimensions
from hardware.machine_numbers import machine_entries, machine_numbers

PROTOCOL_VERSION = 3
COMMANDS_CRC = 0xEB9D
MACHINE = machine_numbers(dimensions())
DICTIONARY_CRC = f"{crc_hqx(machine_entries(MACHINE).encode('ascii'), COMMANDS_CRC):04X}"
"""It differs from board to board where their machines differ."""

LINE_BYTES = 120
SEQ_MAX = 65535
BOOT_MAX = 65535
WELLS = 6

REPLY_SECONDS = 0.1
REPEATS = 3
HELLO_SECONDS = 3.0

HOME_LIMIT_SECONDS = 8.0
CLAMP_LIMIT_SECONDS = 3.0
SHAKE_EXTRA_SECONDS = 1.5

MOTIONS = frozenset({"home", "shake", "clamp"})

RANGES: Mapping[str, Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "shake": {
            "rate": (20, 120),
            "stroke": (4, MACHINE["STROKE"]),
            "rock": (0, MACHINE["ROCK_MOST"]),
            "ms": (300, 5000),
            "ramp": (50, 1000),
        },
        "clamp": {"wells": (0, 123456)},
        "light": {"left": (0, 100), "right": (0, 100)},
        "set": {
            "lever": (0, 6),
            "open": (500, 2500),
            "closed": (500, 2500),
            "swing": (100, 1000),
            "idle": (0, 60000),
            "crawl": (100, 4000),
        },
        "clear": {"fault": (1, 8)},
    }
)

STOPPED = 1


class FaultNumber(enum.IntEnum):
    """The numbers of the faults that the board latches."""

    STOPPED = 1
    ESTOP = 2
    LID = 3
    SWITCH = 4
    LEASE = 5
    LIMIT = 6
    JAM = 7
    MEMORY = 8


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault that the board latches: its name on the wire, its remedy, and the key of its message."""

    name: str
    remedy: str
    message_key: str = ""


FAULTS: Mapping[int, BoardFault] = MappingProxyType(
    {
        FaultNumber.STOPPED: BoardFault(
            "STOPPED", "see why it was stopped, then 'pipsqueak doctor --clear'", "fault-board-stopped"
        ),
        FaultNumber.ESTOP: BoardFault(
            "ESTOP", "release the emergency stop, then 'pipsqueak doctor --clear'", "fault-board-estop"
        ),
        FaultNumber.LID: BoardFault("LID", "close the lid, then 'pipsqueak doctor --clear'", "fault-board-lid"),
        FaultNumber.SWITCH: BoardFault(
            "SWITCH", "look at the home switch and its cable, then 'pipsqueak doctor --clear'", "fault-board-switch"
        ),
        FaultNumber.LEASE: BoardFault(
            "LEASE", "see why the host was busy, then 'pipsqueak doctor --clear'", "fault-board-lease"
        ),
        FaultNumber.LIMIT: BoardFault("LIMIT", "look for a jam, then 'pipsqueak doctor --clear'", "fault-board-limit"),
        FaultNumber.JAM: BoardFault("JAM", "free the crank, then 'pipsqueak doctor --clear'", "fault-board-jam"),
        FaultNumber.MEMORY: BoardFault(
            "MEMORY", "change the board: it cannot keep its boot number", "fault-board-memory"
        ),
    }
)

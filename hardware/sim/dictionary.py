"""The simulated board's own copy of firmware/commands.def, so that tests find a mistake in the driver's copy."""

from binascii import crc_hqx
from collections.abc import Mapping
from typing import Final

from hardware.dimensions import dimensions
from hardware.machine_numbers import machine_entries, machine_numbers

PROTOCOL: Final = 3
_MACHINE: Final = machine_numbers(dimensions())
DICTIONARY: Final = f"{crc_hqx(machine_entries(_MACHINE).encode('ascii'), 0xEB9D):04X}"
MIRRORED: Final = frozenset(map(int, str(_MACHINE["LEVERS_MIRRORED"])))
MIRROR: Final = 3000
FIRMWARE: Final = "simulated-0.1"

LINE_BYTES: Final = 120
SEQ_MAX: Final = 65535
BOOT_MAX: Final = 65535
SHAKES_MAX: Final = 65535
WELLS: Final = 6

LEASE: Final = 1.5
SESSION: Final = 3.0
ROCK: Final = 0.4

MUST: Final = "MUST"
KEEP: Final = "KEEP"

# verb -> (kind, key -> (least, most, default))
VERBS: Final[Mapping[str, tuple[str, Mapping[str, tuple[int, int, int | str]]]]] = {
    "hello": ("TALK", {}),
    "ping": ("TALK", {}),
    "stat": ("TALK", {}),
    "home": ("MOTION", {}),
    "shake": (
        "MOTION",
        {
            "rate": (20, 120, 80),
            "stroke": (4, _MACHINE["STROKE"], _MACHINE["STROKE"]),
            "rock": (0, _MACHINE["ROCK_MOST"], _MACHINE["ROCK"]),
            "ms": (300, 5000, 1350),
            "ramp": (50, 1000, 100),
        },
    ),
    "clamp": ("MOTION", {"wells": (0, 123456, MUST)}),
    "light": ("TALK", {"left": (0, 100, MUST), "right": (0, 100, MUST)}),
    "set": (
        "QUIET",
        {
            "lever": (0, 6, 0),
            "open": (500, 2500, KEEP),
            "closed": (500, 2500, KEEP),
            "swing": (100, 1000, KEEP),
            "idle": (0, 60000, KEEP),
            "crawl": (100, 4000, KEEP),
        },
    ),
    "clear": ("TALK", {"fault": (1, 8, MUST)}),
    "help": ("TALK", {"verb": (0, 0, KEEP)}),
}

SETTINGS: Final[Mapping[str, int]] = {
    "open": _MACHINE["LEVER_OPEN"],
    "closed": _MACHINE["LEVER_CLOSED"],
    "swing": 300,
    "idle": 2000,
    "crawl": 800,
}

STOPPED: Final = 1
ESTOP: Final = 2
LID: Final = 3
SWITCH: Final = 4
LEASE_FAULT: Final = 5
JAM: Final = 7

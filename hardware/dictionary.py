"""The dictionary of the wire: every number and name that host and board share, from firmware/commands.def."""

import enum
import re
from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

from hardware.dimensions import dimensions, machine_entries, machine_numbers

MACHINE = machine_numbers(dimensions())


def _entries() -> list[tuple[str, list[str]]]:
    """Return the macro and the arguments of each entry, in the order of the file."""
    text = (files("hardware") / "firmware" / "commands.def").read_text(encoding="utf-8")
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return [(macro, words.split(", ")) for macro, words in re.findall(r"^([A-Z]+)\((.*)\)$", plain, re.MULTILINE)]


def _number(word: str) -> int:
    """Return a number of the table, which may be the machine's."""
    return MACHINE[word] if word in MACHINE else int(word)


@dataclass(frozen=True, slots=True)
class CommandKey:
    """A key of a command: its least and most value, and the one where it is not given.

    `standard` is None where the present value stays, and nothing stands for it where the key is `needed`.
    """

    least: int
    most: int
    standard: int | None = None
    needed: bool = False

    @classmethod
    def of(cls, least: str, most: str, standard: str) -> "CommandKey":
        """Return a key by the words of its entry."""
        preset = None if standard in {"MUST", "KEEP"} else _number(standard)
        return cls(_number(least), _number(most), preset, standard == "MUST")


_ENTRIES = _entries()
COMMANDS_CRC = crc_hqx("".join(f"{macro}({','.join(words)})\n" for macro, words in _ENTRIES).encode("ascii"), 0xFFFF)
DICTIONARY_CRC = f"{crc_hqx(machine_entries(MACHINE).encode('ascii'), COMMANDS_CRC):04X}"
"""It differs from board to board where their machines differ."""

_NUMBERS = {words[0]: int(words[1]) for macro, words in _ENTRIES if macro == "NUMBER"}
PROTOCOL_VERSION, LINE_BYTES, WELLS = (_NUMBERS[name] for name in ("PROTOCOL", "LINE_BYTES", "WELLS"))
SEQ_MAX, BOOT_MAX, SHAKES_MAX = (_NUMBERS[f"{name}_MAX"] for name in ("SEQ", "BOOT", "SHAKES"))
REPEATS = _NUMBERS["REPEATS"]
REPLY_SECONDS, HELLO_SECONDS, LEASE_SECONDS, SESSION_SECONDS, REST_SECONDS, LID_SECONDS, ROCK_SECONDS = (
    _NUMBERS[f"{name}_MS"] / 1000 for name in ("REPLY", "HELLO", "LEASE", "SESSION", "REST", "LID", "ROCK")
)
HOME_LIMIT_SECONDS, CLAMP_LIMIT_SECONDS, SHAKE_EXTRA_SECONDS = (
    _NUMBERS[f"{name}_MS"] / 1000 for name in ("HOME_LIMIT", "CLAMP_LIMIT", "SHAKE_EXTRA")
)

KINDS: Mapping[str, str] = MappingProxyType({words[0]: words[1] for macro, words in _ENTRIES if macro == "VERB"})
"""The kind of each verb: TALK, MOTION, OFF or QUIET."""
MOTIONS = frozenset(verb for verb, kind in KINDS.items() if kind == "MOTION")
KEYS: Mapping[str, Mapping[str, CommandKey]] = MappingProxyType(
    {
        verb: {words[1]: CommandKey.of(*words[3:]) for macro, words in _ENTRIES if macro == "KEY" and words[0] == verb}
        for verb in KINDS
    }
)
SHAKE: Mapping[str, int] = MappingProxyType(
    {key: entry.standard for key, entry in KEYS["shake"].items() if entry.standard is not None}
)
"""The standard shake, in the units of the table."""
RANGES: Mapping[str, Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        verb: {key: (entry.least, entry.most) for key, entry in keys.items()}
        for verb, keys in KEYS.items()
        if keys and verb != "help"
    }
)
"""The least and the most value of each key whose value is a number."""
SETTINGS: Mapping[str, int] = MappingProxyType(
    {words[0]: _number(words[1]) for macro, words in _ENTRIES if macro == "SETTING"}
)


_FAULTS = {words[1]: int(words[0]) for macro, words in _ENTRIES if macro == "FAULT"}
_CLEAR = ", then 'pipsqueak doctor --clear'"


class FaultNumber(enum.IntEnum):
    """The faults that the board latches: their names on the wire, whose numbers the table has, and their remedies."""

    STOPPED = "STOPPED", f"see why it was stopped{_CLEAR}"
    ESTOP = "ESTOP", f"release the emergency stop{_CLEAR}"
    LID = "LID", f"close the lid{_CLEAR}"
    SWITCH = "SWITCH", f"look at the home switch and its cable{_CLEAR}"
    LEASE = "LEASE", f"see why the host was busy{_CLEAR}"
    LIMIT = "LIMIT", f"look for a jam{_CLEAR}"
    JAM = "JAM", f"free the crank{_CLEAR}"
    MEMORY = "MEMORY", "change the board: it cannot keep its boot number"

    remedy: str

    def __new__(cls, name: str, remedy: str) -> "FaultNumber":
        fault = int.__new__(cls, _FAULTS[name])
        fault._value_, fault.remedy = _FAULTS[name], remedy
        return fault

    @property
    def message_key(self) -> str:
        """The key of its message in other languages."""
        return f"fault-board-{self.name.lower()}"


FAULTS: Mapping[int, FaultNumber] = MappingProxyType({int(fault): fault for fault in FaultNumber})

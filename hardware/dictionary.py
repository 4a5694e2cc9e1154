"""The dictionary of the wire: every number and name that host and board share, from firmware/commands.def."""

import enum
import re
from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from hardware.dimensions import BOXES, CRANK, KINDS, dimensions, machine_entries, machine_numbers

_Entries = list[tuple[str, list[str]]]


def _entries(kind: str) -> _Entries:
    """Return the macro and the arguments of each entry for a kind of machine, in the order of the file."""
    text = (files("hardware") / "firmware" / "commands.def").read_text(encoding="utf-8")
    others = "#ifndef BOXES" if kind == BOXES else "#ifdef BOXES"
    plain = re.sub(rf"/\*.*?\*/|^{others}$.*?^#endif$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [(macro, words.split(", ")) for macro, words in re.findall(r"^([A-Z]+)\((.*)\)$", plain, re.MULTILINE)]


@dataclass(frozen=True, slots=True)
class CommandKey:
    """A key of a command: its least and most value, and its `standard` value if it is not given.

    `standard` is None if then the present value stays, or if the key is `needed`.
    """

    least: int
    most: int
    standard: int | None = None
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The dictionary of one kind of machine.

    `number` identifies it in `hello`: boards of different machines have different numbers. `machine` holds the
    machine's numbers. `verbs` have their kind: TALK, MOTION, OFF or QUIET; `motions` are those that move something.
    """

    kind: str
    number: str
    machine: Mapping[str, int]
    verbs: Mapping[str, str]
    motions: frozenset[str]
    keys: Mapping[str, Mapping[str, CommandKey]]
    settings: Mapping[str, int]

    def standards(self, verb: str) -> dict[str, int]:
        """Return the values that a command's keys have if they are not given, in the units of the table."""
        return {key: entry.standard for key, entry in self.keys[verb].items() if entry.standard is not None}


@cache
def dictionary(kind: str) -> Dictionary:
    """Return the dictionary of a kind of machine. Raises HardwareError for a machine that no firmware drives."""
    entries, machine = _entries(kind), machine_numbers(dimensions(kind))

    def number(word: str) -> int:
        return machine[word] if word in machine else int(word)

    def key_of(least: str, most: str, standard: str) -> CommandKey:
        preset = None if standard in {"MUST", "KEEP"} else number(standard)
        return CommandKey(number(least), number(most), preset, standard == "MUST")

    crc = crc_hqx("".join(f"{macro}({','.join(words)})\n" for macro, words in entries).encode("ascii"), 0xFFFF)
    verbs = {words[0]: words[1] for macro, words in entries if macro == "VERB"}
    return Dictionary(
        kind,
        f"{crc_hqx(machine_entries(machine).encode('ascii'), crc):04X}",
        MappingProxyType(machine),
        MappingProxyType(verbs),
        frozenset(verb for verb, sort in verbs.items() if sort == "MOTION"),
        MappingProxyType(
            {
                verb: {words[1]: key_of(*words[3:]) for macro, words in entries if macro == "KEY" and words[0] == verb}
                for verb in verbs
            }
        ),
        MappingProxyType({words[0]: number(words[1]) for macro, words in entries if macro == "SETTING"}),
    )


def kind_of(number: str) -> str | None:
    """Return the kind of machine whose dictionary has this number here, None for another version's."""
    return next((kind for kind in KINDS if dictionary(kind).number == number), None)


MACHINE, DICTIONARY_CRC = dictionary(CRANK).machine, dictionary(CRANK).number
RANGES: Mapping[str, Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        verb: {key: (entry.least, entry.most) for key, entry in keys.items()}
        for verb, keys in dictionary(CRANK).keys.items()
    }
)
"""The least and the most value of each key, for the machine with a crank, like all that follows."""
_ENTRIES = _entries(CRANK)
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

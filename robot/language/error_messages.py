"""What went wrong and what to do about it, in every language: an error's own words stay the English ones."""

import re
from dataclasses import dataclass
from typing import Protocol

from hardware.dictionary import FaultNumber
from hardware.errors import FaultError, HardwareError
from robot.language import english
from robot.saying import Saying

BY_COMMAND = ", then 'pipsqueak"
"""What follows in a remedy the host does by itself."""
KIND = "fault-"
REMEDY = "-remedy"
"""How the keys of what is wrong begin, and how those of its remedy end."""
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Troubled(Protocol):
    """Something that went wrong: what it is in English, its remedy, and the `key` of the words for both, or ""."""

    @property
    def what(self) -> str: ...
    @property
    def remedy(self) -> str: ...
    @property
    def key(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Trouble:
    """What an error tells people."""

    what: str
    remedy: str
    key: str

    @classmethod
    def of(cls, error: Exception) -> "Trouble":
        if isinstance(error, HardwareError):
            what, remedy = error.what, error.remedy
        else:
            what, _, remedy = str(error).partition(": ")
        key, remedy = key_of(error), remedy.partition(BY_COMMAND)[0]
        if _latched(error):  # its own words are a number and a name of the firmware's
            what, remedy = (english().say(Saying(text)) for text in (key, f"{key}{REMEDY}"))
        return cls(what, remedy, key)


def name_of(kind: type[BaseException]) -> str:
    """Return what a kind of errors is called in keys: port-missing of PortMissingError."""
    return _CAPITAL.sub("-", kind.__name__.removesuffix("Error")).lower()


def key_of(error: Exception) -> str:
    """Return under which key the words of an error stand: its own, those of the nearest kind that has any, or ""."""
    names = [name_of(kind) for kind in type(error).__mro__]
    if fault := _latched(error):
        names.insert(0, f"board-{fault.name.lower()}")
    return next((key for name in names if english().knows(key := f"{KIND}{name}")), "")


def _latched(error: Exception) -> FaultNumber | None:
    """Return the fault that the board has stopped with, None where it is another error or an unknown fault."""
    number = error.fault if isinstance(error, FaultError) else None
    return FaultNumber(number) if number in set(FaultNumber) else None


def what_is_wrong(trouble: Troubled) -> Saying:
    return Saying(trouble.key, {}, trouble.what)


def what_to_do(trouble: Troubled) -> Saying:
    return Saying(f"{trouble.key}{REMEDY}", {}, trouble.remedy)

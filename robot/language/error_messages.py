"""What went wrong and what to do about it, in every language: an error's own words stay the English ones."""

from dataclasses import dataclass
from typing import Protocol

from hardware.dictionary import FAULTS
from hardware.errors import Failure, FaultError, HardwareError
from robot.errors import ROOMS
from robot.installation import install_command
from robot.language import english
from robot.saying import Saying, Value
from solver.errors import MissingNumbaError

BY_COMMAND = ", then 'pipsqueak"
"""What follows in a remedy the host does by itself."""
MISSING = {Failure.MISSING_MUJOCO.message_key: "mujoco", MissingNumbaError.message_key: "numba"}
"""The module that is missing, by the key of what is wrong; the remedy names the `command` that installs it."""
REMEDY = "-remedy"
"""How the key of a remedy ends; it begins with the key of what is wrong."""


class Troubled(Protocol):
    """Something that went wrong: what it is in English, its remedy, and the `key` of the words for both, or ""."""

    @property
    def what(self) -> str: ...
    @property
    def remedy(self) -> str: ...
    @property
    def key(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ErrorMessage:
    """What an error says to people."""

    what: str
    remedy: str
    key: str

    @classmethod
    def of(cls, error: Exception) -> "ErrorMessage":
        if isinstance(error, HardwareError):
            what, remedy = error.what, error.remedy
        else:
            what, _, remedy = str(error).partition(": ")
        key, remedy = key_of(error), remedy.partition(BY_COMMAND)[0]
        if isinstance(error, FaultError) and error.fault in FAULTS:  # its own words are a number and the wire's name
            what, remedy = (english().say(Saying(text)) for text in (key, f"{key}{REMEDY}"))
        return cls(what, remedy, key)


def key_of(error: Exception) -> str:
    """Return the key of the message that says what an error says, "" if there is none."""
    return error.message_key if isinstance(error, ROOMS) else ""


def what_is_wrong(trouble: Troubled) -> Saying:
    return Saying(trouble.key, {}, trouble.what)


def what_to_do(trouble: Troubled) -> Saying:
    module = MISSING.get(trouble.key)
    values: dict[str, Value] = {"command": install_command(module)} if module else {}
    return Saying(f"{trouble.key}{REMEDY}", values, trouble.remedy)

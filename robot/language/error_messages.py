"""Messages of errors in every language: what went wrong, and what to do. The errors themselves are in English."""

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
"""The host does by itself what follows this in a remedy."""
MISSING = {Failure.MISSING_MUJOCO.message_key: "mujoco", MissingNumbaError.message_key: "numba"}
"""The missing module by the key of the message; the remedy names the `command` that installs it."""
REMEDY = "-remedy"
"""The end of a remedy's key, which begins with the key of what is wrong."""


class Troubled(Protocol):
    """Something that went wrong, its remedy, both in English, and the `key` of their messages, or ""."""

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
        if isinstance(error, FaultError) and error.fault in FAULTS:  # its own text is a number and a protocol name
            what, remedy = (english().say(Saying(text)) for text in (key, f"{key}{REMEDY}"))
        return cls(what, remedy, key)


def key_of(error: Exception) -> str:
    """Return the key of an error's message, "" if it has none."""
    return error.message_key if isinstance(error, ROOMS) else ""


def what_is_wrong(trouble: Troubled) -> Saying:
    return Saying(trouble.key, {}, trouble.what)


def what_to_do(trouble: Troubled) -> Saying:
    module = MISSING.get(trouble.key)
    values: dict[str, Value] = {"command": install_command(module)} if module else {}
    return Saying(f"{trouble.key}{REMEDY}", values, trouble.remedy)

"""Errors of the solver; each message is one line that says what to do."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TypeVar

Known = TypeVar("Known")


class SolverError(Exception):
    """Base class of all errors of rules, tables and strategies: `what` is wrong, and what to `do`.

    In `do`, names of options stand in {braces}, as functions take them. Another program may `tell` the line with its
    own spelling of these names.
    """

    message_key = ""
    """The key of the message that says the same in other languages, "" if there is none."""

    def __init__(self, what: str, *, key: str = "", do: str = "") -> None:
        self.what, self.do = what, do
        super().__init__(self.tell(str))
        self.message_key = key or self.message_key

    def tell(self, spell: Callable[[str], str]) -> str:
        """Return the line, with each option and each part of a position as `spell` returns it."""
        return spell_names(f"{self.what}: {self.do}", spell) if self.do else self.what


def spell_names(text: str, spell: Callable[[str], str]) -> str:
    """Return a text in which names stand in {braces} with each as `spell` returns it."""
    return re.sub(r"{(\w+)}", lambda name: spell(name[1]), text)


class PositionError(SolverError, ValueError):
    """A position outside the game."""


class OptionError(SolverError, ValueError):
    """An option that a game does not take, an impossible value of one, or a goal that is too large to solve."""


class DistributionError(SolverError, ValueError):
    """The chances of a throw are impossible."""


class TableError(SolverError, ValueError):
    """A table file that is missing, truncated, damaged or of another version."""


class UnknownNameError(SolverError, LookupError):
    """A game or strategy that does not exist."""

    message_key = "fault-unknown-name"

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str], forms: str = "") -> Self:
        """Return the error for a `name` of no `kind`, with the nearest of the `known` names.

        `forms` describes all names if there are more than the known ones, or says why none is known.
        """
        names = list(known)
        near = difflib.get_close_matches(name.lower()[:80], names, n=1)
        advice = [f"did you mean {near[0]}?"] if near else []
        if forms or not near:
            advice.append(f"choose from {forms or ', '.join(names)}" if names else forms)
        return cls(f"unknown {kind} {name[:80]!r:.100}: {' '.join(advice)}")


def look_up(kind: str, name: str, known: Mapping[str, Known]) -> Known:
    """Return the value of a name in `known`. Raises UnknownNameError for a name of no `kind`."""
    if name not in known:
        raise UnknownNameError.of(kind, name, known)
    return known[name]


class RuleError(SolverError, ValueError):
    """An action or a throw that the rules do not allow."""


class MissingPackageError(SolverError, ModuleNotFoundError):
    """A package is not installed. `what` needs it, `name` is its module, and `extra` or the base installs it."""

    def __init__(self, needs: str, module: str, extra: str = "") -> None:
        super().__init__(f"{needs} {module}", do="install " + (f"the extra '{extra}'" if extra else "it"))
        self.name = module

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process needs to make the same error."""
        return type(self).__new__, (type(self), *self.args), {**vars(self), "name": self.name}


class MissingNumbaError(MissingPackageError):
    """Numba, which comes with the base, is not installed, or does not start for a `reason`."""

    message_key = "fault-missing-numba"

    def __init__(self, reason: str = "") -> None:
        super().__init__("solving a game afresh needs", "numba")
        self.what += f", which does not start ({reason})" if reason else ""

"""Why an action is best, or worse than another: a key with numbers and actions. Who shows it finds the words."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, Union

from solver.action import Action

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Share(float):
    """A chance, 0 to 1."""


Told: TypeAlias = Union[int, float, str, Action, "Reason", tuple["Reason", ...]]
"""What a reason holds: counts, expected points or turns as fractions, chances, names, actions, and parts."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by its kind, the `key`, and what it tells of an action and another one.

    `action` is the one that is explained, `other` the one that it is compared with.
    """

    key: str
    values: Mapping[str, Told] = field(default_factory=dict)


SLIP, BY_CHANCE = Reason("rule-slip"), Reason("rule-chance")
"""What stands in place of a rule where a player errs on purpose, and where the player draws."""


def explain_safely(explain: Callable[[], T], less: T) -> T:
    """Return what `explain` returns, or `less` if it fails. Its failure is logged: no explanation may end a game."""
    try:
        return explain()
    except Exception:  # noqa: BLE001  whatever it is, the choice stands
        _log.exception("no explanation, said instead: %s", less)
        return less

"""Why an action is best, or worse than another: a key with numbers and actions. Who shows it finds the words."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, Union

from solver.action import Action

T = TypeVar("T")

NEVER = 1e-9
"""Smaller chances are rounding."""
WORDLESS = 0.05
"""Smaller amounts, in points, turns or games in 100, are not worth a word."""

_log = logging.getLogger(__name__)


class Share(float):
    """A chance, 0 to 1."""


def in_percent(chance: float) -> int | str:
    """Return a chance in whole percent, `<1` and `>99` where it only rounds to 0 or 100."""
    whole = round(100 * chance)
    return "<1" if not whole and chance > NEVER else ">99" if whole == 100 and chance < 1 - NEVER else whole


Told: TypeAlias = Union[int, float, str, Action, "Reason", tuple["Reason", ...]]
"""What a reason holds: counts, expected points or turns as fractions, chances, names, actions, and parts."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by its kind, the `key`, and what it tells of an action and another one.

    `action` is the one that is explained, `other` the one that it is compared with.
    """

    key: str
    values: Mapping[str, Told] = field(default_factory=dict)


def tell_sides(items: Iterable[tuple[Reason, float]]) -> Reason | None:
    """Return what an action loses and gains beside a better one: items above 0 are lost. None where nothing is lost."""
    sides: dict[str, list[Reason]] = {"loses": [], "gains": []}
    for item, lost in items:
        sides["loses" if lost > 0 else "gains"].append(item)
    told = {side: tuple(ones) for side, ones in sides.items() if ones}
    return Reason("-".join(told), told) if sides["loses"] else None


def share_item(
    key: str, chance: float, other: float, told: Mapping[str, Told] | None = None, *, sign: int = 1
) -> Iterator[tuple[Reason, float]]:
    """Yield a chance of a worse action beside the `other` one of a better action, unless both round to the same."""
    if round(100 * chance) != round(100 * other):
        shares: dict[str, Told] = {"share": in_percent(chance), "less": in_percent(other)}
        yield Reason(f"part-{key}", {**(told or {}), **shares}), sign * (other - chance)


def weigh_throw(scored: float, ended: float, share: float, *, held: bool) -> Iterator[tuple[Reason, float]]:
    """Yield what a hold in place of a throw differs by, or, if not `held`, a throw in place of a hold.

    Throws that score, with the chance `share`, bring so much beside a hold, and those that end the turn so much.
    """
    manner, sign = ("held", 1) if held else ("thrown", -1)
    for key, gained, chance in (("on", scored, share), ("end", ended, 1.0 - share)):
        if abs(gained) >= WORDLESS:
            yield Reason(f"part-{manner}-{key}", {"points": abs(gained), "share": in_percent(chance)}), sign * gained


SLIP, BY_CHANCE = Reason("rule-slip"), Reason("rule-chance")
"""What stands in place of a rule where a player errs on purpose, and where the player draws."""


def explain_safely(explain: Callable[[], T], less: T) -> T:
    """Return what `explain` returns, or `less` if it fails. Its failure is logged: no explanation may end a game."""
    try:
        return explain()
    except Exception:  # noqa: BLE001  whatever it is, the choice stands
        _log.exception("no explanation, said instead: %s", less)
        return less

"""Sentences that explain why a turn goes on or ends: in words a child can follow, with numbers an expert can check."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from solver.decision import percents, points

T = TypeVar("T")

_log = logging.getLogger(__name__)
OUT_OF_REACH = "; no game can reach this position"


@dataclass(frozen=True, slots=True)
class ValueWording:
    """The words in which a game describes the value of an action.

    `verb` precedes a number, and `less` a worse one. `numbers` formats values so that different ones look different.
    `unit` follows the first of them.
    """

    verb: str
    less: str
    numbers: Callable[..., list[str]]
    unit: str = ""

    def start(self, value: float) -> str:
        """Return why the first throw of a turn is made."""
        worth = self.numbers(value)[0] + (self.unit or " of games")
        return f"Throw: every turn begins with a throw, and from here it {self.verb} {worth}"

    def best(self, turn: int, roll: float, hold: float, rolls: bool) -> str:
        """Return why the better of two actions is taken with `turn` points at risk."""
        with_roll, with_hold = self.numbers(roll, hold)
        held = with_hold + self.unit
        if with_roll == with_hold:
            return f"Hold: holding and another throw both {plural(self.verb)} {held}, and holding risks nothing"
        if not rolls:
            return f"Hold: banking {points(turn)} {self.verb} {held}, another throw {self.less}{with_roll}"
        risk = f"{points(turn)} {'is' if turn == 1 else 'are'} at risk"
        throw = f"{with_roll} with another throw"
        return f"Throw: {risk}, but holding now {self.verb} {self.less}{held} against {throw}"


def plural(verb: str) -> str:
    """Return the verb for two things, from the one for one: reaches, takes."""
    first, *rest = verb.split(" ")
    return " ".join([first.removesuffix("es") if first.endswith("ches") else first.removesuffix("s"), *rest])


def decimals(*values: float) -> list[str]:
    """Return numbers with just enough decimals (2 to 12) that different numbers look different."""
    numbers: list[str] = []
    for places in range(2, 13):
        numbers = [f"{value:.{places}f}" for value in values]
        if len(set(numbers)) == len(set(values)):
            break
    return numbers


def explain_safely(explain: Callable[[], T], less: T) -> T:
    """Return what `explain` returns, or `less` if it fails. Its failure is logged: no explanation may end a game."""
    try:
        return explain()
    except Exception:  # noqa: BLE001  whatever it is, the choice stands
        _log.exception("no explanation, said instead: %s", less)
        return less


def sentence(action: str, why: Callable[[], str], *, reachable: bool = True) -> str:
    """Return what `why` returns with a full stop, and with a note if the position cannot be reached.

    Where `why` fails, it is the `action` alone.
    """
    words = explain_safely(why, action[:1].upper() + action[1:])
    return f"{words}{'' if reachable else OUT_OF_REACH}."


WINS = ValueWording("wins", "only ", percents)


def wins_now(me: int, turn: int) -> str:
    """Return why a hold that reaches the goal is best, with `me` points banked."""
    return f"Hold: {me} and {turn} make {me + turn}, which wins now; a throw could only lose it"

"""What a player does: one action, the same in the rules of every game, at the table, in journals and in all JSON."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.errors import RuleError

MOST_THINGS = 100
"""No game throws more dice or has more tiles; a longer list is not an action."""
LARGEST = 1000
"""No action names larger numbers. Messages could not show some of them."""


class Verb(enum.StrEnum):
    """What is done."""

    ROLL = "roll"
    HOLD = "hold"
    THROW = "throw"
    KEEP = "keep"
    SCORE = "score"
    COMMIT = "commit"
    STAND = "stand"
    SIT = "sit"


THROWING = frozenset({Verb.ROLL, Verb.THROW, Verb.KEEP})
ALONE = frozenset({Verb.ROLL, Verb.HOLD, Verb.STAND, Verb.SIT})
"""The verbs that JSON writes alone."""
MOST_DIGITS = 4
"""No number of dice has more digits."""


@dataclass(frozen=True, slots=True)
class Action:
    """A verb and its objects; what an action does not have is None or empty.

    Races and games in which all act at once ROLL, HOLD, STAND or SIT. Hog rolls `count` dice. In games that set dice
    aside, the player sets aside the values `keep`, rising, and then does THROW with the others or HOLD. If a player's
    dice differ, `dice` are the numbers, from 1 and rising, of the dice set aside. In games that shut tiles, THROW
    throws `count` dice. Or the player shuts the `tiles`, rising, and then does THROW, or HOLD if no tile stays open. On
    a score sheet KEEP throws all dice but the values `keep`; SCORE writes the `box`, and COMMIT chooses it early.

    At the table `wells` are the wells, 1 to 6 and rising, whose dice stay.
    """

    verb: Verb
    keep: tuple[int, ...] | None = None
    dice: tuple[int, ...] = ()
    box: str = ""
    tiles: tuple[int, ...] | None = None
    count: int = 0
    wells: tuple[int, ...] | None = None

    def __str__(self) -> str:
        if self.keep:
            return f"keep {self.kept}" if self.verb is Verb.KEEP else f"keep {self.kept}, {self.verb}"
        if self.tiles is not None:
            return f"shut {in_row(self.tiles)}" if self.tiles else f"shut none, {self.verb}"
        if self.count:
            dice = f"{self.count} {'die' if self.count == 1 else 'dice'}"
            return dice if self.verb is Verb.ROLL else f"{self.verb} {dice}"
        return f"{self.verb} {self.box}" if self.box else str(Verb.THROW if self.verb is Verb.KEEP else self.verb)

    @property
    def kept(self) -> str:
        """The dice that are kept, in words."""
        values = in_row(self.keep or ())
        return f"{values} ({'dice' if len(self.dice) > 1 else 'die'} {in_row(self.dice)})" if self.dice else values

    @property
    def throws(self) -> bool:
        """Whether the action throws dice."""
        return self.verb in THROWING and self.tiles is None

    @property
    def bare(self) -> Self:
        """The same action without the wells, as the rules take it."""
        return self if self.wells is None else replace(self, wells=None)

    def to_json(self) -> Any:
        """Return the form that journals, pages, scripts and `--json` share: see docs/questions.md."""
        verb = str(self.verb)
        if self.keep is not None:
            told: dict[str, Any] = {"keep": list(self.keep)}
            told |= {} if self.verb is Verb.KEEP else {"then": verb}
            return told | ({"dice": list(self.dice)} if self.dice else {})
        if self.tiles is not None:
            return {"shut": list(self.tiles), "then": verb}
        if self.wells is not None:
            return {"wells": list(self.wells), "then": verb}
        if self.count:
            return str(self.count) if self.verb is Verb.ROLL else {verb: self.count}
        return {verb: self.box} if self.box else verb

    @classmethod
    def of_json(cls, data: Any) -> "Action":
        """Return the action that `to_json`, or an earlier version of it, wrote. Raises RuleError for other JSON.

        Earlier forms leave `then` out beside `shut`, and write {"hold": true} for "hold", {"roll": 6} for "6", and
        {"box": "fours"} for {"score": "fours"}.
        """
        match data:
            case str(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text):
                return cls(Verb.ROLL, count=int(text))
            case str(verb) if verb in ALONE:
                return cls(Verb(verb))
            case {"keep": list(keep), "then": "hold" | "throw" as then, **rest} if rest.keys() <= {"dice"}:
                return cls(Verb(then), _numbers(keep), _numbers(data.get("dice", [])))
            case {"shut": list(tiles), "then": "hold" | "throw" as then, **rest} if not rest:
                return cls(Verb(then), tiles=_numbers(tiles))
            case {"wells": list(wells), "then": "hold" | "throw" as then, **rest} if not rest:
                return cls(Verb(then), wells=_numbers(wells))
            case dict() if len(data) == 1:
                match next(iter(data.items())):
                    case "keep", list(keep):
                        return cls(Verb.KEEP, _numbers(keep))
                    case "score" | "box", str(box):
                        return cls(Verb.SCORE, box=box)
                    case "commit", str(box):
                        return cls(Verb.COMMIT, box=box)
                    case "shut", list(tiles):
                        return cls(Verb.THROW, tiles=_numbers(tiles))
                    case "roll" | "hold" | "stand" | "sit" as verb, True:
                        return cls(Verb(verb))
                    case "roll" | "throw" as verb, int(count) if count:
                        return cls(Verb(verb), count=_numbers([count])[0])
        raise RuleError(f'{data!r:.80} is no action: write "hold", or {{"keep": [1, 5], "then": "throw"}}')


ROLL, HOLD, STAND, SIT = map(Action, (Verb.ROLL, Verb.HOLD, Verb.STAND, Verb.SIT))
FIRST = Action(Verb.THROW, ())
"""The first throw of a turn in which dice are set aside."""
FIRST_KEEP = Action(Verb.KEEP, ())
"""The first throw of a turn on a score sheet."""


def in_row(numbers: Iterable[int]) -> str:
    """Return numbers with blanks between them."""
    return " ".join(map(str, numbers))


def are_numbers(given: Sequence[Any]) -> bool:
    """Return whether these are a few whole numbers that messages can show."""
    return len(given) <= MOST_THINGS and all(type(one) is int and abs(one) <= LARGEST for one in given)


def _numbers(given: Sequence[Any]) -> tuple[int, ...]:
    """Return whole numbers in rising order. Raises RuleError for anything else."""
    if not are_numbers(given):  # true is no number
        raise RuleError("this is not a list of a few whole numbers: write it as in [1, 5]")
    return tuple(sorted(given))

"""Dice whose law is known, as the rules of a game at the table keep them: as text."""

from collections.abc import Mapping
from fractions import Fraction

from solver.errors import DistributionError
from solver.throw_distribution import FACES, Chance, Laws, check_die, fair_die


def die_text(die: tuple[Chance, ...]) -> str:
    """Return the chances of a die's faces as text; `read_die` reads it again, with every digit."""
    return ",".join(map(str, die))


def read_die(text: str) -> tuple[Chance, ...]:
    """Return the chances of six faces, as 0.1,0.18,… or 1/6,1/6,…; equal ones are fair. Raises DistributionError."""
    try:
        chances = check_die([Fraction(word) if "/" in word else float(word) for word in text.split(",")])
    except (ValueError, ZeroDivisionError):
        chances = ()
    if len(chances) != FACES:
        raise DistributionError(f"a die is {FACES} chances separated by commas, not {text[:80]!r}")
    return fair_die(FACES) if len(set(chances)) == 1 else chances


def keep_die(die: tuple[Chance, ...] | None) -> dict[str, str]:
    """Return the rule of a die, none where it is the usual one."""
    return {"die": die_text(die)} if die else {}


def dice_text(dice: Mapping[int, Laws]) -> str:
    """Return the dice of seats as text, as 1=…;… 2=…;…; `read_dice` reads it again."""
    return " ".join(f"{seat}={';'.join(map(die_text, laws))}" for seat, laws in sorted(dice.items()))


def read_dice(text: str) -> dict[int, Laws]:
    """Return the dice of seats, 1 or 2. Raises DistributionError."""
    found: dict[int, Laws] = {}
    for part in text.split():
        seat, mark, dice = part.partition("=")
        if seat not in {"1", "2"} or not mark:
            raise DistributionError(f"dice of a seat are written as 1=…;… and 2=…;…, not {part[:80]!r}")
        found[int(seat)] = tuple(map(read_die, dice.split(";")))
    return found

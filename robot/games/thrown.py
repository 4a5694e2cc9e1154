"""Things to throw: dice in wells, dice for coins, and pigs, which no camera reads; and chances of dice as text."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from robot.games.views import LIES
from robot.saying import Saying, Value
from solver.errors import DistributionError
from solver.race.state import RaceState
from solver.throw_distribution import FACES, Chance, Laws, check_die, fair_die

WELLS = (1, 2, 3, 4, 5, 6)
MIDDLE = (2,)
"""The well in the middle, for a single die."""
PIGS = "pigs"
COIN = 2


def wells_for(dice: int) -> tuple[int, ...]:
    """Return the wells for a throw of this number of dice; the table has the first 6."""
    return MIDDLE if dice == 1 else tuple(range(1, dice + 1))


def faces_of(rules: type[RaceState], values: Sequence[int]) -> tuple[int, ...]:
    """Return the faces that dice count as. Where a die stands for a coin, an even value is heads."""
    if rules.faces == COIN:
        return tuple(COIN - value % 2 for value in values)
    return tuple(values)


def law_of(rules: type[RaceState], die: tuple[Chance, ...]) -> tuple[Chance, ...]:
    """Return the chances of the faces that a die counts as, from those of its six faces."""
    if rules.faces != COIN:
        return die
    return check_die([sum(die[side::COIN]) for side in range(COIN)])


def name_throw(rules: type[RaceState], values: Sequence[int]) -> Value:
    """Return a throw in words."""
    if rules.thing == PIGS:
        return tuple(Saying(LIES[value - 1]) for value in values)
    if rules.faces == COIN:
        (value,), (side,) = values, faces_of(rules, values)
        return Saying("coin-heads" if side == COIN else "coin-tails", {"value": value})
    return tuple(values)


def die_text(die: tuple[Chance, ...]) -> str:
    """Return the chances of a die's faces as text; `read_die` reads it again, with every digit."""
    return ",".join(map(str, die))


def read_die(text: str) -> tuple[Chance, ...]:
    """Return the chances in a text such as 0.1,0.18,… or 1/6,1/6,…; equal ones are fair. Raises DistributionError."""
    try:
        chances = check_die([Fraction(word) if "/" in word else float(word) for word in text.split(",")])
    except (ValueError, ZeroDivisionError):
        chances = ()
    if not chances:
        raise DistributionError(f"write a die as {FACES} chances separated by commas, not {text[:80]!r}")
    return fair_die(len(chances)) if len(set(chances)) == 1 else chances


def keep_die(die: tuple[Chance, ...] | None) -> dict[str, str]:
    """Return the rule of a die, none for the usual die."""
    return {"die": die_text(die)} if die else {}


def dice_text(dice: Mapping[int, Laws]) -> str:
    """Return the dice of seats as text, as 1=…;… 2=…;…; `read_dice` reads it again."""
    return " ".join(f"{seat}={';'.join(map(die_text, laws))}" for seat, laws in sorted(dice.items()))


def read_dice(text: str) -> dict[int, Laws]:
    """Return the dice by their seats, 1 or 2. Raises DistributionError."""
    found: dict[int, Laws] = {}
    for part in text.split():
        seat, mark, dice = part.partition("=")
        if seat not in {"1", "2"} or not mark:
            raise DistributionError(f"write the dice of a seat as 1=…;… and 2=…;…, not {part[:80]!r}")
        found[int(seat)] = tuple(map(read_die, dice.split(";")))
    return found

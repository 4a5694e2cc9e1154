"""What is thrown and where it lies: dice in wells, dice that stand for coins, and pigs, which no camera reads."""

from collections.abc import Sequence

from robot.games.views import LIES
from robot.saying import Saying, Value
from solver.race.state import RaceState
from solver.throw_distribution import Chance, check_die

WELLS = (1, 2, 3, 4, 5, 6)
MIDDLE = (2,)
"""The well in the middle, for one die alone."""
PIGS = "pigs"
COIN = 2


def wells_for(dice: int) -> tuple[int, ...]:
    """Return the wells for a throw of this number of dice, 1 to 6."""
    return MIDDLE if dice == 1 else WELLS[:dice]


def faces_of(rules: type[RaceState], values: Sequence[int]) -> tuple[int, ...]:
    """Return what dice count as: a die stands for a coin, and an even value is heads."""
    if rules.faces == COIN:
        return tuple(COIN - value % 2 for value in values)
    return tuple(values)


def law_of(rules: type[RaceState], die: tuple[Chance, ...]) -> tuple[Chance, ...]:
    """Return the chances of what a die counts as, by those of its six faces."""
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

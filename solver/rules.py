"""The races for two by name: their rules, and the chances of the dice that they are played with."""

from collections.abc import Sequence

from solver.errors import UnknownNameError
from solver.law import Chance
from solver.pass_the_pigs import PassThePigsState
from solver.pig import PigletState, PigState, ProgressivePigState
from solver.state import RaceState
from solver.two_dice_pig import BigPigState, TwoDicePigState

_ALL: tuple[type[RaceState], ...] = (
    PigState,
    PigletState,
    ProgressivePigState,
    TwoDicePigState,
    BigPigState,
    PassThePigsState,
)
RACES = {rules.game: rules for rules in _ALL}


def race_rules(game: str) -> type[RaceState]:
    """Return the rules of the race called `game`. Raises UnknownNameError, which suggests the nearest name."""
    try:
        return RACES[game]
    except KeyError:
        raise UnknownNameError.of("race", game, RACES) from None


def race_die(game: str, die: Sequence[Chance] | None = None) -> tuple[Chance, ...]:
    """Return `die`, or where it is None the one that the race called `game` is played with."""
    return tuple(race_rules(game).die() if die is None else die)

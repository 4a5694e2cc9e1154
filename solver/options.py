"""Options of games: how a game is to be played. Each game takes some of them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from solver.errors import OptionError
from solver.throw_distribution import Chance, Laws, check_die, fair_die

# A folder for what takes long to solve: it changes no game, so no message lists it.
CACHE = "cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """How a game is to be played; an option that is None takes the game's default, or is one that it does not take.

    A game ends at a `goal` in points, or after a number of `turns`. `die` holds the chances of the faces of every die
    from 1 up, of a coin those of tails and heads, and `sides` how many faces a fair die has. `weights` are how often a
    rubber pig fell on each of its sides, and `dice_of` the law of each die of a seat, 1 or 2. `players` are how many
    play, with `solo` one.

    Where dice are set aside, the first points that are held are the `opening` or more, and three turns without points
    cost the `penalty`. Who reaches the goal first gives others one more turn by `last_round`: all, or second for the
    second player alone. On a sheet `rule` is the one for further Yahtzees; with `commit` the box is chosen after the
    first throw of a turn. In Risk `attackers` fight `defenders` or a `chain` of territories. `cache` is a
    folder for solved tables.
    """

    goal: int | None = None
    turns: int | None = None
    die: tuple[Chance, ...] | None = None
    sides: int | None = None
    weights: tuple[float, ...] | None = None
    dice_of: Mapping[int, Laws] | None = None
    players: int | None = None
    solo: bool | None = None
    opening: int | None = None
    penalty: int | None = None
    last_round: str | None = None
    rule: str | None = None
    commit: bool | None = None
    attackers: int | None = None
    defenders: int | None = None
    chain: tuple[int, ...] | None = None
    cache: Path | None = None

    def chances(self) -> tuple[Chance, ...] | None:
        """Return the chances of the die's faces, None for the usual die. Raises OptionError or DistributionError."""
        if self.sides is not None and self.die is not None:
            raise OptionError("sides are those of a fair die: give either sides or die")
        if self.sides is not None:
            return fair_die(self.sides)
        return None if self.die is None else check_die(self.die)


OPTIONS = tuple(option.name for option in fields(GameOptions) if option.name != CACHE)
DIE = frozenset({"die", "sides"})

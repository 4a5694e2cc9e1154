"""The games for two players by name: Pig, Piglet, Progressive Pig, Two-Dice Pig, Big Pig, Pass the Pigs, and Hog."""

import enum
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from solver.errors import look_up
from solver.race.hog import HogState
from solver.race.race_file import SHIPPED, RaceRules, read_race
from solver.race.state import RaceState, TwoPlayerState

PIGLET = read_race(SHIPPED / "piglet.toml")


class PigState(RaceState):
    """Pig: a 1 ends the turn with nothing, any other face is added to the turn total."""

    __slots__ = ()

    form = read_race(SHIPPED / "pig.toml")
    rules = "one die; a 1 ends the turn with nothing; holding banks; the goal wins; at least one throw; ties hold"
    typical = (5, 1)
    length = (69, 6)


class ProgressivePigState(RaceState):
    """Progressive Pig: a turn always scores, be it the single point of a 1."""

    __slots__ = ()

    form = read_race(SHIPPED / "progressive-pig.toml")
    rules = "one die; a 1 ends the turn with 1 point; holding banks; the goal wins; at least one throw; ties hold"
    typical = (3, 4, 1)
    length = (68, 6)


@dataclass(frozen=True, slots=True)
class PigletState(RaceState):
    """Piglet: a coin instead of a die; tails (1) ends the turn with nothing, heads (2) adds a point."""

    goal: int = PIGLET.goal

    form = PIGLET
    rules = (
        "a coin; tails end the turn with nothing, heads add 1; holding banks; the goal wins; at least one throw; "
        "ties hold"
    )
    typical = (2, 1)
    length = (44, 10)


class TwoDicePigState(RaceState):
    """Two-Dice Pig: one 1 ends the turn with nothing, two take the whole score; else the sum is added."""

    __slots__ = ()

    form = read_race(SHIPPED / "two-dice-pig.toml")
    rules = (
        "two dice; one 1 ends the turn with nothing, two end it and take the whole score; else the sum is added; "
        "holding banks; the goal wins; at least one throw; ties hold"
    )
    typical = (4, 6)
    length = (44, 7)


class BigPigState(RaceState):
    """Big Pig: one 1 ends the turn with nothing; two add 25, any other double twice its sum, the rest their sum."""

    __slots__ = ()

    form = read_race(SHIPPED / "big-pig.toml")
    rules = (
        "two dice; one 1 ends the turn with nothing; two add 25, another double twice its sum, else the sum is added; "
        "holding banks; the goal wins; at least one throw; ties hold"
    )
    typical = (5, 5)
    length = (32, 4)


class Lie(enum.IntEnum):
    """How a pig lies; a throw contains these numbers."""

    RIGHT_SIDE = 1
    DOT_SIDE = 2
    RAZORBACK = 3
    TROTTER = 4
    SNOUTER = 5
    LEANING_JOWLER = 6


class PassThePigsState(RaceState):
    """Pass the Pigs: pigs on opposite sides end the turn without points; every other throw scores."""

    __slots__ = ()

    form = read_race(SHIPPED / "pass-the-pigs.toml")
    rules = (
        "two pigs; opposite sides end the turn with nothing, the same side 1, a special 5 5 10 15, a pair of it "
        "20 20 40 60, others their sum; holding banks; the goal wins; at least one throw; ties hold"
    )
    length = (14, 5)


_RACES: tuple[type[RaceState], ...] = (
    PigState,
    PigletState,
    ProgressivePigState,
    TwoDicePigState,
    BigPigState,
    PassThePigsState,
)
RACES = {rules.game: rules for rules in _RACES}
TWO_PLAYER_GAMES: dict[str, type[TwoPlayerState]] = {**RACES, HogState.game: HogState}
RaceName: TypeAlias = str | type[RaceState]
"""A race that ships by its name, or one of one's own by its rules, since others may have the same name."""
TwoPlayerName: TypeAlias = str | type[TwoPlayerState]
"""The same of a game for two."""


def race_rules(game: RaceName) -> type[RaceState]:
    """Return the rules of a game in which players roll or hold. Raises UnknownNameError with the nearest name."""
    return look_up("race", game, RACES) if isinstance(game, str) else game


def rules_of(game: TwoPlayerName) -> type[TwoPlayerState]:
    """Return the rules of a game for two. Raises UnknownNameError, which suggests the nearest name."""
    return look_up("game for two", game, TWO_PLAYER_GAMES) if isinstance(game, str) else game


@lru_cache(None)
def race_of(form: RaceRules) -> type[RaceState]:
    """Return the states of a race of one's own; the same rules have the same ones."""
    return type("OwnRaceState", (RaceState,), {"__slots__": (), "__doc__": None, "form": form})


def own_race(path: Path) -> type[RaceState]:
    """Return the states of the race that a TOML file describes. Raises OptionError."""
    return race_of(read_race(path))

"""The games for two players by name: Pig, Piglet, Progressive Pig, Two-Dice Pig, Big Pig, Pass the Pigs, and Hog."""

import enum
from dataclasses import dataclass

from solver.errors import UnknownNameError
from solver.race.hog import PIG_OUT, HogState
from solver.race.state import RaceState, TwoPlayerState
from solver.throw_distribution import Chance, Effect, weighed_die

TAILS = 1

BIG_ONES = 25


@dataclass(frozen=True, slots=True)
class PigState(RaceState):
    """Pig: a 1 ends the turn with nothing, any other face is added to the turn total."""

    game = "pig"
    rules = "one die; a 1 ends the turn with nothing; holding banks; the goal wins; at least one throw; ties hold"
    typical = (5, 1)
    length = (69, 6)

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        (face,) = throw
        return (Effect.BUST, 0) if face == PIG_OUT else (Effect.ON, face)


@dataclass(frozen=True, slots=True)
class ProgressivePigState(RaceState):
    """Progressive Pig: a turn always scores, be it the single point of a 1."""

    game = "progressive-pig"
    rules = "one die; a 1 ends the turn with 1 point; holding banks; the goal wins; at least one throw; ties hold"
    typical = (3, 4, 1)
    length = (68, 6)

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        (face,) = throw
        return (Effect.BUST, 1) if face == PIG_OUT else (Effect.ON, face)


@dataclass(frozen=True, slots=True)
class PigletState(RaceState):
    """Piglet: a coin instead of a die; tails (1) ends the turn with nothing, heads (2) adds a point."""

    goal: int = 10

    game = "piglet"
    rules = (
        "a coin; tails end the turn with nothing, heads add 1; holding banks; the goal wins; at least one throw; "
        "ties hold"
    )
    usual_goal = 10
    faces = 2
    thing = "coin"
    typical = (2, 1)
    length = (44, 10)

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        (side,) = throw
        return (Effect.BUST, 0) if side == TAILS else (Effect.ON, 1)


@dataclass(frozen=True, slots=True)
class TwoDicePigState(RaceState):
    """Two-Dice Pig: one 1 ends the turn with nothing, two take the whole score; else the sum is added."""

    game = "two-dice-pig"
    rules = (
        "two dice; one 1 ends the turn with nothing, two end it and take the whole score; else the sum is added; "
        "holding banks; the goal wins; at least one throw; ties hold"
    )
    dice = 2
    thing = "dice"
    typical = (4, 6)
    length = (44, 7)

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        match throw.count(PIG_OUT):
            case 0:
                return Effect.ON, sum(throw)
            case 1:
                return Effect.BUST, 0
            case _:
                return Effect.RUIN, 0

    @classmethod
    def nanoseconds(cls, goal: int, /) -> int:
        """Return how long a state takes: all are settled again and again, more often the longer a game lasts."""
        return 100 + goal // 8


@dataclass(frozen=True, slots=True)
class BigPigState(RaceState):
    """Big Pig: one 1 ends the turn with nothing; two add 25, any other double twice its sum, the rest their sum."""

    game = "big-pig"
    rules = (
        "two dice; one 1 ends the turn with nothing; two add 25, another double twice its sum, else the sum is added; "
        "holding banks; the goal wins; at least one throw; ties hold"
    )
    dice = 2
    thing = "dice"
    typical = (5, 5)
    length = (32, 4)

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        first, second = throw
        if first == second:
            return Effect.ON, BIG_ONES if first == PIG_OUT else 2 * sum(throw)
        return (Effect.BUST, 0) if PIG_OUT in throw else (Effect.ON, sum(throw))

    @classmethod
    def nanoseconds(cls, _goal: int, /) -> int:
        """Return how long a state takes: there are twice as many gains as with one die."""
        return 8


WEIGHTS = (1344, 1294, 767, 365, 137, 32)
"""How often a pig lay on its right side, dot side, back, feet, snout and ear, in the order of Lie."""


class Lie(enum.IntEnum):
    """How a pig lies; a throw contains these numbers."""

    RIGHT_SIDE = 1
    DOT_SIDE = 2
    RAZORBACK = 3
    TROTTER = 4
    SNOUTER = 5
    LEANING_JOWLER = 6


POINTS = {Lie.RAZORBACK: 5, Lie.TROTTER: 5, Lie.SNOUTER: 10, Lie.LEANING_JOWLER: 15}
A_PAIR = 4
"""Two pigs that lie the same special way score twice what both would score apart, which is four times one's points."""


@dataclass(frozen=True, slots=True)
class PassThePigsState(RaceState):
    """Pass the Pigs: pigs on opposite sides end the turn without points; every other throw scores."""

    game = "pass-the-pigs"
    rules = (
        "two pigs; opposite sides end the turn with nothing, the same side 1, a special 5 5 10 15, a pair of it "
        "20 20 40 60, others their sum; holding banks; the goal wins; at least one throw; ties hold"
    )
    dice = 2
    faces = 6
    thing = "pigs"
    length = (14, 5)

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        first, second = (POINTS.get(Lie(lie), 0) for lie in throw)
        if first or second:
            return Effect.ON, A_PAIR * first if throw[0] == throw[1] else first + second
        return (Effect.ON, 1) if throw[0] == throw[1] else (Effect.BUST, 0)

    @classmethod
    def nanoseconds(cls, _goal: int, /) -> int:
        """Return how long a state takes: there are twice as many gains as with one die."""
        return 7

    @classmethod
    def die(cls) -> tuple[Chance, ...]:
        """Return the chances of the lies, from `WEIGHTS`."""
        return weighed_die(WEIGHTS)


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


def race_rules(game: str) -> type[RaceState]:
    """Return the rules of a game in which players roll or hold. Raises UnknownNameError with the nearest name."""
    try:
        return RACES[game]
    except KeyError:
        raise UnknownNameError.of("race", game, RACES) from None


def rules_of(game: str) -> type[TwoPlayerState]:
    """Return the rules of a game for two. Raises UnknownNameError, which suggests the nearest name."""
    try:
        return TWO_PLAYER_GAMES[game]
    except KeyError:
        raise UnknownNameError.of("game for two", game, TWO_PLAYER_GAMES) from None

"""The rules of the races with dice or a coin: Pig, Piglet, Progressive Pig, Two-Dice Pig and Big Pig."""

from dataclasses import dataclass

from solver.race.state import RaceState
from solver.throw_distribution import Effect

PIG_OUT = 1
TAILS = 1

BIG_ONES = 25


@dataclass(frozen=True, slots=True)
class PigState(RaceState):
    """Pig: a 1 ends the turn with nothing, any other face is added to the turn total."""

    game = "pig"
    rules = "one die; a 1 ends the turn with nothing; holding banks; the goal wins; at least one throw; ties hold"

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what the face does."""
        (face,) = throw
        return (Effect.BUST, 0) if face == PIG_OUT else (Effect.ON, face)


@dataclass(frozen=True, slots=True)
class ProgressivePigState(RaceState):
    """Progressive Pig: a turn always scores, be it the single point of a 1."""

    game = "progressive-pig"
    rules = "one die; a 1 ends the turn with 1 point; holding banks; the goal wins; at least one throw; ties hold"

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what the face does."""
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

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what the side does."""
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

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what the two faces do."""
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

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what the two faces do."""
        first, second = throw
        if first == second:
            return Effect.ON, BIG_ONES if first == PIG_OUT else 2 * sum(throw)
        return (Effect.BUST, 0) if PIG_OUT in throw else (Effect.ON, sum(throw))

    @classmethod
    def nanoseconds(cls, _goal: int, /) -> int:
        """Return how long a state takes: there are twice as many gains as with one die."""
        return 8

"""The rules of the races with one die or coin: Pig, Piglet and Progressive Pig."""

from dataclasses import dataclass

from solver.race.state import Action, RaceState
from solver.throw_distribution import Effect

__all__ = ["Action", "PigState", "PigletState", "ProgressivePigState"]

PIG_OUT = 1
TAILS = 1


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

"""The rules of Pass the Pigs: two rubber pigs are thrown, and how they lie scores."""

import enum
from dataclasses import dataclass

from solver.race.state import RaceState
from solver.throw_distribution import Chance, Effect, weighed_die

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

    @classmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what the two lies do."""
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

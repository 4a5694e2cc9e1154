"""Games in which a player rolls or holds, as decision processes: what races, solitaires and Pig for three share.

Points beyond the goal make no difference: the turn total ends where the goal is reached, so that states are finite.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np

from solver.environments.models.model import CHANCE, OVER, Falls, GameModel, Unchanging
from solver.race.pass_the_pigs import Lie
from solver.race.state import TIE, Action, RaceState, RollOrHold
from solver.throw_distribution import Chance

ROLL, HOLD = 0, 1
ACTIONS = (Action.ROLL.value, Action.HOLD.value)

R = TypeVar("R", bound=RollOrHold)


@dataclass(frozen=True, slots=True)
class Rolling(Unchanging, Generic[R]):
    """A `turn` in which the player acts, or where it `rolls` the dice that fall next."""

    turn: R
    rolls: bool = False


@lru_cache
def falls_of(thrown: type[RaceState], die: tuple[Chance, ...]) -> Falls:
    """Return how the dice of a game can fall, each die by itself."""
    faces = [face for face, chance in enumerate(die, start=1) if chance]
    every = np.array(np.meshgrid(*[faces] * thrown.dice, indexing="ij")).reshape(thrown.dice, -1).T
    dice = tuple(tuple(one) for one in every.tolist())
    return Falls(tuple(float(np.prod([float(die[face - 1]) for face in one])) for one in dice), dice)


def fallen(thrown: type[RaceState], faces: tuple[int, ...], note: str) -> tuple[tuple[int, ...], str]:
    """Return the dice to draw and the note below them; coins and pigs are told in words."""
    if not faces or thrown.thing in ("die", "dice"):
        return faces, note
    words = ("tails", "heads") if thrown.thing == "coin" else tuple(lie.name.lower().replace("_", " ") for lie in Lie)
    return (), f"{', '.join(words[face - 1] for face in faces)}; {note}"


class RollOrHoldModel(GameModel[Rolling[R]]):
    """A game in which a player rolls or holds; `most` is where banked points and the turn total together end."""

    def __init__(self, thrown: type[RaceState], die: tuple[Chance, ...], most: int) -> None:
        self._falls = falls_of(thrown, die)
        self._most = most

    @property
    def most_falls(self) -> int:
        return len(self._falls.chances)

    @abstractmethod
    def player(self, turn: R, /) -> int:
        """Return whose turn it is."""

    @abstractmethod
    def both(self, turn: R) -> tuple[float, float]:
        """Return what a roll and a hold are worth, what is still to come; a hold also where the rules forbid it."""

    def mover(self, state: Rolling[R]) -> int:
        if state.turn.over:
            return OVER
        return CHANCE if state.rolls else self.player(state.turn)

    def legal(self, state: Rolling[R]) -> Sequence[int]:
        return (ROLL,) if state.turn.turn_total == 0 else (ROLL, HOLD)

    def apply(self, state: Rolling[R], action: int) -> Rolling[R]:
        return Rolling(state.turn, rolls=True) if action == ROLL else Rolling(state.turn.apply(Action.HOLD))

    def falls(self, _state: Rolling[R], /) -> Falls:
        return self._falls

    def follow(self, state: Rolling[R], fall: int) -> Rolling[R]:
        after = state.turn.apply(Action.ROLL, self._falls.dice[fall])
        most = max(1, self._most - after.banked)
        if after.turn_total > most:
            after = replace(after, turn_total=most)  # type: ignore[call-arg]  # a field of every subclass
        return Rolling(after)

    def words(self, state: Rolling[R]) -> str:
        """Return the state in one line; who rolls counts where dice fall."""
        by = f" by player {self.player(state.turn)}" if state.rolls else ""
        return f"{super().words(state)}{by}"

    def worth(self, state: Rolling[R]) -> dict[int, float]:
        roll, hold = self.both(state.turn)
        return {ROLL: roll} if state.turn.turn_total == 0 else {ROLL: roll, HOLD: hold}

    def best(self, state: Rolling[R], worth: dict[int, float]) -> int:
        """Return the better action; at equal values the player holds."""
        if state.turn.turn_total == 0:
            return ROLL
        return ROLL if worth[ROLL] - worth[HOLD] > TIE * max(1.0, abs(worth[HOLD])) else HOLD

"""A solved game as a decision process: who acts, what may be done, how dice can fall, what each action is worth.

Gymnasium, PettingZoo and OpenSpiel are all served from this one form. Each family of games has one adapter to it.
"""

import itertools
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.scene import GameScene
from solver.errors import UnknownNameError

CHANCE = -1
"""Dice are thrown next."""
OVER = -2
"""The game is over."""

OPTIMAL, RANDOM = "optimal", "random"

S = TypeVar("S")


@dataclass(frozen=True)
class Falls:
    """All ways in which dice can fall: the `chances`, which sum to 1, and the `dice` of each."""

    chances: tuple[float, ...]
    dice: tuple[tuple[int, ...], ...]

    @cached_property
    def up_to(self) -> tuple[float, ...]:
        """The chance of each way and of all before it together."""
        return tuple(itertools.accumulate(self.chances))

    def draw(self, random: np.random.Generator) -> int:
        """Return the number of a way that chance picks."""
        return min(bisect_right(self.up_to, random.random()), len(self.chances) - 1)


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What a learner sees and does.

    `fields` names the whole numbers of an observation, which run from `low` to `high`; `actions` names what can be
    done. What a player gets in a whole game lies from `least` to `most`.
    """

    fields: tuple[str, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    actions: tuple[str, ...]
    least: float
    most: float


class Unchanging:
    """Something that never changes, so that copies share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the same object."""
        return self


class GameModel(Unchanging, ABC, Generic[S]):
    """A solved game as a decision process; states are immutable and can be compared.

    `players` play, numbered from 0. What a player gets is a win (1, else 0) or points, in the unit of the solver's
    values, so that with best play the expected sum of all that is still to come is the value.
    """

    name: str
    players: int
    shape: ModelShape

    origin: tuple[Callable[..., Any], tuple[Any, ...]]
    """What makes the same model again, with what it is called."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Return how to make the same model again, in another process too."""
        return self.origin

    @property
    @abstractmethod
    def most_falls(self) -> int:
        """In how many ways dice can fall at most."""

    @abstractmethod
    def start(self) -> S:
        """Return the beginning of a game."""

    @abstractmethod
    def mover(self, state: S) -> int:
        """Return the player who acts, or CHANCE or OVER."""

    @abstractmethod
    def legal(self, state: S, /) -> Sequence[int]:
        """Return the numbers of the actions that the rules allow the mover, rising."""

    @abstractmethod
    def apply(self, state: S, action: int) -> S:
        """Return the state after a legal action."""

    @abstractmethod
    def falls(self, state: S, /) -> Falls:
        """Return how the dice can fall, where the mover is CHANCE."""

    @abstractmethod
    def follow(self, state: S, fall: int) -> S:
        """Return the state after the dice fell in a way, a number of `falls`."""

    @abstractmethod
    def gained(self, state: S) -> tuple[float, ...]:
        """Return what each player got so far."""

    @abstractmethod
    def worth(self, state: S) -> dict[int, float]:
        """Return what each legal action is worth to the mover, best play of all following: what is still to come."""

    @abstractmethod
    def observe(self, state: S, player: int, /) -> tuple[int, ...]:
        """Return what `player` sees."""

    @abstractmethod
    def scene(self, state: S, dice: tuple[int, ...] = (), /) -> GameScene:
        """Return what a picture shows, with the dice that fell last where the state has none itself."""

    def label(self, _state: S, action: int, /) -> str:  # where dice lie, their faces say more
        """Return in words what an action does in a state."""
        return self.shape.actions[action]

    def best(self, _state: S, worth: dict[int, float], /) -> int:
        """Return the action that the solver takes, by its rule for ties."""
        return max(worth, key=lambda action: (worth[action], -action))

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the ways in which the other players can play."""
        return OPTIMAL, RANDOM

    def choose(self, name: str, state: S, random: np.random.Generator) -> int:
        """Return what a player does by the policy called `name`. Raises UnknownNameError."""
        if name == OPTIMAL:
            return self.best(state, self.worth(state))
        if name == RANDOM:
            legal = self.legal(state)
            return legal[int(random.integers(len(legal)))]
        raise UnknownNameError.of("policy", name, self.policies)

    def check_policy(self, name: str) -> str:
        """Return `name` if it is that of a policy, else raise UnknownNameError."""
        if name not in self.policies:
            raise UnknownNameError.of("policy", name, self.policies)
        return name

    def zero_sum(self, gained: Sequence[float]) -> tuple[float, ...]:
        """Return what players got so that it sums to 0: 1 to the winner, to the others -1 together; alone as it is.

        With n players the value v of a win becomes (n v - 1) / (n - 1).
        """
        if self.players == 1:
            return tuple(gained)
        total = sum(gained)
        return tuple((self.players * one - total) / (self.players - 1) for one in gained)

    def words(self, state: S) -> str:
        """Return the state in one line, different for different states."""
        mover = self.mover(state)
        acts = {CHANCE: "dice fall", OVER: "over"}.get(mover, f"player {mover} acts")
        seen = zip(self.shape.fields, self.observe(state, 0), strict=True)
        return f"{acts}: {' '.join(f'{name}={number}' for name, number in seen)}"

    def mask(self, state: S) -> NDArray[np.int8]:
        """Return 1 for each action that the mover may take, 0 for the others and where nobody acts."""
        mask = np.zeros(len(self.shape.actions), np.int8)
        if self.mover(state) >= 0:
            mask[list(self.legal(state))] = 1
        return mask


AnyModel = GameModel[Any]

"""Games played out by the rules alone, as the check of every exact value."""

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

S = TypeVar("S", bound="Playable")


class Playable(Protocol):
    """A state of a game by its rules."""

    @property
    def over(self) -> bool: ...

    def apply(self, action: Any, throw: tuple[int, ...] = (), /) -> Any: ...


def play_to_end(
    state: S, act: Callable[[S], tuple[Any, int]], chance: random.Random, weights: Sequence[float] = (1.0,) * 6
) -> S:
    """Play a game to its end: `act` returns an action and how many dice it throws, whose faces fall by `weights`."""
    faces = range(1, len(weights) + 1)
    while not state.over:
        action, dice = act(state)
        state = state.apply(action, tuple(chance.choices(faces, weights, k=dice)))
    return state


def agrees(share: float, value: float, games: int) -> bool:
    """Whether the share of won games is within four standard errors of the exact value."""
    return abs(share - value) < 4 * math.sqrt(value * (1 - value) / games)


def mean_of(brought: Sequence[float]) -> tuple[float, float]:
    """Return the mean of what games brought, and its standard error."""
    return statistics.fmean(brought), statistics.stdev(brought) / math.sqrt(len(brought))

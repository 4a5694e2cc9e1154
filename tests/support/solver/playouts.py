"""Games played out by the rules alone, as the check of every exact value."""

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from solver.race.race_table import RaceTable
from solver.race.rules import race_rules
from solver.race.state import Action, RaceState

S = TypeVar("S", bound="Playable")
Rolls = Callable[[int, int, int], float]


class Playable(Protocol):
    """A state of a game by its rules."""

    @property
    def over(self) -> bool: ...

    def apply(self, action: Any, throw: tuple[int, ...] = (), /) -> Any: ...


def played(
    state: S, act: Callable[[S], tuple[Any, int]], chance: random.Random, weights: Sequence[float] = (1.0,) * 6
) -> S:
    """Play a game to its end: `act` returns an action and how many dice it throws, whose faces fall by `weights`."""
    faces = range(1, len(weights) + 1)
    while not state.over:
        action, dice = act(state)
        state = state.apply(action, tuple(chance.choices(faces, weights, k=dice)))
    return state


def first_wins(table: RaceTable, players: tuple[Rolls, Rolls], games: int, seed: int) -> float:
    """Return the share of `games` that the first player wins with the rules and dice of `table`.

    A player tells the chance of rolling on in a state.
    """
    chance, rules = random.Random(seed), race_rules(table.game)
    weights = [float(share) for share in table.die]

    def act(state: RaceState) -> tuple[Action, int]:
        share = 1.0
        if state.me + state.turn_total >= state.goal:
            share = 0.0
        elif state.turn_total:
            share = players[state.player](state.me, state.opponent, state.turn_total)
        rolls = share == 1 or (share > 0 and chance.random() < share)
        return (Action.ROLL, rules.dice) if rolls else (Action.HOLD, 0)

    return sum(played(rules(table.goal), act, chance, weights).winner == 0 for _ in range(games)) / games


def agrees(share: float, value: float, games: int) -> bool:
    """Whether the share of won games is within four standard errors of the exact value."""
    return abs(share - value) < 4 * math.sqrt(value * (1 - value) / games)


def mean_of(brought: Sequence[float]) -> tuple[float, float]:
    """Return the mean of what games brought, and its standard error."""
    return statistics.fmean(brought), statistics.stdev(brought) / math.sqrt(len(brought))

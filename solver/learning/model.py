"""A game as learners see it: what each action of a turn leads to, how throws fall, and the policy of values."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.race.evaluate import Turns, hog_turns, race_turns
from solver.race.hog import throw_sums
from solver.race.rules import TwoPlayerName, rules_of
from solver.race.state import TIE, RaceState
from solver.throw_distribution import Chance, ThrowDistribution

GOES_ON, ENDS, RUINS, BANKS = range(4)
"""What an outcome does: it adds to the turn total; it ends the turn with points; it takes all; it banks the total."""
HOLD, ROLL = range(2)

Choice = NDArray[np.int64]


class TurnModel(NamedTuple):
    """The outcomes of each action, at [action, outcome]: chance, sum of the chances so far, points, and what it does.

    Those that cannot be, with chance 0, come last. A race has the actions hold and roll, Hog the numbers of dice.
    `first` is the first action that a turn can begin with; of equal actions the first is the best.
    """

    chances: NDArray[np.float64]
    cumulative: NDArray[np.float64]
    gains: NDArray[np.int64]
    effects: NDArray[np.int64]
    first: int

    @property
    def actions(self) -> int:
        return len(self.chances)

    @property
    def is_race(self) -> bool:
        """Whether players roll or hold; else a turn is one throw."""
        return self.first == ROLL

    def values(self, goal: int, begin: float) -> NDArray[np.float64]:
        """Return values of all states (i, j, k), which `begin` at one number, and are 1 where i + k reaches the goal.

        The array is goal x goal x (goal + the largest gain), for Hog goal x goal x 1.
        """
        if not self.is_race:
            return np.full((goal, goal, 1), begin)
        win = np.full((goal, goal, goal + int(self.gains.max())), begin)
        i, _, k = np.ogrid[:goal, :1, : win.shape[2]]
        win[np.broadcast_to(i + k >= goal, win.shape)] = 1.0
        return win

    def inside(self, goal: int) -> NDArray[np.bool_]:
        """Return which states are those of a game that is on, as many as the array of values has up to the goal."""
        i, _, k = np.ogrid[:goal, :goal, : goal if self.is_race else 1]
        return np.broadcast_to(i + k < goal, (goal, goal, k.shape[2]))


def race_model(distribution: ThrowDistribution) -> TurnModel:
    outcomes = [(chance, gain, GOES_ON) for chance, gain in zip(distribution.chances, distribution.gains, strict=True)]
    outcomes += [(distribution.bust, distribution.bust_gain, ENDS), (distribution.ruin, 0, RUINS)]
    rolled = np.array(outcomes)
    held = np.zeros_like(rolled)
    held[0] = 1.0, 0, BANKS
    both = np.stack([held, rolled])
    chances = np.ascontiguousarray(both[:, :, 0])
    return TurnModel(chances, _summed(chances), both[:, :, 1].astype(np.int64), both[:, :, 2].astype(np.int64), ROLL)


def hog_model(sums: NDArray[np.float64]) -> TurnModel:
    """Return the model of Hog with the `sums` of `throw_sums`."""
    longest = int((sums > 0).sum(axis=1).max())
    # Kernels are compiled for each order in memory.
    gains = np.ascontiguousarray(np.argsort(sums == 0, axis=1, kind="stable")[:, :longest])
    chances = np.take_along_axis(sums, gains, axis=1)
    return TurnModel(chances, _summed(chances), gains, np.full(chances.shape, ENDS, np.int64), 0)


def _summed(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of the chances so far, 1 from the last outcome that can be on."""
    last = (chances > 0).sum(axis=1, keepdims=True) - 1
    return np.where(np.arange(chances.shape[1]) < last, chances.cumsum(axis=1), 1.0)


@dataclass(frozen=True, eq=False)
class TurnLaw:
    """How throws fall: the distribution of a race's throws, or Hog's sums of a die, and the model of both."""

    thrown: ThrowDistribution | NDArray[np.float64]

    @cached_property
    def model(self) -> TurnModel:
        return race_model(self.thrown) if isinstance(self.thrown, ThrowDistribution) else hog_model(self.thrown)

    def turns(self, choice: Choice) -> Turns:
        """Return how turns end of a player who takes the action `choice[i, j, k]`."""
        if isinstance(self.thrown, ThrowDistribution):
            return race_turns((choice == ROLL).astype(float), self.thrown)
        return hog_turns((choice == np.arange(self.model.actions)).astype(float), self.thrown)


def law_of(game: TwoPlayerName, die: tuple[Chance, ...]) -> TurnLaw:
    """Return the law of a game with a die. Raises UnknownNameError or DistributionError."""
    rules = rules_of(game)
    return TurnLaw(rules.distribution(die) if issubclass(rules, RaceState) else throw_sums(die))


def legal(model: TurnModel, q: NDArray[np.float64]) -> NDArray[np.bool_]:
    allowed = np.ones(q.shape, np.bool_)
    allowed[:, :, 0, : model.first] = False
    return allowed


def best_actions(model: TurnModel, q: NDArray[np.float64]) -> Choice:
    """Return the first of the best legal actions at [i, j, k], by what they are worth; at i + k >= goal the first."""
    worth = np.where(legal(model, q), q, -np.inf)
    best = np.asarray((worth >= worth.max(axis=3, keepdims=True) - TIE).argmax(axis=3))
    return np.where(model.inside(len(q)), best, 0)

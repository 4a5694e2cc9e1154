"""How a game's throws fall, the policy that follows from values, and how its turns end."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.learning.model import ROLL, TurnModel, hog_model, race_model
from solver.race.hog import HogState, throw_sums
from solver.race.rules import race_rules
from solver.race.state import TIE
from solver.race.turns import Turns, hog_turns, race_turns
from solver.throw_distribution import Chance, ThrowDistribution

Choice = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TurnLaw:
    """How throws fall: the `distribution` of a race's throws, or Hog's sums of a die, and the model of both."""

    thrown: ThrowDistribution | NDArray[np.float64]
    model: TurnModel

    def turns(self, choice: Choice) -> Turns:
        """Return how turns end of a player who takes the action `choice[i, j, k]`."""
        if isinstance(self.thrown, ThrowDistribution):
            return race_turns((choice == ROLL).astype(float), self.thrown)
        return hog_turns((choice == np.arange(self.model.actions)).astype(float), self.thrown)


def race_law(distribution: ThrowDistribution) -> TurnLaw:
    """Return the law of a race with throws of `distribution`."""
    return TurnLaw(distribution, race_model(distribution))


def law_of(game: str, die: tuple[Chance, ...]) -> TurnLaw:
    """Return the law of a game with a die. Raises UnknownNameError or DistributionError."""
    if game == HogState.game:
        return TurnLaw(throw_sums(die), hog_model(die))
    return race_law(race_rules(game).distribution(die))


def legal(model: TurnModel, q: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which actions are legal at [i, j, k, action]."""
    allowed = np.ones(q.shape, np.bool_)
    allowed[:, :, 0, : model.first] = False
    return allowed


def best_actions(model: TurnModel, q: NDArray[np.float64]) -> Choice:
    """Return the first of the best legal actions at [i, j, k], by what they are worth; at i + k >= goal the first."""
    worth = np.where(legal(model, q), q, -np.inf)
    best = np.asarray((worth >= worth.max(axis=3, keepdims=True) - TIE).argmax(axis=3))
    return np.where(model.inside(len(q)), best, 0)

"""The learners: each goes on in steps of its own, sweeps, rounds or games, and can be asked for what it knows."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.goal import LEAST_GOAL
from solver.learning import settings as named
from solver.learning.episode_kernels import (
    EXPECTED_SARSA,
    Q_LEARNING,
    SARSA,
    LearningRule,
    learn_actions,
    learn_returns,
    learn_states,
)
from solver.learning.model_kernels import look_ahead, settle_turns
from solver.learning.policy import Choice, TurnLaw, best_actions, legal
from solver.learning.settings import BEGIN, EPISODES, EPSILON, MONTE_CARLO, TD, TRACE, LearningSettings
from solver.race.evaluate import win_rates
from solver.race.state import TIE
from solver.race.value_iteration import TwoPlayerIteration

KINDS = {named.SARSA: SARSA, named.Q_LEARNING: Q_LEARNING, named.EXPECTED_SARSA: EXPECTED_SARSA}
MOST_ROUNDS = 1000
# So many games are played without a look at what interrupts.
AT_ONCE = 10_000

Values = NDArray[np.float64]


class Learner(ABC):
    """A learner of a game to `goal`; `trials` counts its sweeps, rounds or games, `updates` the values it has set."""

    def __init__(self, law: TurnLaw, goal: int) -> None:
        self.law = law
        self.model = law.model
        self.goal = goal
        self.trials = 0
        self.updates = 0
        self.inside = law.model.inside(goal)

    @abstractmethod
    def warm_up(self) -> None:
        """Compile what learning needs, without learning."""

    @abstractmethod
    def learn(self, trials: int) -> bool:
        """Go on up to so many trials in total; return whether there is more to learn."""

    @abstractmethod
    def values(self) -> Values:
        """Return the win probabilities of states [i, j, k] as they are known."""

    @abstractmethod
    def choice(self) -> Choice:
        """Return the best action in states [i, j, k] as far as it is known."""

    def visited(self) -> float:
        """Return the share of states that were updated."""
        return 1.0 if self.trials else 0.0

    def looked_ahead(self, win: Values) -> Values:
        """Return what actions are worth, [i, j, k, action], by the values of states."""
        q = np.zeros((*self.inside.shape, self.model.actions))
        look_ahead(self.model, win, q)
        return q


class SweepingLearner(Learner):
    """Value iteration, by the code that solves a game so."""

    def __init__(self, iteration: TwoPlayerIteration, law: TurnLaw) -> None:
        super().__init__(law, iteration.goal)
        self._iteration = iteration
        self._sweeps: Iterator[tuple[int, float]] = iteration.sweeps()

    def warm_up(self) -> None:
        self._iteration.warm_up()

    def learn(self, trials: int) -> bool:
        while self.trials < trials:
            if next(self._sweeps, None) is None:
                return False
            self.trials += 1
            self.updates += int(self.inside.sum())
        return True

    def values(self) -> Values:
        return self._iteration.values.reshape(self.goal, self.goal, -1)

    def choice(self) -> Choice:
        return best_actions(self.model, self.looked_ahead(self.values()))


class PolicyLearner(Learner):
    """Policy iteration: play that holds as soon as it may, or throws one die, is valued exactly and improved.

    Both players follow the policy. A round values it and changes each action that is not the best by these values
    (Howard, "Dynamic Programming and Markov Processes", 1960).
    """

    def __init__(self, law: TurnLaw, goal: int) -> None:
        super().__init__(law, goal)
        self._choice: Choice = np.zeros(self.inside.shape, np.int64)
        self._choice[:, :, 0] = self.model.first
        self._win = self.model.values(goal, BEGIN)

    def warm_up(self) -> None:
        PolicyLearner(self.law, LEAST_GOAL).learn(1)

    def learn(self, trials: int) -> bool:
        while self.trials < min(trials, MOST_ROUNDS):
            turns = self.law.turns(self._choice)
            self._win[:, :, 0] = win_rates(turns, turns)[0]
            settle_turns(self.model, self._choice, self._win)
            self.trials += 1
            self.updates += 2 * int(self.inside.sum())
            q = self.looked_ahead(self._win)
            best = best_actions(self.model, q)
            worth = np.take_along_axis(q, np.stack([best, self._choice], axis=3), axis=3)
            better = self.inside & (worth[..., 0] - worth[..., 1] > TIE)
            if not better.any():
                return False
            self._choice = np.where(better, best, self._choice)
        return self.trials < MOST_ROUNDS

    def values(self) -> Values:
        return self._win

    def choice(self) -> Choice:
        return self._choice


class PlayingLearner(Learner):
    """A learner that plays games against itself, and draws its throws from the model with `rng`."""

    def __init__(
        self, law: TurnLaw, goal: int, settings: LearningSettings, kind: int, rng: np.random.Generator
    ) -> None:
        super().__init__(law, goal)
        self._rng = rng
        self._rule = LearningRule(
            kind,
            EPSILON if settings.epsilon is None else settings.epsilon,
            1.0 if settings.gamma is None else settings.gamma,
            settings.alpha or 0.0,
            TRACE if settings.trace is None else settings.trace,
            bool(settings.exploring),
        )
        self._games = EPISODES if settings.episodes is None else settings.episodes
        self._begin = BEGIN if settings.start_value is None else settings.start_value

    @abstractmethod
    def play(self, games: int) -> int:
        """Play and learn from so many games; return the number of updates."""

    def warm_up(self) -> None:
        self.play(0)

    def learn(self, trials: int) -> bool:
        end = min(trials, self._games)
        while self.trials < end:
            games = min(AT_ONCE, end - self.trials)
            self.updates += self.play(games)
            self.trials += games
        return self.trials < self._games


class StateLearner(PlayingLearner):
    """Temporal differences of states, TD(lambda): the player looks one action ahead by the model."""

    def __init__(self, law: TurnLaw, goal: int, settings: LearningSettings, rng: np.random.Generator) -> None:
        super().__init__(law, goal, settings, 0, rng)
        self._win = self.model.values(goal, self._begin)
        self._visits = np.zeros(self.inside.shape, np.int64)

    def play(self, games: int) -> int:
        return int(learn_states(self.model, self._rule, (self._win, self._visits), games, self._rng))

    def values(self) -> Values:
        return self._win

    def choice(self) -> Choice:
        return best_actions(self.model, self.looked_ahead(self._win))

    def visited(self) -> float:
        return float((self._visits > 0).sum() / self.inside.sum())


class ActionLearner(PlayingLearner):
    """Values of actions: Monte Carlo, Sarsa, Q-learning or expected Sarsa, which need no model but throws."""

    def __init__(
        self, law: TurnLaw, goal: int, settings: LearningSettings, method: str, rng: np.random.Generator
    ) -> None:
        super().__init__(law, goal, settings, KINDS.get(method, SARSA), rng)
        self._learn = learn_returns if method == MONTE_CARLO else learn_actions
        self._q = np.full((*self.inside.shape, self.model.actions), self._begin)
        self._visits = np.zeros(self._q.shape, np.int64)

    def play(self, games: int) -> int:
        return int(self._learn(self.model, self._rule, (self._q, self._visits), games, self._rng))

    def values(self) -> Values:
        return np.asarray(np.where(legal(self.model, self._q), self._q, 0.0).max(axis=3))

    def choice(self) -> Choice:
        return best_actions(self.model, self._q)

    def visited(self) -> float:
        return float((self._visits > 0).any(axis=3).sum() / self.inside.sum())


def playing_learner(
    method: str, law: TurnLaw, goal: int, settings: LearningSettings, rng: np.random.Generator
) -> PlayingLearner:
    """Return the learner of a method that plays games."""
    if method == TD:
        return StateLearner(law, goal, settings, rng)
    return ActionLearner(law, goal, settings, method, rng)

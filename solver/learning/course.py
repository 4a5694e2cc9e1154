"""A course of learning: learners, looked at again and again, and how far each is then from exact play."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order

from solver.learning.graph import (
    CHANCE,
    FREE,
    KEPT,
    MOST_SWEEPS,
    OVER,
    STILL,
    Counts,
    Floats,
    GameGraph,
    LearningRule,
    improve,
    play,
    settle,
    sweep,
)
from solver.learning.settings import PLAYING, POLICY_ITERATION, TD, VALUE_ITERATION, LearningSettings
from solver.progress import report

AT_ONCE = 10_000
"""This many games are played without a look at what interrupts."""
PACE = 2
"""The learner is looked at after this many times as many trials as the last time."""


class Learner(ABC):
    """A learner that knows values of moments, or of edges, which are actions; both for each player.

    `trials` counts its sweeps, rounds or games, `updates` the values of moments or actions that it has set.
    """

    def __init__(self, graph: GameGraph, begin: float, *, of_moments: bool) -> None:
        self.trials = self.updates = 0
        self.graph, self.of_moments = graph, of_moments
        self.acting = np.flatnonzero(graph.player >= 0)
        self.known: Floats = np.full((len(graph.player if of_moments else graph.child), graph.reward.shape[1]), begin)
        if of_moments:
            self.known[graph.player == OVER] = 0.0

    @abstractmethod
    def learn(self, trials: int) -> bool:
        """Go on up to that many trials in total; return whether there is more to learn."""

    def visited_share(self) -> float:
        """Return the share of states that were updated."""
        return 1.0 if self.trials else 0.0

    def values(self) -> Floats:
        """Return what each player still gets as it is known, at [moment, player]."""
        values = self.known.copy()
        if not self.of_moments:
            values = np.zeros((len(self.graph.player), self.known.shape[1]))
            values[self.acting] = self.known[self.choice()[self.acting]]
        kept = np.full(values.shape, KEPT)
        sweep(self.graph, kept, values, (0, len(values)), 1.0)
        return values

    def choice(self) -> Counts:
        """Return the best edge of each moment as far as it is known, FREE where nobody acts."""
        return improve(self.graph, self.look_ahead(), np.full(len(self.graph.player), FREE))

    def look_ahead(self) -> Floats:
        """Return what each action is worth to each player, at [edge, player]."""
        return self.graph.reward + self.values()[self.graph.child] if self.of_moments else self.known


def settle_policy(graph: GameGraph, choice: Counts, values: Floats, *, begin: bool = False) -> None:
    """Set values to those of a policy: the edges `choice[moment, p]` that are taken for the values of player p.

    Where dice fall after other actions is left out; of the `begin` alone, what cannot follow it too.
    """
    size, taken = len(graph.player), np.repeat(graph.player == CHANCE, np.diff(graph.first))
    taken[choice[graph.player >= 0].ravel()] = True
    used = graph.player >= 0
    used[graph.child[taken]] = True
    if begin:
        rows = np.append(0, np.cumsum(taken))[graph.first]
        leads = csr_matrix((np.ones(rows[-1]), graph.child[taken], rows), shape=(size, size))
        used[:] = False
        used[breadth_first_order(leads, 0, return_predecessors=False)] = True
    on = used[graph.order]
    settle(graph._replace(order=graph.order[on], blocks=np.append(0, np.cumsum(on))[graph.blocks]), choice, values)


class ValueLearner(Learner):
    """Value iteration: each sweep sets all values by the best action, until one changes none by more than `still`."""

    def __init__(self, graph: GameGraph, gamma: float, still: float) -> None:
        super().__init__(graph, graph.rest, of_moments=True)
        self._free, self._gamma, self._still = np.full(self.known.shape, FREE), gamma, still

    def learn(self, trials: int) -> bool:
        while self.trials < min(trials, MOST_SWEEPS):
            change = sweep(self.graph, self._free, self.known, (0, len(self.known)), self._gamma)
            self.trials += 1
            self.updates += len(self.acting)
            if change <= self._still:
                return False
        return self.trials < MOST_SWEEPS


class PolicyLearner(Learner):
    """Policy iteration, from the policy of the last action of each moment, as holding where a player may.

    All players follow the policy. A round values it and changes each action that is not the best by these values
    (Howard, "Dynamic Programming and Markov Processes", 1960).
    """

    def __init__(self, graph: GameGraph) -> None:
        super().__init__(graph, 0.0, of_moments=True)
        self._policy = np.full(len(graph.player), FREE)
        self._policy[self.acting] = graph.first[self.acting + 1] - 1

    def learn(self, trials: int) -> bool:
        while self.trials < min(trials, MOST_SWEEPS):
            settle_policy(self.graph, np.repeat(self._policy[:, None], self.known.shape[1], axis=1), self.known)
            self.trials += 1
            self.updates += len(self.acting)
            before, self._policy = self._policy, improve(self.graph, self.look_ahead(), self._policy)
            if (before == self._policy).all():
                return False
        return self.trials < MOST_SWEEPS


class PlayingLearner(Learner):
    """A learner that plays games against itself, and draws its throws with `rng`.

    TD(lambda) values states, and the player looks one action ahead by the chances of the dice. Monte Carlo, Sarsa,
    Q-learning and expected Sarsa value actions, and need no chances but throws.
    """

    def __init__(
        self, graph: GameGraph, begin: float, settings: LearningSettings, method: str, rng: np.random.Generator
    ) -> None:
        super().__init__(graph, begin, of_moments=method == TD)
        self._rng = rng
        self._games = 100_000 if settings.episodes is None else settings.episodes
        self._rule = LearningRule(
            PLAYING.index(method),
            0.1 if settings.epsilon is None else settings.epsilon,
            1.0 if settings.gamma is None else settings.gamma,
            settings.alpha or 0.0,
            0.8 if settings.trace is None else settings.trace,
            bool(settings.exploring),
        )
        self._visits = np.zeros(len(self.known), np.int64)

    def learn(self, trials: int) -> bool:
        table = self.known, self._visits, self.acting
        while self.trials < min(trials, self._games):
            games = min(AT_ONCE, min(trials, self._games) - self.trials)
            self.updates += play(self.graph, self._rule, table, games, self._rng)
            self.trials += games
            report(self.trials / self._games)
        return self.trials < self._games

    def visited_share(self) -> float:
        seen = self._visits > 0
        if not self.of_moments:
            seen = np.add.reduceat(np.append(seen, False), self.graph.first[:-1]) > 0
        return float(seen[self.acting].mean())


def make_learner(
    graph: GameGraph, method: str, settings: LearningSettings, begin: float, rng: np.random.Generator
) -> Learner:
    """Return a learner by one of the `METHODS`, whose values `begin` at a number where it plays.

    Raises UnknownNameError for another method, OptionError for settings that it does not take.
    """
    settings.check_for(method)
    if method == VALUE_ITERATION:
        still = STILL if settings.tolerance is None else settings.tolerance
        return ValueLearner(graph, 1.0 if settings.gamma is None else settings.gamma, still)
    if method == POLICY_ITERATION:
        return PolicyLearner(graph)
    return PlayingLearner(graph, begin, settings, method, rng)


@dataclass(frozen=True, slots=True)
class LearningCheck:
    """A look at a learner after that many `trials` (sweeps, rounds or games), `updates` of a value, and `seconds`.

    `value` is what the game is worth to the player who begins, by what it knows; the errors are those of all states,
    against exact play. `win_rate` is how often its best actions win against exact play, over all seats: one half where
    they are perfect for two. For one player alone it is what they bring as a share of what the best play brings.
    `visited` is the share of states that it has updated.
    """

    trials: int
    updates: int
    seconds: float
    value: float
    largest_error: float
    mean_error: float
    win_rate: float
    visited: float


class Judge:
    """Compares what a learner knows with exact play; `sign` is -1 where fewer points or turns are better."""

    def __init__(self, graph: GameGraph, sign: float) -> None:
        self.graph, self._sign = graph, sign
        self.exact = np.zeros((len(graph.player), graph.reward.shape[1]))
        settle(graph, np.full(self.exact.shape, FREE), self.exact)
        self._best = improve(graph, graph.reward + self.exact[graph.child], np.full(len(graph.player), FREE))
        acting = np.flatnonzero(graph.player >= 0)
        self._own = acting, graph.player[acting]

    def win_rate(self, choice: Counts) -> float:
        """Return what a player wins who takes these edges against exact play, over all seats; see `LearningCheck`."""
        seats = np.arange(self.exact.shape[1])
        own = self.graph.player[:, None] == seats
        values = self.exact.copy()
        settle_policy(self.graph, np.where(own, choice[:, None], self._best[:, None]), values, begin=True)
        won = values[0]
        if len(seats) > 1:
            return float(won.mean())
        least, most = sorted((abs(float(won[0])), abs(float(self.exact[0, 0]))))
        return least / most if most else 1.0

    def look(self, learner: Learner, seconds: float) -> LearningCheck:
        """Return how far a learner is after that many seconds of learning."""
        values = learner.values()
        off = np.abs(values - self.exact)[self._own]
        errors = float(off.max()), float(off.mean())
        found = self._sign * float(values[0, 0]), *errors, self.win_rate(learner.choice()), learner.visited_share()
        return LearningCheck(learner.trials, learner.updates, seconds, *found)


def watch(learner: Learner, judge: Judge, clock: Callable[[], float] = time.perf_counter) -> Iterator[LearningCheck]:
    """Let a learner learn; yield how far it is, ever less often, and at the end; `seconds` leave these looks out."""
    trials, seconds, more = 1, 0.0, True
    while more:
        begun = clock()
        more = learner.learn(trials)
        seconds += clock() - begun
        yield judge.look(learner, seconds)
        trials *= PACE

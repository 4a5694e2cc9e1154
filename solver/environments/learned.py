"""What is learned of any game that has an environment and few enough moments; games for two have code of their own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from solver.environments.models.registry import model_of
from solver.errors import OptionError
from solver.game import Game
from solver.learning.course import AnyTask, Learner, LearningCheck, learning_task, rule_of
from solver.learning.graph import (
    FREE,
    MOST_SWEEPS,
    GameGraph,
    improve,
    learn_edges,
    learn_moments,
    learn_outcomes,
    refresh,
    settle,
)
from solver.learning.settings import EPISODES, MONTE_CARLO, POLICY_ITERATION, SWEEPING, TD, LearningSettings
from solver.learning.throws import RecordedThrows, read_throws
from solver.options import GameOptions
from solver.process.model import CHANCE, OVER, AnyModel
from solver.race.games import TwoPlayerGame
from solver.sweeping import Spot, SweepSettings, ValueRange, begin_values

MOST_STATES = 100_000
"""Games with more are too large: it takes half a minute to write this many down."""
Edges = NDArray[np.int64]
Values = NDArray[np.float64]


def graph_of(model: AnyModel) -> tuple[GameGraph, "MomentStates"]:
    """Return all moments of a game that can be reached, and their names. Raises OptionError beyond MOST_STATES."""
    moments, places = [model.start()], {model.words(model.start()): 0}
    players, first, child, chance = list[int](), [0], list[int](), list[float]()
    reward = list[Sequence[float]]()
    for moment in moments:  # which grows
        mover, got = model.mover(moment), model.gained(moment)
        players.append(mover)
        chances: Sequence[float] = ()
        after = list[Any]()
        if mover == CHANCE:
            chances = model.falls(moment).chances
            after = [model.follow(moment, fall) for fall in range(len(chances))]
        elif mover != OVER:
            after = [model.apply(moment, number) for number in model.legal(moment)]
        for one in after:
            place = places.setdefault(model.words(one), len(moments))
            if place == len(moments):
                moments.append(one)
            child.append(place)
            reward.append([now - before for now, before in zip(model.gained(one), got, strict=True)])
        chance += chances or [1.0] * len(after)
        first.append(len(child))
        if len(moments) > MOST_STATES:
            raise OptionError(
                f"the states of {model.name} are too many for a table: give a smaller goal, fewer turns or fewer "
                "players, where it has them, or learn another game"
            )
    cumulative = np.array(chance)
    for begin, end in pairwise(first):
        cumulative[begin:end] = np.cumsum(cumulative[begin:end])
        cumulative[max(begin, end - 1) : end] = 1.0
    rest = 1.0 / model.players if model.players > 1 else 0.0
    player, edges, leads = (np.array(one, np.int64) for one in (players, first, child))
    graph = GameGraph(player, edges, leads, np.array(chance), cumulative, np.array(reward), rest)
    return graph, MomentStates(places, player >= 0)


@dataclass(frozen=True, slots=True)
class MomentStates:
    """The states of a game in which somebody acts, which are `inside`, by the words of their moments in `places`."""

    places: Mapping[str, int]
    inside: NDArray[np.bool_]

    def find(self, name: str) -> Spot | None:
        place = self.places.get(name)
        return (place,) if place is not None and self.inside[place] else None

    def names(self) -> Iterator[tuple[str, Spot]]:
        return ((name, (place,)) for name, place in self.places.items() if self.inside[place])


class GraphLearner(Learner):
    """A learner that knows values of moments, or with `known` as many as there are edges, of actions."""

    def __init__(self, graph: GameGraph, known: int, begin: float) -> None:
        super().__init__()
        self.graph = graph
        self.acting = np.flatnonzero(graph.player >= 0)
        self.known: Values = np.full((known, graph.reward.shape[1]), begin)
        self.of_moments = known == len(graph.player)
        if self.of_moments:
            self.known[graph.player == OVER] = 0.0

    def values(self) -> Values:
        values = self.known.copy()
        if not self.of_moments:
            values = np.zeros((len(self.graph.player), self.known.shape[1]))
            values[self.acting] = self.known[self.choice()[self.acting]]
        refresh(self.graph, values)
        return values

    def choice(self) -> Edges:
        worth = self.graph.reward + self.values()[self.graph.child] if self.of_moments else self.known
        return better(self.graph, worth)[0]


def better(graph: GameGraph, worth: Values, choice: Edges | None = None) -> tuple[Edges, int]:
    """Return the best edge of each moment by the worth of edges, FREE where nobody acts, and how many are new.

    Where edges are as good, that of `choice` stays.
    """
    found = np.full(len(graph.player), FREE) if choice is None else choice.copy()
    return found, improve(graph, worth, found)


class GraphSweeps(GraphLearner):
    """Value iteration; or `by_policy` policy iteration, from the policy of the last action of each moment."""

    def __init__(self, graph: GameGraph, settings: SweepSettings, *, by_policy: bool) -> None:
        super().__init__(graph, len(graph.player), 0.0)
        self._settings, self._by_policy = settings, by_policy
        self._policy = np.full(len(graph.player), FREE)
        if by_policy:
            self._policy[self.acting] = graph.first[self.acting + 1] - 1

    def warm_up(self) -> None:
        settle(self.graph, self._policy, self.known, 0, 0.0)
        self.choice()

    def learn(self, trials: int) -> bool:
        while self.trials < trials:
            most = MOST_SWEEPS if self._by_policy else 1
            swept, change = settle(self.graph, self._policy, self.known, most, self._settings.fade)
            self.trials += 1
            self.updates += swept * len(self.acting)
            if self._by_policy:
                worth = self.graph.reward + self.known[self.graph.child]
                self._policy, changed = better(self.graph, worth, self._policy)
            else:
                self.trace(self.trials, change)
                changed = int(change > self._settings.tolerance)
            if not changed or self.trials >= MOST_SWEEPS:
                return False
        return True


class GraphPlays(GraphLearner):
    """A learner that plays games against itself."""

    def __init__(self, graph: GameGraph, settings: LearningSettings, method: str, rng: np.random.Generator) -> None:
        begin = graph.rest if settings.start_value is None else settings.start.usual
        super().__init__(graph, len(graph.player) if method == TD else len(graph.child), begin)
        self._rng, self._rule = rng, rule_of(settings, method)
        self._games = EPISODES if settings.episodes is None else settings.episodes
        self._learn = {TD: learn_moments, MONTE_CARLO: learn_outcomes}.get(method, learn_edges)
        self._visits = np.zeros(len(self.known), np.int64)

    def play(self, games: int) -> int:
        """Play and learn from that many games; return the number of updates."""
        table = self.known, self._visits, self.acting
        return int(self._learn(self.graph, self._rule, table, games, self._rng))

    def warm_up(self) -> None:
        self.play(0)

    def learn(self, trials: int) -> bool:
        return self.play_up_to(min(trials, self._games), self.play) and self.trials < self._games

    def visited(self) -> float:
        seen = self._visits > 0
        if not self.of_moments:
            seen = np.add.reduceat(np.append(seen, False), self.graph.first[:-1]) > 0
        return float(seen[self.acting].mean())


class GraphJudge:
    """Compares what a learner knows with exact play; `sign` is -1 where fewer points or turns are better."""

    def __init__(self, graph: GameGraph, sign: float) -> None:
        self.graph, self._sign = graph, sign
        self.exact = np.zeros((len(graph.player), graph.reward.shape[1]))
        settle(graph, np.full(len(graph.player), FREE), self.exact, MOST_SWEEPS, 0.0)
        self._best, _ = better(graph, graph.reward + self.exact[graph.child])
        acting = np.flatnonzero(graph.player >= 0)
        self._own = acting, graph.player[acting]

    def win_rate(self, choice: Edges) -> float:
        """Return what a player wins who takes these edges against exact play, over all seats; see `LearningCheck`."""
        seats = self.exact.shape[1]
        won = [self._brings(np.where(self.graph.player == seat, choice, self._best))[seat] for seat in range(seats)]
        if seats > 1:
            return float(sum(won)) / seats
        shares = won[0], float(self.exact[0, 0])
        least, most = sorted(map(abs, shares))
        return least / most if most else 1.0

    def look(self, learner: GraphLearner, seconds: float, /) -> LearningCheck:
        values = learner.values()
        off = np.abs(values - self.exact)[self._own]
        errors = float(off.max()), float(off.mean())
        found = self._sign * float(values[0, 0]), *errors, self.win_rate(learner.choice()), learner.visited()
        return LearningCheck(learner.trials, learner.updates, seconds, *found)

    def _brings(self, choice: Edges) -> Values:
        values = np.zeros_like(self.exact)
        settle(self.graph, choice, values, MOST_SWEEPS, 0.0)
        return np.asarray(values[0])


@dataclass(frozen=True)
class GraphTask:
    """A game to learn that `model` describes; `unit` is that of its value. Raises OptionError where it is too large."""

    model: AnyModel
    unit: str
    goal: int | None = None
    recorded: ClassVar[RecordedThrows | None] = None

    @property
    def game(self) -> str:
        return self.model.name

    @cached_property
    def moments(self) -> tuple[GameGraph, MomentStates]:
        """All moments of the game, and their names. Raises OptionError."""
        return graph_of(self.model)

    @property
    def graph(self) -> GameGraph:
        """All moments of the game. Raises OptionError."""
        return self.moments[0]

    @property
    def sign(self) -> float:
        """What values are told with: those of fewest points or turns count below 0."""
        return -1.0 if self.model.shape.most <= 0.0 else 1.0

    def learner(self, method: str, settings: LearningSettings, rng: np.random.Generator) -> GraphLearner:
        settings.check_for(method)
        if method in SWEEPING:
            sweeps = settings.sweeps()
            learner = GraphSweeps(self.graph, sweeps, by_policy=method == POLICY_ITERATION)
            least, most = sorted((self.sign * self.model.shape.least, self.sign * self.model.shape.most))
            within = ValueRange(least, most, self.model.players, self.sign)
            begin_values(self.game, learner.known, self.moments[1], sweeps.start, within)
            return learner
        return GraphPlays(self.graph, settings, method, rng)

    @cached_property
    def _judge(self) -> GraphJudge:
        return GraphJudge(self.graph, self.sign)

    def judge(self) -> GraphJudge:
        return self._judge

    def exact_value(self) -> float:
        return self.sign * float(self._judge.exact[0, 0])

    def recorded_value(self) -> float:
        return self.exact_value()

    @property
    def truth(self) -> str:
        if self.model.players > 1:
            return f"the player who begins wins {self.exact_value():.6f} of all games"
        return f"best play is worth {self.exact_value():.6f} ({self.unit})"


def task_of(game: Game, options: GameOptions, recorded: str | None = None) -> AnyTask:
    """Return what there is to learn of a game; `recorded` is a text of throws, from which races can be learned.

    Raises OptionError, DistributionError, UnknownNameError.
    """
    if isinstance(game, TwoPlayerGame):
        game.refuse_last_round(options)
        die = game.die(options)
        throws = None if recorded is None else read_throws(game.rules, recorded, None if die is None else len(die))
        return learning_task(game.rules, game.goal(options), die, throws)
    if recorded is not None:
        raise OptionError(f"{game.name} is not learned from throws that were recorded: leave out --throws")
    task = GraphTask(model_of(game, options), game.unit, options.goal)
    task.graph  # noqa: B018 - a game that is too large is refused before anything is learned
    return task

"""Builds what learners learn from: any game that has an environment and few enough moments."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from solver.environments.model import CHANCE, OVER, AnyModel
from solver.environments.registry import MOST_LEARNED, model_of, too_large
from solver.errors import OptionError
from solver.game import Game
from solver.learning.course import Judge, Learner, make_learner
from solver.learning.graph import Counts, GameGraph
from solver.learning.settings import LearningSettings
from solver.race.games import TwoPlayerGame


def graph_of(model: AnyModel) -> tuple[GameGraph, Mapping[str, int]]:
    """Return all moments of a game that can be reached, and the number of each by its words.

    Raises OptionError beyond MOST_LEARNED edges between them.
    """
    start = model.start()
    moments, numbers, places = [start], {start: 0}, {model.words(start): 0}
    players, first, child, chance, reward = array("q"), array("q", [0]), array("q"), array("d"), array("d")
    for moment in moments:  # which grows
        mover, got = model.mover(moment), model.gains_of(moment)
        chances: Sequence[float] = ()
        after = list[Any]()
        if mover == CHANCE:
            chances = model.falls(moment).chances
            after = [model.follow(moment, fall) for fall in range(len(chances))]
        elif mover != OVER:
            after = [model.apply(moment, number) for number in model.legal(moment)]
        for one in after:
            number = numbers.get(one)
            if number is None:  # words leave out what makes no difference
                number = numbers[one] = places.setdefault(model.words(one), len(moments))
                if number == len(moments):
                    moments.append(one)
            child.append(number)
            reward.extend(now - before for now, before in zip(model.gains_of(one), got, strict=True))
        players.append(mover)
        chance.extend(chances or [1.0] * len(after))
        first.append(len(child))
        if len(child) > MOST_LEARNED:
            raise too_large(model.game)
    edges, leads = np.array(first), np.array(child)
    rest = 1.0 / model.players if model.players > 1 else 0.0
    gains = np.array(reward).reshape(len(child), model.players)
    graph = GameGraph(np.array(players), edges, leads, np.array(chance), gains, rest, *_blocks(edges, leads))
    return graph, places


def _blocks(first: Counts, child: Counts) -> tuple[Counts, Counts]:
    """Return the `order` and the `blocks` of a graph: the moments of each strongly connected component, the last first.

    SciPy numbers components so that they lead to those of lower numbers (Pearce, "A space-efficient algorithm for
    finding strongly connected components", 2016).
    """
    size = len(first) - 1
    begin = np.repeat(np.arange(size), np.diff(first))
    leads = csr_matrix((np.ones(len(child)), (begin, child)), shape=(size, size))  # two edges may lead the same way
    count, component = connected_components(leads, directed=True, connection="strong")
    order = np.lexsort((-np.arange(size), component))
    return order, np.searchsorted(component[order], np.arange(count + 1))


class LearningTask:
    """A game to learn that `model` describes; `unit` is its value's unit. Raises OptionError if it is too large."""

    def __init__(self, model: AnyModel, unit: str, goal: int | None = None) -> None:
        self.model, self.unit, self.goal = model, unit, goal
        self.graph, _ = graph_of(model)

    def learner(self, method: str, settings: LearningSettings, rng: np.random.Generator) -> Learner:
        """Return a learner by one of the `METHODS`. Raises UnknownNameError or OptionError."""
        begin = self.graph.rest
        if settings.start_value is not None:
            sign = self.model.sign
            least, most = sorted((sign * self.model.shape.least, sign * self.model.shape.most))
            if not least <= settings.start_value <= most:
                raise OptionError(
                    f"a start value of {settings.start_value:g} is impossible in {self.model.name}: "
                    f"give numbers from {least:zg} to {most:,.0f}"
                )
            begin = sign * settings.start_value
        return make_learner(self.graph, method, settings, begin, rng)

    @cached_property
    def judge(self) -> Judge:
        """The check that compares learners with exact play."""
        return Judge(self.graph, self.model.sign)

    @property
    def exact_value(self) -> float:
        """The value of the game for the player who begins."""
        return self.model.sign * float(self.judge.exact[0, 0])

    @property
    def truth(self) -> str:
        """The value of the game, in words."""
        if self.model.players > 1:
            return f"the player who begins wins {self.exact_value:.4f} of all games"
        return f"best play is worth {self.exact_value:.4f} ({self.unit})"


def task_of(game: Game) -> LearningTask:
    """Return a game as learners take it. Raises OptionError, DistributionError or UnknownNameError."""
    game.check_act("learn")
    goal = game.goal if isinstance(game, TwoPlayerGame) else game.options.goal
    model = model_of(game)
    if game.count_edges() > MOST_LEARNED:
        raise too_large(game)
    return LearningTask(model, game.unit, goal)

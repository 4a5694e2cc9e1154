"""All positions of a turn, as arrays, and the results of a way of choosing in them."""

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.rounds.rules import RoundRules
from solver.rounds.turns import KeepingTurn, Position, Throw, TurnOption
from solver.throw_distribution import FACES, Chance

Float = NDArray[np.float64]
Index = NDArray[np.int64]
TIE = 1e-12
"""Values nearer than this are equal: sums have rounding errors of this size."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnGraph:
    """All that can happen in a turn, as a graph.

    Places are numbered: first the `scores` that end a turn, the worst first, then the `positions`, the later ones
    first, the beginning last. Position p may throw the numbers of dice `roll[p]` to `roll[p + 1]`; roll r has the
    outcomes `outcome[r]` to `outcome[r + 1]`, with the chances `chance`; outcome o leaves the options `option[o]` to
    `option[o + 1]`, and option k leads to the place `to[k]`. `thumbs` are the options by name, and `thumb_roll` the
    rolls, of players by a rule of thumb. Positions `levels[l]` to `levels[l + 1]` lead only to earlier ones.
    """

    scores: tuple[int, ...]
    positions: tuple[Position, ...]
    place: dict[Position, int]
    levels: tuple[int, ...]
    roll: Index
    outcome: Index
    chance: Float
    option: Index
    to: Index
    thumbs: Mapping[str, Index]
    thumb_roll: Index

    @property
    def states(self) -> int:
        """How many positions there are, before throws and after them."""
        return len(self.positions) + len(self.chance)

    def place_of(self, option: TurnOption) -> int | None:
        """Return the place that an option leads to, None where no dice of the game lead there."""
        if option.then is not None:
            return self.place.get(option.then)
        return self.scores.index(option.score) if option.score in self.scores else None


def throw_chances(rules: RoundRules, die: tuple[Chance, ...], dice: int) -> dict[Throw, float]:
    """Return the chance of each different throw of this many dice, without impossible ones."""
    chances: dict[Throw, Chance] = defaultdict(int)
    for faces in itertools.combinations_with_replacement(range(1, FACES + 1), dice):
        chance: Chance = 1
        left = dice
        for face in range(1, FACES + 1):
            count = faces.count(face)
            chance *= math.comb(left, count) * die[face - 1] ** count
            left -= count
        if chance:
            chances[rules.turn.see(faces)] += chance
    return {throw: float(chance) for throw, chance in chances.items()}


@lru_cache(8)
def turn_graph(rules: RoundRules, die: tuple[Chance, ...]) -> TurnGraph:
    """Return all positions of a turn with the `rules` and dice whose faces have the chances `die`."""
    turn = rules.turn
    chances = {dice: throw_chances(rules, die, dice) for dice in range(1, turn.dice + 1)}
    followed: dict[Position, list[list[tuple[float, list[TurnOption], list[int]]]]] = {}
    waiting = [turn.start]
    while waiting:
        position = waiting.pop()
        if position in followed:
            continue
        followed[position] = rolls = []
        for dice in turn.throws(position):
            outcomes = []
            for throw, chance in chances[dice].items():
                options = turn.options(position, throw)
                liked = [turn.thumb(name, position, throw, options) for name in turn.thumbs]
                outcomes.append((chance, options, liked))
                waiting += [option.then for option in options if option.then is not None]
            rolls.append(outcomes)
    positions = sorted(followed, key=lambda position: (turn.rank(position), position))
    ends = {
        option.score
        for rolls in followed.values()
        for outcomes in rolls
        for _, options, _ in outcomes
        for option in options
        if option.then is None
    }
    scores = sorted(ends, key=rules.worth)
    place = {position: len(scores) + number for number, position in enumerate(positions)}
    end = {score: number for number, score in enumerate(scores)}
    roll, outcome, option_at = [0], [0], [0]
    chance_of, to, thumb_roll = [], [], []
    thumbs: dict[str, list[int]] = {name: [] for name in turn.thumbs}
    for position in positions:
        thumb_roll.append(roll[-1] + turn.thumb_throw(position))
        for outcomes in followed[position]:
            for chance, options, liked in outcomes:
                chance_of.append(chance)
                for name, pick in zip(turn.thumbs, liked, strict=True):
                    thumbs[name].append(option_at[-1] + pick)
                to += [end[one.score] if one.then is None else place[one.then] for one in options]
                option_at.append(len(to))
            outcome.append(len(chance_of))
        roll.append(len(outcome) - 1)
    ranks = [turn.rank(position) for position in positions]
    levels = [0, *(n for n in range(1, len(ranks)) if ranks[n] != ranks[n - 1]), len(ranks)]
    return TurnGraph(
        tuple(scores), tuple(positions), place, tuple(levels),
        np.array(roll), np.array(outcome), np.array(chance_of), np.array(option_at), np.array(to),
        {name: np.array(picked) for name, picked in thumbs.items()}, np.array(thumb_roll),
    )  # fmt: skip


def lean_graph(graph: TurnGraph, rules: RoundRules) -> TurnGraph:
    """Return the graph with only the options that can be best if better scores are worth more.

    Of options that leave the same throws, dice and needs in a turn that keeps dice, the best points are enough, and of
    those that end a turn the best score. The graph does not know what players take by a rule of thumb.
    """
    if not isinstance(rules.turn, KeepingTurn):
        return graph
    scores = len(graph.scores)
    kinds: dict[Position, int] = {}
    kind = np.array([0] * scores + [kinds.setdefault(one[:-1], len(kinds) + 1) for one in graph.positions])
    rank = np.array([*range(scores), *(rules.worth(one[-1]) for one in graph.positions)])
    outcome = np.repeat(np.arange(len(graph.chance)), np.diff(graph.option))
    order = np.lexsort((rank[graph.to], kind[graph.to], outcome))
    sorted_by = outcome[order] * (len(kinds) + 1) + kind[graph.to][order]
    stays = np.sort(order[np.append(np.diff(sorted_by) > 0, True)])
    option = np.searchsorted(outcome[stays], np.arange(len(graph.chance) + 1))
    return replace(graph, option=option, to=graph.to[stays], thumbs={})


@dataclass(frozen=True, slots=True, eq=False)
class BestTurn:
    """The best choices of a whole turn, for several aims at once, in lanes.

    `value[lane, place]` is the best expectation at a place, `points[lane, place]` what that brings for the second aim;
    `picked[lane, o]` is the option that is taken after outcome o, `rolled[lane, p]` the roll that is made in position
    p.
    """

    value: Float
    points: Float
    picked: Index
    rolled: Index


def best_turn(graph: TurnGraph, worth: Float, points: Float) -> BestTurn:
    """Return the choices that bring the most of `worth[lane, score]` on average.

    Of equal ones it takes those that bring the most of `points[score]`, then the first ones.
    """
    lanes = len(worth)
    scores, places = len(graph.scores), len(graph.scores) + len(graph.positions)
    value, second = np.empty((lanes, places)), np.empty((lanes, places))
    value[:, :scores], second[:, :scores] = worth, points
    picked = np.empty((lanes, len(graph.chance)), np.int64)
    rolled = np.empty((lanes, len(graph.positions)), np.int64)
    for positions, rolls, outcomes, options in _levels(graph):
        to = graph.to[options]
        best, other, pick = best_of(value[:, to], second[:, to], graph.option[outcomes] - options.start)
        picked[:, outcomes] = pick + options.start
        chance = graph.chance[outcomes]
        starts = graph.outcome[rolls] - outcomes.start
        best, other = np.add.reduceat(chance * best, starts, 1), np.add.reduceat(chance * other, starts, 1)
        best, other, pick = best_of(best, other, graph.roll[positions] - rolls.start)
        rolled[:, positions] = pick + rolls.start
        value[:, scores + positions.start : scores + positions.stop] = best
        second[:, scores + positions.start : scores + positions.stop] = other
    return BestTurn(value, second, picked, rolled)


def throw_value(graph: TurnGraph, play: BestTurn, roll: int) -> tuple[float, float]:
    """Return what roll number `roll` is worth before its dice fall, in both aims of the first lane."""
    outcomes = slice(int(graph.outcome[roll]), int(graph.outcome[roll + 1]))
    first, end = int(graph.option[outcomes.start]), int(graph.option[outcomes.stop])
    to = graph.to[first:end]
    value, points, _ = best_of(play.value[:, to], play.points[:, to], graph.option[outcomes] - first)
    return float(graph.chance[outcomes] @ value[0]), float(graph.chance[outcomes] @ points[0])


def compute_score_chances(graph: TurnGraph, picked: Index, rolled: Index, start: int = -1) -> Float:
    """Return the chance of each score, at [lane, score], by the choices `picked[lane, o]` and `rolled[lane, p]`.

    `start` is the place where the turn starts, usually its beginning.
    """
    lanes, scores = len(picked), len(graph.scores)
    come = np.zeros((lanes, scores + len(graph.positions)))
    come[:, start] = 1.0
    first = come.shape[1] * np.arange(lanes)[:, None]
    for positions, rolls, outcomes, _ in reversed(list(_levels(graph))):
        here = come[:, scores + positions.start : scores + positions.stop]
        roll_of = np.repeat(np.arange(rolls.start, rolls.stop), np.diff(graph.outcome[rolls.start : rolls.stop + 1]))
        position_of = np.repeat(
            np.arange(positions.start, positions.stop), np.diff(graph.roll[positions.start : positions.stop + 1])
        )[roll_of - rolls.start]
        made = rolled[:, position_of] == roll_of
        mass = here[:, position_of - positions.start] * made * graph.chance[outcomes]
        target = graph.to[picked[:, outcomes]] + first
        come += np.bincount(target.ravel(), mass.ravel(), come.size).reshape(come.shape)
    return come[:, :scores]


def random_scores(graph: TurnGraph) -> Float:
    """Return the chance of each score, at [score], by choices that are all equally likely."""
    scores = len(graph.scores)
    come = np.zeros((scores + len(graph.positions), scores))
    come[:scores] = np.eye(scores)
    for positions, rolls, outcomes, options in _levels(graph):
        after = _mean(come[graph.to[options]], graph.option[outcomes] - options.start)
        starts = graph.outcome[rolls] - outcomes.start
        after = np.add.reduceat(graph.chance[outcomes, None] * after, starts)
        come[scores + positions.start : scores + positions.stop] = _mean(after, graph.roll[positions] - rolls.start)
    chances: Float = come[-1]
    return chances


def _levels(graph: TurnGraph) -> Iterator[tuple[slice, slice, slice, slice]]:
    """Yield the positions of each level, the last throws first, with their rolls, outcomes and options."""
    for first, end in itertools.pairwise(graph.levels):
        positions = slice(first, end)
        rolls = slice(int(graph.roll[first]), int(graph.roll[end]))
        outcomes = slice(int(graph.outcome[rolls.start]), int(graph.outcome[rolls.stop]))
        yield positions, rolls, outcomes, slice(int(graph.option[outcomes.start]), int(graph.option[outcomes.stop]))


def best_of(value: Float, second: Float, starts: Index) -> tuple[Float, Float, Index]:
    """Return the best of each group of columns by `value`, then by `second`, then the first, and its column."""
    columns = value.shape[1]
    group = np.repeat(np.arange(len(starts)), np.diff(starts, append=columns))
    best = np.maximum.reduceat(value, starts, 1)
    near = np.where(value >= (best - TIE)[:, group], second, -np.inf)
    other = np.maximum.reduceat(near, starts, 1)
    first = np.where(near >= (other - TIE)[:, group], np.arange(columns), columns)
    return best, other, np.minimum.reduceat(first, starts, 1)


def _mean(values: Float, starts: Index) -> Float:
    mean: Float = np.add.reduceat(values, starts) / np.diff(starts, append=len(values))[:, None]
    return mean

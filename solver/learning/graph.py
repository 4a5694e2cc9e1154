"""The same methods on a game whose moments stand in a table: for every game that is no race and has few enough.

Values are what each player still gets, so games for one, for points, and for several who play for themselves are alike.
"""

from typing import NamedTuple

import numpy as np

from solver.jit import compiled
from solver.learning.kernels import (
    EXPECTED_SARSA,
    FAINT,
    MEMORY,
    Q_LEARNING,
    SARSA,
    Counts,
    Floats,
    LearningRule,
    explore,
    step_size,
)
from solver.race.exact import fade_value

CHANCE, OVER = -1, -2
FREE = -1
"""The choice of a player who takes the best edge by the values."""
EVEN = 1e-12
"""Edges nearer than this are equal, and values that change less have settled."""
MOST_SWEEPS = 10_000


class GameGraph(NamedTuple):
    """Moments of a game and the edges between them; the game begins in moment 0.

    Moment m has the edges `first[m]` to `first[m + 1]`: what its `player` can do, or how dice fall where that is
    CHANCE; none where it is OVER. Edge e leads to moment `child[e]` with a chance, 1 after a choice; `cumulative` sums
    the chances of a moment so far. `reward[e, p]` is what player p gets on the way. Discounts draw values to `rest`.
    """

    player: Counts
    first: Counts
    child: Counts
    chance: Floats
    cumulative: Floats
    reward: Floats
    rest: float


@compiled
def best_edge(graph: GameGraph, values: Floats, moment: int) -> int:
    """Return the first of the best edges of the player who chooses, by the values of moments."""
    best, own = int(graph.first[moment]), graph.player[moment]
    worth = graph.reward[best, own] + values[graph.child[best], own]
    for edge in range(best + 1, graph.first[moment + 1]):
        other = graph.reward[edge, own] + values[graph.child[edge], own]
        if other > worth + EVEN:
            best, worth = edge, other
    return best


@compiled
def average(graph: GameGraph, values: Floats, moment: int) -> float:
    """Set the values of a moment of chance to the mean of what can fall; return by how much they change at most."""
    change = 0.0
    for player in range(values.shape[1]):
        total = 0.0
        for edge in range(graph.first[moment], graph.first[moment + 1]):
            total += graph.chance[edge] * (graph.reward[edge, player] + values[graph.child[edge], player])
        change = max(change, abs(total - values[moment, player]))
        values[moment, player] = total
    return change


@compiled
def settle(graph: GameGraph, choice: Counts, values: Floats, sweeps: int, fade: float) -> tuple[int, float]:
    """Sweep over all moments, the last one first, until values settle, at most so often; return how often.

    Players take the edge `choice[moment]`, the best one where that is FREE. A discount of 1 - `fade` draws what an edge
    is worth to its rest. The second number is the largest change of the last sweep.
    """
    change = 0.0
    for sweep in range(sweeps):
        change = 0.0
        for moment in range(len(graph.player) - 1, -1, -1):
            if graph.player[moment] == CHANCE:
                change = max(change, average(graph, values, moment))
            elif graph.player[moment] != OVER:
                edge = choice[moment]
                if edge == FREE:
                    edge = best_edge(graph, values, moment)
                for player in range(values.shape[1]):
                    worth = fade_value(graph.reward[edge, player] + values[graph.child[edge], player], graph.rest, fade)
                    change = max(change, abs(worth - values[moment, player]))
                    values[moment, player] = worth
        if change <= EVEN:
            return sweep + 1, change
    return sweeps, change


@compiled
def refresh(graph: GameGraph, values: Floats) -> None:
    """Set the values of all moments of chance by those that follow."""
    for moment in range(len(graph.player) - 1, -1, -1):
        if graph.player[moment] == CHANCE:
            average(graph, values, moment)


@compiled
def improve(graph: GameGraph, worth: Floats, choice: Counts) -> int:
    """Choose another edge wherever one is better by its `worth[edge, player]`; return how many choices change."""
    changed = 0
    for moment in range(len(graph.player)):
        own = graph.player[moment]
        if own >= 0:
            best = graph.first[moment] if choice[moment] == FREE else choice[moment]
            for edge in range(graph.first[moment], graph.first[moment + 1]):
                if worth[edge, own] > worth[best, own] + EVEN:
                    best = edge
            changed += best != choice[moment]
            choice[moment] = best
    return changed


@compiled
def fall(graph: GameGraph, moment: int, got: Floats, rng: np.random.Generator) -> int:
    """Return the moment in which somebody acts next, or the end, and add what is got on the way."""
    while graph.player[moment] == CHANCE:
        begin, end = graph.first[moment], graph.first[moment + 1]
        edge = begin + np.searchsorted(graph.cumulative[begin:end], rng.random(), side="right")
        for player in range(len(got)):
            got[player] += graph.reward[edge, player]
        moment = graph.child[edge]
    return moment


@compiled
def follow(graph: GameGraph, edge: int, got: Floats, rng: np.random.Generator) -> int:
    """Return the same after an edge that a player takes; `got` is what is got on the way."""
    for player in range(len(got)):
        got[player] = graph.reward[edge, player]
    return fall(graph, graph.child[edge], got, rng)


@compiled
def begin_game(graph: GameGraph, rule: LearningRule, acting: Counts, got: Floats, rng: np.random.Generator) -> int:
    """Return the moment in which somebody acts first: any of `acting` where starts are explored; add what is got."""
    return acting[int(rng.random() * len(acting))] if rule.exploring else fall(graph, 0, got, rng)


@compiled
def pick(graph: GameGraph, q: Floats, moment: int, epsilon: float, rng: np.random.Generator) -> tuple[int, bool]:
    """Return an edge, with chance `epsilon` any, else the best by `q[edge, player]`; and whether it is the best."""
    begin, end = graph.first[moment], graph.first[moment + 1]
    edge, greedy = explore(q[begin:end, graph.player[moment]], 0, epsilon, rng)
    return begin + edge, greedy


@compiled
def spread_all(delta: Floats, steps: tuple[Counts, Floats], values: Floats, last: tuple[int, int], fade: float) -> None:
    """Add `delta` to the values of the places of the last steps, the last one whole, those before fading."""
    (places, sizes), (place, length) = steps, last
    weight = 1.0
    for back in range(min(length, MEMORY)):
        at = (place - back) % MEMORY
        if weight < FAINT:
            return
        for player in range(len(delta)):
            values[places[at], player] += sizes[at] * weight * delta[player]
        weight *= fade


@compiled
def learn_edges(
    graph: GameGraph, rule: LearningRule, table: tuple[Floats, Counts, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games, and move each `q[edge, player]` towards what follows at once; return the number of moves.

    The table holds q, the visits of edges, and the moments in which somebody acts. See `learn_actions`.
    """
    q, visits, acting = table
    steps = np.empty(MEMORY, np.int64), np.empty(MEMORY)
    got, delta = np.zeros(q.shape[1]), np.zeros(q.shape[1])
    moves = 0
    for _ in range(games):
        moment = begin_game(graph, rule, acting, got, rng)
        edge, greedy = pick(graph, q, moment, rule.epsilon, rng)
        place, length = 0, 0
        while True:
            moment = follow(graph, edge, got, rng)
            over = graph.player[moment] == OVER
            next_edge, next_greedy, best = 0, True, 0
            begin, end = graph.first[moment], graph.first[moment + 1]
            if not over:
                next_edge, next_greedy = pick(graph, q, moment, rule.epsilon, rng)
                best = next_edge if rule.kind == SARSA else pick(graph, q, moment, 0.0, rng)[0]
            for player in range(len(got)):
                value = 0.0 if over else q[best, player]
                if rule.kind == EXPECTED_SARSA and not over:
                    value = (1.0 - rule.epsilon) * value + rule.epsilon * q[begin:end, player].mean()
                discounted = graph.rest + rule.gamma * (got[player] + value - graph.rest)
                delta[player] = discounted - q[edge, player]
            visits[edge] += 1
            if rule.kind == Q_LEARNING and not greedy:
                length = 0
            place = (place + 1) % MEMORY
            length += 1
            steps[0][place], steps[1][place] = edge, step_size(rule, visits[edge])
            spread_all(delta, steps, q, (place, length), rule.gamma * rule.trace)
            moves += 1
            if over:
                break
            edge, greedy = next_edge, next_greedy
    return moves


@compiled
def learn_moments(
    graph: GameGraph, rule: LearningRule, table: tuple[Floats, Counts, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games, and move each `values[moment, player]` towards that of what follows it. See `learn_states`."""
    values, visits, acting = table
    steps = np.empty(MEMORY, np.int64), np.empty(MEMORY)
    got, delta = np.zeros(values.shape[1]), np.zeros(values.shape[1])
    moves = 0
    for _ in range(games):
        moment = begin_game(graph, rule, acting, got, rng)
        place, length = 0, 0
        while graph.player[moment] != OVER:
            begin, end, own = graph.first[moment], graph.first[moment + 1], graph.player[moment]
            ahead = np.empty(end - begin)
            for edge in range(begin, end):
                if graph.player[graph.child[edge]] == CHANCE:
                    average(graph, values, graph.child[edge])
                ahead[edge - begin] = graph.reward[edge, own] + values[graph.child[edge], own]
            edge, greedy = explore(ahead, 0, rule.epsilon, rng)
            after = follow(graph, begin + edge, got, rng)
            visits[moment] += 1
            if greedy:
                place = (place + 1) % MEMORY
                length += 1
                steps[0][place], steps[1][place] = moment, step_size(rule, visits[moment])
                for player in range(len(got)):
                    worth = got[player] + values[after, player]
                    delta[player] = graph.rest + rule.gamma * (worth - graph.rest) - values[moment, player]
                spread_all(delta, steps, values, (place, length), rule.gamma * rule.trace)
                moves += 1
            else:
                length = 0
            moment = after
    return moves


@compiled
def learn_outcomes(
    graph: GameGraph, rule: LearningRule, table: tuple[Floats, Counts, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games, and move each `q[edge, player]` on the way towards what came of it. See `learn_returns`."""
    q, visits, acting = table
    players = q.shape[1]
    path, rewards = np.empty(256, np.int64), np.empty((256, players))
    got = np.zeros(players)
    moves = 0
    for _ in range(games):
        moment, length = begin_game(graph, rule, acting, got, rng), 0
        while graph.player[moment] != OVER:
            if length == len(path):
                path, rewards = np.concatenate((path, path)), np.concatenate((rewards, rewards))
            path[length], _ = pick(graph, q, moment, rule.epsilon, rng)
            moment = follow(graph, path[length], got, rng)
            for player in range(players):
                rewards[length, player] = got[player]
            length += 1
        came = np.zeros(players)
        for at in range(length - 1, -1, -1):
            edge = path[at]
            visits[edge] += 1
            step = rule.alpha if rule.alpha > 0.0 else 1.0 / visits[edge]
            for player in range(players):
                worth = rewards[at, player] + came[player]
                came[player] = graph.rest + rule.gamma * (worth - graph.rest)
                q[edge, player] += step * (came[player] - q[edge, player])
        moves += length
    return moves

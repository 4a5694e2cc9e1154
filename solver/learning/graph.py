"""Compiled code of the learners, over a table of all moments of a game: sweeps, and games that a player plays alone.

Values are what each player still gets, so games for one, for points, and for several who play for themselves are alike.
The methods are those of Sutton and Barto, "Reinforcement Learning", second edition, 2018, chapters 4, 5, 6 and 12.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

CHANCE, OVER = -1, -2
FREE, KEPT = -1, -2
"""The choice where a player takes the best edge by the values, and where a value stays as it is."""
EVEN, STILL = 1e-12, 1e-14
"""Edges nearer than EVEN are equal. Values that change by no more than STILL, as a share of those above 1, settle."""
MOST_SWEEPS = 10_000
MONTE_CARLO, TD, SARSA, Q_LEARNING, EXPECTED_SARSA = range(5)
FAINT, MEMORY = 1e-4, 1 << 15
"""A share of a difference below FAINT is forgotten, and so is what lies further back than this many steps."""
POWER = 0.8
"""The step of the nth visit is n to minus this (Even-Dar and Mansour, "Learning Rates for Q-learning", 2003)."""
LONGEST = 1_000_000
"""A game that lasts so many steps is given up."""


class GameGraph(NamedTuple):
    """Moments of a game and the edges between them; the game begins in moment 0.

    Moment m has the edges `first[m]` to `first[m + 1]`: what its `player` can do, or how dice fall where that is
    CHANCE; none where it is OVER. Edge e leads to moment `child[e]` with a chance, 1 after a choice. `reward[e, p]` is
    what player p gets on the way. Discounts draw values to `rest`. `order` lists the moments so that those of block b,
    `blocks[b]` to `blocks[b + 1]`, lead only to one another and to earlier blocks.
    """

    player: Counts
    first: Counts
    child: Counts
    chance: Floats
    reward: Floats
    rest: float
    order: Counts
    blocks: Counts


class LearningRule(NamedTuple):
    """How a learner learns that plays: its kind, and the numbers of `solver.learning.settings`.

    `alpha` is the step, 0 for one that falls with the visits. `exploring` begins games anywhere.
    """

    kind: int
    epsilon: float
    gamma: float
    alpha: float
    trace: float
    exploring: bool


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
def put(values: Floats, moment: int, player: int, worth: float) -> float:
    """Set a value; return by how much it changes, as a share of one above 1."""
    change = abs(worth - values[moment, player])
    values[moment, player] = worth
    return float(change / max(1.0, abs(worth)))


@compiled
def average(graph: GameGraph, values: Floats, moment: int) -> float:
    """Set the values of a moment of chance to the mean of what can fall; return by how much they change at most."""
    change = 0.0
    for player in range(values.shape[1]):
        total = 0.0
        for edge in range(graph.first[moment], graph.first[moment + 1]):
            total += graph.chance[edge] * (graph.reward[edge, player] + values[graph.child[edge], player])
        change = max(change, put(values, moment, player, total))
    return change


@compiled
def sweep(graph: GameGraph, choice: Counts, values: Floats, part: tuple[int, int], gamma: float) -> float:
    """Set the values of the moments `order[part[0]:part[1]]`, one after the other; return the largest change.

    For the value of player p a moment's player takes the edge `choice[moment, p]`, the best one where that is FREE. The
    discount `gamma` draws what an edge is worth to the rest.
    """
    change = 0.0
    for place in range(*part):
        moment = graph.order[place]
        if graph.player[moment] == CHANCE:
            change = max(change, average(graph, values, moment))
        elif graph.player[moment] != OVER and choice[moment, 0] != KEPT:
            free = choice[moment, 0] == FREE
            best = best_edge(graph, values, moment) if free else 0
            for player in range(values.shape[1]):
                edge = best if free else choice[moment, player]
                worth = graph.reward[edge, player] + values[graph.child[edge], player]
                worth = graph.rest + gamma * (worth - graph.rest)
                change = max(change, put(values, moment, player, worth))
    return change


@compiled
def settle(graph: GameGraph, choice: Counts, values: Floats) -> None:
    """Sweep over each block until its values settle, those first to which others lead. See `sweep`."""
    for block in range(len(graph.blocks) - 1):
        for _ in range(MOST_SWEEPS):
            part = graph.blocks[block], graph.blocks[block + 1]
            if sweep(graph, choice, values, part, 1.0) <= STILL:
                break


@compiled
def improve(graph: GameGraph, worth: Floats, choice: Counts) -> Counts:
    """Return `choice`, another edge wherever one is better by its `worth[edge, player]`; FREE chooses the first."""
    found = choice.copy()
    for moment in range(len(graph.player)):
        own = graph.player[moment]
        if own >= 0:
            best = graph.first[moment] if choice[moment] == FREE else choice[moment]
            for edge in range(graph.first[moment], graph.first[moment + 1]):
                if worth[edge, own] > worth[best, own] + EVEN:
                    best = edge
            found[moment] = best
    return found


@compiled
def fall(graph: GameGraph, moment: int, got: Floats, rng: np.random.Generator) -> int:
    """Return the moment in which somebody acts next, or the end, and add what is got on the way."""
    while graph.player[moment] == CHANCE:
        edge, left = graph.first[moment], rng.random()
        while edge < graph.first[moment + 1] - 1 and left >= graph.chance[edge]:
            left -= graph.chance[edge]
            edge += 1
        for player in range(len(got)):
            got[player] += graph.reward[edge, player]
        moment = graph.child[edge]
    return moment


@compiled
def pick(
    graph: GameGraph, rule: LearningRule, known: Floats, moment: int, rng: np.random.Generator
) -> tuple[int, int, bool]:
    """Return an edge, with the chance epsilon any, else the best; the best; and whether both are as good.

    Chance picks the best among equals. By TD an edge is worth what the moment after it is; else it has its own value.
    """
    begin, end, own = graph.first[moment], graph.first[moment + 1], graph.player[moment]
    worth = np.empty(end - begin)
    best, equal = 0, 0
    for number in range(end - begin):
        edge = begin + number
        if rule.kind == TD:
            if graph.player[graph.child[edge]] == CHANCE:
                average(graph, known, graph.child[edge])
            worth[number] = graph.reward[edge, own] + known[graph.child[edge], own]
        else:
            worth[number] = known[edge, own]
        if worth[number] > worth[best]:
            best, equal = number, 1
        elif worth[number] == worth[best]:
            equal += 1
            if rng.random() * equal < 1.0:
                best = number
    picked = best
    if rule.epsilon > 0.0 and rng.random() < rule.epsilon:
        picked = int(rng.random() * (end - begin))
    return begin + picked, begin + best, worth[picked] == worth[best]


@compiled
def value_after(graph: GameGraph, rule: LearningRule, known: Floats, following: tuple[int, int], player: int) -> float:
    """Return what a player still gets after a step, as it is known; `following` are the next moment and edge.

    It is the value of the next moment (TD), of the next edge (Sarsa: that picked, Q-learning: the best one), or the
    mean over what is explored (expected Sarsa).
    """
    moment, edge = following
    if rule.kind == TD:
        return float(known[moment, player])
    value = float(known[edge, player])
    if rule.kind == EXPECTED_SARSA:
        every = known[graph.first[moment] : graph.first[moment + 1], player].mean()
        return float((1.0 - rule.epsilon) * value + rule.epsilon * every)
    return value


@compiled
def step_size(rule: LearningRule, visits: int) -> float:
    """Return the step of a visit, which is counted: Monte Carlo takes means."""
    if rule.alpha > 0.0:
        return rule.alpha
    return 1.0 / visits if rule.kind == MONTE_CARLO else float(visits**-POWER)


@compiled
def spread(delta: Floats, steps: tuple[Counts, Floats], known: Floats, length: int, fade: float) -> None:
    """Add `delta` to the values of the places of the last steps, the last one whole, those before fading."""
    places, sizes = steps
    weight = 1.0
    for back in range(min(length, MEMORY)):
        at = (length - 1 - back) % MEMORY
        if weight < FAINT:
            return
        for player in range(len(delta)):
            known[places[at], player] += sizes[at] * weight * delta[player]
        weight *= fade


@compiled
def learn_outcome(
    graph: GameGraph, rule: LearningRule, table: tuple[Floats, Counts], steps: tuple[Counts, Floats], length: int
) -> None:
    """Move the values of all places of a game towards what came of it (every-visit Monte Carlo control)."""
    (known, visits), (places, rewards) = table, steps
    came = np.zeros(known.shape[1])
    for back in range(min(length, MEMORY)):
        at = (length - 1 - back) % MEMORY
        visits[places[at]] += 1
        step = step_size(rule, visits[places[at]])
        for player in range(len(came)):
            came[player] = graph.rest + rule.gamma * (rewards[at, player] + came[player] - graph.rest)
            known[places[at], player] += step * (came[player] - known[places[at], player])


@compiled
def play(
    graph: GameGraph, rule: LearningRule, table: tuple[Floats, Counts, Counts], games: int, rng: np.random.Generator
) -> int:
    """Play games and learn from each step of them, or by Monte Carlo from their ends; return the number of updates.

    The table holds values and visits, of moments for TD, else of edges, and the moments in which somebody acts.
    Q-learning's traces end at an action that is not the best (Watkins); TD learns nothing from it.
    """
    known, visits, acting = table
    places, sizes, rewards = np.empty(MEMORY, np.int64), np.empty(MEMORY), np.empty((MEMORY, known.shape[1]))
    got, delta = np.zeros(known.shape[1]), np.zeros(known.shape[1])
    updates = 0
    for _ in range(games):
        moment = acting[int(rng.random() * len(acting))] if rule.exploring else fall(graph, 0, got, rng)
        edge, _, greedy = pick(graph, rule, known, moment, rng)
        length = 0
        for _ in range(LONGEST):
            got[:] = graph.reward[edge]
            after = fall(graph, graph.child[edge], got, rng)
            over = graph.player[after] == OVER
            picked, best, greedy_next = edge, edge, True
            if not over:
                picked, best, greedy_next = pick(graph, rule, known, after, rng)
            place = moment if rule.kind == TD else edge
            if not greedy and rule.kind in (Q_LEARNING, TD):
                length = 0
            at = length % MEMORY
            places[at], rewards[at] = place, got
            if rule.kind == MONTE_CARLO:
                length += 1
            else:
                visits[place] += 1
                if greedy or rule.kind != TD:
                    sizes[at] = step_size(rule, visits[place])
                    length += 1
                    updates += 1
                    following = after, picked if rule.kind == SARSA else best
                    for player in range(len(got)):
                        later = 0.0 if over else value_after(graph, rule, known, following, player)
                        worth = graph.rest + rule.gamma * (got[player] + later - graph.rest)
                        delta[player] = worth - known[place, player]
                    spread(delta, (places, sizes), known, length, rule.gamma * rule.trace)
            if over:
                break
            moment, edge, greedy = after, picked, greedy_next
        if rule.kind == MONTE_CARLO:
            learn_outcome(graph, rule, (known, visits), (places, rewards), length)
            updates += min(length, MEMORY)
    return updates

"""A game as a Markov decision process, described by its own rules: states, actions, transitions, rewards, discount.

All of it is counted in the table of moments that learners take. A cycle is a way from a state back to itself; states
that can come again lie in a strongly connected component (Tarjan, "Depth-first search and linear graph algorithms",
1972). Where there is none, each state has a rank that every action lowers, which proves it.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from solver.decision import count_in_words
from solver.environments.learned import MOST_STATES, graph_of
from solver.errors import OptionError
from solver.learning.graph import CHANCE, OVER, GameGraph
from solver.process.model import AnyModel

FEW_ACTIONS = 8
FEW_OUTCOMES = 6
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ProcessCounts:
    """What is counted in a game: moments in which somebody acts, in which dice fall, and in which the game is over.

    `choices` are pairs of a state and an action, `transitions` all ways that these can end: once after a choice that
    throws nothing, and once for each way in which its dice can fall; each ends in a state or in an end. `rewards` are
    all that a player can get for one action, rising. `components` are the sizes of the strongly connected components
    with a cycle, in states, the largest first. `longest` is the most actions that a game can take, steps from a state
    straight back to itself left out; None with another cycle.
    """

    states: int
    throws: int
    ends: int
    choices: int
    most_choices: int
    transitions: int
    rewards: tuple[float, ...]
    components: tuple[int, ...]
    longest: int | None


@dataclass(frozen=True, slots=True)
class ProcessDescription:
    """A game as a decision process: its `model`, what is counted, and a shortest `cycle` of moments in words, if any.

    The `example` is how the first throw of a game can end: the chance of each moment that follows, in words. Where the
    states are too many to write down, `counts` is None.
    """

    model: AnyModel
    example: tuple[tuple[float, str], ...]
    counts: ProcessCounts | None = None
    cycle: tuple[str, ...] = ()


def describe_process(model: AnyModel) -> ProcessDescription:
    """Return the description of a game, with what is counted where its states are few enough."""
    example = _example(model)
    try:
        graph, moments = graph_of(model)
    except OptionError:
        return ProcessDescription(model, example)
    components = _components(graph)
    return ProcessDescription(
        model, example, _count(graph, components), _cycle(graph, components, list(moments.places))
    )


def _leads(graph: GameGraph) -> csr_matrix:
    """Return which moment leads to which, edges of no chance left out."""
    size = len(graph.player)
    begin = np.repeat(np.arange(size), np.diff(graph.first))
    on = graph.chance > 0
    return csr_matrix((np.ones(int(on.sum()), np.int8), (begin[on], graph.child[on])), shape=(size, size))


def _components(graph: GameGraph) -> Ints:
    """Return the number of each moment's component, -1 for a moment that lies on no cycle."""
    leads = _leads(graph)
    _, labels = connected_components(leads, directed=True, connection="strong")
    sizes = np.bincount(labels)
    looped = np.zeros(len(sizes), np.bool_)
    looped[labels[leads.diagonal() > 0]] = True
    return np.where((sizes[labels] > 1) | looped[labels], labels, -1)


def _count(graph: GameGraph, components: Ints) -> ProcessCounts:
    acts, chance = graph.player >= 0, graph.player == CHANCE
    edges = np.diff(graph.first)
    after = graph.player[graph.child]
    begin = np.repeat(np.arange(len(graph.player)), edges)
    chosen = acts[begin]
    thrown = chance[begin] & (graph.chance > 0)
    cyclic = components[acts & (components >= 0)]
    sizes = np.bincount(cyclic) if len(cyclic) else np.zeros(0, np.int64)
    return ProcessCounts(
        states=int(acts.sum()),
        throws=int(chance.sum()),
        ends=int((graph.player == OVER).sum()),
        choices=int(chosen.sum()),
        most_choices=int(edges[acts].max()),
        transitions=int(thrown.sum() + (chosen & (after != CHANCE)).sum()),
        rewards=tuple(np.unique(graph.reward[graph.chance > 0].round(9)).tolist()),
        components=tuple(sorted(sizes[sizes > 0].tolist(), reverse=True)),
        longest=None if sizes.max(initial=0) > 1 else _longest(graph, components),
    )


def _longest(graph: GameGraph, components: Ints) -> int:
    """Return the most actions of a game that has no cycle but steps of a state back to itself, which are left out.

    This is the rank of its beginning; every other action leads to a state of a lower rank.
    """
    begin = np.repeat(np.arange(len(graph.player)), np.diff(graph.first))
    back = (components[begin] >= 0) & (components[begin] == components[graph.child])
    stays = back & (graph.player[graph.child] >= 0)
    waits = np.bincount(graph.child[~stays], minlength=len(graph.player))
    ready, order = deque(np.flatnonzero(waits == 0).tolist()), list[int]()
    while ready:
        moment = ready.popleft()
        order.append(moment)
        edges = slice(graph.first[moment], graph.first[moment + 1])
        for child in graph.child[edges][~stays[edges]].tolist():
            waits[child] -= 1
            if not waits[child]:
                ready.append(child)
    assert len(order) == len(graph.player), "every moment has a rank"
    rank = np.zeros(len(graph.player), np.int64)
    for moment in reversed(order):
        edges = slice(graph.first[moment], graph.first[moment + 1])
        after = graph.child[edges][~stays[edges]]
        if len(after):
            rank[moment] = rank[after].max() + (graph.player[moment] >= 0)
    return int(rank[0])


def _cycle(graph: GameGraph, components: Ints, names: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a shortest way from the first state on a cycle back to it, both ends included."""
    found = np.flatnonzero((components >= 0) & (graph.player >= 0))
    if not len(found):
        return ()
    start = int(found[0])
    before, ready = dict[int, int](), deque([start])
    while start not in before:
        moment = ready.popleft()
        for edge in range(graph.first[moment], graph.first[moment + 1]):
            child = int(graph.child[edge])
            if graph.chance[edge] > 0 and components[child] == components[start] and child not in before:
                before[child] = moment
                ready.append(child)
    way = [start, before[start]]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(names[moment] for moment in reversed(way) if graph.player[moment] != CHANCE)


def _example(model: AnyModel) -> tuple[tuple[float, str], ...]:
    """Return how the first throw of a game can end, after the first actions of a list, the likeliest first."""
    moment = model.start()
    while model.mover(moment) != CHANCE:
        moment = model.apply(moment, model.legal(moment)[0])
    found: dict[str, float] = {}
    for fall, chance in enumerate(model.falls(moment).chances):
        name = model.words(model.follow(moment, fall))
        found[name] = found.get(name, 0.0) + float(chance)
    return tuple(sorted(((chance, name) for name, chance in found.items()), key=lambda one: -one[0]))


def process_lines(described: ProcessDescription, title: str, unit: str) -> Iterator[str]:
    """Yield the description in lines; `unit` is in what the game's value counts."""
    model, counts, shape = described.model, described.counts, described.model.shape
    if model.players == 1:
        yield f"{title} is a Markov decision process."
    else:
        yield f"{title} is a competitive Markov decision process."
        yield f"  Where the others' policies are fixed, it is one for each of {model.players} players."
    if counts is None:
        yield f"States: more than {MOST_STATES:,}, and at most {_most_states(model):,} by the ranges of their numbers."
    else:
        ends = count_in_words(counts.ends, "end", "ends")
        yield f"States: {counts.states:,} in which somebody acts, and {ends} of a game."
    yield f"  A state is who acts, and {', '.join(shape.fields)}."
    if model.table is not None:
        yield f"  The solver's table decides {model.table.states:,} positions."
    names = shape.actions
    yield f"Actions: {', '.join(names) if len(names) <= FEW_ACTIONS else f'{names[0]}, {names[1]} … {names[-1]}'}."
    if counts is None:
        yield f"  There are {len(names):,}. Transitions: the first throw leads to"
    else:
        yield f"  States have 1 to {counts.most_choices} actions, {counts.choices:,} together."
        yield f"Transitions: {counts.transitions:,} ways in which these can end. The first throw leads to"
    for chance, name in described.example[:FEW_OUTCOMES]:
        yield f"  {chance:.6f}  {name}"
    if len(described.example) > FEW_OUTCOMES:
        yield f"  and {len(described.example) - FEW_OUTCOMES} more"
    if counts is None:
        yield f"Rewards: {shape.least:g} to {shape.most:g} in a whole game; their sum is the {unit}."
    else:
        yield f"Rewards: {_rewards(counts.rewards)}; their sum is the {unit}."
    yield "Discount: 1, because every point and every win counts alike, whenever it comes."
    if counts is None:
        yield "Transitions, rewards and cycles are counted where states are fewer: give a smaller goal or fewer turns."
    else:
        yield from _cycle_lines(counts, described.cycle)


def _most_states(model: AnyModel) -> int:
    """Return how many states there can be by the ranges of their numbers and by who acts."""
    ranges = zip(model.shape.low, model.shape.high, strict=True)
    return model.players * prod(high - low + 1 for low, high in ranges)


def _rewards(rewards: Sequence[float]) -> str:
    if len(rewards) <= FEW_ACTIONS:
        return ", ".join(f"{one:g}" for one in rewards) + " for an action"
    return f"{rewards[0]:g} to {rewards[-1]:g} for an action, {len(rewards)} different ones"


def _cycle_lines(counts: ProcessCounts, cycle: Sequence[str]) -> Iterator[str]:
    if counts.longest is not None:
        if counts.components:
            alone = count_in_words(len(counts.components), "state", "states")
            yield f"Cycles: none but those of {alone} from which a throw can lead back at once, as"
            yield f"  {cycle[0]}"
            yield "  These left out, each state has a rank, the most actions that can follow it. Every action leads"
        else:
            yield "Cycles: none. Each state has a rank, the most actions that can follow it. Every action leads"
        yield f"  to a lower rank. That of the beginning is {counts.longest:,}."
        return
    groups = count_in_words(len(counts.components), "group", "groups")
    yield f"Cycles: {sum(counts.components):,} states can come again. Those that can be reached from one another make"
    yield f"  {groups}, the largest of {counts.components[0]:,} states. The first state can come again like this:"
    yield from (f"  {name}" for name in cycle)


def process_json(described: ProcessDescription) -> dict[str, Any]:
    """Return the counts as the command line prints them."""
    counts, model = described.counts, described.model
    decided = {} if model.table is None else {"decided": model.table.states}
    known = decided | {
        "players": model.players,
        "fields": list(model.shape.fields),
        "actions": list(model.shape.actions),
    }
    if counts is None:
        return known | {"discount": 1, "most_states": _most_states(model)}
    return known | {
        "states": counts.states,
        "ends": counts.ends,
        "throws": counts.throws,
        "choices": counts.choices,
        "transitions": counts.transitions,
        "rewards": list(counts.rewards),
        "discount": 1,
        "cyclic_states": sum(counts.components),
        "components": len(counts.components),
        "largest_component": max(counts.components, default=0),
        "longest_game": counts.longest,
    }

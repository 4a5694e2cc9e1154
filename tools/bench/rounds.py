"""How fast games of one round are solved, alone and for several players, and decided, beside the budget."""

import random
import time
from collections.abc import Iterator
from functools import partial

from solver.rounds.decide import Rivalry, decide_turn
from solver.rounds.players import rivals_of, win_chances
from solver.rounds.rules import RoundRules, find_round, shipped_rounds
from solver.rounds.turn import FACES, Position
from solver.rounds.turn_graph import turn_graph
from solver.throw_distribution import fair_die
from tools.bench._figure import figure, times

FAIR = fair_die(FACES)
PLAYERS = 4
PROMPT = 5e-3


def run() -> Iterator[str]:
    """Yield the lines."""
    for name in shipped_rounds():
        rules = find_round(name)
        turn_graph.cache_clear()
        begun = time.thread_time()
        graph = turn_graph(rules, FAIR)
        written = time.thread_time() - begun
        rivals_of.cache_clear()
        begun = time.thread_time()
        aims = win_chances(rules, FAIR, PLAYERS).aims
        what = f"{name} for {PLAYERS}: {aims} aims in {graph.states:,} positions"
        yield figure(what, time.thread_time() - begun, "all that can happen in a turn written out", written)
        tries = [partial(decide_turn, rules, FAIR, *moment, Rivalry(None, 1, 1)) for moment in moments(rules, 300)]
        tries[0]()
        taken = times(tries, time.thread_time)
        yield figure(f"{name}, decision to win: median", taken.median, "budget", PROMPT)
        yield figure(f"{name}, decision to win: worst of {len(tries)}", taken.worst, "budget", PROMPT)


def moments(rules: RoundRules, count: int) -> list[tuple[Position, tuple[int, ...]]]:
    """Return positions with dice that were thrown there."""
    chance, graph = random.Random(1), turn_graph(rules, FAIR)
    positions = [chance.choice(graph.positions) for _ in range(count)]
    return [(place, tuple(chance.choices(range(1, FACES + 1), k=rules.turn.throws(place)[0]))) for place in positions]

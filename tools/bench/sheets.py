"""The time to solve score sheets, to decide, to simulate games and to play to win."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from solver.decision import Decision
from solver.jit import compiled
from solver.reason import Reason
from solver.sheet.coach.advise import advise_state
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.solve import solve
from solver.sheet.exact.table import Plan
from solver.sheet.exact.vectors import LANES, highest
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import SHEETS, find_sheet
from solver.sheet.game.dice import Lattice
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.guess import Guess
from solver.sheet.simulation import simulate
from solver.sheet.win.match import play_pairs
from solver.sheet.win.win_table import solve_wins
from solver.sheet.win.winner import Winner
from tools.bench.timing import decisions, figure, times

BUDGETS = {"yahtzee": 0.5, "kniffel": 0.5, "yatzy": 5.0, "hooligan": 0.5}
MEMORY = 200.0
PROMPT = 1e-3
# The number of vectors that fit into the nearest cache together, and the number that are compared at a time.
VECTORS, FEW = 400, 5


def sheet() -> Iterator[str]:
    """Yield the time to solve games and to decide, compared with the arithmetic that this needs and with budgets."""
    fetch = seconds_a_fetch()
    yield f"{LANES} numbers fetched from the nearest cache and compared in {fetch * 1e9:.3g} ns"
    sheets = [one for rules in SHEETS.values() for one in rules]
    for one in [*sheets, find_sheet("hooligan", commit=True)]:
        yield from time_solving(one, fetch)
    yield from memory()
    yield from time_deciding()


@compiled
def compare(rounds: int, values: NDArray[np.float64], sources: NDArray[np.int64]) -> None:
    """Find the highest of each FEW vectors of `values`, which `sources` lists by their index, `rounds` times."""
    for _ in range(rounds):
        highest(values, 0, sources, (0, FEW, len(sources) // FEW))


def seconds_a_fetch() -> float:
    """Return the seconds in which a vector is fetched from the nearest cache and compared."""
    space = np.zeros((VECTORS + 1) * LANES)
    begin = -space.ctypes.data % (8 * LANES) // 8
    values = space[begin : begin + VECTORS * LANES]
    rows = VECTORS // 2
    sources = np.random.default_rng(1).integers(rows, VECTORS, rows * FEW) * LANES
    compare(1, values, sources)
    return times([partial(compare, 100, values, sources)] * 50, time.thread_time).best / (100 * len(sources))


def time_solving(sheet: Sheet, fetch: float) -> Iterator[str]:
    """Yield the time of an exact solution on one core, compared with its budget and the arithmetic that it needs."""
    tables = [solve(sheet, clock=time.thread_time) for _ in range(7)]
    table = tables[0]
    seconds = min(table.seconds for table in tables)
    totals, operations = count_work(table.plan, table.lattice)
    name = f"{sheet.name} {sheet.rule}{' commit' * sheet.commit}"
    states = f"{name}: {table.states:,} states, {table.states / seconds / 1e6:.2f} million a second"
    yield figure(states, seconds, "budget", BUDGETS[sheet.name])
    what = f"{name}: {totals:,} of them with a separate value"
    yield figure(what, seconds, f"{operations:,} steps on numbers in the cache", operations / LANES * fetch)


def count_work(plan: Plan, lattice: Lattice) -> tuple[int, int]:
    """Return the number of states that need a value, and the multiply-adds and comparisons for all of them.

    A throw adds and compares on each edge of the lattice; the first throw only weighs the rolls.
    """
    masks = np.arange((1 << plan.boxes) - 1)
    totals = (plan.end - plan.begin + 1)[:-1] * np.where(masks & plan.yahtzee, plan.flags, 1)
    rolls = len(lattice.roll_chances)
    edges = 2 * lattice.one_more.size * (plan.throws - 1)
    fixed = rolls + np.zeros(len(masks), np.int64) if plan.commit else np.full(len(masks), rolls + edges)
    each_box = [plan.first[box + 1] - plan.first[box] + rolls + edges * plan.commit for box in range(plan.boxes)]
    for box, steps in enumerate(each_box):
        fixed += np.where(masks >> box & 1, 0, steps)
    return int(totals.sum()), int(totals @ fixed)


def memory() -> Iterator[str]:
    """Yield the peak memory of a process that only solves Yahtzee, with all modules that it loads."""
    program = """
import re
from pathlib import Path
from solver.sheet.exact.solve import solve
from solver.sheet.game.custom_sheet import find_sheet

def most():
    print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])

most()
solve(find_sheet("yahtzee"))
most()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after = (int(size) / 1e3 for size in run.stdout.split())
    yield f"yahtzee solved in {after:.0f} MB, {before:.0f} MB of them before the start; budget {MEMORY:.0f} MB"


def time_deciding() -> Iterator[str]:
    """Yield the time of a decision with all its options, with and without its reason."""
    table = load_sheet(find_sheet("yahtzee"))
    states = moments(table.sheet, 400)
    yield from decisions("decision with all options", [partial(weigh, table, state) for state in states], PROMPT)
    why = [partial(explain, partial(advise_state, table), state) for state in states]
    yield from decisions("decision with all options and why", why, PROMPT)


def explain(decide: Callable[[SheetState], Decision], state: SheetState) -> Reason:
    """Return the reason of a decision."""
    return decide(state).reason


def moments(sheet: Sheet, count: int) -> list[SheetState]:
    """Return `count` random states of games on one card, in which each roll so far was scored in a random box."""
    chance = random.Random(1)
    found = []
    for _ in range(count):
        card = Card.blank(sheet)
        for _ in range(chance.randrange(len(sheet.boxes))):
            dice = [chance.randint(1, sheet.sides) for _ in range(sheet.dice)]
            card = card.with_score(chance.choice(card.boxes_for(dice)), dice)
        dice = sorted(chance.randint(1, sheet.sides) for _ in range(sheet.dice))
        found.append(SheetState((card,), 0, tuple(dice), chance.randrange(sheet.throws)))
    return found


GAMES = 200_000
MATCHES = 20_000
PER_GAME, PER_WIN = 1 / 20_000, 1 / 100


def sheet_winning() -> Iterator[str]:
    """Yield the time to simulate score sheets and to play to win, and how often playing to win wins."""
    table = load_sheet(find_sheet("yahtzee"))
    points = Guess.of_table(table)
    for games in (GAMES // 10, GAMES):
        simulate(points, 2, 1)
        played = simulate(points, games, 1, clock=time.thread_time)
        yield figure(f"a game of {games:,}, optimal play", 1 / played.games_per_second, "budget", PER_GAME)
    solve_wins(load_sheet(find_sheet("hooligan")))
    begun = time.process_time()
    wins = solve_wins(table)
    yield f"chances to win found in {time.process_time() - begun:.1f} s of one core"
    winner = Winner(wins)
    for players in (2, 4, 8):
        states = [replace(state, cards=state.cards * players) for state in moments(table.sheet, 200)]
        tries = [partial(explain, winner.decide, state) for state in states]
        tries[0]()
        taken = times(tries, time.thread_time)
        yield figure(f"decision to win and why, {players} players: median", taken.median, "budget", PROMPT)
    play_pairs(wins, points, 4, 1)
    match = play_pairs(wins, points, MATCHES, 1, clock=time.thread_time)
    yield figure(f"a game of {MATCHES:,} to win against points", 1 / match.games_per_second, "budget", PER_WIN)
    first, second = (100 * share for share in match.seats)
    yield (
        f"playing to win gets {100 * match.share:.2f} % of them (standard error {100 * match.standard_error:.2f}), "
        f"{first:.2f} % in the first seat and {second:.2f} % in the second"
    )

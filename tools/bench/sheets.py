"""Score sheets: how fast they are solved, decided, simulated and played to win, and what strategies bring."""

import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.coach.advise import advise_state
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.solve import solve
from solver.sheet.exact.table import Plan, Policy, SheetTable, plan_of
from solver.sheet.exact.vectors import LANES, highest
from solver.sheet.game.card import Card
from solver.sheet.game.dice import Lattice
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import SHEETS, Sheet, find_sheet
from solver.sheet.policy import strategies
from solver.sheet.policy.decision_list import (
    ANY_TALLY,
    NOT,
    DecisionList,
    DecisionRule,
    Ints,
    Situation,
    most_points,
    scores_in,
    upper_box,
)
from solver.sheet.policy.evaluate import evaluate
from solver.sheet.policy.guess import Guess, hardest_first
from solver.sheet.policy.strategies import STRATEGIES, sheet_strategy, strategies_for
from solver.sheet.simulation import simulate
from solver.sheet.win.match import play_pairs
from solver.sheet.win.win_table import solve_wins
from solver.sheet.win.winner import Winner
from solver.throw_distribution import fair_die
from tools.bench.timing import decisions, figure, times

BUDGETS = {"yahtzee": 0.5, "kniffel": 0.5, "yatzy": 5.0, "hooligan": 0.5}
MEMORY = 200.0
PROMPT = 1e-3
# What fits into the nearest cache together, and how many of them are compared at a time.
VECTORS, FEW = 400, 5


def sheet() -> Iterator[str]:
    """Yield how fast games are solved and decided, beside the arithmetic that is needed and the budgets."""
    fetch = seconds_a_fetch()
    yield f"{LANES} numbers fetched from the nearest cache and compared in {fetch * 1e9:.3g} ns"
    sheets = [one for rules in SHEETS.values() for one in rules]
    for one in [*sheets, find_sheet("hooligan", commit=True)]:
        yield from solving(one, fetch)
    yield from memory()
    yield from deciding()


@compiled
def compare(rounds: int, values: NDArray[np.float64], sources: NDArray[np.int64]) -> None:
    """Find the highest of FEW vectors anywhere in `values`, as often as `sources` has them, `rounds` times."""
    for _ in range(rounds):
        highest(values, 0, sources, (0, FEW, len(sources) // FEW))


def seconds_a_fetch() -> float:
    """Return what it takes to fetch a vector from the nearest cache and to compare it."""
    space = np.zeros((VECTORS + 1) * LANES)
    begin = -space.ctypes.data % (8 * LANES) // 8
    values = space[begin : begin + VECTORS * LANES]
    rows = VECTORS // 2
    sources = np.random.default_rng(1).integers(rows, VECTORS, rows * FEW) * LANES
    compare(1, values, sources)
    return times([partial(compare, 100, values, sources)] * 50, time.thread_time).best / (100 * len(sources))


def solving(sheet: Sheet, fetch: float) -> Iterator[str]:
    """Yield the time of an exact solution on one core beside its budget and beside the arithmetic that it needs."""
    tables = [solve(sheet, clock=time.thread_time) for _ in range(7)]
    table = tables[0]
    seconds = min(table.seconds for table in tables)
    totals, operations = count_work(table.plan, table.lattice)
    name = f"{sheet.name} {sheet.rule}{' commit' * sheet.commit}"
    states = f"{name}: {table.states:,} states, {table.states / seconds / 1e6:.2f} million a second"
    yield figure(states, seconds, "budget", BUDGETS[sheet.name])
    what = f"{name}: {totals:,} of them with a value of their own"
    yield figure(what, seconds, f"{operations:,} steps on numbers at hand", operations / LANES * fetch)


def count_work(plan: Plan, lattice: Lattice) -> tuple[int, int]:
    """Return how many states need a value, and the multiply-adds and comparisons that give it to all of them.

    A throw adds and compares on each edge of the lattice; the first one weighs the rolls alone.
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
    """Yield the most memory that a process holds which does nothing but solve Yahtzee, all that it loads included."""
    program = """
import re
from pathlib import Path
from solver.sheet.exact.solve import solve
from solver.sheet.game.sheet import find_sheet

def most():
    print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])

most()
solve(find_sheet("yahtzee"))
most()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after = (int(size) / 1e3 for size in run.stdout.split())
    yield f"yahtzee solved in {after:.0f} MB, {before:.0f} MB of them before it begins; budget {MEMORY:.0f} MB"


def deciding() -> Iterator[str]:
    """Yield what a decision takes with all its options."""
    table = load_sheet(find_sheet("yahtzee"))
    states = moments(table.sheet, 400)
    yield from decisions("decision with all options", [partial(weigh, table, state) for state in states], PROMPT)
    why = [partial(advise_state, table, state) for state in states]
    yield from decisions("decision with all options and why", why, PROMPT)


def moments(sheet: Sheet, count: int) -> list[SheetState]:
    """Return moments of games on one card in which every roll is scored anywhere."""
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
    """Yield how fast score sheets are simulated and played to win, and how often playing to win wins."""
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
        tries = [partial(winner.decide, state) for state in states]
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


LIMIT = 10.0
FAIR = fair_die(6)
FREE, FORCED, PLAIN = (find_sheet("yahtzee", rule) for rule in ("free", "forced", "plain"))
AS_LISTED = "three of a kind or of a number goes before a full house"


def sheet_strategies() -> Iterator[str]:
    """Yield times, figures beside the published ones, and alternatives to what we chose."""
    yield from compare_strategies()
    yield at_one_table()
    yield from alternatives()


def compare_strategies() -> Iterator[str]:
    """Yield what each strategy brings in each game, with the seconds of one core beside the limit."""
    for sheets in SHEETS.values():
        usual = sheets[0]
        for name in strategies_for(usual):
            strategy = sheet_strategy(name, usual)
            evaluate(strategy)
            begun = time.process_time()
            found = evaluate(strategy)
            taken = time.process_time() - begun
            beside = f"{found.mean:.4f} / {found.sd:.4f}"
            if usual == FORCED:
                beside += " (published {} / {})".format(*STRATEGIES[name].published)
            yield figure(f"{usual.name}: {name} evaluated exactly", taken, beside, LIMIT)


ROBOTS = 8
"""So many robots play at one table in Botzee's version 7.20."""


def at_one_table() -> str:
    """Return the mean of eight robots of version 7.20 at one table, and how often it is as high as published."""
    found = evaluate(sheet_strategy("botzee-7.20", FORCED))
    published = STRATEGIES["botzee-7.20"].published[0]
    together = reduce(np.convolve, [found.scores] * ROBOTS)
    share = float(together[np.arange(len(together)) >= published * ROBOTS].sum())
    mean = f"{found.mean:.2f} +- {found.sd / ROBOTS**0.5:.2f}"
    return f"botzee-7.20: mean of {ROBOTS} at one table {mean}; {published} or more at {100 * share:.1f} % of tables"


def alternatives() -> Iterator[str]:
    """Yield what the other ways of filling what the sources leave open would bring."""
    for name, choice, policy in (*of_glenn(), *of_botzee()):
        found = evaluate(policy)
        mean, sd = STRATEGIES[name].published
        yield f"{name:<24} {choice:<66} {found.mean:7.2f} / {found.sd:.2f}   published {mean} / {sd}"


Alternative = tuple[str, str, Policy]


def of_glenn() -> Iterator[Alternative]:
    """Yield alternatives to the choices for Glenn's strategies, by the free rule unless another is named."""
    ours = hardest_first(FREE, FAIR)
    lower = [place for place in ours if place not in FREE.upper]
    hard_low = (*lower[:-1], *FREE.upper, lower[-1])
    orders = {
        "chosen: equal boxes: the harder, sixes before ones": ours,
        "equal boxes: the harder, ones before sixes": hard_low,
        "equal boxes: the first on the sheet": tuple(range(13)),
        "equal boxes: the last on the sheet": tuple(range(12, -1, -1)),
        "equal boxes: the easier": ours[::-1],
    }
    makers: dict[str, Callable[[Sheet, tuple[int, ...]], Policy]] = {
        "yahtzees-only": lambda sheet, order: replace_scores(strategies.yahtzees_only(sheet, FAIR), most_points(order)),
        "yahtzees-and-straights": lambda sheet, order: replace_scores(
            strategies.yahtzees_and_straights(sheet, FAIR), most_points(order)
        ),
        "greedy": greedy,
    }
    for name, make in makers.items():
        for words, order in orders.items():
            yield name, words, make(FREE, order)
        yield name, "chosen, by the forced rule", make(FORCED, ours)
    yield from rational()
    yield from list_guesses()


def greedy(sheet: Sheet, order: tuple[int, ...]) -> Policy:
    """Return greedy play with equal boxes in an order."""
    made = strategies.greedy(sheet, FAIR)
    boxes = tuple(sheet.boxes[place] for place in order)
    return Guess(sheet, SheetTable(replace(made.table.sheet, boxes=boxes), FAIR, made.table.values), order, made.aim)


def replace_scores(player: DecisionList, *scores: DecisionRule) -> DecisionList:
    """Return a player who scores by other steps."""
    return DecisionList(player.sheet, player.keeps, scores)


def rational() -> Iterator[Alternative]:
    """Yield other refinements of the player who is after Yahtzees."""
    name, ours = "rational-yahtzees", strategies.rational_yahtzees(FREE, FAIR)
    greedily = most_points(hardest_first(FREE, FAIR))
    yield name, "chosen: three or more of a number go to its upper box", ours
    yield name, "four or more go there", replace_scores(ours, scores_in("yahtzee"), upper_box(4, ""), greedily)
    yield name, "scores as yahtzees-only", replace_scores(ours, greedily)
    pairs = DecisionRule("", lambda at: np.where((at.seen.most == 3), strategies.TALLY_LESS_ONE.choose(at), NOT))
    keeps = tuple(pairs if step is strategies.TALLY_LESS_ONE else step for step in ours.keeps)
    yield name, "once less counts for pairs beside three alone", DecisionList(FREE, keeps, ours.scores)
    bare = tuple(step for step in ours.keeps if step not in strategies.STRAIGHTS)
    yield name, "breaks straights", DecisionList(FREE, bare, ours.scores)
    yield name, "chosen, by the forced rule", strategies.rational_yahtzees(FORCED, FAIR)


def list_guesses() -> Iterator[Alternative]:
    """Yield other guesses of the bonus: by the moments that the boxes have under optimal play."""
    for name, make in (("heuristic", strategies.heuristic), ("better-heuristic", strategies.better_heuristic)):
        yield name, "chosen: an upper box brings what a turn for it alone does", make(FREE, FAIR)
        yield name, "an upper box brings what it does under optimal play", optimally(make(FREE, FAIR))
        yield name, "chosen, by the forced rule", make(FORCED, FAIR)


def optimally(player: Guess) -> Guess:
    """Return a player who guesses the bonus by the moments that upper boxes have under optimal play."""
    sheet = player.sheet
    mean, sd = evaluate(sheet_strategy("optimal", sheet)).box_moments()
    masks = np.arange(1 << len(sheet.boxes))
    opened = (masks[:, None] >> np.array(sheet.upper) & 1) == 0
    means, variances = opened @ mean[list(sheet.upper)], opened @ sd[list(sheet.upper)] ** 2
    values = player.table.values.copy()
    values[:, :, :-1] += (tails(sheet, means, variances) - strategies.upper_bonus(sheet, FAIR))[:, None]
    return Guess(sheet, SheetTable(sheet, FAIR, values), player.order, player.aim)


def tails(sheet: Sheet, means: NDArray[np.float64], variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the bonus times the chance of a normal number to reach what lacks [masks, totals below the cap]."""
    plan = plan_of(sheet)
    bonus = np.zeros((len(means), plan.cap))
    reachable = strategies.upper_bonus(sheet, FAIR) > 0
    for mask, total in np.argwhere(reachable).tolist():
        lacks = plan.cap - total - float(means[mask])
        bonus[mask, total] = plan.bonus * math.erfc(lacks / math.sqrt(2 * float(variances[mask]))) / 2
    return bonus


def of_botzee() -> Iterator[Alternative]:
    """Yield alternatives to the choices for Botzee, by the forced rule unless another is named."""
    for version in strategies.VERSIONS:
        name, ours = f"botzee-{version}", strategies.botzee(version, FORCED)
        yield name, "chosen", ours
        yield name, "by the free rule", strategies.botzee(version, FREE)
        yield name, "without jokers and further Yahtzees", strategies.botzee(version, PLAIN)
        if version > "4.03":
            yield name, "of numbers to score the highest", swap_steps(ours, highest_scored)
            yield name, "any number, but only one that is shown", swap_steps(ours, take_shown)
            yield name, AS_LISTED, replace_scores(ours, *list_steps(ours.scores))
        if strategies.AIM in ours.keeps:
            keeps = tuple(step for step in ours.keeps if step is not strategies.AIM)
            yield name, "does not aim at the last box", DecisionList(FORCED, keeps, ours.scores)
    played = strategies.botzee("4.03", FORCED)
    low = DecisionRule("", lowest_tally)
    yield "botzee-4.03", "of numbers shown equally often the lowest", DecisionList(FORCED, (low,), played.scores)
    once = DecisionRule("", lambda at: np.where(at.left == 2, ANY_TALLY.choose(at), strategies.ALL.choose(at)))
    yield "botzee-4.03", "throws twice a turn", DecisionList(FORCED, (once,), played.scores)


def lowest_tally(at: Situation) -> Ints:
    """Return the keep of the lowest of the numbers shown most often."""
    face = (at.seen.counts == at.seen.most).argmax(axis=0)
    return np.broadcast_to(at.seen.of_face[face, np.arange(len(face))], (len(at.filled), len(face)))


def swap_steps(player: DecisionList, change: Callable[[DecisionRule], DecisionRule]) -> DecisionList:
    """Return a player with other steps to score numbers by."""
    return replace_scores(player, *(change(step) for step in player.scores))


def highest_scored(step: DecisionRule) -> DecisionRule:
    """Return the step that scores the highest of several numbers in place of the lowest."""
    least = {strategies.TWO: 2, strategies.ANY_NUMBER: 0}.get(step)
    return step if least is None else DecisionRule(step.name, lambda at: at.highest(find_shown(at, least)))


def take_shown(step: DecisionRule) -> DecisionRule:
    """Return the step that takes the lowest open number that is shown."""
    return upper_box(1, step.name) if step is strategies.ANY_NUMBER else step


def list_steps(scores: tuple[DecisionRule, ...]) -> list[DecisionRule]:
    """Return steps with the full house where the description names it: before three of a kind of any points."""
    full, three = scores[2], scores[3]
    rest = list(scores[3:])
    if strategies.THREE_OR_MORE in rest:
        rest.insert(rest.index(strategies.THREE_OR_MORE) + 1, full)
    else:
        rest[1:1] = [full, three]
    return [*scores[:2], *rest]


def find_shown(at: Situation, least: int) -> NDArray[np.bool_]:
    """Return which upper boxes [sheets, boxes, rolls] may take a number that is shown so often."""
    upper = np.array(at.sheet.upper)
    allowed = at.points[:, upper] != NOT
    return np.asarray(allowed & (at.seen.counts >= least))

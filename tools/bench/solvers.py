"""The time to solve games and to decide, compared with the arithmetic that this needs and with budgets."""

import random
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import hands_of
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, load_keep, solve_keep
from solver.keep_and_throw.player import decide, legal_keeps
from solver.keep_and_throw.rules import KeepRules, find_rules
from solver.keep_and_throw.state import KeepState
from solver.multiplayer.approximation import approximate_plan
from solver.multiplayer.three import solve_three
from solver.race.exact import settle, solve_race
from solver.race.hog import MOST_DICE, HogState
from solver.race.hog_strategies import HogValues
from solver.race.race_table import RaceTable, find_shipped, load, solve_table
from solver.race.rules import RACES, PigState
from solver.rounds.rating import rivals_of, win_chances
from solver.rounds.round_player import decide_turn
from solver.rounds.rules import SHIPPED_ROUNDS, RoundRules, find_round
from solver.rounds.state import RoundStanding
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import Position
from solver.throw_distribution import FACES, Laws, fair_die
from tests.support.solver.regret import by_field, loss
from tools.bench.timing import decisions, figure, times

GOAL = 100
STEPS, LANES = 32, 512
DECISION, PROMPT, WAIT = 1e-4, 5e-3, 0.3
"""The limits in seconds: a decision of Pig, one with dice set aside, and one among many players."""
THREE_BUDGET, KEEP_BUDGET, UNLIKE_BUDGET = 60.0, 30.0, 60.0
# The least passes over a state of Pig for three: its own chance, the next player's, and that after a lost turn; then
# its own chance again, at two bust values to check the choices, and for the policy.
PASSES = 6
COMPARED = 200
ROUND_DIE, ROUND_PLAYERS = fair_die(FACES), 4


@compiled
def multiply_and_add(rounds: int, x: NDArray[np.float64]) -> None:
    """Multiply and add STEPS times on each of the numbers in `x`, `rounds` times; no number depends on another."""
    for _ in range(rounds):
        for n in range(x.size):
            t = x[n]
            for _ in range(STEPS):
                t = t * 0.5 + 0.25
            x[n] = t


@compiled
def compare(rounds: int, sums: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]) -> None:
    """Add half of the larger of each two numbers of `one` and `two` to `sums`, `rounds` times."""
    for _ in range(rounds):
        for n in range(len(sums)):
            sums[n] += 0.5 * max(one[n], two[n])


def seconds_a_step() -> float:
    """Return the seconds of a multiply-add that does not wait for another one."""
    numbers = np.zeros(LANES)
    multiply_and_add(1, numbers)
    return times([partial(multiply_and_add, 1000, numbers)] * 20).best / (1000 * STEPS * LANES)


def seconds_a_comparison() -> float:
    """Return the seconds to compare two numbers in the nearest cache and to add the larger one: two options."""
    vectors = np.zeros((3, COMPARED))
    compare(1, *vectors)
    return times([partial(compare, 10_000, *vectors)] * 20, time.thread_time).best / (10_000 * COMPARED)


def solver() -> Iterator[str]:
    """Yield the time to solve races for two, compared with the arithmetic, and the time of decisions of Pig."""
    pace = seconds_a_step()
    for game in (*RACES, HogState.game):
        yield from time_race(game, pace)
    chance = random.Random(1)
    turns = [(i, j) for i in range(GOAL) for j in range(GOAL)]
    chance.shuffle(turns)
    states = [PigState(GOAL, pair, 0, chance.randint(0, GOAL - 1 - pair[0])) for pair in turns]
    optimal = load(find_shipped("pig"), PigState, GOAL, PigState.die())
    yield from decisions("decision in a new turn", [partial(optimal.decide, state) for state in states], DECISION)
    met = [partial(optimal.decide, state) for state in states[:500]]
    times(met)
    yield from decisions("decision in a turn met before", met, DECISION)


def time_race(game: str, pace: float) -> Iterator[str]:
    goal = (HogState if game == HogState.game else RACES[game]).usual_goal
    if game == HogState.game:
        solution: HogValues | RaceTable = HogValues(goal, HogState.die())
        exact = min(HogValues(goal, HogState.die()).seconds for _ in range(30))
        # For each number of dice at each pair of scores, the chance of each score below the goal is needed.
        needed = MOST_DICE * goal * goal * (goal + 1) // 2
    else:
        solution = solve_table(game, goal)
        exact = min(solve_table(game, goal).seconds for _ in range(10 if solution.contraction else 50))
        needed = steps_needed(solution)
    what = f"{game} to {goal}: {solution.states:,} states solved exactly"
    yield figure(what, exact, f"{needed:,} multiply-adds", needed * pace)


def steps_needed(solution: RaceTable) -> int:
    """Return the multiply-adds of a solution: for the value and slope of each state, and for the policy."""
    distribution, goal = solution.distribution, solution.goal
    weighed = settle(distribution, solution.turn_start[:, 0].copy(), np.empty((goal, goal)))
    # Where a throw can ruin a score, each sweep settles all pairs; one more sweep is for the contraction.
    sweeps = solve_race(goal, distribution).sweeps + 1 if distribution.ruin else 1
    return (len(distribution.gains) + 1) * (2 * weighed * sweeps + solution.states)


def solver_more() -> Iterator[str]:
    """Yield the time of Pig for three and of turns among many players, and the loss of the approximation for many."""
    solved = solve_three(GOAL)
    what = f"pig-three to {GOAL}: {solved.states:,} states on two cores"
    yield figure(what, solved.seconds, "budget", THREE_BUDGET)
    needed = PASSES * 5 * solved.states
    yield figure(what, solved.seconds, f"{needed:,} multiply-adds on one core", needed * seconds_a_step())
    for players in (4, 8, 10):
        tries = [partial(approximate_plan, tuple(score + n for n in range(players)), GOAL) for score in (0, 30, 60)]
        yield figure(f"a turn of {players} players from 0, 30, 60: worst", times(tries).worst, "budget", WAIT)
    mean, error = loss(solved, by_field(GOAL), 30, 1)
    yield f"the approximation between two perfect players of three: wins lost a game {mean:.4f} +- {error:.4f}"


def keep_and_throw() -> Iterator[str]:
    """Yield the time of exact solutions and decisions where dice are set aside and both sides have the same dice."""
    pace = seconds_a_comparison()
    yield f"a vector of {COMPARED} numbers multiplied, added and compared in {pace * COMPARED * 1e9:.3g} ns"
    usual = {name: find_rules(name) for name in ("ten-thousand", "farkle")}
    for name, rules in usual.items():
        yield from time_keep(name, rules, fair_laws(rules), pace, KEEP_BUDGET)
    unlike = "kingdom-come, six different dice"
    yield from time_keep(unlike, find_rules("kingdom-come"), unlike_dice(), pace, UNLIKE_BUDGET)
    for name, rules in usual.items():
        table = load_keep(rules, (fair_laws(rules),) * 2)
        tries = [partial(decide, table, at) for at in keep_moments(table, 300)]
        yield from decisions(f"{name}, decision in a new turn", tries, PROMPT)
        yield from decisions(f"{name}, decision in a turn met before", tries[-50:], PROMPT)


def time_keep(name: str, rules: KeepRules, laws: Laws, pace: float, budget: float) -> Iterator[str]:
    solved = solve_keep(rules, (laws, laws))
    # The thread's own time: in these seconds other programs may use the core too.
    seconds = times([partial(solve_keep, rules, (laws, laws))] * 2, time.thread_time).best
    what = f"{name} to {rules.goal:,}: {solved.states:,} positions"
    yield figure(what, seconds, "budget", budget)
    # A weighed pair has on average half as many totals as there are steps to the goal.
    options = len(hands_of(rules, laws).throws.gain)
    needed = solved.weighed * (solved.steps + 1) // 2 * options
    yield figure(what, seconds, f"{needed:,} options compared in the cache, two at a time", needed / 2 * pace)


def unlike_dice() -> Laws:
    """Return the probabilities of the faces of six dice, different for each die."""
    chance = random.Random(6)
    weights = [[chance.randint(1, 9) for _ in range(FACES)] for _ in range(6)]
    return tuple(tuple(weight / sum(die) for weight in die) for die in weights)


def keep_moments(table: KeepTable, count: int) -> list[KeepState]:
    """Return `count` states after a throw of all dice that scores, at random scores and turn totals."""
    chance, rules, found = random.Random(1), table.rules, list[KeepState]()
    while len(found) < count:
        me, opponent = (chance.randrange(table.steps) * rules.step for _ in range(2))
        turn = chance.randrange(table.steps - me // rules.step) * rules.step
        dice = tuple(chance.randint(1, FACES) for _ in range(rules.dice))
        if legal_keeps(rules, dice):
            found.append(KeepState(rules, (me, opponent), 0, turn, dice))
    return found


def rounds() -> Iterator[str]:
    """Yield the time to solve games of one round for several players, compared with listing turns, and to decide."""
    for name in SHIPPED_ROUNDS:
        rules = find_round(name)
        turn_graph.cache_clear()
        written = times([partial(turn_graph, rules, ROUND_DIE)], time.thread_time).best
        rivals_of.cache_clear()
        solved = times([partial(win_chances, rules, ROUND_DIE, ROUND_PLAYERS)], time.thread_time).best
        aims = win_chances(rules, ROUND_DIE, ROUND_PLAYERS)[1]
        what = f"{name} for {ROUND_PLAYERS}: {aims} aims in {turn_graph(rules, ROUND_DIE).states:,} positions"
        yield figure(what, solved, "a list of all that can happen in a turn", written)
        states = [RoundStanding(rules, (None, None), *moment) for moment in round_moments(rules, 300)]
        tries = [partial(decide_turn, state) for state in states]
        yield from decisions(f"{name}, decision to win", tries, PROMPT)


def round_moments(rules: RoundRules, count: int) -> list[tuple[Position, tuple[int, ...]]]:
    """Return `count` random positions, each with dice that were thrown there."""
    chance, graph = random.Random(1), turn_graph(rules, ROUND_DIE)
    positions = [chance.choice(graph.positions) for _ in range(count)]
    faces = range(1, FACES + 1)
    return [(place, tuple(chance.choices(faces, k=rules.turn.throws(place)[0]))) for place in positions]

"""How fast games are solved, decided, learnt and stepped through, beside the arithmetic that is needed and budgets."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.environments.learned import task_of
from solver.games import find_game
from solver.jit import compiled
from solver.keep_and_throw.hands import hands_of
from solver.keep_and_throw.keep_table import KeepTable, fair_laws, load_keep, solve_keep
from solver.keep_and_throw.player import decide, legal_keeps
from solver.keep_and_throw.rules import KeepRules, find_rules
from solver.keep_and_throw.state import KeepState
from solver.learning.settings import PLAYING, LearningSettings
from solver.multiplayer.approximation import approximate_plan
from solver.multiplayer.exact import three_iteration
from solver.multiplayer.three import solve_three
from solver.options import GameOptions
from solver.race.exact import race_iteration, settle, solve_race
from solver.race.hog import MOST_DICE, HogState
from solver.race.race_table import HogTable, RaceTable, load_race, solve_hog, solve_table
from solver.race.rules import TWO_PLAYER_GAMES, PigState, rules_of
from solver.race.strategies import OPTIMAL, RacePlayer
from solver.race.turn_values import TurnValues
from solver.rounds.players import rivals_of, win_chances
from solver.rounds.round_player import Rivalry, decide_turn
from solver.rounds.rules import RoundRules, find_round, shipped_rounds
from solver.rounds.turn_graph import turn_graph
from solver.rounds.turns import Position
from solver.single.exact import SOLITAIRES, solve_solitaire
from solver.single.value_iteration import solitaire_iteration
from solver.sweeping import SweepSettings
from solver.throw_distribution import FACES, Laws, fair_die
from solver.value_iteration import iterate
from tests.support.solver.regret import by_field, loss
from tools.bench.timing import decisions, figure, times

GOAL, SMALL = 100, 50
STEPS, LANES = 32, 512
DECISION, PROMPT, WAIT = 1e-4, 5e-3, 0.3
"""Seconds that a decision of Pig, one with dice kept, and one among many players may take."""
THREE_BUDGET, KEEP_BUDGET, UNLIKE_BUDGET = 60.0, 30.0, 60.0
# The own chance, the next player's and that of losing the turn once, and the own chance again for the check of the
# choices, at two bust values, and for the policy: the least that a state of Pig for three takes.
PASSES = 6
COMPARED = 200
ROUND_DIE, ROUND_PLAYERS = fair_die(FACES), 4
LEARNT_GOAL, LEARNT, DRAWS = 40, 20_000, 10_000_000
ENVIRONMENTS, STEPPED, TRIES = 1024, 300, 5
PIG_WANTED, YAHTZEE_WANTED = 1_000_000, 200_000
KEEPS = 31
"""So many actions of Yahtzee keep dice."""


@compiled
def multiply_and_add(rounds: int, x: NDArray[np.float64]) -> None:
    """Multiply and add STEPS times on each of the numbers in `x`, `rounds` times, with nothing to wait for."""
    for _ in range(rounds):
        for n in range(x.size):
            t = x[n]
            for _ in range(STEPS):
                t = t * 0.5 + 0.25
            x[n] = t


@compiled
def compare(rounds: int, sums: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]) -> None:
    """Add the larger numbers of two vectors, multiplied, to a third one, `rounds` times."""
    for _ in range(rounds):
        for n in range(len(sums)):
            sums[n] += 0.5 * max(one[n], two[n])


@compiled
def sum_random(rng: np.random.Generator, count: int) -> float:
    """Return the sum of so many random numbers."""
    total = 0.0
    for _ in range(count):
        total += rng.random()
    return total


def seconds_a_step() -> float:
    """Return what a multiply-add takes that waits for nothing."""
    numbers = np.zeros(LANES)
    multiply_and_add(1, numbers)
    return times([partial(multiply_and_add, 1000, numbers)] * 20).best / (1000 * STEPS * LANES)


def seconds_a_comparison() -> float:
    """Return what it takes to compare two numbers of vectors at hand, and to add the larger one: two options."""
    vectors = np.zeros((3, COMPARED))
    compare(1, *vectors)
    return times([partial(compare, 10_000, *vectors)] * 20, time.thread_time).best / (10_000 * COMPARED)


def solver() -> Iterator[str]:
    """Yield games for two beside their arithmetic and plain value iteration, and decisions of Pig."""
    pace = seconds_a_step()
    for game in TWO_PLAYER_GAMES:
        yield from solving_race(game, pace)
    chance = random.Random(1)
    turns = [(i, j) for i in range(GOAL) for j in range(GOAL)]
    chance.shuffle(turns)
    states = [PigState(GOAL, pair, 0, chance.randint(0, GOAL - 1 - pair[0])) for pair in turns]
    optimal = RacePlayer(OPTIMAL, TurnValues(load_race("pig")))
    yield from decisions("decision in a new turn", [partial(optimal.decide, state) for state in states], DECISION)
    met = [partial(optimal.decide, state) for state in states[:500]]
    times(met)
    yield from decisions("decision in a turn met before", met, DECISION)


def solving_race(game: str, pace: float) -> Iterator[str]:
    goal = rules_of(game).usual_goal
    if game == HogState.game:
        solution: HogTable | RaceTable = solve_hog(goal)
        exact = min(solve_hog(goal).seconds for _ in range(30))
        # Each number of dice at each pair of scores has a chance of each score below the goal.
        needed = MOST_DICE * goal * goal * (goal + 1) // 2
    else:
        solution = solve_table(game, goal)
        exact = min(solve_table(game, goal).seconds for _ in range(10 if solution.contraction else 50))
        needed = steps_needed(solution)
    what = f"{game} to {goal}: {solution.states:,} states solved exactly"
    yield figure(what, exact, f"{needed:,} multiply-adds", needed * pace)
    iteration = race_iteration(game, goal)
    # The thread's own time: it runs for seconds, and once.
    iterated = iterate(iteration, clock=time.thread_time)
    error = np.abs(iteration.values[:, :, 0] - solution.turn_start).max()
    what = f"value iteration to 1e-14: {iterated.extra['sweeps']} sweeps, error {error:.0e}"
    yield figure(what, iterated.seconds, "the exact solution", exact)


def steps_needed(solution: RaceTable) -> int:
    """Return the multiply-adds of a solution: value and slope of each state weighed, and its value for the policy."""
    distribution, goal = solution.distribution, solution.goal
    weighed = settle(distribution, solution.turn_start[:, 0].copy(), np.empty((goal, goal)))
    # Where scores can be ruined all pairs are settled again and again, and weighed once more for the contraction.
    sweeps = solve_race(goal, distribution).sweeps + 1 if distribution.ruin else 1
    return (len(distribution.gains) + 1) * (2 * weighed * sweeps + solution.states)


def solver_more() -> Iterator[str]:
    """Yield the games for three, for one and for many, and what the approximation for many gives away."""
    solved = solve_three(GOAL)
    what = f"pig-three to {GOAL}: {solved.states:,} states on two cores"
    yield figure(what, solved.seconds, "budget", THREE_BUDGET)
    needed = PASSES * 5 * solved.states
    yield figure(what, solved.seconds, f"{needed:,} multiply-adds on one core", needed * seconds_a_step())
    small = min((solve_three(SMALL) for _ in range(3)), key=lambda one: one.seconds)
    iteration = three_iteration(SMALL, settings=SweepSettings(tolerance=1e-9))
    iterated = iterate(iteration, clock=time.thread_time)
    error = abs(iteration.value() - small.value)
    what = f"value iteration for three to {SMALL}: {iterated.extra['sweeps']} sweeps, error {error:.0e}"
    yield figure(what, iterated.seconds, "the exact solution on two cores", small.seconds)
    for game in SOLITAIRES:
        alone = min((solve_solitaire(game) for _ in range(3)), key=lambda one: one.seconds)
        iterated = iterate(solitaire_iteration(game), clock=time.thread_time)
        error = abs(iterated.value - alone.value)
        what = f"value iteration of {game}: {iterated.extra['sweeps']} sweeps, error {error:.0e}"
        yield figure(what, iterated.seconds, "the exact solution", alone.seconds)
    for players in (4, 8, 10):
        tries = [partial(approximate_plan, tuple(score + n for n in range(players)), GOAL) for score in (0, 30, 60)]
        yield figure(f"a turn of {players} players from 0, 30, 60: worst", times(tries).worst, "budget", WAIT)
    mean, error = loss(solved, by_field(GOAL), 30, 1)
    yield f"the approximation between two perfect players of three: wins lost a game {mean:.4f} +- {error:.4f}"


def keep_and_throw() -> Iterator[str]:
    """Yield exact solutions where dice are set aside, the same dice on both sides, and decisions."""
    pace = seconds_a_comparison()
    yield f"a vector of {COMPARED} numbers multiplied, added and compared in {pace * COMPARED * 1e9:.3g} ns"
    usual = {name: find_rules(name) for name in ("ten-thousand", "farkle")}
    for name, rules in usual.items():
        yield from solving_keep(name, rules, fair_laws(rules), pace, KEEP_BUDGET)
    unlike = "kingdom-come, six different dice"
    yield from solving_keep(unlike, find_rules("kingdom-come"), unlike_dice(), pace, UNLIKE_BUDGET)
    for name, rules in usual.items():
        table = load_keep(rules, (fair_laws(rules),) * 2)
        tries = [partial(decide, table, at) for at in keep_moments(table, 300)]
        yield from decisions(f"{name}, decision in a new turn", tries, PROMPT)
        yield from decisions(f"{name}, decision in a turn met before", tries[-50:], PROMPT)


def solving_keep(name: str, rules: KeepRules, laws: Laws, pace: float, budget: float) -> Iterator[str]:
    solved = solve_keep(rules, (laws, laws))
    # The thread's own time: it runs for seconds, and what other programs take of this core is not the solution's.
    seconds = times([partial(solve_keep, rules, (laws, laws))] * 2, time.thread_time).best
    what = f"{name} to {rules.goal:,}: {solved.states:,} positions"
    yield figure(what, seconds, "budget", budget)
    # Each pair that is weighed has half as many totals on average as there are steps to the goal.
    options = len(hands_of(rules, laws).throws.gain)
    needed = solved.weighed * (solved.steps + 1) // 2 * options
    yield figure(what, seconds, f"{needed:,} options compared at hand, two at a time", needed / 2 * pace)


def unlike_dice() -> Laws:
    """Return six dice, each with a law of its own."""
    chance = random.Random(6)
    weights = [[chance.randint(1, 9) for _ in range(FACES)] for _ in range(6)]
    return tuple(tuple(weight / sum(die) for weight in die) for die in weights)


def keep_moments(table: KeepTable, count: int) -> list[KeepState]:
    """Return throws of all dice that score, at any scores and totals."""
    chance, rules, found = random.Random(1), table.rules, list[KeepState]()
    while len(found) < count:
        me, opponent = (chance.randrange(table.steps) * rules.step for _ in range(2))
        turn = chance.randrange(table.steps - me // rules.step) * rules.step
        dice = tuple(chance.randint(1, FACES) for _ in range(rules.dice))
        if legal_keeps(rules, dice):
            found.append(KeepState(rules, (me, opponent), 0, turn, dice))
    return found


def rounds() -> Iterator[str]:
    """Yield how fast games of one round are solved, alone and for several players, and decided."""
    for name in shipped_rounds():
        rules = find_round(name)
        turn_graph.cache_clear()
        written = times([partial(turn_graph, rules, ROUND_DIE)], time.thread_time).best
        rivals_of.cache_clear()
        solved = times([partial(win_chances, rules, ROUND_DIE, ROUND_PLAYERS)], time.thread_time).best
        aims = win_chances(rules, ROUND_DIE, ROUND_PLAYERS)[1]
        what = f"{name} for {ROUND_PLAYERS}: {aims} aims in {turn_graph(rules, ROUND_DIE).states:,} positions"
        yield figure(what, solved, "all that can happen in a turn written out", written)
        rivalry = Rivalry(None, 1, 1)
        tries = [partial(decide_turn, rules, ROUND_DIE, *moment, rivalry) for moment in round_moments(rules, 300)]
        yield from decisions(f"{name}, decision to win", tries, PROMPT)


def round_moments(rules: RoundRules, count: int) -> list[tuple[Position, tuple[int, ...]]]:
    """Return positions with dice that were thrown there."""
    chance, graph = random.Random(1), turn_graph(rules, ROUND_DIE)
    positions = [chance.choice(graph.positions) for _ in range(count)]
    faces = range(1, FACES + 1)
    return [(place, tuple(chance.choices(faces, k=rules.turn.throws(place)[0]))) for place in positions]


def learning() -> Iterator[str]:
    """Yield the time of each value that learners of Pig to 40 set, beside the draw of a random number."""
    rng = np.random.default_rng(1)
    sum_random(rng, 1)
    draw = times([lambda: sum_random(rng, DRAWS)] * 3).best / DRAWS
    task = task_of(find_game("pig"), GameOptions(goal=LEARNT_GOAL))
    for method in PLAYING:
        learner = task.learner(method, LearningSettings(episodes=2 * LEARNT), rng)
        learner.learn(LEARNT)
        before = learner.updates
        taken = times([partial(learner.learn, 2 * LEARNT)]).best
        yield figure(f"{method}: a value set", taken / (learner.updates - before), "the draw of a random number", draw)


Choose = Callable[[Any, Any], Any]


def environments() -> Iterator[str]:
    """Yield steps of environments for learners on one core, beside the steps that are wanted."""
    for exact in (False, True):
        yield stepping("pipsqueak/Pig-v0", hold_at_20, PIG_WANTED, exact)
        yield stepping("pipsqueak/Yahtzee-v0", first_box, YAHTZEE_WANTED, exact)


def stepping(name: str, choose: Choose, wanted: int, exact: bool) -> str:
    """Return the line of a vectorised environment, with what chooses the actions counted in."""
    import gymnasium

    import solver.environments  # noqa: F401 - registers them

    envs = gymnasium.make_vec(name, num_envs=ENVIRONMENTS, exact=exact)
    seen, info = envs.reset(seed=1)
    seen, _, _, _, info = envs.step(choose(seen, info))
    best = np.inf
    for _ in range(TRIES):
        begun = time.thread_time()
        for _ in range(STEPPED):
            seen, _, _, _, info = envs.step(choose(seen, info))
        best = min(best, (time.thread_time() - begun) / (STEPPED * ENVIRONMENTS))
    what = f"{name}: {1 / best / 1e6:.2f} million steps a second{', with regret' * exact}"
    return figure(what, best, f"at {wanted:,} a second", 1 / wanted)


def hold_at_20(seen: Any, _: Any) -> Any:
    """Return the actions of who holds at 20 or at the goal."""
    return ((seen[:, 2] >= 20) | (seen[:, 0] + seen[:, 2] >= 100)).astype(np.int64)


def first_box(seen: Any, info: Any) -> Any:
    """Return actions that keep all dice but one twice a turn, if that can be done, and then take the first open box."""
    mask = info["action_mask"]
    boxes = mask.shape[1] - KEEPS
    may_keep = seen[:, 5] > 0
    return np.where(may_keep, boxes + mask[:, boxes:].argmax(axis=1), mask[:, :boxes].argmax(axis=1))

"""How fast the games for one, for three and for many are solved, and what the approximate players give away."""

import resource
import time
from collections.abc import Iterator
from functools import partial

from solver.multiplayer.approximation import approximate_plan
from solver.multiplayer.three import advise_three, solve_three
from solver.multiplayer.value_iteration import ThreeIteration
from solver.risk.conquest import best_split, campaign
from solver.single.exact import SOLITAIRES, solve_solitaire
from solver.single.value_iteration import SinglePlayerIteration
from solver.value_iteration import iterate
from tests.support.solver.regret import by_field, by_hold, by_leader, by_pace, loss
from tests.support.solver.simultaneous_playouts import (
    skunk_hold,
    skunk_points,
    skunk_robot,
    skunk_share,
    swine_herd_hold,
    swine_herd_pace,
    swine_herd_robot,
    swine_herd_share,
)
from tools.bench._figure import figure, times
from tools.bench.solver import seconds_a_step

GOAL = 100
SMALL = 50
STILL = 1e-9
BUDGET = 60.0
# What a decision may take before people wait.
PROMPT = 0.3
GAMES = 1000
# The own chance, the next player's and that of losing the turn once, and the own chance again for the check of the
# choices, at two bust values, and for the policy: the least that a state takes.
PASSES = 6


def run() -> Iterator[str]:
    """Yield the lines."""
    yield from three()
    yield from one_and_many()
    yield from given_away()


def three() -> Iterator[str]:
    """Yield the exact solution for three beside its budget, the arithmetic it needs at least, and value iteration."""
    solved = solve_three(GOAL)
    what = f"pig-three to {GOAL}: {solved.states:,} states on two cores"
    yield figure(what, solved.seconds, "budget", BUDGET)
    needed = PASSES * 5 * solved.states
    yield figure(what, solved.seconds, f"{needed:,} multiply-adds on one core", needed * seconds_a_step())
    yield f"memory of this process at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB"
    small = min((solve_three(SMALL) for _ in range(3)), key=lambda one: one.seconds)
    iteration = ThreeIteration(SMALL)
    iterated = iterate(iteration, STILL, clock=time.thread_time)
    error = abs(iteration.value - small.value)
    what = f"value iteration for three to {SMALL}: {iterated.extra['sweeps']} sweeps, error {error:.0e}"
    yield figure(what, iterated.seconds, "the exact solution on two cores", small.seconds)
    advice = times([partial(advise_three, solved, me, 40, 60, 10) for me in range(80)]).median
    yield figure("advice for three in a new turn: median", advice, "budget", PROMPT)


def one_and_many() -> Iterator[str]:
    """Yield the games for one, Risk, and a decision among many players."""
    for game in SOLITAIRES:
        solved = min((solve_solitaire(game) for _ in range(3)), key=lambda one: one.seconds)
        needed = 5 * solved.states * seconds_a_step()
        yield figure(f"{game}: {solved.states:,} states", solved.seconds, "5 multiply-adds a state", needed)
        iterated = iterate(SinglePlayerIteration(game, "", None, None, None), clock=time.thread_time)
        error = abs(iterated.value - solved.value)
        what = f"value iteration of {game}: {iterated.extra['sweeps']} sweeps, error {error:.0e}"
        yield figure(what, iterated.seconds, "the exact solution", solved.seconds)
    split = times([partial(best_split, 30, 30, 5)] * 3).best
    yield figure("best split of 30 armies over 5", split, "one of its 23,751 ways", one_way())
    for players in (4, 8, 10):
        tries = [partial(approximate_plan, tuple(score + n for n in range(players)), GOAL) for score in (0, 30, 60)]
        yield figure(f"a turn of {players} players from 0, 30, 60: worst", times(tries).worst, "budget", PROMPT)


def one_way() -> float:
    """Return the seconds that the chance of one split takes."""
    return times([partial(campaign, 30, (2, 2, 2, 2, 22))] * 20).best


def given_away() -> Iterator[str]:
    """Yield what approximate players lose to perfect ones, and what the rules of thumb win against others."""
    table = solve_three(GOAL)
    for name, chooser, games in (
        ("clocks", by_field(GOAL), 30),
        ("Pig for two against the leader", by_leader(GOAL), GAMES),
        ("end race or keep pace", by_pace, GAMES),
        ("hold25", by_hold(25), GAMES),
        ("hold20", by_hold(20), GAMES),
    ):
        yield f"{name} between two perfect players of three: wins lost a game {spread(*loss(table, chooser, games, 1))}"
    herds = (
        ("hold20", swine_herd_hold(20)),
        ("hold25", swine_herd_hold(25)),
        ("hold30", swine_herd_hold(30)),
        ("keep pace", swine_herd_pace),
    )
    for name, herd in herds:
        for others in (1, 3):
            won = swine_herd_share([swine_herd_robot, *[herd] * others], GAMES, 1)
            yield f"swine-herd: robot against {others} of {name}: wins {spread(*won)}"
    skunks = (("hold20", skunk_hold(20)), ("hold25", skunk_hold(25)), ("points alone", skunk_points))
    for name, skunk in skunks:
        for others in (1, 3):
            won = skunk_share([skunk_robot, *[skunk] * others], GAMES, 1)
            yield f"skunk: robot against {others} of {name}: wins {spread(*won)}"


def spread(mean: float, error: float) -> str:
    """Return a mean with its standard error."""
    return f"{mean:.4f} +- {error:.4f}"

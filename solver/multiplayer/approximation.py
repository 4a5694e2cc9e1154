"""Pig for many players, approximately: each player races against clocks that stand for all the others.

The model assumes that a player knows of each other player only how likely that player has won after a number of turns,
and that these chances depend on nothing else. Against such clocks the best play is a small exact problem of one
player's score, turn total and turns taken. The first clocks are those of play for the fewest turns. A few times over,
each player's best play against the clocks gives the next ones.
"""

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from solver.race.evaluator import turn_worth
from solver.race.rules import PigState
from solver.single.exact import load_solitaire
from solver.throw_distribution import Chance, ThrowDistribution

Float = NDArray[np.float64]

# Rounds that happen less often have no visible effect.
RARE = 1e-9
# How often all players adapt to one another's clocks. More rounds cost time and gain nothing against the exact solution
# for three.
ANSWERS = 2
ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, slots=True, eq=False)
class ApproximatePlan:
    """The plan of the player to throw: with t at risk a throw is worth `roll[t]` and a hold `hold[t]`.

    Both are win probabilities, for each t that does not reach the goal. `chances` are the chances to win of all players
    at the start of the turn.
    """

    roll: list[float]
    hold: list[float]
    chances: tuple[float, ...]


def approximate_plan(scores: tuple[int, ...], goal: int, die: tuple[Chance, ...] | None = None) -> ApproximatePlan:
    """Return the plan of the player with `scores[0]` points against the others; `scores` are in order of play.

    Two threads that ask for the same plan wait for each other: one may decide while the other shows the chances.
    """
    with ONE_AT_A_TIME:
        return plan_of(scores, goal, die, ANSWERS)


@lru_cache(256)
def plan_of(scores: tuple[int, ...], goal: int, die: tuple[Chance, ...] | None, answers: int) -> ApproximatePlan:
    """Compute a plan; the most recent ones are cached."""
    distribution = PigState.distribution(PigState.die() if die is None else die)
    # Scores never fall, and only the distance to the goal matters, so points below the lowest score can be left out.
    below = min(scores)
    scores = tuple(score - below for score in scores)
    rounds = lookahead(goal - below)
    fewest = load_solitaire("pig-turns", goal, None, die).rolls[0, below:, : goal - below]
    rolls = np.broadcast_to(fewest, (rounds, len(scores), *fewest.shape))
    done = clocks(distribution, rolls, scores)
    for _ in range(answers):
        rolls, _ = answer(distribution, goal - below, unbeaten_chances(done))
        done = clocks(distribution, rolls, scores)
    alive = unbeaten_chances(done)
    _, worth = answer(distribution, goal - below, alive)
    chances = [float(worth[0, player, score]) for player, score in enumerate(scores)]
    # With independent clocks the chances do not sum exactly to 1.
    whole = sum(chances)
    holds: list[float] = (worth[1, 0, scores[0] :] / whole).tolist()
    roll, hold = turn_worth(distribution, holds, distribution.bust * holds[0], float(alive[0, 0]) / whole)
    return ApproximatePlan(roll, hold, tuple(chance / whole for chance in chances))


def lookahead(goal: int) -> int:
    """Return how many rounds to look ahead: more than twice as many as a single player needs on average."""
    return 6 + goal // 4


def unbeaten_chances(done: Float) -> Float:
    """Return at [r, p] the chance that nobody else has won when player p has taken r turns and throws again.

    `done[r, p]` is the chance that player p has won in r turns. Players who throw before p have had one turn more.
    """
    rounds = len(done) - 1
    players = done.shape[1]
    alive = np.ones((rounds, players))
    for player in range(players):
        for other in range(players):
            if other != player:
                turns = slice(1, None) if other < player else slice(0, rounds)
                alive[:, player] *= 1.0 - done[turns, other]
    return alive


def answer(distribution: ThrowDistribution, goal: int, alive: Float) -> tuple[NDArray[np.bool_], Float]:
    """Return everybody's best play against the others' clocks.

    The first is [r, p, s, t], whether player p rolls in turn r with s banked and t at risk; the second [r, p, s], the
    chance to win then or later with nobody else before.
    """
    rounds, players = alive.shape
    worth = np.zeros((rounds + 1, players, goal))
    # [r, t, p, s] in memory, so that what is computed together is contiguous.
    rolls = np.zeros((rounds, goal, players, goal), np.bool_)
    best = np.empty((goal + distribution.gains[-1], players, goal))
    flat, roll = best.reshape(len(best), -1), np.empty((players, goal))
    least, weights = weights_of(distribution)
    for turn in range(rounds - 1, -1, -1):
        if alive[turn].max() < RARE:
            rolls[turn] = True
            continue
        after = worth[turn + 1]
        best[:] = alive[turn][:, None]
        lost = distribution.bust * after
        for t in range(goal - 1, 0, -1):
            left = goal - t
            np.dot(weights, flat[t + least : t + least + len(weights)], out=roll.reshape(-1))
            roll += lost
            hold = after[:, t:]
            np.greater(roll[:, :left], hold, out=rolls[turn, t, :, :left])
            np.maximum(roll[:, :left], hold, out=best[t, :, :left])
        rolls[turn, 0] = True
        worth[turn] = lost + (weights @ flat[least : least + len(weights)]).reshape(players, goal)
    return rolls.transpose(0, 2, 3, 1), worth


def clocks(distribution: ThrowDistribution, rolls: NDArray[np.bool_], scores: tuple[int, ...]) -> Float:
    """Return at [r, p] the chance that player p alone, who plays `rolls` from `scores[p]`, has won within r turns."""
    rounds, players, goal, _ = rolls.shape
    banked = np.zeros((players, goal))
    banked[np.arange(players), scores] = 1.0
    done = np.zeros((rounds + 1, players))
    least, weights = weights_of(distribution)
    most = least + len(weights) - 1
    backwards = weights[::-1].copy()
    # [t, p, s], with empty room before: players who throw with t at risk.
    going = np.zeros((most + goal, players, goal))
    flat, here = going.reshape(len(going), -1), np.empty((players, goal))
    for turn in range(rounds):
        if banked.sum() < RARE:
            done[turn + 1 :] = 1.0
            break
        here[:] = banked
        banked = np.zeros((players, goal))
        for t in range(goal):
            left = goal - t
            if t:
                np.dot(backwards, flat[t : t + len(weights)], out=here.reshape(-1))
            thrown = np.multiply(here[:, :left], rolls[turn, :, :left, t], out=going[most + t, :, :left])
            banked[:, t:] += here[:, :left]
            banked[:, t:] -= thrown
        banked += distribution.bust * going.sum(axis=0)
        done[turn + 1] = 1.0 - banked.sum(axis=1)
    return done


def weights_of(distribution: ThrowDistribution) -> tuple[int, Float]:
    """Return the least gain of a throw, and the chances of all gains from the least to the largest."""
    least = min(distribution.gains)
    weights = np.zeros(max(distribution.gains) - least + 1)
    np.add.at(weights, np.array(distribution.gains) - least, distribution.chances)
    return least, weights


def hold_value(scores: tuple[int, ...], goal: int, die: tuple[Chance, ...] | None) -> int:
    """Return the lowest turn total at which the player to throw holds; this player has the first of the `scores`.

    If there is none, it is the distance to the goal.
    """
    plan, left = approximate_plan(scores, goal, die), goal - scores[0]
    return next((turn for turn in range(1, left) if plan.roll[turn] <= plan.hold[turn]), left)

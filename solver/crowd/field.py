"""Pig for many players, approximately: everybody races against clocks, which stand for all the others.

Each player is taken to see of the others only how likely each has won after so many turns, as if these chances hung on
nothing else. Against such clocks the best play is a small exact problem of one player's own score, turn total and turns
taken. All players' clocks are first those of fewest turns, and then, a few times over, those of everybody's best play
against the clocks before.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.law import Chance, ThrowLaw
from solver.race.pig import PigState
from solver.solo.exact import load_solitaire

Float = NDArray[np.float64]

# Rounds that are met less often than this change nothing that could be seen.
RARE = 1e-9
# How often all players answer one another's clocks. More of it costs time and gains nothing against the exact solution
# for three.
ANSWERS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What the player to throw does in this turn: with t at risk a throw is worth `roll[t]` and a hold `hold[t]`.

    Both are win chances, for t below what reaches the goal. `chances` are all players' at the turn's start.
    """

    roll: list[float]
    hold: list[float]
    chances: tuple[float, ...]


@lru_cache(256)
def field_plan(
    scores: tuple[int, ...], goal: int, die: tuple[Chance, ...] | None = None, answers: int = ANSWERS
) -> Plan:
    """Return the plan of the player with `scores[0]` points against the others, in order of play."""
    law = PigState.law(PigState.die() if die is None else die)
    # Scores never fall, and only what is missing to the goal matters: what lies below the lowest can be left out.
    below = min(scores)
    scores = tuple(score - below for score in scores)
    rounds = lookahead(goal - below)
    fewest = load_solitaire("pig-turns", goal, None, die).rolls[0, below:, : goal - below]
    rolls = np.broadcast_to(fewest, (rounds, len(scores), *fewest.shape))
    done = clocks(law, rolls, scores)
    for _ in range(answers):
        rolls, _ = answer(law, goal - below, unbeaten(done))
        done = clocks(law, rolls, scores)
    alive = unbeaten(done)
    _, worth = answer(law, goal - below, alive)
    chances = [float(worth[0, player, score]) for player, score in enumerate(scores)]
    # Clocks that hang on nothing else leave the chances with a sum that is not quite 1.
    whole = sum(chances)
    roll, hold = turn_worth(law, worth[1, 0, scores[0] :] / whole, float(alive[0, 0]) / whole)
    return Plan(roll, hold, tuple(chance / whole for chance in chances))


def lookahead(goal: int) -> int:
    """Return how many rounds are looked ahead: more than twice as many as a player alone needs on average."""
    return 6 + goal // 4


def unbeaten(done: Float) -> Float:
    """Return [r, p], the chance that nobody else has won when player p has taken r turns and throws again.

    `done[r, p]` is the chance that player p has won in r turns. Those who throw before p have had one turn more.
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


def answer(law: ThrowLaw, goal: int, alive: Float) -> tuple[NDArray[np.bool_], Float]:
    """Return everybody's best play against the others' clocks.

    The first is [r, p, s, t], whether player p rolls in turn r with s banked and t at risk; the second [r, p, s], the
    chance to win then or later with nobody else before.
    """
    rounds, players = alive.shape
    worth = np.zeros((rounds + 1, players, goal))
    rolls = np.zeros((rounds, players, goal, goal), np.bool_)
    best = np.empty((goal + law.gains[-1], players, goal))
    for turn in range(rounds - 1, -1, -1):
        if alive[turn].max() < RARE:
            rolls[turn] = True
            continue
        after = worth[turn + 1]
        best[:] = alive[turn][:, None]
        lost = law.bust * after
        for t in range(goal - 1, -1, -1):
            left = goal - t
            roll = lost[:, :left].copy()
            for gain, chance in zip(law.gains, law.chances, strict=True):
                roll += chance * best[t + gain, :, :left]
            hold = after[:, t:]
            rolls[turn, :, :left, t] = (roll > hold) | (t == 0)
            best[t, :, :left] = np.maximum(roll, hold) if t else roll
        worth[turn] = best[0]
    return rolls, worth


def clocks(law: ThrowLaw, rolls: NDArray[np.bool_], scores: tuple[int, ...]) -> Float:
    """Return [r, p], the chance that player p, who plays `rolls` from `scores[p]`, has won in r turns, left alone."""
    rounds, players, goal, _ = rolls.shape
    banked = np.zeros((players, goal))
    banked[np.arange(players), scores] = 1.0
    done = np.zeros((rounds + 1, players))
    for turn in range(rounds):
        if banked.sum() < RARE:
            done[turn + 1 :] = 1.0
            break
        here = np.zeros((goal + law.gains[-1], players, goal))
        here[0] = banked
        banked = np.zeros((players, goal))
        for t in range(goal):
            left = goal - t
            going = here[t, :, :left] * rolls[turn, :, :left, t]
            banked[:, t:] += here[t, :, :left] - going
            banked[:, :left] += law.bust * going
            for gain, chance in zip(law.gains, law.chances, strict=True):
                here[t + gain, :, :left] += chance * going
        done[turn + 1] = 1.0 - banked.sum(axis=1)
    return done


def turn_worth(law: ThrowLaw, hold: Float, win: float) -> tuple[list[float], list[float]]:
    """Return what a throw and a hold are worth at each turn total, a win being worth `win`."""
    holds: list[float] = hold.tolist()
    rolls = [0.0] * len(holds)
    best = [win] * (len(holds) + law.gains[-1])
    for t in range(len(holds) - 1, -1, -1):
        rolls[t] = law.bust * holds[0] + sum(c * best[t + g] for g, c in zip(law.gains, law.chances, strict=True))
        best[t] = rolls[t] if t == 0 else max(rolls[t], holds[t])
    return rolls, holds

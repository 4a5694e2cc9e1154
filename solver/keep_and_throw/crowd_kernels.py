"""Compiled code for keep-and-throw games of many players: turns of one player against the clocks of the others."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import Throws
from solver.keep_and_throw.keep_kernels import Ends, TurnLanes, walk_turn, weigh_turn, weigh_turns


@compiled
def follow_fewest(throws: Throws, opening: int, turns: NDArray[np.float64], ends: Ends) -> None:
    """Fill `ends`, at [i, k], [i] and [i], for turns of play for the fewest turns that begin with i steps.

    `turns[i]` are the fewest turns on average. Of equal values the player holds.
    """
    banked, wins, lost = ends
    goal, hands = len(wins), len(throws.bust)
    value = np.zeros((goal + 1, hands))
    prefers, holds, at = np.empty((goal, hands)), np.empty((goal, hands)), np.zeros((goal, hands))
    for score in range(goal):
        closed = opening if score == 0 else 0
        value[:] = 0.0
        weigh_turns(throws, turns, score, max(1, closed), value)
        for k in range(goal - score):
            for h in range(hands):
                prefers[k, h] = -value[k, h]
                holds[k, h] = 1.0 if value[k, h] >= turns[score + k] else 0.0
        wins[score], lost[score] = walk_turn(throws, (goal - score, closed), (prefers, holds), at, banked[score])


@compiled
def race_clock(throws: Throws, opening: int, low: int, alive: NDArray[np.float64], worth: NDArray[np.float64]) -> None:
    """Fill `worth[r, i]` with the chance that a player who begins turn r with i steps wins, for i from `low` on.

    `alive[r]` is the chance that nobody else has won when this turn ends; after the last of them nobody wins any more.
    """
    rounds, goal = worth.shape[0] - 1, worth.shape[1]
    lanes, top = goal - low, goal - low
    value = np.ones((goal + 1, len(throws.bust), lanes))
    held, lines = np.ones((goal, lanes)), np.empty((2, lanes))
    lost = np.empty(lanes)
    closed = opening if low == 0 else 0
    worth[rounds] = 0.0
    for r in range(rounds - 1, -1, -1):
        for n in range(lanes):
            lost[n] = worth[r + 1, low + n] / alive[r]
            for k in range(1, top - n):
                held[k, n] = worth[r + 1, low + n + k] / alive[r]
        weigh_turn(throws, TurnLanes(top, closed, held, lost), value, lines)
        for n in range(lanes):
            worth[r, low + n] = alive[r] * value[0, len(throws.bust) - 1, n]

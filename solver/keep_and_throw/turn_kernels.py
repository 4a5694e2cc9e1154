"""Compiled code that follows whole turns of keep-and-throw games: how they end by a given way of choosing."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import Throws
from solver.keep_and_throw.keep_kernels import TurnLanes, weigh_turn

Ends: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Filled with the chances of turns: of each total that is banked, of a win, and of nothing."""


@compiled
def follow_preferences(
    throws: Throws, opening: int, prefers: NDArray[np.float64], holds: NDArray[np.bool_], ends: Ends
) -> None:
    """Fill `ends`, at [i, k], [i] and [i], for turns that begin with i steps and follow preferences.

    `prefers` and `holds` are at [k, h], as `solver.keep_and_throw.strategies.Preferences` has them. Who begins with 0
    may not hold fewer than `opening` steps.
    """
    bust, first, chance, option, gain, left = throws
    banked, wins, lost = ends
    goal = len(wins)
    full = len(bust) - 1
    for score in range(goal):
        top = goal - score
        closed = opening if score == 0 else 0
        at = np.zeros((top, full + 1))
        at[0, full] = 1.0
        for k in range(top):
            for h in range(full + 1):
                come = at[k, h]
                if come == 0.0:
                    continue
                lost[score] += come * bust[h]
                for o in range(first[h], first[h + 1]):
                    best, reached, hand = -np.inf, top, 0
                    for a in range(option[o], option[o + 1]):
                        total = k + gain[a]
                        if total >= top:
                            reached = top
                            break
                        if prefers[total, left[a]] > best:
                            best, reached, hand = prefers[total, left[a]], total, left[a]
                    if reached >= top:
                        wins[score] += come * chance[o]
                    elif holds[reached, hand] and reached >= closed:
                        banked[score, reached] += come * chance[o]
                    else:
                        at[reached, hand] += come * chance[o]


@compiled
def follow_random(throws: Throws, opening: int, ends: Ends) -> None:
    """Fill `ends`, at [i, k], [i] and [i], for turns that take any choice, and toss a coin for hold or throw."""
    bust, first, chance, option, gain, left = throws
    banked, wins, lost = ends
    goal = len(wins)
    full = len(bust) - 1
    for score in range(goal):
        top = goal - score
        closed = opening if score == 0 else 0
        at = np.zeros((top, full + 1))
        at[0, full] = 1.0
        for k in range(top):
            for h in range(full + 1):
                come = at[k, h]
                if come == 0.0:
                    continue
                lost[score] += come * bust[h]
                for o in range(first[h], first[h + 1]):
                    won = False
                    for a in range(option[o], option[o + 1]):
                        won = won or k + gain[a] >= top
                    if won:
                        wins[score] += come * chance[o]
                        continue
                    share = come * chance[o] / (option[o + 1] - option[o])
                    for a in range(option[o], option[o + 1]):
                        total = k + gain[a]
                        held = 0.5 * share if total >= closed else 0.0
                        banked[score, total] += held
                        at[total, left[a]] += share - held


@compiled
def follow_best(throws: Throws, opening: int, rival: NDArray[np.float64], ends: Ends) -> None:
    """Fill `ends`, at [i, j, k], [i, j] and [i, j], for best turns that begin with i steps against j.

    `rival[j, i]` is the win probability of the other, who begins with j steps. Of equal values the player holds.
    """
    bust, first, chance, option, gain, left = throws
    banked, wins, lost = ends
    goal = len(wins)
    full = len(bust) - 1
    value = np.ones((goal + 1, full + 1, goal))
    lines = np.empty((2, goal))
    held = np.ones((goal, goal))
    gone = np.empty(goal)
    at = np.zeros((goal, full + 1))
    for both in range(2 * goal - 2, -1, -1):
        low = max(0, both - goal + 1)
        lanes = min(both, goal - 1) - low + 1
        for n in range(lanes):
            for k in range(goal - low - n):
                held[k, n] = 1.0 - rival[both - low - n, low + n + k]
            gone[n] = held[0, n]
        weigh_turn(
            throws, TurnLanes(goal - low, opening if low == 0 else 0, held[:, :lanes], gone[:lanes]), value, lines
        )
        for n in range(lanes):
            score, other = low + n, both - low - n
            top = goal - score
            closed = opening if score == 0 else 0
            at[:] = 0.0
            at[0, full] = 1.0
            for k in range(top):
                for h in range(full + 1):
                    come = at[k, h]
                    if come == 0.0:
                        continue
                    lost[score, other] += come * bust[h]
                    for o in range(first[h], first[h + 1]):
                        best, reached, hand = -np.inf, top, 0
                        for a in range(option[o], option[o + 1]):
                            total = k + gain[a]
                            if total >= top:
                                reached = top
                                break
                            if value[total, left[a], n] > best:
                                best, reached, hand = value[total, left[a], n], total, left[a]
                        if reached >= top:
                            wins[score, other] += come * chance[o]
                        elif best - held[reached, n] <= 0.0 and reached >= closed:
                            banked[score, other, reached] += come * chance[o]
                        else:
                            at[reached, hand] += come * chance[o]

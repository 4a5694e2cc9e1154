"""Compiled code that follows whole turns of keep-and-throw games: how they end by choices, and where players hold."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import Throws
from solver.keep_and_throw.keep_kernels import TurnLanes, weigh_turn

Ends: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Filled with the chances of turns: of each total that is banked, of a win, and of nothing."""
Choices: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
"""How much k steps at risk with hand h left are preferred, and how often the player holds there, both at [k, h]."""


@compiled
def walk_turn(
    throws: Throws, limits: tuple[int, int], choices: Choices, at: NDArray[np.float64], banked: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the chances of a win and of nothing in a turn, and add those of each banked total to `banked[k]`.

    `limits` are the steps to the goal and the fewest that may be held. Of the choices after a throw those with the
    highest preference are taken, each as likely as the others, and then the player holds as often as `choices` say.
    Whoever can hold and win does. `at[k, h]` is room for numbers, all of them 0, and is left so.
    """
    bust, first, chance, option, gain, left = throws
    top, closed = limits
    prefers, holds = choices
    full = len(bust) - 1
    won, lost = 0.0, 0.0
    at[0, full] = 1.0
    for k in range(top):
        for h in range(full + 1):
            come = at[k, h]
            if come == 0.0:
                continue
            at[k, h] = 0.0
            lost += come * bust[h]
            for o in range(first[h], first[h + 1]):
                best, taken, count, wins = -np.inf, 0, 0, False
                for a in range(option[o], option[o + 1]):
                    total = k + gain[a]
                    if total >= top:
                        wins = True
                        break
                    liked = prefers[total, left[a]]
                    if liked > best:
                        best, taken, count = liked, a, 1
                    elif liked == best:
                        count += 1
                if wins:
                    won += come * chance[o]
                    continue
                share = come * chance[o] / count
                for a in range(taken, option[o + 1] if count > 1 else taken + 1):
                    total = k + gain[a]
                    if prefers[total, left[a]] == best:
                        held = share * holds[total, left[a]] if total >= closed else 0.0
                        banked[total] += held
                        at[total, left[a]] += share - held
    return won, lost


@compiled
def follow_choices(throws: Throws, opening: int, choices: Choices, ends: Ends) -> None:
    """Fill `ends`, at [i, k], [i] and [i], for turns that begin with i steps, whatever the other has.

    Who begins with 0 may not hold fewer than `opening` steps.
    """
    banked, wins, lost = ends
    goal = len(wins)
    at = np.zeros((goal, len(throws.bust)))
    for score in range(goal):
        limits = goal - score, opening if score == 0 else 0
        wins[score], lost[score] = walk_turn(throws, limits, choices, at, banked[score])


@compiled
def weigh_sum(
    throws: Throws,
    opening: int,
    rival: NDArray[np.float64],
    both: int,
    room: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
) -> tuple[int, int]:
    """Weigh the turns of all who have, together with the other, `both` steps; return the least score and how many.

    `rival[j, i]` is the win probability of the other, who begins with j steps. `room` is what holding k steps is worth,
    at [k, n] for the n-th score, what `weigh_turn` fills, and its `lines`.
    """
    held, value, lines = room
    goal = len(rival)
    low = max(0, both - goal + 1)
    lanes = min(both, goal - 1) - low + 1
    for n in range(lanes):
        for k in range(goal - low - n):
            held[k, n] = 1.0 - rival[both - low - n, low + n + k]
    turns = TurnLanes(goal - low, opening if low == 0 else 0, held[:, :lanes], held[0, :lanes].copy())
    weigh_turn(throws, turns, value, lines)
    return low, lanes


@compiled
def follow_best(throws: Throws, opening: int, rival: NDArray[np.float64], ends: Ends) -> None:
    """Fill `ends`, at [i, j, k], [i, j] and [i, j], for best turns that begin with i steps against j.

    `rival[j, i]` is the win probability of the other, who begins with j steps. Of equal values the player holds.
    """
    banked, wins, lost = ends
    goal = len(wins)
    hands = len(throws.bust)
    value = np.ones((goal + 1, hands, goal))
    lines = np.empty((2, goal))
    held = np.ones((goal, goal))
    at, prefers, holds = np.zeros((goal, hands)), np.empty((goal, hands)), np.empty((goal, hands))
    for both in range(2 * goal - 2, -1, -1):
        low, lanes = weigh_sum(throws, opening, rival, both, (held, value, lines))
        for n in range(lanes):
            score, other = low + n, both - low - n
            limits = goal - score, opening if score == 0 else 0
            for k in range(limits[0]):
                for h in range(hands):
                    prefers[k, h] = value[k, h, n]
                    holds[k, h] = 1.0 if value[k, h, n] <= held[k, n] else 0.0
            won_lost = walk_turn(throws, limits, (prefers, holds), at, banked[score, other])
            wins[score, other], lost[score, other] = won_lost


@compiled
def find_holds(throws: Throws, opening: int, rival: NDArray[np.float64], least: NDArray[np.int64]) -> None:
    """Fill `least[i, j, h]` with the lowest total at which holding is best before hand h, with i steps against j.

    `rival[j, i]` is the win probability of the other, who begins with j steps. Where it is best below no total that
    leaves the goal unreached, that is the distance to the goal. Of equal values the player holds.
    """
    goal, hands = len(rival), len(throws.bust)
    value = np.ones((goal + 1, hands, goal))
    lines = np.empty((2, goal))
    held = np.ones((goal, goal))
    for both in range(2 * goal - 2, -1, -1):
        low, lanes = weigh_sum(throws, opening, rival, both, (held, value, lines))
        for n in range(lanes):
            score = low + n
            top = goal - score
            closed = opening if score == 0 else 0
            for h in range(hands):
                k = max(1, closed)
                while k < top and value[k, h, n] > held[k, n]:
                    k += 1
                least[score, both - score, h] = min(k, top)

"""Pig for three, solved exactly: the cycle of three turn starts that bust into one another, in compiled code.

W(i, j, k) holds the win chances of the player to throw, with i points, of the next, with j, and of the last, with k.
Holding hands over at a higher sum of scores, so with sums taken in falling order the only cycle is that of lost turns:
(i, j, k), (j, k, i), (k, i, j). Each player looks at the own chance alone, and holds where both actions are worth the
same. What a cycle is worth when lost turns may follow one another n times at most, nobody winning after that, is plain
backward induction; its limit for growing n is what is computed. As soon as the choices against those values are the
choices against the fixed point that they lead to, they stay so: each bust value moves towards its fixed point without
turning, and the bust values at which one choice is best form an interval. The fixed point is then three affine lines.
Some cycles have other equilibria too, in which all choices are best against one another just as well: this is the one
that longer and longer games lead to.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.race.race_kernels import ThrowArrays
from solver.race.state import TIE

Float = NDArray[np.float64]

# Where the limit exists, twenty rounds were always enough for Pig to 100.
MOST_ROUNDS = 100
NEAR = 1e-9


class ThreeTurn(NamedTuple):
    """Room for one turn: with t at risk, `own[t]` is the mover's chance, `slope[t]` that of losing the turn.

    `other[t]` is the next player's chance, lost turns left out.
    """

    own: Float
    other: Float
    slope: Float


@compiled
def weigh_turn(throw: ThrowArrays, lost: float, held: Float, turn: ThreeTurn) -> None:
    """Solve one turn of a player to whom losing it is worth `lost`, and fill `turn`.

    `held[t]` is the vector W of the player who throws after a hold at t, for each t below what reaches the goal.
    """
    gains, chances = throw.gains, throw.chances
    own, other, slope = turn
    left = len(held)
    own[left : left + gains[-1]] = 1.0
    other[left : left + gains[-1]] = 0.0
    slope[left : left + gains[-1]] = 0.0
    for t in range(left - 1, -1, -1):
        roll = throw.bust * lost
        rise = throw.bust
        theirs = 0.0
        for m in range(len(gains) - 1, -1, -1):
            roll += chances[m] * own[t + gains[m]]
            rise += chances[m] * slope[t + gains[m]]
            theirs += chances[m] * other[t + gains[m]]
        if t == 0 or roll - held[t, 2] > TIE:
            own[t] = roll
            slope[t] = rise
            other[t] = theirs
        else:
            own[t] = held[t, 2]
            slope[t] = 0.0
            other[t] = held[t, 0]


@compiled
def agree(throw: ThrowArrays, lost: tuple[float, float], held: Float, turn: ThreeTurn) -> bool:
    """Return whether the best choices of a turn are the same for both values of losing it; uses up `turn`."""
    gains, chances = throw.gains, throw.chances
    own, other, _ = turn
    left = len(held)
    own[left : left + gains[-1]] = 1.0
    other[left : left + gains[-1]] = 1.0
    for t in range(left - 1, -1, -1):
        roll = throw.bust * lost[0]
        also = throw.bust * lost[1]
        for m in range(len(gains) - 1, -1, -1):
            roll += chances[m] * own[t + gains[m]]
            also += chances[m] * other[t + gains[m]]
        hold = held[t, 2]
        rolls = t == 0 or roll - hold > TIE
        if rolls != (t == 0 or also - hold > TIE):
            return False
        own[t] = roll if rolls else hold
        other[t] = also if rolls else hold
    return True


@compiled
def close_cycle(p: Float, part: Float, chance: Float) -> None:
    """Fill `chance[m, x]`, what turn m of a cycle is worth to player x, with nothing more left to chance.

    Turn m is lost with probability `p[m]`, and is worth `part[m, x]` besides.
    """
    slack = 1.0 - p[0] * p[1] * p[2]
    for m in range(3):
        second, third = (m + 1) % 3, (m + 2) % 3
        for x in range(3):
            chance[m, x] = (part[m, x] + p[m] * (part[second, x] + p[second] * part[third, x])) / slack


@compiled
def settle_sum(
    win: NDArray[np.float64], throw: ThrowArrays, total: int, share: tuple[int, int], unsettled: NDArray[np.int64]
) -> int:
    """Fill `win[i, j, k]` for the cycles with i + j + k = `total`, of which `share` (n, of) takes every of-th.

    Returns how many cycles have no limit, and puts their scores in the first rows of `unsettled`.
    """
    goal = len(win)
    worker, workers = share
    top = goal + throw.gains[-1]
    turn = ThreeTurn(np.empty(top), np.empty(top), np.empty(top))
    score = np.empty(3, np.int64)
    lost, p = np.empty(3), np.empty(3)
    # What turn m is worth to player x: but for losing it, so far, and in the end.
    part, so_far, chance = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    number = 0
    failed = 0
    for i in range(max(0, total - 2 * goal + 2), total // 3 + 1):
        for j in range(max(i, total - i - goal + 1), min(goal - 1, total - 2 * i) + 1):
            k = total - i - j
            # One of the three rotations stands for all.
            if k == i and j != i:
                continue
            number += 1
            if number % workers != worker:
                continue
            score[0], score[1], score[2] = i, j, k
            so_far[:] = 0.0
            settled = False
            rounds = 0
            while not settled and rounds < MOST_ROUNDS:
                rounds += 1
                for m in range(2, -1, -1):
                    second, third = (m + 1) % 3, (m + 2) % 3
                    lost[m] = so_far[second, m]
                    held = win[score[second], score[third], score[m] :]
                    weigh_turn(throw, lost[m], held, turn)
                    p[m] = turn.slope[0]
                    part[m, m] = turn.own[0] - p[m] * lost[m]
                    part[m, second] = turn.other[0]
                    part[m, third] = 1.0 - p[m] - part[m, m] - part[m, second]
                    for x in range(3):
                        so_far[m, x] = part[m, x] + p[m] * so_far[second, x]
                close_cycle(p, part, chance)
                settled = True
                for m in range(3):
                    second, third = (m + 1) % 3, (m + 2) % 3
                    held = win[score[second], score[third], score[m] :]
                    settled = settled and agree(throw, (lost[m], chance[second, m]), held, turn)
            if not settled:
                for m in range(3):
                    unsettled[failed, m] = score[m]
                failed += 1
            put_cycle(win, score, chance)
    return failed


@compiled
def put_cycle(win: NDArray[np.float64], score: NDArray[np.int64], chance: Float) -> None:
    """Write what the turns of a cycle are worth, `chance[m, x]`, to the vectors of its three turn starts."""
    for m in range(3):
        for x in range(3):
            win[score[m], score[(m + 1) % 3], score[(m + 2) % 3], x] = chance[m, (m + x) % 3]


@compiled
def mark_rolls(me: int, throw: ThrowArrays, win: NDArray[np.float64], rolls: NDArray[np.uint8]) -> int:
    """Set `rolls[j, k, t]` to 1 where the player with `me` points rolls, t below goal - me; return the near choices.

    A choice is near where another throw and a hold differ by less than 1e-9.
    """
    gains, chances = throw.gains, throw.chances
    goal = len(win)
    left = goal - me
    own = np.empty(goal + gains[-1])
    own[left:] = 1.0
    near = 0
    for j in range(goal):
        for k in range(goal):
            for t in range(left - 1, -1, -1):
                roll = throw.bust * win[j, k, me, 2]
                for m in range(len(gains) - 1, -1, -1):
                    roll += chances[m] * own[t + gains[m]]
                hold = win[j, k, me + t, 2]
                if t == 0 or roll - hold > TIE:
                    rolls[j, k, t] = 1
                    own[t] = roll
                else:
                    rolls[j, k, t] = 0
                    own[t] = hold
                near += t > 0 and abs(roll - hold) < NEAR
    return near

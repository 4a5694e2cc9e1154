"""Pig for three, solved exactly: the cycle of three turn starts that bust into one another, by compiled code.

W(i, j, k) holds the win chances of the player to throw, with i points, of the next, with j, and of the last, with k.
Holding hands over at a higher sum of scores, so with sums taken in falling order the only cycle is that of lost turns:
(i, j, k), (j, k, i), (k, i, j). Each player maximises the player's own chance, and holds where both actions are worth
the same. If lost turns may follow one another at most n times, and nobody wins after that, plain backward induction
gives the values of a cycle. The solution is their limit for growing n. As soon as the choices against those values are
the choices against the fixed point that they lead to, they stay so: each bust value moves towards its fixed point in
one direction, and the bust values at which one choice is best form an interval. The fixed point is then three affine
lines. Some cycles have other equilibria too, in which all choices are best against one another just as well: this is
the one that longer and longer games lead to.

Where a cycle has no equilibrium in pure strategies, the players must mix: the best choices of two players chase each
other, so each has one turn total at which a throw and a hold are worth the same, and throws there exactly so often that
the other player is indifferent as well. A mixing player gains the same either way; only the others are affected.
"""

import hashlib
import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.goal import LEAST_GOAL
from solver.jit import compiled
from solver.race.exact import ThrowArrays
from solver.race.state import TIE

CORES = 2

Float = NDArray[np.float64]
# Where the limit exists, twenty rounds were always enough for Pig to 100.
MOST_ROUNDS = 100
NEAR = 1e-9

# Choices nearer than this are equal: as in solver.race.evaluator, with some room for rounding below it.
INDIFFERENT = 5e-14
ROUNDS = 200
WATCHED = 60
HALVINGS = 80
NEWTON = 20
STEP = 1e-3


class ThreeTurn(NamedTuple):
    """Room for one turn: with t at risk, `own[t]` is the mover's chance, `slope[t]` that of losing the turn.

    `other[t]` is the next player's chance, lost turns left out.
    """

    own: Float
    other: Float
    slope: Float


@compiled
def weigh_roll(throw: ThrowArrays, lost: float, turn: ThreeTurn, t: int) -> tuple[float, float, float]:
    """Return the chances after a roll with t at risk: of the mover to win, to lose the turn, and of the next player.

    `turn` is filled above t; losing the turn is worth `lost`.
    """
    roll, rise, theirs = throw.bust * lost, throw.bust, 0.0
    for m in range(len(throw.gains) - 1, -1, -1):
        after = t + throw.gains[m]
        roll += throw.chances[m] * turn.own[after]
        rise += throw.chances[m] * turn.slope[after]
        theirs += throw.chances[m] * turn.other[after]
    return roll, rise, theirs


@compiled
def weigh_turn(throw: ThrowArrays, lost: float, held: Float, turn: ThreeTurn) -> None:
    """Solve a turn that is worth `lost` to its player if it is lost, and fill `turn`.

    `held[t]` is the vector W of the player who throws after a hold at t, for each t below what reaches the goal.
    """
    own, other, slope = turn
    left = len(held)
    end = left + throw.gains[-1]
    own[left:end] = 1.0
    other[left:end] = 0.0
    slope[left:end] = 0.0
    for t in range(left - 1, -1, -1):
        roll, rise, theirs = weigh_roll(throw, lost, turn, t)
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
    """Return whether a turn has the same best choices for both values of losing it; overwrites `turn`."""
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
    """Fill `chance[m, x]`, what turn m of a cycle is worth to player x, in closed form.

    Turn m is lost with probability `p[m]`, and is worth `part[m, x]` without that.
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
    """Fill `win[i, j, k]` for the cycles with i + j + k = `total`; `share` (n, of) takes every of-th one.

    Returns how many cycles have no limit, and puts their scores in the first rows of `unsettled`.
    """
    goal = len(win)
    worker, workers = share
    top = goal + throw.gains[-1]
    turn = ThreeTurn(np.empty(top), np.empty(top), np.empty(top))
    score = np.empty(3, np.int64)
    lost, p = np.empty(3), np.empty(3)
    # What turn m is worth to player x: without losing it, so far, and in the end.
    part, so_far, chance = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    number = 0
    failed = 0
    for i in range(max(0, total - 2 * goal + 2), total // 3 + 1):
        for j in range(max(i, total - i - goal + 1), min(goal - 1, total - 2 * i) + 1):
            k = total - i - j
            # One of the three rotations represents all.
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

    A choice is near if a throw and a hold differ by less than 1e-9.
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


class MixedTurn(NamedTuple):
    """Room for one turn: how often the player rolls with t at risk, and the worth of rolling less that of holding."""

    rolls: Float
    gap: Float


@compiled
def weigh_mixed(
    throw: ThrowArrays, lost: float, held: Float, mixed: tuple[int, float], turn: MixedTurn
) -> tuple[float, float, float]:
    """Weigh a turn in which the player rolls with a chance at one turn total, both in `mixed`, and else plays best.

    Fills `turn`; `lost` and `held` as in `weigh_turn`. Returns the mover's chance, the next player's with lost turns
    left out, and the chance of losing the turn.
    """
    rolls, gap = turn
    left = len(held)
    top = left + throw.gains[-1]
    own, other, slope = np.ones(top), np.zeros(top), np.zeros(top)
    ahead = ThreeTurn(own, other, slope)
    for t in range(left - 1, -1, -1):
        roll, rise, theirs = weigh_roll(throw, lost, ahead, t)
        hold = held[t, 2]
        gap[t] = roll - hold
        if t == mixed[0]:
            rolls[t] = mixed[1]
        else:
            rolls[t] = 1.0 if t == 0 or gap[t] > TIE else 0.0
        own[t] = rolls[t] * roll + (1.0 - rolls[t]) * hold
        slope[t] = rolls[t] * rise
        other[t] = rolls[t] * theirs + (1.0 - rolls[t]) * held[t, 0]
    return own[0], other[0], slope[0]


class Cycle:
    """The three turns of one cycle, weighed for any bust values and any mix."""

    def __init__(self, win: NDArray[np.float64], throw: ThrowArrays, score: tuple[int, int, int]) -> None:
        self._throw = throw
        self._held = [win[score[(m + 1) % 3], score[(m + 2) % 3], score[m] :] for m in range(3)]
        self._room = [MixedTurn(np.empty(len(held)), np.empty(len(held))) for held in self._held]
        self._p = np.zeros(3)
        self._part = np.zeros((3, 3))
        self.chance = np.zeros((3, 3))

    def turn(self, m: int, lost: float, total: int = -1, share: float = 0.0) -> MixedTurn:
        """Weigh turn m if losing it is worth `lost` and the player rolls at `total` with chance `share`."""
        own, other, slope = weigh_mixed(self._throw, lost, self._held[m], (total, share), self._room[m])
        self._p[m] = slope
        self._part[m, m] = own - slope * lost
        self._part[m, (m + 1) % 3] = other
        self._part[m, (m + 2) % 3] = 1.0 - slope - self._part[m, m] - other
        return self._room[m]

    def close(self) -> Float:
        """Return the bust value of each player that follows from the last weighed turns."""
        close_cycle(self._p, self._part, self.chance)
        return np.array([self.chance[(m + 1) % 3, m] for m in range(3)])

    def step(self, m: int, so_far: Float) -> None:
        """Weigh turn m against the present values of the turns, and write its own value."""
        after = so_far[(m + 1) % 3]
        self.turn(m, after[m])
        so_far[m] = self._part[m] + self._p[m] * after

    def find_indifferent(self, m: int, total: int, low: float, high: float) -> float:
        """Return the bust value at which player m is indifferent at `total`; a higher one makes rolling better."""
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if self.turn(m, middle).gap[total] > 0:
                high = middle
            else:
                low = middle
        return (low + high) / 2


def settle_mixed(win: NDArray[np.float64], throw: ThrowArrays, score: tuple[int, int, int]) -> None:
    """Solve the cycle of `score` with mixed choices, and write its vectors to `win`.

    The result is checked: players who mix are indifferent, and no other choice can be improved. Raises SolverError if
    no mix of one turn total each does it.
    """
    cycle = Cycle(win, throw, score)
    doubtful, low, high = watch(cycle)
    for totals in candidates(doubtful):
        marks = np.array(
            [cycle.find_indifferent(m, total, low[m], high[m]) if total >= 0 else 0.0 for m, total in enumerate(totals)]
        )
        if weigh_mix(cycle, totals, marks, low, high):
            put_cycle(win, np.array(score), cycle.chance)
            return
    raise SolverError(f"no equilibrium was found for the turns at {score}: choose another goal or die")


def watch(cycle: Cycle) -> tuple[list[list[int]], Float, Float]:
    """Return at which turn totals each player's choice keeps changing, and between which bust values."""
    so_far = np.zeros((3, 3))
    seen: list[list[Float]] = [[], [], []]
    lost: list[list[float]] = [[], [], []]
    for count in range(ROUNDS):
        for m in (2, 1, 0):
            cycle.step(m, so_far)
            if count >= ROUNDS - WATCHED:
                lost[m].append(float(so_far[(m + 1) % 3, m]))
                seen[m].append(cycle.turn(m, lost[m][-1]).rolls.copy())
    doubtful = [np.flatnonzero(np.ptp(np.array(choices), axis=0) > 0).tolist() for choices in seen]
    return doubtful, np.array([min(values) for values in lost]), np.array([max(values) for values in lost])


def candidates(doubtful: list[list[int]]) -> Iterator[tuple[int, int, int]]:
    """Yield one turn total, or -1, for each player: two players that mix first, then all three."""
    found = [(a, b, c) for a, b, c in itertools.product(*([-1, *totals] for totals in doubtful))]
    for count in (2, 3):
        yield from (totals for totals in found if sum(total >= 0 for total in totals) == count)


def weigh_mix(cycle: Cycle, totals: tuple[int, ...], marks: Float, low: Float, high: Float) -> bool:
    """Weigh the mix that puts each mixing player's bust value on its mark; return whether it is an equilibrium.

    This also finds a pure player's bust value, by Newton's method.
    """
    mixing = [m for m in range(3) if totals[m] >= 0]
    pure = [m for m in range(3) if totals[m] < 0]
    lost = np.where(np.array(totals) >= 0, marks, (low + high) / 2)
    shares = np.zeros(3)

    def off(at: Float) -> Float:
        for m in range(3):
            cycle.turn(m, lost[m], totals[m], at[m])
        return (cycle.close() - marks)[mixing]

    for _ in range(ROUNDS):
        shares[mixing] = 0.5
        for _ in range(NEWTON):
            slope = np.empty((len(mixing), len(mixing)))
            for column, m in enumerate(mixing):
                ends = []
                for step in (-STEP, STEP):
                    at = shares.copy()
                    at[m] += step
                    ends.append(off(at))
                slope[:, column] = (ends[1] - ends[0]) / (2 * STEP)
            error = off(shares)
            if np.abs(error).max() < 1e-16 or abs(np.linalg.det(slope)) < 1e-30:
                break
            shares[mixing] -= np.linalg.solve(slope, error)
        if (shares < 0).any() or (shares > 1).any():
            return False
        off(shares)
        after = cycle.close()
        if not pure or abs(after[pure[0]] - lost[pure[0]]) < 1e-15:
            break
        lost[pure[0]] = after[pure[0]]
    return is_best(cycle, totals, shares)


def is_best(cycle: Cycle, totals: tuple[int, ...], shares: Float) -> bool:
    """Whether no player gains by another choice, with the bust values that the cycle itself leads to."""
    lost = cycle.close()
    for m in range(3):
        weighed = cycle.turn(m, lost[m], totals[m], shares[m])
        if totals[m] >= 0 and abs(weighed.gap[totals[m]]) > INDIFFERENT:
            return False
    return bool(np.abs(cycle.close() - lost).max() < 1e-14)


def solve(goal: int, throw: ThrowArrays) -> tuple[Float, int, str, int, float]:
    """Return the win chances at every turn's start, the number of cycles with mixing, and the result of `digest`.

    The last is how many seconds it took on two cores, without compilation. Raises SolverError if no equilibrium is
    found.
    """
    with ThreadPoolExecutor(CORES) as pool:
        settle(LEAST_GOAL, throw, pool)
        digest(settle(LEAST_GOAL, throw, pool)[0], throw, pool)
        begun = time.perf_counter()
        win, mixed = settle(goal, throw, pool)
        policy, near = digest(win, throw, pool)
        return win, mixed, policy, near, time.perf_counter() - begun


def settle(goal: int, throw: ThrowArrays, pool: ThreadPoolExecutor) -> tuple[NDArray[np.float64], int]:
    """Return the win chances at every turn's start, and the number of cycles with mixing."""
    win = np.zeros((goal, goal, goal, 3))
    unsettled = [np.empty((goal * goal, 3), np.int64) for _ in range(CORES)]
    mixed = 0
    for total in range(3 * (goal - 1), -1, -1):
        shares = [(worker, CORES) for worker in range(CORES)]
        counts = pool.map(lambda share: settle_sum(win, throw, total, share, unsettled[share[0]]), shares)  # noqa: B023
        for count, scores in zip(list(counts), unsettled, strict=True):
            mixed += count
            for first, second, third in scores[:count].tolist():
                settle_mixed(win, throw, (first, second, third))
    return win, mixed


def digest(win: NDArray[np.float64], throw: ThrowArrays, pool: ThreadPoolExecutor) -> tuple[str, int]:
    """Return the hash of the packed roll bits, and how many choices are near."""
    goal = len(win)
    bits = np.empty(goal**3 * (goal + 1) // 2, np.uint8)
    blocks = []
    place = 0
    for me in range(goal):
        size = goal * goal * (goal - me)
        blocks.append((me, bits[place : place + size].reshape(goal, goal, goal - me)))
        place += size
    near = sum(pool.map(lambda block: mark_rolls(block[0], throw, win, block[1]), blocks))
    return hashlib.sha256(np.packbits(bits).tobytes()).hexdigest(), near

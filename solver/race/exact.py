"""Two-player jeopardy races, solved exactly for any throw distribution, also with a last round.

Let P(i, j, k) be the chance that the player to act wins, with i points banked against j and k at risk. Holding hands
over at a higher sum of scores, so with sums taken in falling order the only cycle is between x = P(i, j, 0) and
y = P(j, i, 0). For a given policy x is affine in 1 - y and y in 1 - x; policy iteration (Howard, "Dynamic Programming
and Markov Processes", 1960) solves the two lines, improves the policy, and ends after two or three rounds.

Where a throw can take the whole score, all pairs depend on the values R(j) = P(j, 0, 0) of a player who moves against
nothing. One sweep over all pairs makes new R from old. For the policy that is found it is a contraction by the largest
chance that such a player sees another ruin before the game ends, so the distance to the policy's own values is bounded;
and a policy whose choices are best by its own values, none of them nearer than that distance, is optimal.
"""

import time
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.fixed_point import error_bound, fixed_point
from solver.goal import states
from solver.jit import compiled
from solver.race.last_round import LastRoundRace
from solver.race.state import TIE
from solver.throw_distribution import ThrowDistribution

Ints: TypeAlias = tuple[int, ...] | NDArray[np.int64]
Floats: TypeAlias = tuple[float, ...] | NDArray[np.float64]
# A pair is solved when another round changes it only by rounding.
STILL = 1e-14
STEADY = 1e-12
"""If scores can be ruined, values with a last round are final when a sweep over all of them changes none by more."""
# The compiler unrolls loops of so few steps, and only then vectorises the loops around them: twelve gains take two.
FEW = 6

# The kernels are compiled for these numbers of gains; fewer gains are padded with gains of chance 0.
WIDTHS = (5, 12)


class ThrowArrays(NamedTuple):
    """A throw distribution as the kernels take it; a gain may occur twice, the second time with chance 0."""

    gains: Ints
    chances: Floats
    bust: float
    bust_gain: int
    ruin: float
    exact: bool


@compiled
def settle_pairs(throw: ThrowArrays, against: NDArray[np.float64], start: NDArray[np.float64]) -> int:
    """Fill `start[i, j]` with P(i, j, 0), and return how often the kernel weighed a state.

    `against[j]` is the chance of a player who throws with j points when the other's score is lost. All pairs with the
    same sum are independent and are solved side by side: lane n is the pair (low + n, rest), its partner (rest,
    low + n) is the lane mirrored.
    """
    gains, chances, bust, bust_gain, ruin, exact = throw
    goal = start.shape[0]
    # banked[s, a]: win probability of a player who has just ended a turn with a points, at a sum of scores s.
    banked = np.zeros((2 * goal, goal))
    # Lanes from top - k have reached the goal; they are never written and stay at a sure win.
    value = np.ones((goal + gains[-1], goal))
    slope = np.zeros((goal + gains[-1], goal))
    x = np.empty(goal)
    sure = np.empty(goal)
    lost = np.empty(goal)
    ended = np.empty(goal)
    again = bust if bust_gain == 0 else 0.0
    weighed = 0
    for both in range(2 * goal - 2, -1, -1):
        low = max(0, both - goal + 1)
        lanes = min(both, goal - 1) - low + 1
        top = goal - low
        for n in range(lanes):
            x[n] = 1.0 - banked[both + 1, both - low - n]
            sure[n] = ruin * (1.0 - against[both - low - n])
            if bust_gain > 0:
                scored = low + n + bust_gain
                sure[n] += bust * (banked[both + bust_gain, scored] if scored < goal else 1.0)
        change = 1.0
        while change > STILL:
            for n in range(lanes):
                lost[n] = 1.0 - x[lanes - 1 - n]
                ended[n] = sure[n] + again * lost[n]
                if exact:
                    value[top - n, n], slope[top - n, n] = 1.0, 0.0
                    for k in range(top - n + 1, top - n + gains[-1]):
                        value[k, n], slope[k, n] = lost[n], 1.0
            for k in range(top - 1, -1, -1):
                width = min(lanes, top - k)
                weighed += width
                values, slopes = value[k], slope[k]
                held = banked[both + k, low + k : low + k + width]
                for n in range(width):
                    roll = ended[n]
                    rise = again
                    for m in range(min(FEW, len(gains))):
                        roll += chances[m] * value[k + gains[m], n]
                        rise += chances[m] * slope[k + gains[m], n]
                    for m in range(FEW, len(gains)):
                        roll += chances[m] * value[k + gains[m], n]
                        rise += chances[m] * slope[k + gains[m], n]
                    hold = held[n] if k > 0 else -1.0
                    if roll > hold:
                        values[n] = roll
                        slopes[n] = rise
                    else:
                        values[n] = hold
                        slopes[n] = 0.0
            change = 0.0
            for n in range(lanes):
                p, q = slope[0, n], slope[0, lanes - 1 - n]
                a = value[0, n] - p * lost[n]
                b = value[0, lanes - 1 - n] - q * lost[lanes - 1 - n]
                # x = a + p (1 - y) and y = b + q (1 - x); dividing by the slack magnifies rounding as much as change.
                slack = 1.0 - p * q
                solved = (a + p * (1.0 - b - q)) / slack
                change = max(change, slack * abs(solved - x[n]))
                x[n] = solved
        for n in range(lanes):
            banked[both, both - low - n] = 1.0 - x[n]
            start[low + n, both - low - n] = x[n]
    return weighed


@compiled
def ruin_chances(throw: ThrowArrays, start: NDArray[np.float64], chance: NDArray[np.float64]) -> None:
    """Fill `chance[i, j]` with the chance to lose a score before the end, with best play by the values in `start`."""
    gains, chances, bust, bust_gain, ruin, exact = throw
    goal = start.shape[0]
    again = bust if bust_gain == 0 else 0.0
    line = np.empty((2, 2))
    value = np.ones(goal + gains[-1])
    sure = np.empty(goal + gains[-1])
    slope = np.empty(goal + gains[-1])
    for both in range(2 * goal - 2, -1, -1):
        for low in range(max(0, both - goal + 1), both // 2 + 1):
            for turn in range(2):
                i = both - low if turn else low
                j = both - i
                scored = i + bust_gain
                lost = 1.0 - start[j, scored] if scored < goal else 1.0
                ended = bust * lost + ruin * (1.0 - start[j, 0])
                ruined = ruin
                if bust_gain > 0 and scored < goal:
                    ruined += bust * chance[j, scored]
                value[goal - i :] = 1.0
                sure[goal - i :] = 0.0
                slope[goal - i :] = 0.0
                if exact:
                    value[goal - i + 1 :], slope[goal - i + 1 :] = lost, 1.0
                for k in range(goal - i - 1, -1, -1):
                    roll, follows, rise = ended, ruined, again
                    for m in range(len(gains)):
                        roll += chances[m] * value[k + gains[m]]
                        follows += chances[m] * sure[k + gains[m]]
                        rise += chances[m] * slope[k + gains[m]]
                    hold = 1.0 - start[j, i + k]
                    if k == 0 or roll - hold > TIE:
                        value[k], sure[k], slope[k] = roll, follows, rise
                    else:
                        value[k], sure[k], slope[k] = hold, chance[j, i + k], 0.0
                line[turn, 0], line[turn, 1] = sure[0], slope[0]
            (a, p), (b, q) = line
            # x = a + p y and y = b + q x
            chance[low, both - low] = (a + p * b) / (1.0 - p * q)
            chance[both - low, low] = (b + q * a) / (1.0 - p * q)


@compiled
def pack_policy(throw: ThrowArrays, start: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return one bit a state, set where roll > hold: i, j, k in C order with i + k < goal, first state highest bit."""
    gains, chances, bust, bust_gain, ruin, exact = throw
    goal = start.shape[0]
    packed = np.zeros((goal * goal * (goal + 1) // 2 + 7) // 8, np.uint8)
    # waiting[a, j]: the chance of a player who has just ended a turn with a points against j.
    waiting = np.ones((goal + bust_gain, goal))
    for i in range(goal):
        for j in range(goal):
            waiting[i, j] = 1.0 - start[j, i]
    value = np.empty((goal + gains[-1], goal))
    rolls = np.empty((goal, goal), np.bool_)
    byte = 0
    count = 0
    for i in range(goal):
        top = goal - i
        value[top : top + gains[-1]] = 1.0
        if exact:
            value[top + 1 : top + gains[-1]] = waiting[i]
        for k in range(top - 1, -1, -1):
            for j in range(goal):
                roll = bust * waiting[i + bust_gain, j] + ruin * waiting[0, j]
                for m in range(min(FEW, len(gains))):
                    roll += chances[m] * value[k + gains[m], j]
                for m in range(FEW, len(gains)):
                    roll += chances[m] * value[k + gains[m], j]
                hold = waiting[i + k, j]
                rolls[k, j] = k == 0 or roll - hold > TIE
                value[k, j] = max(roll, hold)
        for j in range(goal):
            for k in range(top):
                byte = byte << 1 | rolls[k, j]
                count += 1
                if count & 7 == 0:
                    packed[(count >> 3) - 1] = byte
                    byte = 0
    if count & 7:
        packed[count >> 3] = byte << (8 - (count & 7))
    return packed


@compiled
def settle_match(
    first: tuple[NDArray[np.float64], ...],
    second: tuple[NDArray[np.float64], ...],
    ruined: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Fill `values` with the chance that the first player wins: [0, i, j] to throw, [1, j, i] when the other is.

    The first player has i points, the other j. Either policy is `banked`, `wins`, `lost` and `ruined` of
    `solver.race.evaluate.Turns`; `ruined[0, j]` is the first player's chance having just lost the whole score, and
    `ruined[1, i]` when the other has.
    """
    mine, theirs = values[0], values[1]
    goal = mine.shape[0]
    for both in range(2 * goal - 2, -1, -1):
        for i in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
            j = both - i
            banked, wins, lost, ruin = first
            a = wins[i, j] + ruin[i, j] * ruined[0, j]
            for score in range(1, goal - i):
                a += banked[i, j, score] * theirs[j, i + score]
            p = lost[i, j]
            banked, wins, lost, ruin = second
            b = ruin[j, i] * ruined[1, i]
            for score in range(1, goal - j):
                b += banked[j, i, score] * mine[i, j + score]
            q = lost[j, i]
            # x = a + p y and y = b + q x
            mine[i, j] = (a + p * b) / (1.0 - p * q)
            theirs[j, i] = (b + q * a) / (1.0 - p * q)


class SolvedRace(NamedTuple):
    """P(i, j, 0) as a goal x goal array, the packed policy, and where scores can be ruined the contraction.

    No value is further than `bound` from the truth, except for rounding in a sweep; `sweeps` is how often all pairs
    were settled.
    """

    start: NDArray[np.float64]
    policy: NDArray[np.uint8]
    contraction: float
    bound: float
    sweeps: int


def solve_race(goal: int, distribution: ThrowDistribution) -> SolvedRace:
    """Solve the race to `goal` with throws of `distribution`. Raises SolverError if the machine is too small."""
    try:
        if distribution.ruin:
            start, contraction, bound, sweeps = _settle_ruin(goal, distribution)
        else:
            start, contraction, bound, sweeps = np.empty((goal, goal)), 0.0, 0.0, 1
            settle(distribution, np.zeros(goal), start)
        policy = pack_policy(throw_arrays(distribution), start)
    except MemoryError as short:
        raise SolverError(f"not enough memory for the {states(goal)} states of a goal of {goal}") from short
    return SolvedRace(start, policy, contraction, bound, sweeps)


def settle(distribution: ThrowDistribution, against: NDArray[np.float64], start: NDArray[np.float64]) -> int:
    """Fill `start` with win probabilities, given those of a mover against a lost score; return the states weighed."""
    return settle_pairs(throw_arrays(distribution), against, start)


def throw_arrays(distribution: ThrowDistribution) -> ThrowArrays:
    """Return `distribution` as arrays of one of the few sizes that the kernels are compiled for."""
    ends = distribution.bust, distribution.bust_gain, float(distribution.ruin), distribution.exact
    for width in WIDTHS:
        more = width - len(distribution.gains)
        if more >= 0:
            return ThrowArrays(
                distribution.gains + distribution.gains[-1:] * more, distribution.chances + (0.0,) * more, *ends
            )
    return ThrowArrays(np.array(distribution.gains), np.array(distribution.chances), *ends)


def _settle_ruin(goal: int, distribution: ThrowDistribution) -> tuple[NDArray[np.float64], float, float, int]:
    start, chance = np.empty((goal, goal)), np.empty((goal, goal))

    def sweep(against: NDArray[np.float64]) -> NDArray[np.float64]:
        settle(distribution, against, start)
        return start[:, 0].copy()

    found = fixed_point(sweep, np.full(goal, 0.5))
    ruin_chances(throw_arrays(distribution), start, chance)
    contraction = float(chance[:, 0].max())
    return start, contraction, error_bound(found, contraction), found.steps


@compiled
def settle_last(
    throw: ThrowArrays,
    ends: tuple[int, int],
    held: NDArray[np.float64],
    against: NDArray[np.float64],
    start: NDArray[np.float64],
) -> None:
    """Fill `start[p, i, j]` with the chance of player p, of two, who begins a turn with i points against j.

    `ends[p]` is the score from which p holds. `held[d]` is what a lead of d is worth to a player who ends a turn with
    it, if a goal does not win at once. `against[p, j]` is the chance of p who moves with j points when the other's
    score is lost.
    """
    gains, chances, bust, bust_gain, ruin, _ = throw
    goal = start.shape[1]
    most = gains[-1]
    value = np.ones((2, max(ends) + most + bust_gain + 1))
    slope = np.zeros(value.shape)
    again = bust if bust_gain == 0 else 0.0
    for both in range(2 * goal - 2, -1, -1):
        for first in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
            scores = (first, both - first)
            x, change = 0.5, 1.0
            y = 0.5
            while change > STILL:
                for p in range(2):
                    i, j = scores[p], scores[1 - p]
                    other = y if p == 0 else x
                    # Losing the whole score leaves the other against nothing.
                    ended = again * (1.0 - other) + ruin * (1.0 - against[1 - p, j])
                    for k in range(ends[p] - i + most - 1, -1, -1):
                        score = i + k
                        if score < goal:
                            hold = 1.0 - start[1 - p, j, score] if k > 0 else -1.0
                        elif ends[p] == goal:
                            hold = 1.0
                        else:
                            hold = held[min(score - j, len(held) - 1)]
                        value[p, k], slope[p, k] = hold, 0.0
                        if score >= ends[p]:
                            continue
                        roll, rise = ended, again
                        if bust_gain > 0:
                            banked = i + bust_gain
                            if banked < goal:
                                roll += bust * (1.0 - start[1 - p, j, banked])
                            elif ends[p] == goal:
                                roll += bust
                            else:
                                roll += bust * held[min(banked - j, len(held) - 1)]
                        for m in range(len(gains)):
                            roll += chances[m] * value[p, k + gains[m]]
                            rise += chances[m] * slope[p, k + gains[m]]
                        if roll > hold:
                            value[p, k], slope[p, k] = roll, rise
                p, q = slope[0, 0], slope[1, 0]
                a = value[0, 0] - p * (1.0 - y)
                b = value[1, 0] - q * (1.0 - x)
                # x = a + p (1 - y) and y = b + q (1 - x)
                solved = (a + p * (1.0 - b - q)) / (1.0 - p * q)
                change = abs(solved - x)
                x = solved
                y, before = b + q * (1.0 - x), y
                change = max(change, abs(y - before))
            start[0, scores[0], scores[1]] = x
            start[1, scores[1], scores[0]] = y


def solve_last(race: LastRoundRace) -> tuple[NDArray[np.float64], float]:
    """Return the values of turn starts, and the seconds without compilation.

    Raises DistributionError, SolverError or MissingNumbaError.
    """
    ends, held = race.ends
    _settle_ends(race.distribution, 1, (1, 1), held)
    begun = time.perf_counter()
    return _settle_ends(race.distribution, race.goal, ends, held), time.perf_counter() - begun


def _settle_ends(
    distribution: ThrowDistribution, goal: int, ends: tuple[int, int], held: NDArray[np.float64]
) -> NDArray[np.float64]:
    throw = throw_arrays(distribution)
    start = np.zeros((2, goal, goal))

    def sweep(against: NDArray[np.float64]) -> NDArray[np.float64]:
        settle_last(throw, ends, held, against.reshape(2, goal), start)
        return start[:, :, 0].reshape(-1).copy()

    if not distribution.ruin:
        sweep(np.zeros(2 * goal))
        return start
    found = fixed_point(sweep, np.full(2 * goal, 0.5))
    if found.change > STEADY:
        raise SolverError(f"the values still change by {found.change:.1e}: choose a smaller goal or another die")
    return start

"""Compiled code that solves keep-and-throw games, and follows whole turns: how they end, and where players hold."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.keep_and_throw.hands import Throws

# A pair is solved when the value at a turn's beginning equals the turn's result, but for rounding.
STILL = 1e-14
# Nearer arguments give no slope.
APART = 1e-10
# Newton's method takes two or three rounds; rounding may keep a pair from settling completely.
MOST_ROUNDS = 60

Ends: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Filled with the chances of turns: of each total that is banked, of a win, and of nothing."""
Choices: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The preference for k steps at risk with hand h left, and how often the player holds there, both at [k, h]."""

Ahead: TypeAlias = tuple[int, NDArray[np.float64]]
"""The score in steps from which a player holds, and what leads at the goal are worth, as in `leads`."""


@compiled
def follow_fewest(throws: Throws, opening: int, turns: NDArray[np.float64], ends: Ends) -> None:
    """Fill `ends`, at [i, k], [i] and [i], for turns of play for the fewest turns that begin with i steps.

    `turns[i]` are the fewest turns on average. At equal values the player holds.
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


class TurnLanes(NamedTuple):
    """Turns that the kernel weighs side by side.

    Lane n has n steps fewer to the goal than lane 0, which has `top`. `held[k, n]` is the win probability of a player
    who holds k steps, `lost[n]` of one who has scored nothing. Lane 0 may not hold fewer than `closed` steps.
    """

    top: int
    closed: int
    held: NDArray[np.float64]
    lost: NDArray[np.float64]


@compiled
def weigh_turn(throws: Throws, turns: TurnLanes, value: NDArray[np.float64], lines: NDArray[np.float64]) -> None:
    """Fill `value[k, h, n]` with the win probability of a player who has k steps at risk and may throw hand h or hold.

    Values at the goal are 1, and are never written. Nobody holds 0: there `value` is the value of a throw. `lines` has
    room for two numbers a lane.
    """
    bust, first, chance, option, gain, left, forced = throws
    top, closed, held, lost = turns
    sums, best = lines[0], lines[1]
    lanes = len(lost)
    goal = value.shape[0] - 1
    for k in range(top - 1, -1, -1):
        width = min(lanes, top - k)
        for h in range(len(bust)):
            for n in range(width):
                sums[n] = bust[h] * lost[n]
            for o in range(first[h], first[h + 1]):
                c = chance[o]
                a = option[o]
                one = value[min(k + gain[a], goal), left[a]]
                more = option[o + 1] - a
                if more == 1:
                    for n in range(width):
                        sums[n] += c * one[n]
                elif more == 2:
                    two = value[min(k + gain[a + 1], goal), left[a + 1]]
                    for n in range(width):
                        sums[n] += c * max(one[n], two[n])
                else:
                    two = value[min(k + gain[a + 1], goal), left[a + 1]]
                    for n in range(width):
                        best[n] = max(one[n], two[n])
                    for m in range(a + 2, option[o + 1] - 1):
                        other = value[min(k + gain[m], goal), left[m]]
                        for n in range(width):
                            best[n] = max(best[n], other[n])
                    last = value[min(k + gain[option[o + 1] - 1], goal), left[option[o + 1] - 1]]
                    for n in range(width):
                        sums[n] += c * max(best[n], last[n])
            into = value[k, h]
            if k == 0 or forced[h]:
                for n in range(width):
                    into[n] = sums[n]
            else:
                holds = held[k]
                for n in range(width):
                    into[n] = max(sums[n], holds[n])
                if k < closed:
                    into[0] = sums[0]


@compiled
def fill_ahead(ahead: Ahead, most: int, both: int, held: NDArray[np.float64], value: NDArray[np.float64]) -> int:
    """Write what leads at the goal are worth into the lanes of a sum of scores; return the steps to hold at in lane 0.

    `most` is the most steps that one choice adds. Where reaching the goal wins, nothing is written: all values are 1.
    """
    end, worth = ahead
    goal = held.shape[1]
    low = max(0, both - goal + 1)
    if len(worth) > 1:
        for n in range(min(both, goal - 1) - low + 1):
            i = low + n
            for k in range(goal - i, end - i + most):
                sure = worth[min(i + k - (both - i), len(worth) - 1)]
                if k < end - i:
                    held[k, n] = sure
                else:
                    for h in range(value.shape[1]):
                        value[k, h, n] = sure
    steps: int = end - low
    return steps


@compiled
def settle_scores(
    dice: tuple[Throws, Throws],
    opening: int,
    ahead: tuple[Ahead, Ahead],
    start: NDArray[np.float64],
    other: NDArray[np.float64],
) -> int:
    """Fill `start[i, j]` with the win probability of a player with the first `dice` who begins a turn with i steps.

    `other[j, i]` is that of the opponent with the other dice; with the same dice and the same turns it is empty, and
    not filled. For both players, `ahead` is the score from which they hold, and what leads at the goal are worth, as
    `fill_ahead` takes it. All pairs with the same sum of scores are independent: lane n is the pair (low + n, rest),
    its partner (rest, low + n) the lane mirrored. Returns how often the kernel weighed a pair.
    """
    mine, theirs = dice
    goal = start.shape[0]
    alike = other.shape[0] == 0
    full = len(mine.bust) - 1, len(theirs.bust) - 1
    most = max(mine.gain.max(), theirs.gain.max()) if max(len(ahead[0][1]), len(ahead[1][1])) > 1 else 1
    high = max(ahead[0][0], ahead[1][0]) + most
    # Lanes and totals at the goal are never written and stay at a sure win, except in a last round.
    values = np.ones((high, len(mine.bust), goal)), np.ones((1 if alike else high, len(theirs.bust), goal))
    held = np.ones((high, goal))
    lines = np.empty((2, goal))
    x = np.full((2, goal), 0.5)
    y = np.empty((2, goal))
    lost = np.empty((2, goal))
    before_lost = np.empty((2, goal))
    before_y = np.empty((2, goal))
    # slope[p, i]: how the value of a turn that player p begins with i steps rises with that of a turn without points.
    slope = np.full((2, goal), 0.25)
    sides = 1 if alike else 2
    weighed = 0
    for both in range(2 * goal - 2, -1, -1):
        low = max(0, both - goal + 1)
        lanes = min(both, goal - 1) - low + 1
        closed = opening if low == 0 else 0
        for p in range(sides):
            mover = start if p == 0 else other
            for n in range(lanes):
                i = low + n
                j = both - i
                if i + 1 < goal and j + 1 < goal:
                    x[p, n] = mover[i + 1, j] + mover[i, j + 1] - mover[i + 1, j + 1]
                elif i + 1 < goal:
                    x[p, n] = mover[i + 1, j]
                elif j + 1 < goal:
                    x[p, n] = mover[i, j + 1]
                else:
                    x[p, n] = 0.5
            for n in range(lanes):
                lost[1 - p, lanes - 1 - n] = 1.0 - x[p, n]
        if alike:
            for n in range(lanes):
                x[1, n] = x[0, n]
                lost[0, lanes - 1 - n] = 1.0 - x[0, n]
        residue = 1.0
        rounds = 0
        while residue > STILL and rounds < MOST_ROUNDS:
            for p in range(sides):
                rival = start if alike or p == 1 else other
                for k in range(1, goal - low):
                    for n in range(min(lanes, goal - low - k)):
                        held[k, n] = 1.0 - rival[both - low - n, low + n + k]
                top = fill_ahead(ahead[p], most, both, held, values[p])
                throws = mine if p == 0 else theirs
                weigh_turn(throws, TurnLanes(top, closed, held[:, :lanes], lost[p, :lanes]), values[p], lines)
                for n in range(lanes):
                    y[p, n] = values[p][0, full[p], n]
                weighed += lanes
            if alike:
                for n in range(lanes):
                    y[1, n] = y[0, n]
                    lost[1, n] = lost[0, n]
            residue = 0.0
            for p in range(2):
                for n in range(lanes):
                    residue = max(residue, abs(y[p, n] - x[p, n]))
                    if rounds > 0 and abs(lost[p, n] - before_lost[p, n]) > APART:
                        slope[p, low + n] = (y[p, n] - before_y[p, n]) / (lost[p, n] - before_lost[p, n])
                    before_lost[p, n] = lost[p, n]
                    before_y[p, n] = y[p, n]
            for n in range(lanes):
                m = lanes - 1 - n
                # x = y + p (1 - w - lost) and w = v + q (1 - x - gone), with the partner's w, v and gone.
                p, q = slope[0, low + n], slope[1, low + m]
                a = y[0, n] - p * lost[0, n]
                b = y[1, m] - q * lost[1, m]
                x[0, n] = (a + p * (1.0 - b - q)) / (1.0 - p * q)
                x[1, m] = b + q * (1.0 - x[0, n])
            for n in range(lanes):
                m = lanes - 1 - n
                lost[0, n] = 1.0 - x[1, m]
                lost[1, m] = 1.0 - x[0, n]
            rounds += 1
        for n in range(lanes):
            start[low + n, both - low - n] = x[0, n]
            if not alike:
                other[low + n, both - low - n] = x[1, n]
    return weighed


@compiled
def settle_penalties(
    dice: tuple[Throws, Throws],
    limits: tuple[int, int],
    ahead: tuple[Ahead, Ahead],
    fallen: NDArray[np.float64],
    start: NDArray[np.float64],
) -> None:
    """Fill `start[p, b, c, i, j]` with the win probability of player p who begins a turn with i steps against j.

    Players with the same dice and the same turns have the same values: then p is always 0. b and c count the last
    turns in succession without points of p and of the other. At the third p loses points, and the other begins with the
    chance `fallen[1 - p, c, j, i]`, i the points that are left. `limits` are the opening minimum and the penalty, in
    steps, and `ahead` is as in `settle_scores`. After a turn without points the other's count c stands first, so pairs
    of counts are taken in an order in which what follows is known.
    """
    mine, theirs = dice
    opening, fall = limits
    sides, goal = start.shape[0], start.shape[3]
    most = max(mine.gain.max(), theirs.gain.max()) if max(len(ahead[0][1]), len(ahead[1][1])) > 1 else 1
    high = max(ahead[0][0], ahead[1][0]) + most
    values = np.ones((high, len(mine.bust), goal)), np.ones((high, len(theirs.bust), goal))
    held = np.ones((high, goal))
    lines = np.empty((2, goal))
    lost = np.empty(goal)
    order = ((2, 0), (2, 1), (2, 2), (1, 2), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0))
    for both in range(2 * goal - 2, -1, -1):
        low = max(0, both - goal + 1)
        lanes = min(both, goal - 1) - low + 1
        closed = opening if low == 0 else 0
        for b, c in order:
            for p in range(sides):
                rival = start[(1 - p) % sides, c]
                for k in range(1, goal - low):
                    for n in range(min(lanes, goal - low - k)):
                        held[k, n] = 1.0 - rival[0, both - low - n, low + n + k]
                top = fill_ahead(ahead[p], most, both, held, values[p])
                for n in range(lanes):
                    i, j = low + n, both - low - n
                    lost[n] = 1.0 - (rival[b + 1, j, i] if b < 2 else fallen[(1 - p) % sides, c, j, max(0, i - fall)])
                throws = mine if p == 0 else theirs
                weigh_turn(throws, TurnLanes(top, closed, held[:, :lanes], lost[:lanes]), values[p], lines)
                for n in range(lanes):
                    start[p, b, c, low + n, both - low - n] = values[p][0, len(throws.bust) - 1, n]


@compiled
def weigh_turns(
    throws: Throws, turns: NDArray[np.float64], score: int, closed: int, value: NDArray[np.float64]
) -> None:
    """Fill `value[k, h]` with the fewest further turns at `score` with k steps at risk, for throwing hand h or holding.

    `turns[s]` are the fewest turns from the beginning of a turn with s, `turns[score]` those after a turn without
    points. A player may not hold fewer than `closed` steps. Values at the goal, the last row, are 0.
    """
    bust, first, chance, option, gain, left, forced = throws
    goal = value.shape[0] - 1
    lost = turns[score]
    for k in range(goal - score - 1, -1, -1):
        for h in range(len(bust)):
            total = bust[h] * lost
            for o in range(first[h], first[h + 1]):
                best = np.inf
                for a in range(option[o], option[o + 1]):
                    reached = k + gain[a]
                    best = min(best, value[reached, left[a]] if score + reached < goal else 0.0)
                total += chance[o] * best
            value[k, h] = min(total, turns[score + k]) if k >= closed and not forced[h] else total


@compiled
def fewest_turns(throws: Throws, opening: int, turns: NDArray[np.float64]) -> None:
    """Fill `turns[s]` with the fewest turns to the goal from a turn's start with s steps; the last entry is the goal.

    The number of turns is a concave function of the number after a turn without points. Newton's method finds its fixed
    point, with slopes from two arguments.
    """
    goal = len(turns) - 1
    full = len(throws.bust) - 1
    value = np.zeros((goal + 1, full + 1))
    turns[goal] = 0.0
    for score in range(goal - 1, -1, -1):
        lost = turns[score + 1] + 0.1 if score + 1 < goal else 2.0
        slope = 0.5
        before, came = 0.0, 0.0
        for round_ in range(MOST_ROUNDS):
            turns[score] = lost
            weigh_turns(throws, turns, score, max(1, opening if score == 0 else 0), value)
            now = 1.0 + value[0, full]
            if round_ > 0 and abs(lost - before) > APART:
                slope = (now - came) / (lost - before)
            before, came = lost, now
            lost = (now - slope * lost) / (1.0 - slope)
            if abs(now - before) <= STILL * now:
                break
        turns[score] = lost


@compiled
def walk_turn(
    throws: Throws, limits: tuple[int, int], choices: Choices, at: NDArray[np.float64], banked: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the chances of a win and of nothing in a turn, and add those of each banked total to `banked[k]`.

    `limits` are the steps to the goal and the fewest that a player may hold. The player takes the choices with the
    highest preference after a throw, each equally likely, and then holds as often as `choices` say. A player who can
    hold and win does so. `at[k, h]` is room for numbers, all 0 before and after.
    """
    bust, first, chance, option, gain, left, forced = throws
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
                        held = share * holds[total, left[a]] if total >= closed and not forced[left[a]] else 0.0
                        banked[total] += held
                        at[total, left[a]] += share - held
    return won, lost


@compiled
def follow_choices(throws: Throws, opening: int, choices: Choices, ends: Ends) -> None:
    """Fill `ends`, at [i, k], [i] and [i], for turns that begin with i steps, for any score of the other.

    A player who begins with 0 may not hold fewer than `opening` steps.
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
    """Weigh the turns at all scores that sum to `both` with the other's; return the least score and how many there are.

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

    `rival[j, i]` is the win probability of the other, who begins with j steps. At equal values the player holds.
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

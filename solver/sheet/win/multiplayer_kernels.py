"""Compiled code that sets one sheet against several: what they are like together, and how a last turn is shared."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.simulation.simulate_kernels import left_of
from solver.sheet.win.lead_kernels import WinGame, row_at
from solver.sheet.win.spread import ALIKE
from solver.sheet.win.turn_kernels import next_turn

# A lead is found by so many halvings, and scaled no further where it hardly matters.
HALVINGS = 24
# Final scores and chances nearer than this are the same.
LEVEL = 1e-6
LEAST_SCALE, MOST_SCALE = 0.1, 3.0


@compiled
def share_below(swings: NDArray[np.float64], points: float) -> float:
    """Return the chance that a final score is less than so many points above the expected one."""
    if points < swings[0] or points > swings[-1]:
        return 0.0 if points < swings[0] else 1.0
    if points in (swings[0], swings[-1]):
        return 0.5
    place = np.searchsorted(swings, points)
    above = (points - swings[place - 1]) / (swings[place] - swings[place - 1])
    return (int(place) - 0.5 + float(above)) / len(swings)


@compiled
def share_of_points(game: WinGame, sheet: tuple[int, int], others: NDArray[np.int64], hope: float) -> float:
    """Return the chance that a player with an expected final score of `hope` beats all others, all playing for points.

    `sheet` are the player's flag and open boxes; final scores spread as they mostly do with those.
    """
    swings = game.wins.swings
    chance = 0.0
    for swing in swings[sheet[0], sheet[1]]:
        all_below = 1.0
        for i in range(len(others)):
            filled, flag, total, points = others[i]
            theirs = points + game.starts.points[row_at(game.plan, game.starts, filled, flag, total)]
            all_below *= share_below(swings[flag, left_of(game.plan, filled)], hope + swing - theirs)
        chance += all_below
    return float(chance / swings.shape[2])


@compiled
def share_ahead(mine: NDArray[np.float64], theirs: NDArray[np.float64], lead: float) -> float:
    """Return the chance to end with more points, by the swings of both final scores around a lead; ties count half."""
    below = level = pairs = 0
    for swing in mine:
        while below < len(theirs) and theirs[below] < swing + lead - LEVEL:
            below += 1
        while level < len(theirs) and theirs[level] <= swing + lead + LEVEL:
            level += 1
        pairs += below + level
    return pairs / (2.0 * len(mine) * len(theirs))


@compiled
def lead_of(mine: NDArray[np.float64], theirs: NDArray[np.float64], chance: float) -> float:
    """Return the lead with which `share_ahead` is this chance, the middle one of several."""
    return (lead_above(mine, theirs, chance - LEVEL) + lead_above(mine, theirs, chance + LEVEL)) / 2.0


@compiled
def lead_above(mine: NDArray[np.float64], theirs: NDArray[np.float64], chance: float) -> float:
    """Return the lowest lead with which `share_ahead` is no less than this chance, within the swings of both."""
    high = float(mine[-1] - mine[0] + theirs[-1] - theirs[0]) + 1.0
    low = -high
    for _ in range(HALVINGS):
        lead = (low + high) / 2.0
        if share_ahead(mine, theirs, lead) < chance:
            low = lead
        else:
            high = lead
    return (low + high) / 2.0


@compiled
def like_one(game: WinGame, sheet: tuple[int, int], others: NDArray[np.int64], hope: float) -> tuple[float, float]:
    """Return one player as hard to beat as all `others`: an expected final score, and what scales leads to it.

    That is where, and how fast, the chance of a player who hopes for `hope` and plays for points is the same. `sheet`
    is as in `share_of_points`.
    """
    mine, theirs = game.wins.swings[sheet[0], sheet[1]], game.wins.swings[ALIKE, sheet[1]]
    aside = 2.0 * game.wins.step
    lead = lead_of(mine, theirs, share_of_points(game, sheet, others, hope))
    above = lead_of(mine, theirs, share_of_points(game, sheet, others, hope + aside))
    below = lead_of(mine, theirs, share_of_points(game, sheet, others, hope - aside))
    scale = min(max((above - below) / (2.0 * aside), LEAST_SCALE), MOST_SCALE)
    return hope - lead / scale, scale


@compiled
def final_shares(game: WinGame, others: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of a game [points] that each final score wins, others having one box open at most.

    It is the integral of the product of (below + level z) over z from 0 to 1, ties being shared equally.
    """
    size = 0
    for i in range(len(others)):
        _, _, points, _ = next_turn(game, others[i])
        size = max(size, int(points.max()) + 2)
    below, level = np.zeros((len(others), size)), np.zeros((len(others), size))
    for i in range(len(others)):
        _, _, points, chances = next_turn(game, others[i])
        for k in range(len(points)):
            level[i, int(points[k])] += chances[k]
        for score in range(1, size):
            below[i, score] = below[i, score - 1] + level[i, score - 1]
    shares = np.empty(size)
    terms = np.empty(len(others) + 1)
    for score in range(size):
        terms[:] = 0.0
        terms[0] = 1.0
        for i in range(len(others)):
            for power in range(i + 1, -1, -1):
                terms[power] *= below[i, score]
                if power:
                    terms[power] += terms[power - 1] * level[i, score]
        shares[score] = 0.0
        for power in range(len(terms)):
            shares[score] += terms[power] / (power + 1)
    return shares

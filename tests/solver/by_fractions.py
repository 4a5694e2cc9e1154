"""A slow, independent solution of Pig in exact fractions, which shares neither code nor method with the package.

The package works backwards through each turn and solves pair by pair. Here a policy for the whole game is judged by
following each turn forwards to its ends, and improved everywhere at once until no choice is better (Howard).
"""

from fractions import Fraction
from typing import NamedTuple

SIXTH = Fraction(1, 6)
State = tuple[int, int, int]


class Solution(NamedTuple):
    """Win probability of each turn's start, and both values of each state with 0 < k and i + k < goal."""

    start: dict[tuple[int, int], Fraction]
    roll: dict[State, Fraction]
    hold: dict[State, Fraction]


def turn_ends(i: int, j: int, goal: int, rolls: set[State]) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """Return the chances that a turn wins the game, that it is lost to a 1, and that it is held at each total."""
    here = {0: Fraction(1)}
    wins, lost, held = Fraction(0), Fraction(0), dict[int, Fraction]()
    for k in range(goal - i):
        chance = here.pop(k, None)
        if chance is None:
            continue
        if k > 0 and (i, j, k) not in rolls:
            held[k] = chance
            continue
        lost += chance * SIXTH
        for face in range(2, 7):
            if i + k + face >= goal:
                wins += chance * SIXTH
            else:
                here[k + face] = here.get(k + face, Fraction(0)) + chance * SIXTH
    return wins, lost, held


def judge(goal: int, rolls: set[State]) -> dict[tuple[int, int], Fraction]:
    """Return the mover's win probability at each turn's start when both play the policy."""
    start: dict[tuple[int, int], Fraction] = {}
    for both in range(2 * goal - 2, -1, -1):
        for i in range(max(0, both - goal + 1), both // 2 + 1):
            j = both - i
            ends = []
            for me, other in ((i, j), (j, i)):
                wins, lost, held = turn_ends(me, other, goal, rolls)
                ends.append((wins + sum(q * (1 - start[other, me + k]) for k, q in held.items()), lost))
            (a, p), (b, q) = ends
            # x = a + p (1 - y) and y = b + q (1 - x), by Cramer's rule
            start[i, j] = (a + p - p * (b + q)) / (1 - p * q)
            start[j, i] = (b + q - q * (a + p)) / (1 - p * q)
    return start


def solve(goal: int) -> Solution:
    """Solve Pig to `goal` with a fair die."""
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(1, goal - i)]
    rolls = set(states)
    while True:
        start = judge(goal, rolls)
        hold = {(i, j, k): 1 - start[j, i + k] for i, j, k in states}
        roll: dict[State, Fraction] = {}
        for i, j, k in reversed(states):
            roll[i, j, k] = SIXTH * (1 - start[j, i])
            for face in range(2, 7):
                ahead = (i, j, k + face)
                won = i + k + face >= goal
                roll[i, j, k] += SIXTH * (1 if won else roll[ahead] if ahead in rolls else hold[ahead])
        better = {state for state in states if roll[state] > hold[state]}
        if better == rolls:
            return Solution(start, roll, hold)
        rolls = better

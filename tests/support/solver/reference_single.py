"""Slow, independent solutions of the games for one player in exact fractions: by recursion over all throws."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import cache

Die = tuple[Fraction, ...]
FAIR: Die = (Fraction(1, 6),) * 6


def throws(dice: int, die: Die) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Return every throw of `dice` dice with its chance."""
    found = []
    for faces in itertools.product(range(1, len(die) + 1), repeat=dice):
        chance = Fraction(1)
        for face in faces:
            chance *= die[face - 1]
        if chance:
            found.append((chance, faces))
    return found


def turn_ends(left: int, die: Die, rolls: set[int]) -> tuple[Fraction, dict[int, Fraction]]:
    """Return the chance that a turn is lost, and that it is held at each total; `left` and more is a win."""
    here = {0: Fraction(1)}
    lost, held = Fraction(0), dict[int, Fraction]()
    for total in range(left):
        chance = here.pop(total, Fraction(0))
        if total not in rolls:
            held[total] = chance
            continue
        lost += chance * die[0]
        for face in range(2, len(die) + 1):
            here[total + face] = here.get(total + face, Fraction(0)) + chance * die[face - 1]
    held[left] = sum(here.values(), Fraction(0))
    return lost, held


def limited(
    dice: int, die: Die, end: Callable[[int], Fraction], stop: int, goal: int | None = None
) -> Callable[[int, int, int], tuple[Fraction, Fraction]]:
    """Return a function of (turns left, score, turn total) that tells what a throw and a hold are worth.

    Two 1s ruin the score, a single 1 ends the turn. `end` tells what a score is worth in the end; nobody goes on with
    `stop` or more at risk; a banked `goal` is the end.
    """
    all_throws = throws(dice, die)

    @cache
    def start(left: int, score: int) -> Fraction:
        if left == 0 or (goal is not None and score >= goal):
            return end(score)
        return roll(left, score, 0)

    @cache
    def roll(left: int, score: int, turn: int) -> Fraction:
        worth = Fraction(0)
        for chance, faces in all_throws:
            if faces.count(1) == 2:
                worth += chance * start(left - 1, 0)
            elif 1 in faces:
                worth += chance * start(left - 1, score)
            else:
                worth += chance * best(left, score, turn + sum(faces))
        return worth

    @cache
    def best(left: int, score: int, turn: int) -> Fraction:
        hold = start(left - 1, score + turn)
        if turn >= stop or (goal is not None and score + turn >= goal):
            return hold
        return max(hold, roll(left, score, turn))

    return lambda left, score, turn: (roll(left, score, turn), start(left - 1, score + turn))


def fewest_turns(goal: int, die: Die) -> tuple[list[Fraction], set[tuple[int, int]]]:
    """Return the expected turns from each score, and the (score, turn total) at which to roll, by trying policies.

    Each turn is followed forwards to its ends; from a policy's turns a better policy is made until there is none.
    """
    turns = [Fraction(0)] * (goal + 1)
    rolls: set[tuple[int, int]] = set()
    for score in range(goal - 1, -1, -1):
        going = set(range(goal - score))
        while True:
            lost, held = turn_ends(goal - score, die, going)
            turns[score] = (1 + sum(chance * turns[score + total] for total, chance in held.items())) / (1 - lost)
            worth = [Fraction(0)] * (goal + len(die) + 1)
            better = set()
            for total in range(goal - score - 1, -1, -1):
                roll = die[0] * turns[score] + sum(
                    die[face - 1] * worth[total + face] for face in range(2, len(die) + 1)
                )
                if total == 0 or roll < turns[score + total]:
                    better.add(total)
                worth[total] = roll if total in better else turns[score + total]
            if better == going:
                break
            going = better
        rolls |= {(score, total) for total in going}
    return turns, rolls

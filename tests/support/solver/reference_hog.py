"""A slow, independent solution of Hog in exact fractions, by improving the policy for the whole game (Howard)."""

from fractions import Fraction
from typing import NamedTuple

DICE = range(1, 31)


class ReferenceHog(NamedTuple):
    """Win probability of each turn's start, and the value of every number of dice there."""

    start: dict[tuple[int, int], Fraction]
    dice: dict[tuple[int, int], list[Fraction]]


def scores(goal: int, chances: list[Fraction]) -> list[dict[int, Fraction]]:
    """Return what each number of dice scores with which chance; 0 is a throw with a 1, `goal` stands for more too."""
    found = []
    sums = {0: Fraction(1)}
    for _ in DICE:
        longer: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face, share in enumerate(chances[1:], start=2):
                reached = min(total + face, goal)
                longer[reached] = longer.get(reached, Fraction(0)) + chance * share
        sums = longer
        found.append(sums | {0: 1 - sum(sums.values(), Fraction(0))})
    return found


def solve_hog(goal: int, chances: list[Fraction]) -> ReferenceHog:
    """Solve Hog to `goal`."""
    thrown = scores(goal, chances)
    choice = {(i, j): 0 for i in range(goal) for j in range(goal)}
    while True:
        start = judge(goal, choice, thrown)
        dice = {pair: [worth(*pair, goal, start, one) for one in thrown] for pair in choice}
        better = {pair: values.index(max(values)) for pair, values in dice.items()}
        if all(dice[pair][better[pair]] == dice[pair][choice[pair]] for pair in choice):
            return ReferenceHog(start, dice)
        choice = better


def worth(i: int, j: int, goal: int, start: dict[tuple[int, int], Fraction], thrown: dict[int, Fraction]) -> Fraction:
    """Return what it is worth to throw dice that score so."""
    return sum((p * (1 - start[j, i + s] if i + s < goal else 1) for s, p in thrown.items()), Fraction(0))


def judge(
    goal: int, choice: dict[tuple[int, int], int], thrown: list[dict[int, Fraction]]
) -> dict[tuple[int, int], Fraction]:
    """Return the mover's win probability at each pair of scores when both play the policy."""
    start: dict[tuple[int, int], Fraction] = {}
    for both in range(2 * goal - 2, -1, -1):
        for i in range(max(0, both - goal + 1), both // 2 + 1):
            j = both - i
            lines = []
            for me, other in ((i, j), (j, i)):
                one = thrown[choice[me, other]]
                sure = sum(
                    (p * (1 - start[other, me + s] if me + s < goal else 1) for s, p in one.items() if s), Fraction(0)
                )
                lines.append((sure, one[0]))
            (a, p), (b, q) = lines
            start[i, j] = (a + p - p * (b + q)) / (1 - p * q)
            start[j, i] = (b + q - q * (a + p)) / (1 - p * q)
    return start

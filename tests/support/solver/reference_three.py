"""A slow, independent solution of Pig for three in exact fractions, with turns followed forwards to their ends."""

from fractions import Fraction
from itertools import product

Triple = tuple[int, int, int]
Vector = tuple[Fraction, Fraction, Fraction]


def turn_ends(left: int, die: tuple[Fraction, ...], rolls: set[int]) -> tuple[Fraction, dict[int, Fraction]]:
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


def turned(after: Vector) -> Vector:
    """Return what the next player's vector is to the one who has just thrown: own chance, next, last."""
    return after[2], after[0], after[1]


def solve(goal: int, die: tuple[Fraction, ...]) -> tuple[dict[Triple, Vector], int]:
    """Return the win chances at every turn's start, and how many totals are held short of the goal."""
    win: dict[Triple, Vector] = {}
    holds = 0
    for total in range(3 * goal - 3, -1, -1):
        for i, j, k in product(range(goal), repeat=3):
            if i + j + k == total and (i, j, k) not in win:
                cycle = [(i, j, k), (j, k, i), (k, i, j)]
                rolls = [set(range(goal - me)) for me, _, _ in cycle]
                for _ in range(50):
                    values = judged(goal, die, win, cycle, rolls)
                    better = [improved(goal, die, win, at, turned(values[(n + 1) % 3])) for n, at in enumerate(cycle)]
                    if better == rolls:
                        break
                    rolls = better
                else:
                    raise AssertionError(f"no choices of {cycle} are best against one another")
                win.update(zip(cycle, values, strict=True))
                holds += sum(goal - at[0] - len(chosen) for at, chosen in zip(cycle, rolls, strict=True))
    return win, holds


def judged(
    goal: int, die: tuple[Fraction, ...], win: dict[Triple, Vector], cycle: list[Triple], rolls: list[set[int]]
) -> list[Vector]:
    """Return what the three turn starts of a cycle are worth under given choices."""
    lines = []
    for (me, second, third), chosen in zip(cycle, rolls, strict=True):
        lost, held = turn_ends(goal - me, die, chosen)
        part = [held.pop(goal - me), Fraction(0), Fraction(0)]
        for points, chance in held.items():
            if chance:
                part = [a + chance * b for a, b in zip(part, turned(win[second, third, me + points]), strict=True)]
        lines.append((lost, (part[0], part[1], part[2])))
    values = []
    for n in range(3):
        # The turn itself, the two after it as they fall to this player's eyes, and then the same again.
        worth, share = lines[n][1], lines[n][0]
        after, again = lines[(n + 1) % 3][1], lines[(n + 1) % 3][0]
        last, round_share = lines[(n + 2) % 3][1], lines[(n + 2) % 3][0]
        summed = [
            a + share * (b + again * c) for a, b, c in zip(worth, turned(after), turned(turned(last)), strict=True)
        ]
        slack = 1 - share * again * round_share
        values.append((summed[0] / slack, summed[1] / slack, summed[2] / slack))
    return values


def improved(goal: int, die: tuple[Fraction, ...], win: dict[Triple, Vector], at: Triple, lost: Vector) -> set[int]:
    """Return the totals at which a roll is worth more to the mover than a hold, a lost turn being worth `lost`."""
    me, second, third = at
    worth = [Fraction(1)] * (goal - me + len(die))
    rolls = set()
    for total in range(goal - me - 1, -1, -1):
        roll = die[0] * lost[0] + sum(die[face - 1] * worth[total + face] for face in range(2, len(die) + 1))
        hold = turned(win[second, third, me + total])[0] if total else Fraction(0)
        worth[total] = max(roll, hold)
        if total == 0 or roll > hold:
            rolls.add(total)
    return rolls

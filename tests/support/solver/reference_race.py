"""A slow solution of the races and of Hog in exact fractions, which shares neither code nor method with the package.

The package works backwards through each turn and solves pair by pair. Here a policy for the whole game is judged by
following each turn forwards to its ends, and improved everywhere at once until no choice is better (Howard). What whole
scores lost lead to is carried along as unknowns, one for each score of the other player, and solved for at the end.
The rules stand here once more, as lists of what each throw does.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

State = tuple[int, int, int]
Throws = list[tuple[Fraction, str, int]]
SIDE = {(1, 1): 1, (2, 2): 1, (1, 2): 0, (2, 1): 0}
SPECIAL = {3: 5, 4: 5, 5: 10, 6: 15}
PAIR = {3: 20, 4: 20, 5: 40, 6: 60}


def die(weights: Iterable[int]) -> list[Fraction]:
    """Return the chances of faces that fell so many times each."""
    fell = list(weights)
    return [Fraction(weight, sum(fell)) for weight in fell]


FAIR = die([1] * 6)
PIGS = die([1344, 1294, 767, 365, 137, 32])


def throws_of(game: str, chances: list[Fraction]) -> Throws:
    """Return every throw of a game with its chance, what it does, and the points."""
    dice = 1 if game in {"pig", "piglet", "progressive-pig"} else 2
    throws = []
    for faces in product(range(1, len(chances) + 1), repeat=dice):
        chance = Fraction(1)
        for face in faces:
            chance *= chances[face - 1]
        throws.append((chance, *_does(game, faces)))
    return throws


def _does(game: str, faces: tuple[int, ...]) -> tuple[str, int]:
    if game == "piglet":
        return ("bust", 0) if faces == (1,) else ("on", 1)
    if game == "pass-the-pigs":
        if max(faces) <= 2:
            return ("on", 1) if SIDE[faces[0], faces[1]] else ("bust", 0)
        return "on", PAIR[faces[0]] if faces[0] == faces[1] else sum(SPECIAL.get(lie, 0) for lie in faces)
    if game == "big-pig" and len(set(faces)) == 1:
        return "on", 25 if faces == (1, 1) else 4 * faces[0]
    if faces == (1, 1):
        return "ruin", 0
    if 1 in faces:
        return "bust", 1 if game == "progressive-pig" else 0
    return "on", sum(faces)


class ReferenceSolution(NamedTuple):
    """Win probability of each turn's start, and both values of each state with 0 < k and i + k < goal."""

    start: dict[tuple[int, int], Fraction]
    roll: dict[State, Fraction]
    hold: dict[State, Fraction]


class Affine:
    """A constant and multiples of unknowns."""

    def __init__(self, constant: Fraction | int = 0, parts: dict[int, Fraction] | None = None) -> None:
        self.constant = Fraction(constant)
        self.parts = parts or {}

    def plus(self, other: "Affine", times: Fraction) -> "Affine":
        """Return self + times other."""
        parts = dict(self.parts)
        for unknown, part in other.parts.items():
            parts[unknown] = parts.get(unknown, Fraction(0)) + times * part
        return Affine(self.constant + times * other.constant, parts)

    def at(self, known: dict[int, Fraction]) -> Fraction:
        """Return its value when the unknowns are known."""
        return self.constant + sum(part * known[unknown] for unknown, part in self.parts.items())


class Ends(NamedTuple):
    """Chances that a turn wins, that it is lost to a bust, that all is lost, and that each total is held."""

    wins: Fraction
    lost: Fraction
    ruined: Fraction
    held: dict[int, Fraction]


def turn_ends(i: int, j: int, goal: int, rolls: set[State], throws: Throws) -> Ends:
    """Follow a turn forwards."""
    here = {0: Fraction(1)}
    wins, ended, held = Fraction(0), Fraction(0), dict[int, Fraction]()
    for k in range(goal - i):
        chance = here.pop(k, None)
        if chance is None:
            continue
        if k > 0 and (i, j, k) not in rolls:
            held[k] = held.get(k, Fraction(0)) + chance
            continue
        ended += chance
        for share, does, points in throws:
            if does == "on" and i + k + points >= goal:
                wins += chance * share
            elif does == "on":
                here[k + points] = here.get(k + points, Fraction(0)) + chance * share
    lost = ended * sum(share for share, does, _ in throws if does == "bust")
    ruined = ended * sum(share for share, does, _ in throws if does == "ruin")
    scored = max(points for _, does, points in throws if does == "bust")
    if scored and i + scored >= goal:
        return Ends(wins + lost, Fraction(0), ruined, held)
    if scored:
        return Ends(wins, Fraction(0), ruined, held | {scored: held.get(scored, Fraction(0)) + lost})
    return Ends(wins, lost, ruined, held)


def judge(goal: int, turns: Mapping[tuple[int, int], Ends]) -> dict[tuple[int, int], Fraction]:
    """Return the mover's win probability at each turn's start when turns of both end so, with i points against j."""
    start: dict[tuple[int, int], Affine] = {}
    for both in range(2 * goal - 2, -1, -1):
        for i in range(max(0, both - goal + 1), both // 2 + 1):
            j = both - i
            lines = []
            for me, other in ((i, j), (j, i)):
                ends = turns[me, other]
                # A score of nothing leaves the other player what is unknown: R(other) = P(other, 0, 0).
                sure = Affine(ends.wins + ends.ruined, {other: -ends.ruined} if ends.ruined else None)
                for k, chance in ends.held.items():
                    sure = sure.plus(Affine(1), chance).plus(start[other, me + k], -chance)
                lines.append((sure, ends.lost))
            (a, p), (b, q) = lines
            # x = a + p (1 - y) and y = b + q (1 - x), by Cramer's rule
            slack = 1 / (1 - p * q)
            start[i, j] = Affine().plus(a, slack).plus(Affine(p - p * q), slack).plus(b, -p * slack)
            start[j, i] = Affine().plus(b, slack).plus(Affine(q - p * q), slack).plus(a, -q * slack)
    known = solve_for({j: start[j, 0] for j in range(goal)})
    return {pair: chance.at(known) for pair, chance in start.items()}


def solve_for(lines: dict[int, Affine]) -> dict[int, Fraction]:
    """Return the unknowns that are what their lines say, by putting one after the other into the rest."""
    solved: list[tuple[int, Affine]] = []
    left = {unknown: Affine(line.constant, dict(line.parts)) for unknown, line in lines.items()}
    while left:
        unknown, line = left.popitem()
        share = line.parts.pop(unknown, Fraction(0))
        line = Affine().plus(line, 1 / (1 - share))
        solved.append((unknown, line))
        for other, rest in left.items():
            part = rest.parts.pop(unknown, None)
            left[other] = rest.plus(line, part) if part is not None else rest
    known: dict[int, Fraction] = {}
    for unknown, line in reversed(solved):
        known[unknown] = line.at(known)
    return known


def solve(
    goal: int, game: str = "pig", chances: list[Fraction] = FAIR, throws: Throws | None = None
) -> ReferenceSolution:
    """Solve a race, or one whose `throws` are given."""
    throws = throws or throws_of(game, chances)
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(1, goal - i)]
    rolls = set(states)
    while True:
        start = judge(goal, {(i, j): turn_ends(i, j, goal, rolls, throws) for i in range(goal) for j in range(goal)})
        hold = {(i, j, k): 1 - start[j, i + k] for i, j, k in states}
        roll: dict[State, Fraction] = {}
        for i, j, k in reversed(states):
            roll[i, j, k] = Fraction(0)
            for share, does, points in throws:
                ahead = (i, j, k + points)
                if does == "on":
                    won = i + k + points >= goal
                    value = Fraction(1) if won else roll[ahead] if ahead in rolls else hold[ahead]
                else:
                    score = 0 if does == "ruin" else i + points
                    value = Fraction(1) if score >= goal else 1 - start[j, score]
                roll[i, j, k] += share * value
        better = {state for state in states if roll[state] > hold[state]}
        if better == rolls:
            return ReferenceSolution(start, roll, hold)
        rolls = better


class ReferenceHog(NamedTuple):
    """Win probability of each turn's start, and the value of every number of dice there."""

    start: dict[tuple[int, int], Fraction]
    dice: dict[tuple[int, int], list[Fraction]]


def scores(goal: int, chances: list[Fraction], most: int) -> list[dict[int, Fraction]]:
    """Return what each number of dice scores with which chance; 0 is a throw with a 1, `goal` stands for more too."""
    found = []
    sums = {0: Fraction(1)}
    for _ in range(most):
        longer: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face, share in enumerate(chances[1:], start=2):
                reached = min(total + face, goal)
                longer[reached] = longer.get(reached, Fraction(0)) + chance * share
        sums = longer
        found.append(sums | {0: 1 - sum(sums.values(), Fraction(0))})
    return found


def solve_hog(goal: int, chances: list[Fraction], most: int = 30) -> ReferenceHog:
    """Solve Hog to `goal` with so many dice at most."""
    thrown = scores(goal, chances, most)
    choice = {(i, j): 0 for i in range(goal) for j in range(goal)}
    while True:
        start = judge(goal, {(i, j): hog_ends(i, goal, thrown[dice]) for (i, j), dice in choice.items()})
        dice = {pair: [worth(*pair, goal, start, one) for one in thrown] for pair in choice}
        better = {pair: values.index(max(values)) for pair, values in dice.items()}
        if all(dice[pair][better[pair]] == dice[pair][choice[pair]] for pair in choice):
            return ReferenceHog(start, dice)
        choice = better


def hog_ends(i: int, goal: int, thrown: dict[int, Fraction]) -> Ends:
    """Return how a turn ends with i points whose throw scores so."""
    wins = sum((chance for score, chance in thrown.items() if i + score >= goal), Fraction(0))
    held = {score: chance for score, chance in thrown.items() if score and i + score < goal}
    return Ends(wins, thrown[0], Fraction(0), held)


def worth(i: int, j: int, goal: int, start: dict[tuple[int, int], Fraction], thrown: dict[int, Fraction]) -> Fraction:
    """Return what it is worth to throw dice that score so."""
    return sum((p * (1 - start[j, i + s] if i + s < goal else 1) for s, p in thrown.items()), Fraction(0))

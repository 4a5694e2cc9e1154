"""The rules of races once more, as lists of what each throw does, and turns followed forwards to their ends."""

from collections.abc import Iterable
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

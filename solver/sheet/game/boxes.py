"""What a box of a score sheet scores, as data."""

import enum
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


class BoxKind(enum.StrEnum):
    """What a box asks of the dice."""

    NUMBER = "number"  # an upper box: the dice that show its face
    GROUPS = "groups"  # so many dice alike, and so many alike of another number, and so on
    STRAIGHT = "straight"  # a run of faces
    CHANCE = "chance"  # any dice


class Pays(enum.StrEnum):
    """What a box writes down when the dice are what it asks for."""

    POINTS = "points"  # its own fixed points
    ALL = "all"  # the sum of all dice
    OWN = "own"  # the sum of those dice alone that form it, in the choice that is worth most


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a sheet; make it with `number`, `groups`, `straight` or `chance`.

    `face` is that of a NUMBER. `sizes` are those of GROUPS, falling: (3, 2) is three of one number and two of another,
    (2, 2) two pairs of different numbers, (5,) five alike. A STRAIGHT is `length` faces in a row, which begin with
    `start`, or anywhere if that is 0. `points` is what is written where `pays` is POINTS.
    """

    name: str
    kind: BoxKind
    pays: Pays
    points: int = 0
    face: int = 0
    sizes: tuple[int, ...] = ()
    length: int = 0
    start: int = 0

    def score(self, dice: Sequence[int]) -> int:
        """Return what the dice, in any order, are worth in this box; a joker is not looked for."""
        if self.kind is BoxKind.NUMBER:
            return self.face * sum(die == self.face for die in dice)
        if self.kind is BoxKind.STRAIGHT:
            return self.points if self._runs(frozenset(dice)) else 0
        own = self._own(dice)
        if own is None:
            return 0
        return {Pays.POINTS: self.points, Pays.ALL: sum(dice), Pays.OWN: own}[self.pays]

    def as_joker(self, dice: Sequence[int]) -> int:
        """Return what dice that are all alike are worth in this box as a joker, which is whatever the box asks for."""
        if self.kind is BoxKind.NUMBER:
            return self.score(dice)
        return {Pays.POINTS: self.points, Pays.ALL: sum(dice), Pays.OWN: dice[0] * sum(self.sizes)}[self.pays]

    def needs(self, dice: int, sides: int) -> str | None:
        """Return why no throw of so many dice ever scores here, in a few words, or None if some throw does."""
        if self.kind is BoxKind.NUMBER and not 1 <= self.face <= sides:
            return f"no die shows {self.face}"
        if self.kind is BoxKind.GROUPS and sum(self.sizes) > dice:
            return f"it needs {sum(self.sizes)} dice"
        if self.kind is BoxKind.GROUPS and len(self.sizes) > sides:
            return f"it needs dice with {len(self.sizes)} sides"
        if self.kind is BoxKind.STRAIGHT and self.length > dice:
            return f"it needs {self.length} dice"
        if self.kind is BoxKind.STRAIGHT and max(self.start, 1) + self.length - 1 > sides:
            return f"it needs a die that shows {max(self.start, 1) + self.length - 1}"
        if self.pays is Pays.POINTS and self.points < 1:
            return f"it pays {self.points} points"
        return None

    def _runs(self, faces: frozenset[int]) -> bool:
        starts = [self.start] if self.start else faces
        return any(faces.issuperset(range(start, start + self.length)) for start in starts)

    def _own(self, dice: Sequence[int]) -> int | None:
        """Return the most that dice forming this box show in sum, or None if none do; all dice form a chance."""
        if self.kind is BoxKind.CHANCE:
            return sum(dice)
        counts, own = Counter(dice), 0
        for size in self.sizes:
            # The largest group takes the highest face it can: whatever it takes would do for a smaller one too.
            face = max((face for face, have in counts.items() if have >= size), default=None)
            if face is None:
                return None
            own += face * size
            del counts[face]
        return own


def number(name: str, face: int) -> Box:
    """Return the upper box of a face: the sum of the dice that show it."""
    return Box(name, BoxKind.NUMBER, Pays.OWN, face=face)


def groups(name: str, *sizes: int, pays: int | Pays) -> Box:
    """Return a box for groups of so many dice alike, each of another number, which pays points or a sum of dice."""
    falling = tuple(sorted(sizes, reverse=True))
    if isinstance(pays, Pays):
        return Box(name, BoxKind.GROUPS, pays, sizes=falling)
    return Box(name, BoxKind.GROUPS, Pays.POINTS, points=pays, sizes=falling)


def straight(name: str, length: int, points: int, start: int = 0) -> Box:
    """Return a box for `length` faces in a row, from `start` up or, where that is 0, from any face up."""
    return Box(name, BoxKind.STRAIGHT, Pays.POINTS, points=points, length=length, start=start)


def chance(name: str = "chance") -> Box:
    """Return the box that takes the sum of any dice."""
    return Box(name, BoxKind.CHANCE, Pays.ALL)

"""The keeps of a set of dice as a lattice: each keep, and the keeps that one more die makes of it."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from solver.errors import DistributionError, PositionError
from solver.throw_distribution import Chance, check_die

# Actions whose values differ by less count as equal; a stated rule chooses between them.
TIE = 1e-10
MOST_KEEPS = 50_000
LATTICES_KEPT = 8


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """All multisets of 0 to `dice` dice, each a rising tuple: by size, how many faces differ, then lexicographic.

    The first is the empty one, the last ones are the rolls; 462 keeps and 252 rolls for five dice with six sides. The
    first rolls are those of equal faces, from face 1 up.
    `starts[size]` is the place of the first keep of that many dice, and its last entry the number of keeps.
    `roll_chances[r]` is the chance to throw all dice and see roll r. `one_more[k, face - 1]` is keep k with one more
    die, for all keeps but the rolls. `one_less[k, i]` is keep k without its die i, for i below its size. `parts[r]`
    are the keeps that roll r holds: the roll itself, then by falling number of dice, then by higher faces, compared
    from the highest die down; rows are filled up with the roll itself.
    """

    dice: int
    die: tuple[Chance, ...]
    keeps: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    chances: NDArray[np.float64]
    roll_chances: NDArray[np.float64]
    one_more: NDArray[np.int64]
    one_less: NDArray[np.int64]
    parts: NDArray[np.int64]
    _places: Mapping[tuple[int, ...], int]

    @property
    def sides(self) -> int:
        """How many faces a die has."""
        return len(self.die)

    @property
    def first_roll(self) -> int:
        """The place of the first roll among the keeps: how many keeps leave a die to throw."""
        return self.starts[self.dice]

    @property
    def rolls(self) -> tuple[tuple[int, ...], ...]:
        """All rolls: keeps of all dice."""
        return self.keeps[self.first_roll :]

    def index(self, faces: Sequence[int]) -> int:
        """Return the place of `faces`, in any order, among the keeps. Raises PositionError."""
        place = self._places.get(tuple(sorted(faces)))
        if place is None:
            shown = " ".join(str(face) for face in faces[: 2 * self.dice])
            raise PositionError(f"dice {shown} do not fit this game: give up to {self.dice} of 1 to {self.sides}")
        return place

    def roll_index(self, faces: Sequence[int]) -> int:
        """Return the place of `faces`, in any order, among the rolls. Raises PositionError."""
        place = self.index(faces) - self.first_roll
        if place < 0:
            raise PositionError(f"{len(faces)} dice are not a throw of this game: give all {self.dice}")
        return place

    def expect(self, over_rolls: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of `over_rolls` [..., rolls] after each keep [..., keeps] and a throw of the other dice."""
        mean = np.empty((*over_rolls.shape[:-1], len(self.keeps)))
        mean[..., self.first_roll :] = over_rolls
        for size in range(self.dice - 1, -1, -1):
            level = slice(self.starts[size], self.starts[size + 1])
            mean[..., level] = mean[..., self.one_more[level]] @ self.chances
        return mean

    def best(self, of_keeps: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the worth of each roll's best keep [..., rolls] from that of every keep [..., keeps]."""
        best = of_keeps.copy()
        for size in range(1, self.dice + 1):
            level = slice(self.starts[size], self.starts[size + 1])
            less = best[..., self.one_less[level, :size]].max(axis=-1)
            best[..., level] = np.maximum(best[..., level], less)
        return best[..., self.first_roll :]

    def arg_best(self, of_keeps: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return each roll's best keep [..., rolls]: of those within 1e-10 of the best, the first of its `parts`."""
        worth = of_keeps[..., self.parts]
        first = (worth >= worth.max(axis=-1, keepdims=True) - TIE).argmax(axis=-1)
        return np.asarray(self.parts[np.arange(len(self.parts)), first])


@lru_cache(LATTICES_KEPT)
def lattice(dice: int, die: tuple[Chance, ...]) -> Lattice:
    """Return the lattice of `dice` dice whose face f has chance `die[f - 1]`.

    Raises DistributionError for no die, chances that are none, or more than 50,000 keeps.
    """
    die = check_die(die)
    if dice < 1:
        raise DistributionError(f"{dice} dice cannot be thrown: take 1 or more")
    if math.comb(dice + len(die), dice) > MOST_KEEPS:
        raise DistributionError(
            f"{dice} dice with {len(die)} sides have too many keeps to solve: take fewer dice or sides"
        )
    faces = range(1, len(die) + 1)
    keeps: list[tuple[int, ...]] = []
    starts = [0]
    for size in range(dice + 1):
        keeps += sorted(itertools.combinations_with_replacement(faces, size), key=lambda keep: (len(set(keep)), keep))
        starts.append(len(keeps))
    places = {keep: place for place, keep in enumerate(keeps)}
    first_roll = starts[dice]
    more = [[places[tuple(sorted((*keep, face)))] for face in faces] for keep in keeps[:first_roll]]
    less = np.zeros((len(keeps), dice), np.int64)
    for keep, place in places.items():
        less[place, : len(keep)] = [places[keep[:i] + keep[i + 1 :]] for i in range(len(keep))]
    rolls = keeps[first_roll:]
    found = Lattice(
        dice,
        die,
        tuple(keeps),
        tuple(starts),
        np.array([float(chance) for chance in die]),
        np.array([float(_chance(roll, die)) for roll in rolls]),
        np.array(more, np.int64).reshape(-1, len(die)),
        less,
        _parts(keeps, less, first_roll),
        MappingProxyType(places),
    )
    for array in (found.chances, found.roll_chances, found.one_more, found.one_less, found.parts):
        array.flags.writeable = False
    return found


def _chance(roll: tuple[int, ...], die: tuple[Chance, ...]) -> Chance:
    ways = math.factorial(len(roll))
    for face in set(roll):
        ways //= math.factorial(roll.count(face))
    return ways * math.prod(die[face - 1] for face in roll)


def _parts(keeps: Sequence[tuple[int, ...]], less: NDArray[np.int64], first_roll: int) -> NDArray[np.int64]:
    """Return the `parts` of all rolls, from the keeps of one die less."""
    falling = sorted(range(len(keeps)), key=lambda place: (len(keeps[place]), keeps[place][::-1]), reverse=True)
    order = np.array(falling)
    rank = np.empty(len(keeps), np.int64)
    rank[order] = np.arange(len(keeps))
    # The ranks of the parts of each keep rise in the desired order.
    held: dict[int, NDArray[np.int64]] = {0: rank[:1]}
    for place, keep in enumerate(keeps[1:], start=1):
        smaller = [held[part] for part in set(less[place, : len(keep)].tolist())]
        held[place] = np.unique(np.concatenate([rank[[place]], *smaller]))
    rows = [held[place] for place in range(first_roll, len(keeps))]
    parts = np.tile(np.arange(first_roll, len(keeps))[:, None], max(len(row) for row in rows))
    for row, ranks in zip(parts, rows, strict=True):
        row[: len(ranks)] = order[ranks]
    return parts

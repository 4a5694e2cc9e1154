"""A sheet as arrays: what each roll may write in each box, and which upper totals a set of filled boxes leaves."""

import itertools
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import DistributionError
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Joker, Sheet
from solver.throw_distribution import Chance, check_die, fair_die

PLANS_KEPT = 8


class Plan(NamedTuple):
    """The rules of a sheet as the kernels take them; boxes are places on the sheet, rolls those of the lattice.

    A slot is one thing that can be written in a box: `points[s]`, which adds `rise[s]` to the upper total; those of
    box b are `first[b]` to `first[b + 1]`. `slot[roll, box]` is what a roll writes, `joker_slot[i, box]` what the roll
    `alike[i]`, whose faces are all alike, writes as a joker, and `matching[i]` its own upper boxes, one bit a box.

    `lower` are the bits of the boxes that are no upper ones; `yahtzee` is the bit of the Yahtzee box, 0 if the sheet
    has none, and `paid` the slot of its points. `joker` is 0 without jokers, 1 by the free rule, 2 by the forced one.
    `flags` is 2 where the sheet pays `extra` for further Yahtzees, else 1: then flag 1 says that they are paid now.

    `cap` is the upper total that pays the `bonus`, where totals end. With the boxes of `mask` filled, the totals
    `begin[mask]` to `end[mask]` need a value each; a lower one is worth as much as `begin`. Where `safe[mask]` the
    bonus is out of reach from `begin`, so that the points to come are the same there and where it is made already.
    """

    throws: int
    commit: bool
    points: NDArray[np.float64]
    rise: NDArray[np.int64]
    first: NDArray[np.int64]
    slot: NDArray[np.int64]
    joker_slot: NDArray[np.int64]
    alike: NDArray[np.int64]
    matching: NDArray[np.int64]
    lower: int
    yahtzee: int
    paid: int
    joker: int
    flags: int
    extra: float
    bonus: float
    cap: int
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    safe: NDArray[np.bool_]

    @property
    def boxes(self) -> int:
        """How many boxes the sheet has."""
        return len(self.first) - 1

    def rows(self, mask: int) -> int:
        """Return how many flags there are with the boxes of `mask` filled."""
        return self.flags if mask & self.yahtzee else 1


@lru_cache(PLANS_KEPT)
def plan_of(sheet: Sheet) -> Plan:
    """Return the arrays of `sheet`."""
    rolls = lattice(sheet.dice, fair_die(sheet.sides)).rolls
    alike = [(face,) * sheet.dice for face in range(1, sheet.sides + 1)]
    points: list[int] = []
    first = [0]
    slot, joker_slot = [], []
    for box in sheet.boxes:
        plain, wild = [box.score(roll) for roll in rolls], [box.as_joker(roll) for roll in alike]
        writes = sorted({*plain, *wild} if sheet.joker is not Joker.NONE else {*plain})
        places = {score: place for place, score in enumerate(writes, start=first[-1])}
        slot.append([places[score] for score in plain])
        joker_slot.append([places.get(score, 0) for score in wild])
        points += writes
        first.append(len(points))
    cap = sheet.bonus_from
    rise = np.zeros(len(points), np.int64)
    for place in sheet.upper:
        rise[first[place] : first[place + 1]] = points[first[place] : first[place + 1]]
    begin, end, safe = _totals(rise, first, cap)
    yahtzee = sheet.yahtzee
    return Plan(
        sheet.throws,
        sheet.commit,
        np.array(points, np.float64),
        rise,
        np.array(first),
        np.ascontiguousarray(np.array(slot).T),
        np.ascontiguousarray(np.array(joker_slot).T),
        np.array([rolls.index(roll) for roll in alike]),
        np.array([sum(1 << place for place in sheet.upper if sheet.boxes[place].face == roll[0]) for roll in alike]),
        sum(1 << place for place in sheet.lower),
        0 if yahtzee is None else 1 << yahtzee,
        -1 if yahtzee is None else first[yahtzee + 1] - 1,
        {Joker.NONE: 0, Joker.FREE: 1, Joker.FORCED: 2}[sheet.joker],
        2 if sheet.extra else 1,
        float(sheet.extra),
        float(sheet.bonus),
        cap,
        begin,
        end,
        safe,
    )


def _totals(
    rise: NDArray[np.int64], first: list[int], cap: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    most = [int(rise[begin:end].max()) for begin, end in itertools.pairwise(first)]
    masks = np.arange(1 << len(most))
    held = np.zeros(len(masks), np.int64)
    for place, rises in enumerate(most):
        held += (masks >> place & 1) * rises
    out_of_reach = cap - 1 - (sum(most) - held)
    end = np.minimum(held, cap)
    return np.clip(out_of_reach, 0, end), end, out_of_reach >= 0


def check_sides(sheet: Sheet, die: tuple[Chance, ...] | None) -> tuple[Chance, ...]:
    """Return the chances of the die's faces, fair if None. Raises DistributionError if `sheet` needs another die."""
    if die is None:
        return fair_die(sheet.sides)
    if len(die) != sheet.sides:
        raise DistributionError(
            f"{sheet.name} is played with {sheet.sides} sides and not {len(die)}: give as many chances"
        )
    return check_die(die)

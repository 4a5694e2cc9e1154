"""A sheet as arrays for its kernels, and the table of its values: the points to come at each start of a turn."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.errors import DistributionError, PositionError
from solver.sheet.game.card import Card
from solver.sheet.game.dice import Lattice, lattice
from solver.sheet.game.sheet import Joker, Sheet
from solver.throw_distribution import Chance, check_die, fair_die

PLANS_KEPT = 8


class Plan(NamedTuple):
    """The rules of a sheet as the kernels take them; boxes are places on the sheet, rolls those of the lattice.

    A slot is one thing that can be written in a box: `points[s]`, which adds `rise[s]` to the upper total; those of
    box b are `first[b]` to `first[b + 1]`. `slot[roll, box]` is what a roll writes. The first rolls, one for each
    side of a die, have equal faces: `joker_slot[roll, box]` is what they write as a joker, `matching[roll]` are their
    own upper boxes, one bit a box.

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


class Plays(NamedTuple):
    """What to do with some boxes filled and a flag, for all rolls, in the places of the Lattice.

    `keep[group, left, total, roll]` is what to keep with `left` throws allowed, from 1 to one below the throws of a
    turn; the roll itself where it is scored at once. `box[total, roll]` is the box to score a roll in, or to choose
    where it is chosen after the first throw; then `group` is that box, else 0. There is one total if the upper total
    does not matter, else all from `plan.begin[filled]`, which stands for all lower ones, to `plan.end[filled]`.
    """

    keep: NDArray[np.int32]
    box: NDArray[np.int32]


class Policy(Protocol):
    """A policy: what to do in every state of the game of its sheet."""

    @property
    def sheet(self) -> Sheet: ...

    def rows(self, filled: NDArray[np.int64], flags: NDArray[np.int64], /) -> Iterator[Plays]:
        """Yield what to do with the boxes of `filled[i]` filled and `flags[i]` as SheetTable has it, one after another.

        What is yielded may be overwritten by the next.
        """
        ...


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
            f"{sheet.name} is played with dice of {sheet.sides} sides, not {len(die)}: give one chance for each side"
        )
    return check_die(die)


class SheetValues(ABC):
    """What is to come on cards of `sheet`, in points, with dice whose faces have the chances `die`.

    If `exact`, it is the exact expectation, else an upper bound of it.
    """

    sheet: Sheet
    die: tuple[Chance, ...]
    exact: ClassVar[bool] = True

    @property
    def lattice(self) -> Lattice:
        """The sets of dice that a player can keep."""
        return lattice(self.sheet.dice, self.die)

    @property
    def value(self) -> float:
        """The points of a whole game."""
        blank = Card.blank(self.sheet)
        return self.at(blank) + blank.total

    @abstractmethod
    def at(self, card: Card) -> float:
        """Return the points to come on `card` at the start of a turn, 0 if it is full."""

    @abstractmethod
    def ends(self, card: Card) -> NDArray[np.float64]:
        """Return what it is worth to score each roll in each box [boxes, rolls].

        That is what is written and all that comes after it, -inf where it is not allowed. Where the throws that are
        left matter, it is [left, boxes, rolls]: 0 to those of the turn less 1, which are left after its first throw.
        """


@dataclass(frozen=True, slots=True, eq=False)
class SheetTable(SheetValues):
    """All data to play `sheet` for the most points, with dice whose face f has chance `die[f - 1]`.

    `values[filled, flag, total]` are the expected points to come at the start of a turn: `filled` are the boxes that
    are filled, one bit each, `flag` is 1 where the sheet pays further Yahtzees and the Yahtzee box holds its points,
    `total` the upper total, which ends at the one that pays the bonus. The bonus and further Yahtzees are counted when
    they are made. States that no play reaches may be nan. Solving afresh took `seconds`; it is kept in a `folder`.
    """

    sheet: Sheet
    die: tuple[Chance, ...]
    values: NDArray[np.float64]
    seconds: float = 0.0
    folder: Path | None = None

    def __post_init__(self) -> None:
        self.values.flags.writeable = False

    @property
    def states(self) -> int:
        """How many different starts of a turn play can reach, by boxes, upper total and flag."""
        return int(np.count_nonzero(find_reachable(self.plan, self.lattice)[:-1]))

    @property
    def plan(self) -> Plan:
        """The rules of the sheet as arrays."""
        return plan_of(self.sheet)

    def at(self, card: Card) -> float:
        """Return the points to come on `card` at the start of a turn, 0 if it is full. Raises PositionError."""
        value = float(self.values[self.place(card)])
        if np.isnan(value):
            raise PositionError(f"no game can lead to the card {card.short}: check its scores")
        return value

    def ends(self, card: Card) -> NDArray[np.float64]:
        """Return what it is worth to score each roll in each box of `card`, boxes x rolls, -inf where it is not legal.

        That is what is written, the bonus if it makes it, what a further Yahtzee pays, and all points to come after
        it. Raises PositionError.
        """
        ends = self.ends_at(*self.place(card))
        if np.isnan(ends).any():
            raise PositionError(f"no game can lead to the card {card.short}: check its scores")
        return ends

    def ends_at(self, filled: int, flag: int, total: int) -> NDArray[np.float64]:
        """Return what `ends` does for one of the `values`; nan where no play gets there."""
        plan = self.plan
        owner = np.repeat(np.arange(plan.boxes), np.diff(plan.first))
        totals = np.minimum(total + plan.rise, plan.cap)
        flags = np.where((plan.flags == 2) & (np.arange(len(owner)) == plan.paid), 1, flag)
        made = (total < plan.cap) & (totals == plan.cap)
        slots = plan.points + plan.bonus * made + self.values[filled | 1 << owner, flags, totals]
        ends: NDArray[np.float64] = slots[plan.slot.T]
        ends[filled >> np.arange(plan.boxes) & 1 == 1] = -np.inf
        if filled & plan.yahtzee:
            alike = ends[:, : len(plan.matching)]
            may, wild = further_rules(plan, np.array(filled))
            alike[:] = np.where(may, np.where(wild[:, None], slots[plan.joker_slot], alike.T), -np.inf).T
            alike += flag * plan.extra
        return ends

    def place(self, card: Card) -> tuple[int, int, int]:
        """Return filled boxes, flag and upper total of `card`, its place among the values. Raises PositionError."""
        if card.sheet != self.sheet:
            raise PositionError(f"the card is for {card.sheet.name} with another rule: give one for {self.sheet.name}")
        plan = self.plan
        return card.filled, int(plan.flags == 2 and card.joker_paid), min(card.upper, plan.cap)


def further_rules(plan: Plan, filled: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which boxes a further Yahtzee of each face may go to [..., faces, boxes], and whether it is a joker there.

    The latter is [..., faces]; `filled` [...] are bit masks, the Yahtzee box among them.
    """
    unfilled = (1 << plan.boxes) - 1 & ~filled[..., None]
    matching, lower = unfilled & plan.matching, unfilled & plan.lower
    legal = np.broadcast_to(unfilled, matching.shape)
    if plan.joker == 2:
        legal = np.where(matching != 0, matching, np.where(lower != 0, lower, legal))
    return (legal[..., None] >> np.arange(plan.boxes) & 1) != 0, (matching == 0) & (plan.joker > 0)


def find_reachable(plan: Plan, lattice: Lattice) -> NDArray[np.bool_]:
    """Return which states [filled, flag, total] some play reaches with the dice of `lattice`, full sheets included.

    What one box may hold does not depend on the others: boxes filled with equal dice come before the Yahtzee box.
    """
    reached = np.zeros((1 << plan.boxes, plan.flags, plan.cap + 1), np.bool_)
    reached[0, 0, 0] = True
    possible = plan.slot[lattice.roll_chances > 0]
    for box in range(plan.boxes):
        before, after = reached[: 1 << box], reached[1 << box : 2 << box]
        for slot in set(possible[:, box].tolist()):
            rise = min(int(plan.rise[slot]), plan.cap)
            flags = [(flag, flag) for flag in range(plan.flags)]
            if plan.flags == 2 and 1 << box == plan.yahtzee:
                flags = [(0, int(slot == plan.paid))]
            for old, new in flags:
                after[:, new, rise:] |= before[:, old, : plan.cap + 1 - rise]
                after[:, new, plan.cap] |= before[:, old, plan.cap - rise :].any(axis=-1)
    return reached

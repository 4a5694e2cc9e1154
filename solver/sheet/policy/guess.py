"""Players of score sheets who maximise the points of a turn plus an estimate of the rest of the sheet."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.action import Action
from solver.reason import Reason
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.table import Plays, SheetTable, plan_of
from solver.sheet.exact.turn import play_out, solve_turn
from solver.sheet.game.card import Card
from solver.sheet.game.dice import lattice
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A player on `sheet` who uses the values of `table` as estimates of what follows a turn.

    The boxes of the table are those of the sheet in another `order`, the first of those that are equal being chosen;
    its bonus may be missing. Where they are the exact values, play is perfect. `aim` is what it wants most of.
    """

    sheet: Sheet
    table: SheetTable
    order: tuple[int, ...]
    aim: str

    @classmethod
    def of_table(cls, table: SheetTable, aim: str = "end") -> "Guess":
        """Return the player who believes in `table`, with its own sheet."""
        return cls(table.sheet, table, tuple(range(len(table.sheet.boxes))), aim)

    def rows(self, filled: Ints, flags: Ints) -> Iterator[Plays]:
        """Yield what it does, as `evaluate` asks for it; needs numba."""
        from solver.sheet.exact.solve import best_plays

        order = np.array(self.order)
        masks = sum((filled >> box & 1) << place for place, box in enumerate(self.order))
        found = best_plays(self.table, np.asarray(masks).tolist(), flags.tolist())
        if np.array_equal(order, np.arange(len(order))):
            yield from found
            return
        # A place of -1, where no play leads, stays what it is.
        named = np.append(order, -1).astype(np.int32)
        turned = np.argsort(order) if self.sheet.commit else np.zeros(1, np.int64)
        for plays in found:
            yield Plays(plays.keep[turned], named[plays.box])

    def act(self, state: SheetState) -> tuple[Action, Reason]:
        """Return what it does in a moment of a game, its ties by its own order, and its aim."""
        card = state.card
        mine = Card(self.table.sheet, tuple(card.scores[box] for box in self.order), card.extras)
        alone = SheetState((mine,), 0, state.dice, state.rolls_left, state.committed)
        return weigh(self.table, alone).options[0][0], Reason(f"step-{self.aim}")


def in_order(sheet: Sheet, order: tuple[int, ...]) -> Sheet:
    """Return `sheet` with its boxes in another order and without its bonus."""
    return replace(sheet, boxes=tuple(sheet.boxes[box] for box in order), bonus=0, bonus_from=0)


def points_in(sheet: Sheet, place: int) -> Floats:
    """Return what each roll writes in a box [1, rolls], as the ends of a turn that is played for it alone."""
    plan = plan_of(sheet)
    return np.asarray(plan.points[plan.slot[:, place]][None])


@lru_cache(64)
def box_moments(sheet: Sheet, die: tuple[Chance, ...], place: int) -> tuple[float, float]:
    """Return mean and variance of the points of one box that a turn is played for alone."""
    dice, points = lattice(sheet.dice, die), points_in(sheet, place)
    chances = play_out(solve_turn(dice, points, sheet.throws), dice.roll_chances, sheet.throws - 1)
    mean = float((chances * points).sum())
    return mean, float((chances * points**2).sum()) - mean**2


@lru_cache(64)
def ease(sheet: Sheet, die: tuple[Chance, ...], place: int) -> float:
    """Return the chance to score anything in a box that a turn is played for alone."""
    return solve_turn(lattice(sheet.dice, die), np.sign(points_in(sheet, place)), sheet.throws).value


def hardest_first(sheet: Sheet, die: tuple[Chance, ...]) -> tuple[int, ...]:
    """Return the boxes by rising `ease`; of equal ones the last on the sheet first, as sixes before ones."""
    return tuple(sorted(range(len(sheet.boxes)), key=lambda place: (round(ease(sheet, die, place), 9), -place)))


def part_values(sheet: Sheet, die: tuple[Chance, ...], places: tuple[int, ...]) -> Floats:
    """Return the optimal value of the game of those boxes at `places` that are open, by the filled boxes [masks].

    Neither bonus nor jokers nor further Yahtzees count.
    """
    dice, points = lattice(sheet.dice, die), {place: points_in(sheet, place)[0] for place in places}
    bits = sum(1 << place for place in places)
    masks = np.arange(1 << len(sheet.boxes))
    values = np.zeros(len(masks))
    for mask in masks[masks & ~bits == 0][::-1].tolist():
        ends = [points[place] + values[mask | 1 << place] for place in places if not mask >> place & 1]
        if ends:
            values[mask] = solve_turn(dice, np.array(ends), sheet.throws).value
    return np.asarray(values[masks & bits])

"""Score-sheet games, solved exactly for any sheet and any die.

A keep is a multiset of dice, and what it is worth is the mean, over one more die, of the keeps that this makes; the
best keep of a roll comes down the same edges by the maximum. With five dice those are 1,260 edges instead of 4,368
transitions. Upper totals lie side by side in memory, so that a box filled moves all of them by the same distance, and
they are worked on in vectors. Totals from which the bonus is out of reach share one value, since no more than the
points to come depends on them; the bonus is counted at the end of the game while solving, and so is that of a sheet
that has made it.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.sheet.exact.plan import Plan, check_sides, plan_of
from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.exact.solve_kernels import Choices, Ladder, choose_row, ladder_of, pack, room_for, settle
from solver.sheet.exact.vectors import LANES
from solver.sheet.game.custom_sheet import check_size
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True, eq=False)
class SheetSolution(SheetTable):
    """A freshly solved table, with the `seconds` that solving took."""

    seconds: float


def solve(
    sheet: Sheet,
    die: tuple[Chance, ...] | None = None,
    threads: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> SheetSolution:
    """Solve the game of `sheet` for `die`, fair if None, on so many threads; `seconds` leaves out compilation.

    Raises OptionError for a sheet that is too large, DistributionError for a die of another number of sides, and
    SolverError if the machine is too small.
    """
    check_size(sheet)
    die = check_sides(sheet, die)
    begun = clock()
    plan, ladder = plan_of(sheet), ladder_of(lattice(sheet.dice, die))
    prepared = clock()
    settle(plan, ladder, np.empty(0, np.int64), np.empty((1, 1, 1)), room_for(plan, ladder))
    pack(plan, np.empty((0, 1, 1)))
    compiled = clock()
    try:
        values = _values(plan, ladder, threads)
    except MemoryError as short:
        raise SolverError(f"not enough memory to solve {sheet.name}: take fewer boxes") from short
    return SheetSolution(sheet, die, values, clock() - compiled + prepared - begun)


def _values(plan: Plan, ladder: Ladder, threads: int) -> NDArray[np.float64]:
    """Return the points to come [filled, flag, total], nan beyond the totals that the filled boxes can hold."""
    full = (1 << plan.boxes) - 1
    values = _rows(plan)
    values[full, :, plan.cap :] = plan.bonus
    if threads == 1:
        settle(plan, ladder, np.arange(full - 1, -1, -1), values, room_for(plan, ladder))
    else:
        _share(plan, ladder, values, threads)
    size = values.size // values.shape[2] * (plan.cap + 1)
    return pack(plan, values)[:size].reshape(*values.shape[:2], plan.cap + 1)


def _share(plan: Plan, ladder: Ladder, values: NDArray[np.float64], threads: int) -> None:
    """Settle all masks on several threads, those with equally many boxes filled side by side."""
    masks = np.arange((1 << plan.boxes) - 1)
    filled = np.bitwise_count(masks)
    rooms = [room_for(plan, ladder) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        for level in range(plan.boxes - 1, -1, -1):
            some = masks[filled == level]
            shares = [some[i::threads].copy() for i in range(threads)]
            list(pool.map(lambda share, room: settle(plan, ladder, share, values, room), shares, rooms))


def _rows(plan: Plan) -> NDArray[np.float64]:
    """Return zeros for the values of all rows as the kernels take them, which read a vector beyond the last one."""
    shape = 1 << plan.boxes, plan.flags, plan.cap + 1 + int(plan.rise.max())
    return np.zeros(math.prod(shape) + LANES)[:-LANES].reshape(shape)


class Chooser:
    """Says what to do in every state of a table, for all totals and rolls of a row of states at once.

    It works in one place of memory: give each thread its own.
    """

    def __init__(self, table: SheetTable) -> None:
        self.plan = table.plan
        self._ladder = ladder_of(table.lattice)
        self._room = room_for(self.plan, self._ladder)
        self._values = _rows(self.plan)
        self._values[:, :, : self.plan.cap + 1] = table.values
        self._values[:, :, self.plan.cap] += self.plan.bonus
        self._values[:, :, self.plan.cap + 1 :] = self._values[:, :, self.plan.cap, None]

    def row(self, filled: int, flag: int) -> Choices:
        """Return the best actions with the boxes of `filled` filled, by the tie rule of `solver.sheet.exact.turn`.

        Their first total is `plan.begin[filled]`, which stands for all lower ones; the last is `plan.end[filled]`. What
        no play reaches may be -1.
        """
        plan = self.plan
        rolls = len(self._ladder.roll_chances)
        totals = int(plan.end[filled] - plan.begin[filled]) + 1
        groups = plan.boxes if plan.commit else 1
        keep = np.full((groups, plan.throws, totals, rolls), -1, np.int32)
        keep[:, 0] = np.arange(rolls) + len(self._ladder.order) - rolls
        choices = Choices(filled, flag, keep, np.full((totals, rolls), -1, np.int32))
        choose_row(plan, self._ladder, self._values, self._room, choices)
        return choices

"""The approximate distribution of the final score around its expectation, for every set of open boxes.

A final score is what is expected of it now and what all coming turns move that by. A turn's moves are worked out
exactly for three upper totals a set of boxes: on the way to the bonus (three of each face), below it and above it;
those of the turns after it are taken from the outlook of the boxes that it leaves, by the nearest of the three. So one
pass from the last box to the first finds all of them, with numpy alone. The standard deviation of the final score of
Yahtzee comes out 1.8 % too large: 60.7 instead of 59.6.
"""

import math
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.checked_file import pack, read, write
from solver.errors import TableError
from solver.sheet.coach.turn_ends import play_out
from solver.sheet.exact.plan import Plan, check_sides
from solver.sheet.exact.sheet_files import file_of
from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.exact.turn import solve_turn
from solver.sheet.game.sheet import Sheet
from solver.throw_distribution import Chance

Floats = NDArray[np.float64]

# Steps are a fiftieth of the expected final score; so many of them below it and above it have room.
STEPS = 50
BELOW, ABOVE = 50, 110
# The upper totals lie so far from the one that is on the way to the bonus, in parts of what the bonus asks for.
SIDES = (-0.125, 0.0, 0.125)
FORMAT = 1


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """The distribution, in steps of `step` points, of a final score around its expectation.

    `chances[filled, flag, side, steps]` are those of so many steps, none being place `BELOW`, with the upper total
    `totals[filled, flag, side]`; `filled` and `flag` are as in a SheetTable. Rows that no play reaches are 0.
    """

    step: float
    chances: NDArray[np.float32]
    totals: NDArray[np.int16]

    @property
    def offsets(self) -> Floats:
        """The points above what is expected that each place stands for."""
        return np.asarray(self.step * np.arange(-BELOW, ABOVE + 1.0))

    def at(self, filled: int, flag: int, total: int) -> NDArray[np.float32]:
        """Return the chances [steps] for the upper total nearest to this one."""
        return np.asarray(self.chances[filled, flag, np.abs(self.totals[filled, flag] - total).argmin()])


def make_outlook(table: SheetTable, filled: int = 0) -> Outlook:
    """Return the outlook of play for the most points on the sheet of `table`, which chooses no boxes early.

    Only what follows once the boxes of `filled` are is worked out: all of Yahtzee takes half a minute of one core.
    """
    plan = table.plan
    step = max(1.0, table.value / STEPS)
    masks = np.argsort(np.bitwise_count(np.arange(1 << plan.boxes)), kind="stable")[::-1]
    masks = masks[masks & filled == filled]
    shape = (1 << plan.boxes, plan.flags, len(SIDES))
    found = Outlook(step, np.zeros((*shape, BELOW + ABOVE + 1), np.float32), np.zeros(shape, np.int16))
    found.chances[masks[0], ..., BELOW] = 1.0
    for mask in masks[1:].tolist():
        for flag in range(plan.rows(mask)):
            for side, total in enumerate(usual_totals(table, mask, flag)):
                found.totals[mask, flag, side] = total
                found.chances[mask, flag, side] = _moved(table, (mask, flag, total), found)
    return found


def usual_totals(table: SheetTable, mask: int, flag: int) -> list[int]:
    """Return the upper totals nearest to those of `SIDES`, none where no play gets there."""
    plan = table.plan
    reached = np.flatnonzero(~np.isnan(table.values[mask, flag]))
    if not len(reached):
        return []
    most = np.maximum.reduceat(plan.rise, plan.first[:-1])
    share = most[mask >> np.arange(plan.boxes) & 1 == 1].sum() / max(1, most.sum())
    return [int(reached[np.abs(reached - plan.cap * (share + side)).argmin()]) for side in SIDES]


def _moved(table: SheetTable, state: tuple[int, int, int], found: Outlook) -> Floats:
    """Return the row of a state: what its turn moves, and then the rows of what is left after it."""
    mask, flag, total = state
    plan, dice = table.plan, table.lattice
    ends = table.ends_at(*state)
    turn = solve_turn(dice, ends, plan.throws)
    ended = play_out(turn, dice.roll_chances, plan.throws - 1)
    row = np.zeros(found.chances.shape[-1])
    for box in np.flatnonzero(ended.any(axis=1)).tolist():
        rolls, after = np.flatnonzero(ended[box]), mask | 1 << box
        slots = plan.slot[rolls, box]
        flags = flag_after(plan, flag, box, slots)
        totals = np.minimum(total + plan.rise[slots], plan.cap)
        sides = np.abs(found.totals[after, flags] - totals[:, None]).argmin(axis=1)
        for of_flag, side in set(zip(flags.tolist(), sides.tolist(), strict=True)):
            some = rolls[(flags == of_flag) & (sides == side)]
            moves = (ends[box, some] - turn.value) / found.step
            row += _shifted(found.chances[after, of_flag, side], moves, ended[box, some])
    return row


def flag_after(plan: Plan, flag: int, box: int, slots: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the flags of a sheet with `flag` after these slots were written in a box."""
    if plan.flags == 2 and 1 << box == plan.yahtzee:
        return np.asarray(slots == plan.paid, np.int64)
    return np.full(len(slots), flag)


def _shifted(row: NDArray[np.float32], moves: Floats, chances: Floats) -> Floats:
    """Return a row moved by so many steps with these chances; between two steps both get their part."""
    whole = np.floor(moves).astype(np.int64)
    part = moves - whole
    low = int(whole.min())
    weights = np.bincount(whole - low, (1 - part) * chances, int(whole.max()) - low + 2)
    weights += np.bincount(whole - low + 1, part * chances, len(weights))
    wide = np.convolve(row, weights)
    return np.bincount(np.clip(np.arange(len(wide)) + low, 0, len(row) - 1), wide, len(row)).astype(np.float64)


def outlook_file(folder: Path, sheet: Sheet, die: tuple[Chance, ...] | None = None) -> Path:
    """Return where in `folder` the outlook of a sheet with a `die`, fair if None, is kept."""
    return file_of(folder, sheet, check_sides(sheet, die)).with_suffix(".outlook")


def save(outlook: Outlook, table: SheetTable, path: Path) -> None:
    """Write an outlook, under a temporary name first, then renamed. Raises TableError if writing fails."""
    arrays = outlook.chances.astype("<f2"), outlook.totals.astype("<i2")
    body = zlib.compress(b"".join(array.tobytes() for array in arrays))
    write(pack(_header(outlook.step, table), body), path)


def load(table: SheetTable, path: Path) -> Outlook:
    """Return the outlook of a table in `path`.

    Raises FileNotFoundError, or TableError if anything is wrong with the file or it holds another game.
    """
    header, body = read(path)
    plan, step = table.plan, max(1.0, table.value / STEPS)
    if header != _header(step, table):
        raise TableError(f"table {path} holds another game than {table.sheet.name}: compute it again")
    shape = (1 << plan.boxes, plan.flags, len(SIDES))
    try:
        content = zlib.decompress(body)
        totals = np.frombuffer(content[-2 * math.prod(shape) :], "<i2").reshape(shape)
        chances = np.frombuffer(content[: -totals.nbytes], "<f2").reshape(*shape, BELOW + ABOVE + 1)
    except (zlib.error, ValueError) as wrong:
        raise TableError(f"table {path} holds other values than it says: compute it again") from wrong
    return Outlook(step, chances.astype(np.float32), totals.astype(np.int16))


def _header(step: float, table: SheetTable) -> dict[str, object]:
    return {
        "what": "outlook",
        "format": FORMAT,
        "game": table.sheet.name,
        "rule": table.sheet.rule,
        "value": table.value,
        "step": step,
        "steps": [BELOW, ABOVE],
        "sides": list(SIDES),
    }

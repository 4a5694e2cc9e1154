"""What it takes to solve a sheet, and which sheets are too large for this machine."""

import math

from solver.errors import OptionError
from solver.goal import cost
from solver.memory import spare_memory
from solver.sheet.game.sheet import Sheet

# A table of more than about ten minutes is refused, and one of more memory than the machine has to spare.
MOST_SECONDS = 600
# Faces of dice still to fall that one core weighs in a second, measured low.
FACES_A_SECOND = 5e9
BLOCK = 8


def size_of(sheet: Sheet) -> tuple[int, int, float]:
    """Return what solving a sheet takes: how many states at most, bytes for their values, seconds of one core.

    Upper totals lie side by side in memory and are weighed a block at a time. In the end they are copied without what
    lies beyond the last.
    """
    sets = 2 ** len(sheet.boxes) * (2 if sheet.extra else 1)
    totals = sheet.bonus_from + 1
    beyond = max((sheet.boxes[place].face for place in sheet.upper), default=0) * sheet.dice
    faces = math.comb(sheet.dice + sheet.sides - 1, sheet.sides) * sheet.sides * sheet.throws
    weighed = sets * math.ceil(totals / BLOCK) * BLOCK * faces
    return (sets * totals, 8 * sets * (2 * totals + beyond + BLOCK), weighed / FACES_A_SECOND)


def check_size(sheet: Sheet) -> None:
    """Raise OptionError for a sheet that no table holds, and for one that is too large to solve here, with its cost."""
    if not sheet.tabled:
        raise OptionError(
            f"{sheet.name} has rules that no table holds: ask 'pipsqueak solve', 'advise' or 'simulate' about it"
        )
    states, memory, seconds = size_of(sheet)
    spare = spare_memory()
    if memory > spare or seconds > MOST_SECONDS:
        need = cost(memory, math.ceil(seconds * 1e9))
        raise OptionError(
            f"{sheet.name} is too large to solve: {states:,} states would need {need}, and this machine has"
            f" {spare / 1e9:.1f} GB to spare: take fewer boxes, dice or sides, or see how it is played by 'pipsqueak"
            " simulate'"
        )

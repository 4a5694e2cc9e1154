"""What it takes to solve a sheet, and which sheets are too large for this machine."""

import itertools
import math
import os

from solver.errors import OptionError
from solver.sheet.game.sheet import Sheet

# A table of more than about ten minutes is refused, and one of more memory than the machine has to spare.
MOST_SECONDS = 600
# Faces of dice still to fall that one core weighs in a second, measured low.
FACES_A_SECOND = 5e9
BLOCK = 8
# Seconds for a card and a throw that may be left, by the number of keeps; measured high.
SECONDS_A_THROW = 0.002
KEEPS = 462
BYTES = ((10**6, "MB"), (10**9, "GB"), (10**12, "TB"), (10**15, "PB"))
SECONDS = ((1, "seconds"), (60, "minutes"), (3600, "hours"), (86_400, "days"), (31_557_600, "years"))
TAKEN = "you can still play it, with advice and coach, and simulate it"


def size_of(sheet: Sheet) -> tuple[int, int, float]:
    """Return the cost of solving a sheet: the most states, bytes for their values, and seconds of one core.

    Upper totals lie side by side in memory and are weighed a block at a time. In the end they are copied without what
    lies beyond the last.
    """
    sets = 2 ** len(sheet.boxes) * (2 if sheet.extra else 1)
    totals = sheet.bonus_from + 1
    beyond = max((sheet.boxes[place].face for place in sheet.upper), default=0) * sheet.dice
    faces = math.comb(sheet.dice + sheet.sides - 1, sheet.sides) * sheet.sides * sheet.throws
    weighed = sets * math.ceil(totals / BLOCK) * BLOCK * faces
    return (sets * totals, 8 * sets * (2 * totals + beyond + BLOCK), weighed / FACES_A_SECOND)


def spare_memory() -> int:
    """Return how many bytes a solution may take: half of the machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def check_size(sheet: Sheet) -> None:
    """Raise OptionError for a sheet that no table can hold, and for one too large to solve here, with its cost."""
    if not sheet.tabled:
        check_cards(sheet)
        raise OptionError(f"no table can hold the rules of {sheet.name}: only solve, advise and simulate it")
    states, memory, seconds = size_of(sheet)
    spare = spare_memory()
    if memory > spare or seconds > MOST_SECONDS:
        need = cost(memory, math.ceil(seconds * 1e9))
        raise OptionError(
            f"{sheet.name} is too large to solve: {states:,} states would need {need}, and this machine has"
            f" {spare / 1e9:.1f} GB to spare: take fewer boxes, dice or sides; {TAKEN}"
        )


def count_cards(sheet: Sheet) -> int:
    """Return the most cards that are not full and differ in what `card_values.standing` says."""
    starts = [place for place, box in enumerate(sheet.boxes) if not box.again]
    times = [after - before for before, after in itertools.pairwise((*starts, len(sheet.boxes)))]
    boxes = math.prod(often + 1 for often in times)
    totals = math.prod(factor * sheet.bonus_from + 1 for factor in sheet.columns) if sheet.bonus else 1
    least = math.prod(one.least + 1 if one.least else 2 for one in sheet.converts if not one.each)
    whole = sheet.totals[-1][0] + 1 if sheet.totals else 1
    return boxes * totals * least * whole * (2 if sheet.extra else 1)


def check_cards(sheet: Sheet) -> None:
    """Raise OptionError for a sheet that takes too long to solve card by card, with how many there are."""
    cards = count_cards(sheet)
    throws = sheet.throws + (sheet.throws - 1) * len(sheet.boxes) / 2 * sheet.saves
    keeps = math.comb(sheet.dice + sheet.sides, sheet.sides)
    seconds = cards * throws * SECONDS_A_THROW * max(1.0, keeps / KEEPS)
    if seconds > MOST_SECONDS:
        raise OptionError(
            f"{sheet.name} is too large to solve: {cards:,} cards would need about "
            f"{round_up(math.ceil(seconds), SECONDS)}: take fewer boxes; {TAKEN}"
        )


def is_solvable(sheet: Sheet) -> bool:
    """Return whether a sheet can be solved on this machine."""
    try:
        (check_size if sheet.tabled else check_cards)(sheet)
    except OptionError:
        return False
    return True


def cost(memory: int, nanoseconds: int) -> str:
    """Return the cost of a solution in words: bytes of `memory`, and time on a small server."""
    return f"{round_up(memory, BYTES)} of memory and about {round_up(-(-nanoseconds // 10**9), SECONDS)}"


def round_up(amount: int, units: tuple[tuple[int, str], ...]) -> str:
    """Return an `amount`, rounded up, in the largest of the `units` (smallest first) that it has two or more of."""
    size, name = next((unit for unit in reversed(units) if amount >= 2 * unit[0]), units[0])
    count = -(-amount // size)
    return f"{count:,} {name if count != 1 else name.removesuffix('s')}"

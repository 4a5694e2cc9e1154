"""The strategies of Glenn, "An Optimal Strategy for Yahtzee" (CS-TR-0002, Loyola College in Maryland, 2006).

Three go by lists of steps, three play each turn best by a guess of what is left of the game. What the paper leaves open
is chosen here so that its figures are met; docs/yahtzee-strategies.md has the choices and what each is worth.
"""

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable, plan_of
from solver.sheet.game.sheet import Joker, Sheet, find_sheet
from solver.sheet.policy.decision_list import (
    ANY_TALLY,
    LARGE,
    SMALL,
    DecisionList,
    most_points,
    run,
    scores_in,
    tally,
    upper_box,
    whole,
)
from solver.sheet.policy.guess import Guess, box_moments, hardest_first, in_order, part_values
from solver.throw_distribution import Chance

Floats = NDArray[np.float64]
Die = tuple[Chance, ...]

# What each box brings on average under optimal play by the free rule, in the order of the sheet.
MEANS = (1.881, 5.282, 8.569, 12.158, 15.687, 19.189, 21.661, 13.098, 22.592, 29.461, 32.711, 16.868, 22.009)

OPEN_TALLY = tally("the highest of the numbers shown most often whose upper box is open")
TALLY_LESS_ONE = tally("the highest number with an open upper box that is shown once less than that", 1)
STRAIGHTS = (
    whole("a large straight", lambda at: at.rolled(LARGE)),
    run("four in a row, both straights being open", lambda at: at.rolled(SMALL) & at.free(LARGE)),
    whole("a small straight", lambda at: at.rolled(SMALL)),
)
OWN_NUMBER = upper_box(3, "three or more of a number in its upper box")


def yahtzees_only(sheet: Sheet, die: Die) -> DecisionList:
    """Return the player who keeps the number shown most often, whatever the sheet asks for."""
    return DecisionList(sheet, (OPEN_TALLY, ANY_TALLY), (most_points(hardest_first(sheet, die)),))


def yahtzees_and_straights(sheet: Sheet, die: Die) -> DecisionList:
    """Return the same player, who does not break a straight that can be scored."""
    return DecisionList(sheet, (*STRAIGHTS, OPEN_TALLY, ANY_TALLY), (most_points(hardest_first(sheet, die)),))


def rational_yahtzees(sheet: Sheet, die: Die) -> DecisionList:
    """Return the same player, with an eye on the upper boxes when keeping and when scoring."""
    scores = scores_in("yahtzee"), OWN_NUMBER, most_points(hardest_first(sheet, die))
    return DecisionList(sheet, (*STRAIGHTS, OPEN_TALLY, TALLY_LESS_ONE, ANY_TALLY), scores)


def greedy(sheet: Sheet, die: Die) -> Guess:
    """Return the player who wants most points from this turn and guesses that nothing comes after it."""
    order = hardest_first(sheet, die)
    bare = in_order(sheet, order)
    plan = plan_of(bare)
    return Guess(sheet, SheetTable(bare, die, np.zeros((1 << plan.boxes, plan.flags, 1))), order, "points this turn")


def heuristic(sheet: Sheet, die: Die, cache: Path | None = None) -> Guess:
    """Return the player who guesses that each open box brings its mean under optimal play, plus `upper_bonus`.

    Those means are evaluated, which needs numba, but for Yahtzee with fair dice; `cache` is where tables are kept.
    """
    masks = np.arange(1 << len(sheet.boxes))
    open_boxes = (masks[:, None] >> np.arange(len(sheet.boxes)) & 1) == 0
    return _guess(sheet, die, open_boxes @ np.array(_means(sheet, die, cache)))


def better_heuristic(sheet: Sheet, die: Die) -> Guess:
    """Return the player who guesses that upper and lower boxes are played best, each for themselves."""
    return _guess(sheet, die, part_values(sheet, die, sheet.upper) + part_values(sheet, die, sheet.lower))


def upper_bonus(sheet: Sheet, die: Die) -> Floats:
    """Return the bonus times a normal estimate of the chance to make it [masks of filled boxes, totals below the cap].

    What an upper box will hold has mean and variance of a turn played for it alone, and they add. The estimate is 0
    where the open boxes cannot hold enough.
    """
    plan = plan_of(sheet)
    moments = {place: box_moments(sheet, die, place) for place in sheet.upper}
    bonus = np.zeros((1 << plan.boxes, plan.cap))
    for mask in range(1 << plan.boxes):
        left = [place for place in sheet.upper if not mask >> place & 1]
        most = sum(int(plan.rise[plan.first[place] : plan.first[place + 1]].max()) for place in left)
        mean, variance = (sum(moments[place][i] for place in left) for i in range(2))
        for total in range(max(plan.cap - most, 0), plan.cap):
            bonus[mask, total] = plan.bonus * _normal_tail(plan.cap - total - mean, variance)
    return bonus


def _normal_tail(above: float, variance: float) -> float:
    """Return the chance of a normal number to exceed its mean by so much."""
    return math.erfc(above / math.sqrt(2 * variance)) / 2 if variance else float(above <= 0)


def _guess(sheet: Sheet, die: Die, later: Floats) -> Guess:
    plan = plan_of(sheet)
    values = np.repeat(later[:, None, None], plan.cap + 1, axis=2)
    values[:, 0, : plan.cap] += upper_bonus(sheet, die)
    table = SheetTable(sheet, die, np.repeat(values, plan.flags, axis=1))
    return Guess.of_table(table, "points this turn and a guess of those later")


def _means(sheet: Sheet, die: Die, cache: Path | None) -> tuple[float, ...]:
    yahtzee = find_sheet("yahtzee", "free")
    fair = len(set(die)) == 1
    if fair and sheet.boxes == yahtzee.boxes and sheet.joker is not Joker.NONE and sheet.extra == yahtzee.extra:
        return MEANS
    from solver.sheet.policy.evaluate import evaluate

    return tuple(evaluate(Guess.of_table(load_sheet(sheet, die, cache)), die).box_moments()[0].tolist())

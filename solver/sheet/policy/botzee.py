"""The versions 4.02 to 7.20 of Botzee, the program of a LEGO machine, "How to play Yahtzee, for robots".

Its figures are means of few games; 7.20 shows 4.13 on a screen, and plays as it does. What the description leaves open
is chosen so that they are met; docs/yahtzee-strategies.md has the choices and what each is worth.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from solver.sheet.exact.turn import solve_turn
from solver.sheet.game.dice import lattice
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.decision_list import (
    ANY_TALLY,
    LARGE,
    NOT,
    SMALL,
    DecisionList,
    DecisionRule,
    Flags,
    Ints,
    Situation,
    run,
    scores_in,
    tally,
    upper_box,
    whole,
)
from solver.sheet.policy.guess import points_in
from solver.throw_distribution import fair_die

YAHTZEE, FOUR, THREE, FULL, CHANCE = "yahtzee", "four-of-a-kind", "three-of-a-kind", "full-house", "chance"
LATE, LAST = 5, 11
WORTH = 15


def _full_house_again(at: Situation) -> Flags:
    return at.rolled(FULL) & (at.left < at.sheet.throws - 1)


def _full_house_late(at: Situation) -> Flags:
    soon = np.asarray(at.turn >= (LATE if at.left < at.sheet.throws - 1 else LAST))
    return np.asarray(at.rolled(FULL) & soon)


def _straight(at: Situation) -> Flags:
    """Return where four dice in a row serve one of the open straights; a large one holds them too."""
    return at.free(SMALL) | at.free(LARGE)


def _large(at: Situation) -> Flags:
    large = at.seen.points[at.sheet.index(LARGE)] > 0
    return np.asarray(large & _straight(at))


def _aim(at: Situation) -> Ints:
    boxes = np.array([aims(at.sheet, place)[at.left] for place in range(len(at.sheet.boxes))])
    last = np.bitwise_count(at.filled) == len(at.sheet.boxes) - 1
    return np.where(last[:, None], boxes[at.open[:, :, 0].argmax(axis=1)], NOT)


@lru_cache(64)
def aims(sheet: Sheet, place: int) -> Ints:
    """Return what to keep of each roll for most points in one box, by throws left [throws, rolls], NOT for 0 left."""
    turn = solve_turn(lattice(sheet.dice, fair_die(sheet.sides)), points_in(sheet, place), sheet.throws)
    none = np.full(len(turn.lattice.rolls), NOT)
    return np.array([none, *(turn.best_keeps(left) for left in range(1, sheet.throws))])


ALL = whole("all dice", lambda at: np.ones((len(at.filled), len(at.seen.most)), np.bool_))
SMALL_IS_LAST = whole("a small straight, the large one being filled", lambda at: at.rolled(SMALL) & ~at.free(LARGE))
LARGE_ROLLED = whole("a large straight for either box", _large)
FULL_AGAIN = whole("a full house after the second throw", _full_house_again)
FULL_LATE = whole("a full house, late in the game", _full_house_late)
FOUR_IN_A_ROW = run("four in a row for either straight", _straight)
WITH_THREE = tally("the highest of the numbers shown most often that is open, or any for three of a kind", also=THREE)
ONE_LESS = tally("the highest open number shown once less than that", 1)
TWO_LESS = tally("the highest open number shown twice less than that", 2)
AIM = DecisionRule("what is best for the last box", _aim)

FIRST_OPEN = DecisionRule("the first open box", lambda at: (at.points != NOT).argmax(axis=1))
TWO = upper_box(2, "two or more of a number")
THREE_OR_MORE = upper_box(3, "three or more of a number")
ANY_NUMBER = upper_box(0, "the lowest open number, shown or not")
_REST = (
    TWO,
    scores_in(CHANCE, WORTH),
    ANY_NUMBER,
    scores_in(CHANCE),
    *(scores_in(box, 0) for box in (YAHTZEE, LARGE, SMALL, FULL, FOUR, THREE)),
    FIRST_OPEN,
)
# Three of a kind is named before and after the full house, so what comes before it is meant for other dice.
P1 = (*(scores_in(box) for box in (YAHTZEE, FOUR, FULL, THREE, LARGE, SMALL)), *_REST)
P2 = (
    *(scores_in(box) for box in (YAHTZEE, FOUR, FULL)),
    scores_in(THREE, WORTH),
    THREE_OR_MORE,
    *(scores_in(box) for box in (THREE, LARGE, SMALL)),
    *_REST,
)

_KEEPS_08 = SMALL_IS_LAST, LARGE_ROLLED, FULL_AGAIN
_KEEPS_11 = LARGE_ROLLED, FULL_LATE, FOUR_IN_A_ROW, WITH_THREE, ONE_LESS


Steps: TypeAlias = tuple[DecisionRule, ...]
# What each version keeps and scores by, and mean and standard deviation as published.
VERSIONS: Mapping[str, tuple[Steps, Steps, tuple[float, float]]] = MappingProxyType(
    {
        "4.02": ((ALL,), (FIRST_OPEN,), (54.3, 20.9)),
        "4.03": ((ANY_TALLY,), (FIRST_OPEN,), (47.1, 16.2)),
        "4.07": ((ANY_TALLY,), P1, (162.6, 59.8)),
        "4.08": ((*_KEEPS_08, ANY_TALLY), P1, (195.9, 60.7)),
        "4.09": ((*_KEEPS_08, WITH_THREE, ONE_LESS, ANY_TALLY), P1, (204.6, 68.7)),
        "4.11": ((*_KEEPS_11, ANY_TALLY), P2, (226.3, 66.3)),
        "4.12": ((AIM, *_KEEPS_11, TWO_LESS, ANY_TALLY), P2, (226.2, 66.5)),
        "4.13": ((AIM, *_KEEPS_11, ANY_TALLY), P2, (240.3, 59.9)),
        "7.20": ((AIM, *_KEEPS_11, ANY_TALLY), P2, (251.4, 70.7)),
    }
)


def botzee(version: str, sheet: Sheet) -> DecisionList:
    """Return the player of a version, one of VERSIONS."""
    return DecisionList(sheet, *VERSIONS[version][:2])

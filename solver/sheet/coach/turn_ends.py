"""The ends of a turn under best play: the chance of each box with each roll."""

import numpy as np
from numpy.typing import NDArray

from solver.sheet.coach.decide import Weighed
from solver.sheet.exact.turn import CommittedTurn, Turn
from solver.sheet.game.dice import Lattice
from solver.sheet.game.rules import Commit, Keep, SheetAction


def end_chances(weighed: Weighed, action: SheetAction) -> NDArray[np.float64]:
    """Return the chance [boxes, rolls] that the turn ends with each roll in each box after a legal `action`.

    After it the turn is played best, ties by the rule of `Turn`. All chances sum to 1.
    """
    state, dice = weighed.state, weighed.lattice
    ends = np.zeros_like(weighed.ends)
    turn = weighed.turn
    if isinstance(action, Keep):
        thrown = throw(dice, _one(len(dice.keeps), dice.index(action.dice)))
        if isinstance(turn, CommittedTurn):
            chosen = turn.best_boxes()
            for place, rest in enumerate(turn.boxes):
                if rest is not None:
                    ends[place] = play_out(rest, np.where(chosen == place, thrown, 0.0), rest.throws - 1)[0]
            return ends
        assert turn is not None
        return play_out(turn, thrown, state.rolls_left - 1)
    place, roll = state.sheet.index(action.box), dice.roll_index(state.dice)
    if isinstance(action, Commit):
        assert isinstance(turn, CommittedTurn)
        rest = turn.boxes[place]
        assert rest is not None
        ends[place] = play_out(rest, _one(len(dice.rolls), roll), state.rolls_left)[0]
        return ends
    ends[place, roll] = 1.0
    return ends


def _one(size: int, place: int) -> NDArray[np.float64]:
    chances = np.zeros(size)
    chances[place] = 1.0
    return chances


def play_out(turn: Turn, rolls: NDArray[np.float64], left: int) -> NDArray[np.float64]:
    """Return the chances of the ends [boxes, rolls] from those of rolls [rolls] with `left` more throws allowed."""
    dice = turn.lattice
    scored = np.zeros(len(rolls))
    for throws in range(left, 0, -1):
        kept = np.bincount(turn.best_keeps(throws), weights=rolls, minlength=len(dice.keeps)).astype(np.float64)
        scored += kept[dice.first_roll :]
        kept[dice.first_roll :] = 0.0
        rolls = throw(dice, kept)
    ends = np.zeros(turn.ends.shape)
    ends[turn.best_boxes(), np.arange(len(rolls))] = scored + rolls
    return ends


def throw(dice: Lattice, keeps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chances of rolls [rolls] from those of keeps [keeps] whose missing dice are thrown."""
    chances = keeps.copy()
    for size in range(dice.dice):
        level = slice(dice.starts[size], dice.starts[size + 1])
        falls = chances[level, None] * dice.chances
        chances += np.bincount(dice.one_more[level].ravel(), weights=falls.ravel(), minlength=len(chances))
    return chances[dice.first_roll :]

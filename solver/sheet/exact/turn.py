"""One turn of a score-sheet game: solved from the value of each of its ends, and played out to their chances."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.sheet.game.dice import TIE, Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """What every keep and every roll of a turn of `throws` throws is worth with best play of the rest.

    `ends[box, roll]` is what scoring a roll in a box is worth after the last throw, -inf where it is not allowed.
    `of_roll[left, roll]` is
    the worth of a roll with `left` more throws allowed, 0 <= left < throws. `of_keep[left, keep]` is the worth of
    keeping dice with `left` throws allowed, 0 <= left <= throws, and throwing the others; to keep all dice is to
    score them. Where nothing can be thrown, `of_keep[0]` is -inf but for the rolls.

    Actions within 1e-10 are equal. Scoring goes before keeping; of boxes goes the first of the sheet, of keeps the
    one with more dice, then the one with higher faces, compared from the highest die down.
    """

    lattice: Lattice
    ends: NDArray[np.float64]
    of_keep: NDArray[np.float64]
    of_roll: NDArray[np.float64]

    @property
    def throws(self) -> int:
        """How many throws the turn has."""
        return len(self.of_roll)

    @property
    def value(self) -> float:
        """What the turn is worth before its first throw."""
        return float(self.of_keep[-1, 0])

    def best_boxes(self) -> NDArray[np.int64]:
        """Return the box that each roll is scored in best [rolls]."""
        return best_boxes(self.ends)

    def best_keeps(self, left: int) -> NDArray[np.int64]:
        """Return each roll's best keep with `left` more throws allowed [rolls]; the whole roll where it is scored."""
        return self.lattice.arg_best(self.of_keep[left])


def best_boxes(ends: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the best box of each roll [..., rolls] from `ends` [..., boxes, rolls], the first of those that tie."""
    return np.asarray((ends >= ends.max(axis=-2, keepdims=True) - TIE).argmax(axis=-2), np.int64)


def solve_turn(lattice: Lattice, ends: NDArray[np.float64], throws: int) -> Turn:
    """Solve a turn of `throws` throws (1 or more) that ends in a box chosen after the last of them.

    `ends` is boxes x rolls, -inf where a box is not allowed; every roll needs one that is. Where it matters how many
    throws are left when a roll is scored, it is throws left x boxes x rolls.
    """
    best = ends.max(axis=-2)
    scores = [best] * throws if ends.ndim == 2 else best
    of_keep = np.full((throws + 1, len(lattice.keeps)), -np.inf)
    of_roll = np.empty((throws, len(lattice.rolls)))
    of_keep[0, lattice.first_roll :] = scores[0]
    of_roll[0] = scores[0]
    for left in range(1, throws + 1):
        of_keep[left] = lattice.expect(of_roll[left - 1])
        of_keep[left, lattice.first_roll :] = scores[min(left, throws - 1)]
        if left < throws:
            of_roll[left] = lattice.best(of_keep[left])
    return Turn(lattice, ends if ends.ndim == 2 else ends[0], of_keep, of_roll)


def solve_committed(lattice: Lattice, ends: NDArray[np.float64], throws: int) -> dict[int, Turn]:
    """Return the turn that is left once a box is chosen after the first of that many throws, for each box that is open.

    `ends` are those of `solve_turn`, a whole row -inf where a box is filled. In these turns the first throw is made
    already.
    """
    boxes = range(ends.shape[-2])
    rows = {box: ends[..., box : box + 1, :] for box in boxes}
    return {box: solve_turn(lattice, row, throws) for box, row in rows.items() if np.isfinite(row).all()}


def first_boxes(turns: dict[int, Turn]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return what each first throw is worth [rolls], and the box to choose after it [rolls], the first that ties."""
    worth = np.array([turn.of_roll[-1] for turn in turns.values()])
    return worth.max(axis=0), np.array(list(turns))[best_boxes(worth)]


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

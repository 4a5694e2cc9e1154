"""A policy of a score-sheet game: what it does in every state, as arrays."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.sheet.game.sheet import Sheet

Ints = NDArray[np.int64]


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

    def rows(self, filled: Ints, flags: Ints, /) -> Iterator[Plays]:
        """Yield what to do with the boxes of `filled[i]` filled and `flags[i]` as SheetTable has it, one after another.

        What is yielded may be overwritten by the next.
        """
        ...

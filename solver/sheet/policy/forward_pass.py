"""The forward pass of a policy through a score-sheet game: where each turn leads from all reached states."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.errors import SolverError
from solver.sheet.exact.plan import plan_of
from solver.sheet.game.dice import Lattice
from solver.sheet.policy.evaluate_kernels import (
    Arrivals,
    Batch,
    Moves,
    Places,
    PlayedTurns,
    ReachedStarts,
    end_turns,
    push,
    reach,
    tree_of,
)
from solver.sheet.policy.plays import Policy

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# So many moves are collected before they are put aside.
BATCH = 1 << 19
# Of all scores so far no more chances are held, nor more moves of one turn; Yahtzee and Yatzy take up to 9 million.
MOST_HELD = 125_000_000


class ForwardPass:
    """The forward pass of a `policy`, turn by turn; `starts` are the states before the next turn.

    Without `spreads` no more than mean and mean square is kept of the scores so far. With them, `turn` raises
    SolverError where they are too many to be held.
    """

    def __init__(self, policy: "Policy", dice: Lattice, *, spreads: bool) -> None:
        self.plan = plan_of(policy.sheet)
        self._policy = policy
        self._spreads = spreads
        self._tree = tree_of(dice)
        boxes = self.plan.boxes
        self._owner = np.repeat(np.arange(boxes), np.diff(self.plan.first))
        self._filled = np.bitwise_count(np.arange(1 << boxes))
        self._rank = np.zeros(1 << boxes, np.int64)
        zero, one, nothing = np.zeros(1, np.int64), np.ones(1), np.zeros(1)
        further = np.zeros((1, boxes + 1 if self.plan.flags == 2 else 1))
        further[0, 0] = 1.0
        self.starts = ReachedStarts(zero, zero, zero, one, nothing, nothing, zero, zero, zero, one, further)

    def turn(self) -> Floats:
        """Play one turn of all states; return the chance that it writes each slot [slots]."""
        plan, before = self.plan, self.starts
        masks = np.flatnonzero(self._filled == self._filled[before.filled[0]] + 1)
        self._rank[masks] = np.arange(len(masks))
        size = len(masks) * plan.flags * (plan.cap + 1)
        arrivals = Arrivals(
            np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size, np.int64), np.zeros(size, np.int64)
        )
        places = Places(self._owner, self._rank, np.zeros(size, np.int64))
        written = np.zeros(len(plan.points))
        batches, held = [], 0
        for batch in self._batches():
            reach(plan, places, batch, arrivals, written)
            if self._spreads:
                batches.append(batch)
                held += len(batch.moves.slot)
                self._check_held(held)
        reached = np.flatnonzero(arrivals.chance)
        places.number[reached] = np.arange(len(reached))
        low, high = arrivals.low[reached], arrivals.high[reached]
        ends = np.cumsum(high - low + 1)
        if self._spreads:
            self._check_held(int(ends[-1]))
        row, total = np.divmod(reached, plan.cap + 1)
        mask, flag = np.divmod(row, plan.flags)
        self.starts = ReachedStarts(
            masks[mask],
            flag,
            total,
            arrivals.chance[reached],
            arrivals.mean[reached],
            arrivals.square[reached],
            low,
            high,
            ends - (high - low + 1),
            np.zeros(ends[-1] if self._spreads else 0),
            np.zeros((len(reached), before.further.shape[1] if self._spreads else 0)),
        )
        for batch in batches:
            push(plan, places, batch, self.starts)
        return written

    def _check_held(self, numbers: int) -> None:
        if numbers > MOST_HELD:
            raise SolverError(
                f"{self._policy.sheet.name} has too many scores to tell the chance of each:"
                f" more than {MOST_HELD:,} numbers would be held at once, take fewer boxes"
            )

    def moments(self) -> tuple[float, float, float]:
        """Return mean and variance of the final score, and the chance of the bonus."""
        ends, offset, made = self._ends()
        mean = float((ends.mean + ends.chance * offset).sum())
        square = float((ends.square + offset * (2 * ends.mean + ends.chance * offset)).sum())
        return mean, square - mean**2, float(ends.chance[made].sum())

    def scores(self) -> Floats:
        """Return the chances of the final scores."""
        ends, offset, _ = self._ends()
        scores = np.zeros(int((ends.high + offset).max()) + 1)
        for i in range(len(ends.filled)):
            size = ends.high[i] - ends.low[i] + 1
            first = ends.low[i] + offset[i]
            scores[first : first + size] += ends.spread[ends.begin[i] : ends.begin[i] + size]
        return scores

    def further(self) -> Floats:
        """Return the chance of so many further Yahtzees."""
        return np.asarray(self.starts.further.sum(axis=0))

    def _ends(self) -> tuple[ReachedStarts, Ints, NDArray[np.bool_]]:
        """Return the states after the game, what their upper boxes and bonus add to the points, and who has that."""
        made = self.starts.total == self.plan.cap
        return self.starts, self.starts.total + np.where(made, int(self.plan.bonus), 0), made

    def _batches(self) -> Iterator[Batch]:
        """Yield the states, some at a time, with what is done in them."""
        plan, starts = self.plan, self.starts
        rows, begin = np.unique(starts.filled * plan.flags + starts.flag, return_index=True)
        end = np.append(begin[1:], len(starts.filled))
        most = len(plan.points) + len(plan.alike)
        room = Moves(*(np.zeros(BATCH + most * (plan.cap + 2), kind) for kind in (np.int64, np.int64, np.int64, float)))
        done, row_of, first = 0, [], 0
        plays = self._policy.rows(rows // plan.flags, rows % plan.flags)
        for i, play in enumerate(plays):
            filled, flag = divmod(int(rows[i]), plan.flags)
            if len(play.box) == 1:
                needed, place = np.zeros(1, np.int64), np.zeros(end[i] - begin[i], np.int64)
            else:
                totals = np.maximum(starts.total[begin[i] : end[i]] - plan.begin[filled], 0)
                needed, place = np.unique(totals, return_inverse=True)
            row_of.append(done + place)
            done = end_turns(plan, self._tree, PlayedTurns(filled, flag, play.keep, play.box, needed), room, done)
            if room.first[done] >= BATCH or i == len(rows) - 1:
                yield Batch(_cut(starts, first, int(end[i])), np.concatenate(row_of), _copied(room, done))
                done, row_of, first = 0, [], int(end[i])


def _cut(starts: ReachedStarts, first: int, end: int) -> ReachedStarts:
    """Return the states from `first` to `end`; their spreads stay where they are."""
    return ReachedStarts(
        *(of_state if name == "spread" else of_state[first:end] for name, of_state in starts._asdict().items())
    )


def _copied(moves: Moves, rows: int) -> Moves:
    count = int(moves.first[rows])
    slot, further, chance = moves.slot[:count], moves.further[:count], moves.chance[:count]
    return Moves(moves.first[: rows + 1].copy(), slot.copy(), further.copy(), chance.copy())

"""The chance to end ahead of a final score by play for points, from every start of a turn, for many leads at once."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.table import SheetTable
from solver.sheet.exact.turn_kernels import ladder_of, write_slot
from solver.sheet.policy.evaluate import end_turns
from solver.sheet.policy.guess import Guess
from solver.sheet.win.lead_kernels import WinGame, nodes, pad, row_at


@compiled
def mix_ends(
    game: WinGame, state: tuple[int, int, int], chances: NDArray[np.float64], ahead: NDArray[np.float32]
) -> None:
    """Fill the row of a start of a turn in `ahead` [row, lead] from those of the sheets that the turn leaves.

    `state` is filled, flag and upper total; `chances[slot, further]` are those of the ends of the turn, `further` being
    1 where a further Yahtzee is paid.
    """
    plan, leads = game.plan, ahead.shape[1]
    row = row_at(game, state[0], state[1], state[2])
    mixed = np.zeros(leads, np.float32)
    padded = np.empty(3 * leads + 2, np.float32)
    for box in range(len(plan.first) - 1):
        for slot in range(plan.first[box], plan.first[box + 1]):
            if chances[slot, 0] + chances[slot, 1] == 0.0:
                continue
            filled, flag, total, gain = write_slot(plan, state, box, slot)
            child = row_at(game, filled, flag, total)
            pad(ahead, child, padded)
            for further in range(2):
                points = gain + further * plan.extra + game.points[child] - game.points[row]
                lanes = points / game.wins.step
                whole = int(np.floor(lanes))
                a, b, c, d = nodes(lanes - whole)
                begin = leads + min(max(whole, -leads), leads - 2)
                chance = chances[slot, further]
                first, second = np.float32(a * chance), np.float32(b * chance)
                third, fourth = np.float32(c * chance), np.float32(d * chance)
                for lane in range(leads):
                    at = begin + lane
                    mixed[lane] += first * padded[at] + second * padded[at + 1]
                    mixed[lane] += third * padded[at + 2] + fourth * padded[at + 3]
    for lane in range(leads):
        ahead[row, lane] = mixed[lane]


def solve_ahead(table: SheetTable, game: WinGame, masks: list[int], leads: int) -> NDArray[np.float32]:
    """Return the chance to end ahead [row, lead] of who plays for points and has such a lead, a tie counted half.

    The lead is that of the player's points, with the points of `game` added, over the final score to beat, and is
    `game.wins.step` times (lead - leads / 2). `masks` are all sets of filled boxes that leave no more than some open,
    those with fewer open boxes first.
    """
    plan, ladder = table.plan, ladder_of(table.lattice)
    most = masks[-1]
    end = game.first[most, plan.rows(most) - 1] + plan.end[most] - plan.begin[most] + 1
    ahead = np.zeros((int(end), leads), np.float32)
    ahead[: game.first[masks[1], 0]] = np.heaviside(np.arange(leads) - leads // 2, 0.5)
    states = [(mask, flag) for mask in masks[1:] for flag in range(plan.rows(mask))]
    filled, flags = np.array(states).T
    for (mask, flag), plays in zip(states, Guess.of_table(table).rows(filled, flags), strict=True):
        first, begin = int(game.first[mask, flag]), int(plan.begin[mask])
        reached = np.flatnonzero(~np.isnan(game.points[first : first + int(plan.end[mask]) - begin + 1]))
        if not len(reached):
            continue
        chances = end_turns(plan, ladder, (mask, flag), plays, np.minimum(reached, len(plays.box) - 1))
        for total, ends in zip(reached.tolist(), chances, strict=True):
            mix_ends(game, (mask, flag, total + begin), ends, ahead)
    return ahead

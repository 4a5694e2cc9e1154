"""Compiled code that weighs sheets against each other: every player's chance to win, at every end of a turn."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.simulation.simulate_kernels import left_of
from solver.sheet.win.lane_kernels import LANES, MIDDLE, nodes
from solver.sheet.win.lead_kernels import SURE, WinGame, list_ends, row_at
from solver.sheet.win.multiplayer_kernels import LEAST_SCALE, MOST_SCALE, final_shares, like_one
from solver.sheet.win.turn_kernels import end_of, next_turn

# A point more counts as so much of a game: where the chances are equal, points decide.
A_POINT = 2e-7
# The lanes that the others' next turns may move a lead by, either way.
SPAN = 64
# How steeply leads rise is seen so many lanes to each side.
ASIDE = 2


class Field(NamedTuple):
    """The others, as a player sees them who has just ended a turn.

    With `exact`, one other has one box open at most, after a next turn that ends in one of several ways: `kinds` of
    the sheet then, its `points`, and `chances`. Else `spread[SPAN + n]` is the chance that the lead falls by n lanes
    over their next turns, `mean` the expected best final score of theirs, and `scale` stretches leads to those of the
    table. Where the player's sheet is full, `wins[points]` is the share of a game that so many points win.
    """

    exact: bool
    kinds: NDArray[np.int64]
    points: NDArray[np.int64]
    chances: NDArray[np.float64]
    spread: NDArray[np.float64]
    mean: float
    scale: float
    wins: NDArray[np.float64]


@compiled
def field_of(game: WinGame, sheet: tuple[int, int], others: NDArray[np.int64], hope: float) -> Field:
    """Return the field of a player who has ended a turn and expects `hope` points in the end.

    `sheet` are the player's flag and open boxes; each row of `others` is a sheet as in `next_turn`.
    """
    none, nothing = np.empty(0, np.int64), np.empty(0)
    left = sheet[1]
    if left == 0:
        return Field(False, none, none, nothing, nothing, 0.0, 1.0, final_shares(game, others))
    if len(others) > 1:
        mean, scale = like_one(game, sheet, others, hope)
        return Field(False, none, none, nothing, still(), mean, scale, nothing)
    rows, flags, points, chances = next_turn(game, others[0])
    kinds = game.wins.kind[rows]
    if left == 1 and kinds.min() >= 0:
        return Field(True, kinds, points.astype(np.int64), chances, nothing, 0.0, 1.0, nothing)
    behind = left - left_of(game.plan, others[0, 0]) + 1
    leads = hope - points - game.starts.points[rows]
    even = np.empty(len(rows))
    scale = 0.0
    for i in range(len(rows)):
        even[i], steepness = even_lead(game, sheet, (flags[i], behind), leads[i])
        scale += chances[i] * steepness
    mean = (even * chances).sum()
    spread = np.zeros(2 * SPAN + 1)
    for i in range(len(rows)):
        lanes = min(max((mean - even[i]) / game.wins.step, 0.5 - SPAN), SPAN - 0.5)
        whole = int(np.floor(lanes))
        spread[SPAN + whole] += chances[i] * (1.0 - lanes + whole)
        spread[SPAN + whole + 1] += chances[i] * (lanes - whole)
    return Field(False, none, none, nothing, spread, hope - mean / scale, scale, nothing)


@compiled
def even_lead(game: WinGame, sheet: tuple[int, int], other: tuple[int, int], lead: float) -> tuple[float, float]:
    """Return the lead in the table that is as good as a lead against the other, and how steeply it rises with it.

    `sheet` is as in `field_of`; `other` are the other's flag and how many fewer boxes it has open, 0 or 1.
    """
    even = game.wins.even[sheet[0], other[0], min(max(other[1], 0), 1), sheet[1]]
    lane = lead / game.wins.step + MIDDLE
    near = min(max(int(np.floor(lane)), ASIDE), LANES - 2 - ASIDE)
    steepness = (even[near + 1 + ASIDE] - even[near - ASIDE]) / ((2 * ASIDE + 1) * game.wins.step)
    steepness = min(max(steepness, LEAST_SCALE), MOST_SCALE)
    if 0.0 <= lane - near <= 1.0:
        return float(even[near] + (lane - near) * (even[near + 1] - even[near])), float(steepness)
    return float(even[near] + (lane - near) * steepness * game.wins.step), float(steepness)


@compiled
def still() -> NDArray[np.float64]:
    """Return the spread of a lead that does not move."""
    spread = np.zeros(2 * SPAN + 1)
    spread[SPAN] = 1.0
    return spread


@compiled
def chance_after(game: WinGame, field: Field, row: int, points: float) -> float:
    """Return the chance to win of a player who has just ended a turn, at the start `row`, with so many points."""
    wins = game.wins
    if len(field.wins):
        return float(field.wins[min(int(points), len(field.wins) - 1)])
    if field.exact:
        reach = wins.pairs.shape[2] // 2
        chance = 0.0
        for i in range(len(field.kinds)):
            lead = min(max(int(points) - field.points[i], -reach), reach)
            chance += field.chances[i] * wins.pairs[wins.kind[row], field.kinds[i], lead + reach]
        return chance
    lane = (points + game.starts.points[row] - field.mean) * field.scale / wins.step + MIDDLE
    whole = int(np.floor(lane))
    weights = nodes(lane - whole)
    numbers = wins.chances[row]
    chance = 0.0
    for n in range(-SPAN, SPAN + 1):
        share = field.spread[SPAN + n]
        if share:
            at = whole - n
            if at < 1:
                here = float(numbers[0])
            elif at > LANES - 3:
                here = float(numbers[LANES - 1])
            else:
                here = (
                    weights[0] * numbers[at - 1]
                    + weights[1] * numbers[at]
                    + weights[2] * numbers[at + 1]
                    + weights[3] * numbers[at + 2]
                )
            chance += share * here
    return chance / SURE


@compiled
def chance_before(game: WinGame, sheet: NDArray[np.int64], others: NDArray[np.int64]) -> float:
    """Return the chance to win of a player who is about to throw."""
    wins = game.wins
    row = row_at(game.plan, game.starts, sheet[0], sheet[1], sheet[2])
    left = left_of(game.plan, sheet[0])
    hope = sheet[3] + game.starts.points[row]
    if len(others) == 1:
        other = row_at(game.plan, game.starts, others[0, 0], others[0, 1], others[0, 2])
        if wins.kind[row] >= 0 and wins.kind[other] >= 0:
            reach = wins.pairs.shape[2] // 2
            lead = min(max(sheet[3] - others[0, 3], -reach), reach)
            return float(wins.pairs[wins.kind[row], wins.kind[other], lead + reach])
        behind = left - left_of(game.plan, others[0, 0])
        lead = hope - others[0, 3] - game.starts.points[other]
        even, scale = even_lead(game, (sheet[1], left), (others[0, 1], behind), lead)
        mean = hope - even / scale
    else:
        mean, scale = like_one(game, (sheet[1], left), others, hope)
    none, nothing = np.empty(0, np.int64), np.empty(0)
    field = Field(False, none, none, nothing, still(), mean, scale, nothing)
    return chance_after(game, field, row, float(sheet[3]))


@compiled
def weigh_ends(
    game: WinGame, sheet: NDArray[np.int64], others: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Return the chance to win after each end of a player's turn, -1 where it is none, its row, and its points."""
    rows, gains = list_ends(game, (sheet[0], sheet[1], sheet[2]))
    hope = sheet[3] + game.starts.points[row_at(game.plan, game.starts, sheet[0], sheet[1], sheet[2])]
    field = field_of(game, (sheet[1], left_of(game.plan, sheet[0]) - 1), others, hope)
    chances = np.full(len(rows), -1.0)
    for i in range(len(rows)):
        if rows[i] >= 0:
            chances[i] = chance_after(game, field, rows[i], sheet[3] + gains[i])
    return chances, rows, gains


@compiled
def standing(game: WinGame, sheets: NDArray[np.int64], mover: int) -> NDArray[np.float64]:
    """Return every player's chance to win where all play to win and `mover` is about to throw; in sum 1.

    Each player's own view takes the others for players for points and so is a little high: of two the mean is taken,
    of more the part in the sum.
    """
    count = len(sheets)
    chances = np.empty(count)
    others = np.empty((count - 1, 4), np.int64)
    for seat in range(count):
        for i in range(count - 1):
            for n in range(4):
                others[i, n] = sheets[i + (i >= seat), n]
        if seat == mover:
            chances[seat] = chance_before(game, sheets[seat], others)
        else:
            left = left_of(game.plan, sheets[seat, 0])
            filled, flag, total, points = sheets[seat]
            row = row_at(game.plan, game.starts, filled, flag, total)
            field = field_of(game, (flag, left), others, points + game.starts.points[row])
            chances[seat] = chance_after(game, field, row, float(points))
            # Against one who has ended, what the mover sees is exact.
            if count == 2 and not left:
                chances[seat] = 1.0 - chance_before(game, sheets[mover], sheets[seat : seat + 1])
    if count == 2:
        chances[0] = (chances[0] + 1.0 - chances[1]) / 2.0
        chances[1] = 1.0 - chances[0]
        return chances
    chances /= chances.sum()
    return chances


@compiled
def weigh_standing(
    game: WinGame, sheets: NDArray[np.int64], mover: int
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Return what `weigh_ends` does, for the chance to win where all play to win."""
    sheet = sheets[mover]
    rows, gains = list_ends(game, (sheet[0], sheet[1], sheet[2]))
    chances = np.full(len(rows), -1.0)
    following = (mover + 1) % len(sheets)
    after = sheets.copy()
    for end in range(len(rows)):
        if rows[end] >= 0:
            filled, flag, total, points = end_of(game.plan, sheet, end)
            moved = after[mover]
            moved[0], moved[1], moved[2], moved[3] = filled, flag, total, points
            if left_of(game.plan, sheets[following, 0]):
                chances[end] = standing(game, after, following)[mover]
            else:
                most = after[:, 3].max()
                chances[end] = (after[mover, 3] == most) / (after[:, 3] == most).sum()
    return chances, rows, gains

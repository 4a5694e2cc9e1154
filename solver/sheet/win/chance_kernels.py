"""Compiled code that weighs sheets against each other: every player's chance to win, at every end of a turn.

One turn of one sheet is played best for any values of its ends. Several other sheets are weighed as one that is as hard
to beat, but for their last turns, whose shares are exact.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.exact.table import Plan, Plays
from solver.sheet.exact.turn_kernels import (
    below_rolls,
    choose_best,
    left_of,
    list_ends,
    open_boxes,
    play_turn,
    slot_of,
    throw_on,
    write_slot,
)
from solver.sheet.exact.vectors import LANES, highest, weigh
from solver.sheet.simulation import Luck, stream, throw
from solver.sheet.win.lead_kernels import LEADS, MIDDLE, SURE, WinGame, nodes, outcomes, row_at

# A lead is found by this many halvings, and scaled no further where it hardly matters.
HALVINGS = 24
# Final scores and chances nearer than this are the same.
LEVEL = 1e-6
LEAST_SCALE, MOST_SCALE = 0.1, 3.0
# The kind of swings that holds those with any flag.
ALIKE = 2
# A point more counts as so much of a game: where the chances are equal, points decide.
A_POINT = 2e-7
# The lanes that the others' next turns may move a lead by, either way.
SPAN = 64
# How steeply leads rise is seen this many lanes to each side.
ASIDE = 2


@compiled
def best_turn(game: WinGame, state: tuple[int, int], worth: NDArray[np.float64]) -> tuple[Plays, float]:
    """Return how to play a turn with some boxes filled and a flag whose ends are worth so much, and what it is worth.

    In these plays ends stand in place of boxes.
    """
    plan, ladder = game.plan, game.ladder
    rolls, below = len(ladder.roll_chances), below_rolls(ladder)
    first_end = (below + rolls) * LANES
    work = np.zeros(first_end + len(worth) * LANES)
    for end in range(len(worth)):
        work[first_end + end * LANES] = worth[end]
    row = open_boxes(plan, state[0])
    ends = np.empty(rolls * len(row), np.int64)
    list_ends(plan, state, row, (first_end, LANES), (ends, np.empty(0, np.int32)))
    keep, end_of_roll = np.empty((plan.throws, 1, rolls), np.int32), np.empty((1, rolls), np.int32)
    highest(work, below * LANES, ends, (0, len(row), rolls))
    choose_best(work, ends, ends.astype(np.int32), np.arange(0, len(ends) + 1, len(row)), end_of_roll)
    for roll in range(rolls):
        end_of_roll[0, roll] = (end_of_roll[0, roll] - first_end) // LANES
    play_turn(ladder, work, plan.throws, keep)
    weigh(work, 0, ladder.roll_chances, below * LANES, rolls)
    return Plays(keep.reshape(1, plan.throws, 1, rolls), end_of_roll), work[0]


@compiled
def end_chances(game: WinGame, plays: Plays, ends: int) -> NDArray[np.float64]:
    """Return how likely each of that many ends is when the turn is played by `plays`."""
    ladder = game.ladder
    rolls, below = len(ladder.roll_chances), below_rolls(ladder)
    scored, kept = np.zeros((rolls, LANES)), np.zeros((below + rolls, LANES))
    for roll in range(rolls):
        kept[below + roll, 0] = ladder.roll_chances[roll]
    for left in range(game.plan.throws - 1, 0, -1):
        throw_on(ladder, plays.keep[0, left], np.zeros(1, np.int64), scored, kept)
    of_ends = np.zeros(ends)
    for roll in range(rolls):
        of_ends[plays.box[0, roll]] += kept[below + roll, 0] + scored[roll, 0]
    return of_ends


@compiled
def next_turn(
    game: WinGame, sheet: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return rows, flags, points on the sheet and chances of all that a player's next turn for points comes to.

    `sheet` is filled, flag, total and points. A full one has one way to end: as it is.
    """
    plan = game.plan
    state = sheet[0], sheet[1], sheet[2]
    if sheet[0] == (1 << len(plan.first) - 1) - 1:
        rows = np.full(1, row_at(game, state[0], state[1], state[2]))
        return rows, np.full(1, sheet[1]), np.full(1, float(sheet[3])), np.ones(1)
    rows, gains = outcomes(game, state)
    worth = np.zeros(len(rows))
    for i in range(len(rows)):
        if rows[i] >= 0:
            worth[i] = gains[i] + game.points[rows[i]]
    chances = end_chances(game, best_turn(game, (sheet[0], sheet[1]), worth)[0], len(rows))
    likely = np.flatnonzero(chances)
    flags = np.full(len(likely), sheet[1])
    if plan.flags == 2:
        flags[likely == plan.paid] = 1
    return rows[likely], flags, sheet[3] + gains[likely], chances[likely]


@compiled
def end_of(plan: Plan, sheet: NDArray[np.int64], end: int) -> tuple[int, int, int, int]:
    """Return filled, flag, total and points of `sheet` after an end of a turn."""
    slots, boxes = len(plan.points), len(plan.first) - 1
    paid = 0
    if end >= slots:
        roll, box = divmod(end - slots, boxes)
        slot = slot_of(plan, sheet[0], roll, box)
        paid = sheet[1] * int(plan.extra)
    else:
        slot, box = end, int(np.searchsorted(plan.first, end, side="right")) - 1
    filled, flag, total, points = write_slot(plan, (sheet[0], sheet[1], sheet[2]), box, slot)
    return filled, flag, total, sheet[3] + points + paid


@compiled
def take_turn(
    game: WinGame, luck: Luck, place: tuple[int, int], worth: NDArray[np.float64], sheet: NDArray[np.int64]
) -> float:
    """Play a turn whose ends are worth so much, and change `sheet`, as in `next_turn`; return what the turn was worth.

    `place` are the game, from the first of `luck` on, and the turn.
    """
    plan, first_roll = game.plan, luck.cup.first_roll
    plays, hope = best_turn(game, (sheet[0], sheet[1]), worth)
    numbers = stream(luck.seed, luck.first + place[0], luck.seat)
    held = 0
    for left in range(plan.throws - 1, -1, -1):
        held = throw(luck.cup, numbers, place[1] * plan.throws + plan.throws - 1 - left, held)
        if left:
            held = plays.keep[0, left, 0, held - first_roll]
            if held >= first_roll:
                break
    sheet[0], sheet[1], sheet[2], sheet[3] = end_of(plan, sheet, plays.box[0, held - first_roll])
    return hope


@compiled
def share_below(swings: NDArray[np.float64], points: float) -> float:
    """Return the chance that a final score is less than that many points above the expected one."""
    if points < swings[0] or points > swings[-1]:
        return 0.0 if points < swings[0] else 1.0
    if points in (swings[0], swings[-1]):
        return 0.5
    place = np.searchsorted(swings, points)
    above = (points - swings[place - 1]) / (swings[place] - swings[place - 1])
    return (int(place) - 0.5 + float(above)) / len(swings)


@compiled
def share_of_points(game: WinGame, sheet: tuple[int, int], others: NDArray[np.int64], hope: float) -> float:
    """Return the chance that a player with an expected final score of `hope` beats all others, all playing for points.

    `sheet` are the player's flag and open boxes; final scores spread as they mostly do with those.
    """
    swings = game.wins.swings
    chance = 0.0
    for swing in swings[sheet[0], sheet[1]]:
        all_below = 1.0
        for i in range(len(others)):
            filled, flag, total, points = others[i]
            theirs = points + game.points[row_at(game, filled, flag, total)]
            all_below *= share_below(swings[flag, left_of(game.plan, filled)], hope + swing - theirs)
        chance += all_below
    return float(chance / swings.shape[2])


@compiled
def share_ahead(mine: NDArray[np.float64], theirs: NDArray[np.float64], lead: float) -> float:
    """Return the chance to end with more points, by the swings of both final scores around a lead; ties count half."""
    below = level = pairs = 0
    for swing in mine:
        while below < len(theirs) and theirs[below] < swing + lead - LEVEL:
            below += 1
        while level < len(theirs) and theirs[level] <= swing + lead + LEVEL:
            level += 1
        pairs += below + level
    return pairs / (2.0 * len(mine) * len(theirs))


@compiled
def lead_of(mine: NDArray[np.float64], theirs: NDArray[np.float64], chance: float) -> float:
    """Return the lead with which `share_ahead` is this chance, the middle one of several."""
    return (lead_above(mine, theirs, chance - LEVEL) + lead_above(mine, theirs, chance + LEVEL)) / 2.0


@compiled
def lead_above(mine: NDArray[np.float64], theirs: NDArray[np.float64], chance: float) -> float:
    """Return the lowest lead with which `share_ahead` is no less than this chance, within the swings of both."""
    high = float(mine[-1] - mine[0] + theirs[-1] - theirs[0]) + 1.0
    low = -high
    for _ in range(HALVINGS):
        lead = (low + high) / 2.0
        if share_ahead(mine, theirs, lead) < chance:
            low = lead
        else:
            high = lead
    return (low + high) / 2.0


@compiled
def like_one(game: WinGame, sheet: tuple[int, int], others: NDArray[np.int64], hope: float) -> tuple[float, float]:
    """Return one player as hard to beat as all `others`: an expected final score, and what scales leads to it.

    That is where, and how fast, the chance of a player who hopes for `hope` and plays for points is the same. `sheet`
    is as in `share_of_points`.
    """
    mine, theirs = game.wins.swings[sheet[0], sheet[1]], game.wins.swings[ALIKE, sheet[1]]
    aside = 2.0 * game.wins.step
    lead = lead_of(mine, theirs, share_of_points(game, sheet, others, hope))
    above = lead_of(mine, theirs, share_of_points(game, sheet, others, hope + aside))
    below = lead_of(mine, theirs, share_of_points(game, sheet, others, hope - aside))
    scale = min(max((above - below) / (2.0 * aside), LEAST_SCALE), MOST_SCALE)
    return hope - lead / scale, scale


@compiled
def final_shares(game: WinGame, others: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of a game [points] that each final score wins, others having one box open at most.

    It is the integral of the product of (below + level z) over z from 0 to 1, ties being shared equally.
    """
    size = 0
    for i in range(len(others)):
        _, _, points, _ = next_turn(game, others[i])
        size = max(size, int(points.max()) + 2)
    below, level = np.zeros((len(others), size)), np.zeros((len(others), size))
    for i in range(len(others)):
        _, _, points, chances = next_turn(game, others[i])
        for k in range(len(points)):
            level[i, int(points[k])] += chances[k]
        for score in range(1, size):
            below[i, score] = below[i, score - 1] + level[i, score - 1]
    shares = np.empty(size)
    terms = np.empty(len(others) + 1)
    for score in range(size):
        terms[:] = 0.0
        terms[0] = 1.0
        for i in range(len(others)):
            for power in range(i + 1, -1, -1):
                terms[power] *= below[i, score]
                if power:
                    terms[power] += terms[power - 1] * level[i, score]
        shares[score] = 0.0
        for power in range(len(terms)):
            shares[score] += terms[power] / (power + 1)
    return shares


class Field(NamedTuple):
    """The others, as a player sees them who has just ended a turn.

    With `exact`, one other has one box open at most, after a next turn that ends in one of several ways: `kinds` of
    the sheet then, its `points`, and `chances`. Else `spread[SPAN + n]` is the chance that the lead falls by n lanes
    over their next turns, `mean` the expected best final score of theirs, and `scale` stretches leads to those of the
    table. Where the player's sheet is full, `wins[points]` is the share of a game that this many points win.
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
    left = sheet[1]
    if left == 0:
        none, nothing = np.empty(0, np.int64), np.empty(0)
        return Field(False, none, none, nothing, nothing, 0.0, 1.0, final_shares(game, others))
    if len(others) > 1:
        return field_of_lead(make_still(), like_one(game, sheet, others, hope))
    rows, flags, points, chances = next_turn(game, others[0])
    kinds = game.wins.kind[rows]
    if left == 1 and kinds.min() >= 0:
        return Field(True, kinds, points.astype(np.int64), chances, np.empty(0), 0.0, 1.0, np.empty(0))
    behind = left - left_of(game.plan, others[0, 0]) + 1
    leads = hope - points - game.points[rows]
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
    return field_of_lead(spread, (hope - mean / scale, scale))


@compiled
def field_of_lead(spread: NDArray[np.float64], other: tuple[float, float]) -> Field:
    """Return the field of a lead that moves by `spread`, over one other: an expected final score, and the scale."""
    none, nothing = np.empty(0, np.int64), np.empty(0)
    return Field(False, none, none, nothing, spread, other[0], other[1], nothing)


@compiled
def even_lead(game: WinGame, sheet: tuple[int, int], other: tuple[int, int], lead: float) -> tuple[float, float]:
    """Return the lead in the table that is as good as a lead against the other, and how steeply it rises with it.

    `sheet` is as in `field_of`; `other` are the other's flag and how many fewer boxes it has open, 0 or 1.
    """
    even = game.wins.even[sheet[0], other[0], min(max(other[1], 0), 1), sheet[1]]
    lane = lead / game.wins.step + MIDDLE
    near = min(max(int(np.floor(lane)), ASIDE), LEADS - 2 - ASIDE)
    steepness = (even[near + 1 + ASIDE] - even[near - ASIDE]) / ((2 * ASIDE + 1) * game.wins.step)
    steepness = min(max(steepness, LEAST_SCALE), MOST_SCALE)
    if 0.0 <= lane - near <= 1.0:
        return float(even[near] + (lane - near) * (even[near + 1] - even[near])), float(steepness)
    return float(even[near] + (lane - near) * steepness * game.wins.step), float(steepness)


@compiled
def make_still() -> NDArray[np.float64]:
    """Return the spread of a lead that does not move."""
    spread = np.zeros(2 * SPAN + 1)
    spread[SPAN] = 1.0
    return spread


@compiled
def chance_after(game: WinGame, field: Field, row: int, points: float) -> float:
    """Return the chance to win of a player who has just ended a turn, at the start `row`, with these points."""
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
    lane = (points + game.points[row] - field.mean) * field.scale / wins.step + MIDDLE
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
            elif at > LEADS - 3:
                here = float(numbers[LEADS - 1])
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
    row = row_at(game, sheet[0], sheet[1], sheet[2])
    left = left_of(game.plan, sheet[0])
    hope = sheet[3] + game.points[row]
    if len(others) == 1:
        other = row_at(game, others[0, 0], others[0, 1], others[0, 2])
        if wins.kind[row] >= 0 and wins.kind[other] >= 0:
            reach = wins.pairs.shape[2] // 2
            lead = min(max(sheet[3] - others[0, 3], -reach), reach)
            return float(wins.pairs[wins.kind[row], wins.kind[other], lead + reach])
        behind = left - left_of(game.plan, others[0, 0])
        lead = hope - others[0, 3] - game.points[other]
        even, scale = even_lead(game, (sheet[1], left), (others[0, 1], behind), lead)
        mean = hope - even / scale
    else:
        mean, scale = like_one(game, (sheet[1], left), others, hope)
    return chance_after(game, field_of_lead(make_still(), (mean, scale)), row, float(sheet[3]))


@compiled
def weigh_ends(
    game: WinGame, sheet: NDArray[np.int64], others: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Return the chance to win after each end of a player's turn, -1 where it is none, its row, and its points."""
    rows, gains = outcomes(game, (sheet[0], sheet[1], sheet[2]))
    hope = sheet[3] + game.points[row_at(game, sheet[0], sheet[1], sheet[2])]
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
            row = row_at(game, filled, flag, total)
            field = field_of(game, (flag, left), others, points + game.points[row])
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
    rows, gains = outcomes(game, (sheet[0], sheet[1], sheet[2]))
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

"""Data for the pictures of a policy: where it rolls, where it holds, and which states it reaches."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.goal import check_scores
from solver.policy_words import PolicyMap, Sentence, other, own, race_sentences, say_dice
from solver.race.race_table import HogTable, RaceTable
from solver.race.state import Action
from solver.text_table import paragraph, score_table
from solver.throw_distribution import ThrowDistribution

Mask = NDArray[np.bool_]


def hold_values(table: RaceTable) -> NDArray[np.int64]:
    """Return the lowest turn total at which the policy holds, at [i, j]; the distance to the goal if it never holds.

    Above that total it may roll again; see `changes`.
    """
    rolls = table.roll_mask()
    return np.where(rolls.all(axis=2), table.goal, np.argmin(rolls, axis=2))


def changes(table: RaceTable, me: int, opponent: int) -> list[tuple[int, Action]]:
    """Return the turn totals below the goal at which what the policy does changes, with what it does from there on.

    Raises PositionError for scores outside the game.
    """
    check_scores(table.goal, me, opponent)
    found: list[tuple[int, Action]] = []
    for turn in range(table.goal - me):
        action = Action.ROLL if table.rolls(me, opponent, turn) else Action.HOLD
        if not found or found[-1][1] is not action:
            found.append((turn, action))
    return found


def line(table: RaceTable, me: int, opponent: int) -> str:
    """Return the changes in one line: both scores, the first action, then each total with the action from there on."""
    (_, first), *rest = changes(table, me, opponent)
    return " ".join([f"{me} {opponent} {first}", *(f"{turn} {action}" for turn, action in rest)])


def hold_table(table: RaceTable, width: int | None = None) -> Iterator[str]:
    """Return a table of where to hold as lines: own scores i down, the opponent's j across; and what that says.

    A number is the lowest turn total that is held; * after it says that higher ones are thrown on again, and - stands
    where the player throws on until the goal is reached. Lines of the table have at most `width` columns; where that
    leaves scores out, a line says so.
    """
    policy, again = hold_map(table), throws_again(table)

    def cell(me: int, j: int) -> str:
        return f"{policy.numbers[me, j]}{'*' if again[me, j] else ' '}" if policy.have[me, j] else "- "

    yield from score_table(table.goal, width, cell, " ")
    yield "Hold at this total; * above it you throw on again; - you throw on."
    yield from paragraph((one.words for one in hold_sentences(table)), width)


def hold_sentences(table: RaceTable) -> Iterator[Sentence]:
    """Yield sentences about where to hold, and at how many scores a player throws again who has more at risk."""
    yield from race_sentences(hold_map(table))
    again = int(throws_again(table).sum())
    if again:
        yield Sentence(
            f"At {again:,} of the {table.goal**2:,} pairs of scores, marked *, you throw again above the total.", ()
        )


def hold_map(table: RaceTable) -> PolicyMap:
    """Return where to hold at [i, j]; no number stands where the player throws on until the goal is reached."""
    holds, scores = hold_values(table), range(table.goal)
    return PolicyMap(holds, holds < table.goal - np.arange(table.goal)[:, None], (own(scores), other(scores)))


def throws_again(table: RaceTable) -> Mask:
    """Return at which scores [i, j] a player who may hold throws again with more at risk."""
    _, _, k = np.ogrid[: table.goal, : table.goal, : table.goal]
    return np.asarray((table.roll_mask() & (k > hold_values(table)[:, :, None])).any(axis=2))


def dice_table(table: HogTable, width: int | None = None) -> Iterator[str]:
    """Return a table of how many dice to throw as lines, as `hold_table` has them."""
    yield from score_table(table.goal, width, lambda me, j: str(table.dice(me, j)))
    yield "So many dice."
    yield from paragraph((one.words for one in race_sentences(dice_map(table))), width)


def dice_map(table: HogTable) -> PolicyMap:
    """Return how many dice to throw at [i, j]."""
    dice = table.policy.reshape(table.goal, table.goal).astype(np.int64)
    scores = range(table.goal)
    return PolicyMap(dice, np.ones(dice.shape, np.bool_), (own(scores), other(scores)), say_dice)


def reachable(table: RaceTable, opponent_optimal: bool = False) -> Mask:
    """Return which states a player who follows the policy can come to, at [i, j, k], whoever began.

    The other player does anything that the rules allow, or follows the policy too.
    """
    distribution, goal = table.distribution, table.goal
    totals = turn_totals(table.roll_mask(), distribution)
    mine = _ends(totals, table.roll_mask(), distribution)
    theirs = (
        mine
        if opponent_optimal
        else _ends(turn_totals(_rolling(goal), distribution), np.zeros_like(mine), distribution)
    )
    # to_throw[p, i, j]: turns of the player with the policy, or of the other, that can begin with own i against j.
    to_throw = np.zeros((2, goal, goal), np.bool_)
    to_throw[:, 0, 0] = True
    known = 0
    while known != to_throw.sum():
        known = int(to_throw.sum())
        for player, ends in ((0, mine), (1, theirs)):
            _hand_over(to_throw[player], ends, distribution, to_throw[1 - player])
    return to_throw[0, :, :, None] & totals[:, :, :goal] & _rolling(goal)


def turn_totals(rolls: Mask, distribution: ThrowDistribution) -> Mask:
    """Return which turn totals a turn can come to that rolls by `rolls`, at [i, j, k]; k runs beyond the goal."""
    goal = len(rolls)
    totals = np.zeros((goal, goal, goal + distribution.gains[-1]), np.bool_)
    totals[:, :, 0] = True
    for k in range(goal):
        rolled = totals[:, :, k] & rolls[:, :, k]
        for gain in distribution.gains:
            totals[:, :, k + gain] |= rolled
    return totals


def _rolling(goal: int) -> Mask:
    """Return which turn totals stay below the goal, at [i, j, k]."""
    i, _, k = np.ogrid[:goal, :goal, :goal]
    return np.broadcast_to(i + k < goal, (goal,) * 3)


def _ends(totals: Mask, rolls: Mask, distribution: ThrowDistribution) -> Mask:
    """Return which points below the goal a turn can bank, at [i, j, points]; not those of a throw that ruins."""
    goal = len(rolls)
    ends = totals[:, :, :goal] & ~rolls
    ends[:, :, 0] = False
    ends[:, :, distribution.bust_gain] = True
    return ends


def _hand_over(begun: Mask, ends: Mask, distribution: ThrowDistribution, following: Mask) -> None:
    """Add to `following` the turns of the other player, own score first, that follow the turns `begun`."""
    goal = len(begun)
    for points in range(goal):
        following[:, points:] |= (begun & ends[:, :, points])[: goal - points].T
    if distribution.ruin:
        following[:, 0] |= begun.any(axis=0)

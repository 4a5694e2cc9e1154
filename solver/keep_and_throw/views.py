"""Where a player of a keep-and-throw game holds: by the dice that are left to throw, and by both scores."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.aside import TIE
from solver.decision import points
from solver.errors import OptionError, PositionError
from solver.keep_and_throw.keep_table import KeepTable, turn_values
from solver.policy_words import Sentence
from solver.text_table import paragraph

COLUMNS = 10
"""A table in text has this many scores of each player."""
SAMPLED = ((0, 0), (3, 6), (6, 3), (9, 9))
"""Sentences speak of these of them: the beginning, behind, ahead, and near the goal."""


def hold_totals(table: KeepTable, scores: tuple[int, int]) -> tuple[int | None, ...]:
    """Return for each hand of dice left the lowest turn total in points at which holding is best, None if it never is.

    `scores` are those of the player and of the other. Above that total throwing may be best again.
    Raises PositionError for scores outside the game.
    """
    step = table.rules.step
    for score in scores:
        if not 0 <= score < table.rules.goal or score % step:
            raise PositionError(f"a score of {score} lies outside the game: give a multiple of {step} below the goal")
    me, opponent = (score // step for score in scores)
    value = turn_values(table, 0, (me, opponent))[: table.steps - me]
    holds = table.hold_values(0, (me, opponent), rows=len(value))
    best = (holds[:, None] >= 0.0) & (value - holds[:, None] <= TIE)
    best[0] = False  # nobody holds nothing
    return tuple(int(np.argmax(column)) * step if column.any() else None for column in best.T)


def least_totals(table: KeepTable) -> NDArray[np.int64]:
    """Return the same for all scores, at [own score, other's, dice left - 1]: the distance to the goal if never.

    All are in steps. Raises OptionError for dice that differ and for a game with a penalty, MissingNumbaError.
    """
    from solver.keep_and_throw.keep_kernels import find_holds

    _check_alike(table)
    if table.rules.penalty:
        raise OptionError("where to hold is drawn without a penalty: leave out --penalty")
    if table.rules.last_round:
        raise OptionError("where to hold is drawn without a last round: leave out --last-round")
    hands = table.hands(0)
    least = np.empty((table.steps, table.steps, len(hands.hands)), np.int64)
    find_holds(hands.throws, table.rules.opening // table.rules.step, table.start[1][0, 0], least)
    return least


def hold_lines(table: KeepTable, me: int, opponent: int) -> Iterator[str]:
    """Yield in a line for each number of dice left at which turn total one holds, at these scores."""
    _check_alike(table)
    for left, total in enumerate(hold_totals(table, (me, opponent)), 1):
        dice = "1 die left" if left == 1 else f"{left} dice left"
        yield f"{me} {opponent} {dice}: {'throw' if total is None else f'hold from {total}'}"


def hold_tables(table: KeepTable, width: int | None = None) -> Iterator[str]:
    """Yield tables, one for each number of dice left: at which turn total one holds, by own and the other's score."""
    _check_alike(table)
    goal, step = table.rules.goal, table.rules.step
    scores = sorted({round(goal * part / COLUMNS / step) * step for part in range(COLUMNS)} - {goal})
    found = {(me, other): hold_totals(table, (me, other)) for me in scores for other in scores}
    wide = max(len(str(goal)), len("own"))
    for left in range(1, table.rules.dice + 1):
        yield f"{'1 die' if left == 1 else f'{left} dice'} left: hold from this turn total on, by own and other score"
        yield _row("own", scores, wide)
        for me in scores:
            yield _row(me, [found[me, other][left - 1] or "-" for other in scores], wide)
    yield "At - you throw on, whatever the turn has brought."
    places = dict.fromkeys(tuple(scores[place * len(scores) // COLUMNS] for place in pair) for pair in SAMPLED)
    yield from paragraph((hold_sentence(table, me, other).words for me, other in places), width)


def hold_sentence(table: KeepTable, me: int, other: int) -> Sentence:
    """Return a sentence that says where to hold at two scores, for each number of dice left."""
    totals = hold_totals(table, (me, other))
    held = [f"{total:,} with {left}" for left, total in enumerate(totals, 1) if total is not None]
    never = [str(left) for left, total in enumerate(totals, 1) if total is None]
    said = [f"you hold from {', from '.join(held)} left"] if held else []
    said += [f"you never hold with {', '.join(never)} left"] if never else []
    return Sentence(f"With {points(me)} against {other:,} {'; '.join(said)}.", ())


def _row(first: int | str, rest: Sequence[int | str], wide: int) -> str:
    return " ".join(f"{cell:>{wide}}" for cell in (first, *rest))


def _check_alike(table: KeepTable) -> None:
    """Raise OptionError for players whose dice differ, so that it matters which of them are left."""
    if len({law for side in table.laws for law in side}) > 1:
        raise OptionError("where to hold is shown for dice that are all alike: leave out --dice-of")

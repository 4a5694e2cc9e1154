"""The last round: the first player at the goal gives others one more turn; then the most points win.

With `ALL` everybody else has one more turn; with `SECOND` only the players who sit after the one who reached the goal,
so that of two players only the second can have one. A later player needs more points: of equal scores the earlier one
wins. During a turn the score of its player is below the goal, so scores and player say whether the last round is on.
"""

from collections.abc import Sequence
from typing import Any

from forms.toml import Kind
from solver.errors import OptionError

NONE, ALL, SECOND = "", "all", "second"
FORMS = (ALL, SECOND)


def read_last_round(given: Any) -> str:
    """Return the kind of last round for a rule: true, "all" or "second", or false for none.

    Raises OptionError for anything else.
    """
    if given is None or given is False or given == NONE:
        return NONE
    if given is True or given == ALL:
        return ALL
    if given == SECOND:
        return SECOND
    raise OptionError(f"{given!r:.40} is not a kind of last round: write all (or true) or second")


LAST_ROUND = Kind("all (or true) or second", read_last_round, NONE)
"""How a file says it."""


def winner_of(scores: Sequence[int], player: int, goal: int, last_round: str) -> int | None:
    """Return the seat that has won before a turn of `player`, None if the game goes on."""
    if max(scores) < goal:
        return None
    begun = scores[player] < goal if last_round == ALL else player != 0
    if last_round != NONE and begun:  # the turn has not come back to the player who was first
        return None
    order = ((player + step) % len(scores) for step in range(len(scores)))
    return max(order, key=lambda seat: scores[seat])  # of equal scores the first one in order of play


def to_beat(scores: Sequence[int], goal: int) -> int | None:
    """Return the score that the player whose turn it is must beat, None before anybody has reached the goal."""
    return max(scores) if max(scores) >= goal else None


def wins_with(score: int, scores: Sequence[int], player: int, goal: int, last_round: str) -> bool:
    """Return whether `player` wins at once by ending a turn with `score`."""
    after = (*scores[:player], score, *scores[player + 1 :])
    return winner_of(after, (player + 1) % len(scores), goal, last_round) == player

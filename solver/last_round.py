"""The last round: who reaches the goal first gives others one more turn, and who has most points then wins.

With `ALL` everybody else has one more turn; with `SECOND` only those who sit after the one who reached the goal, so
that of two players the second alone can have one. Who comes later must have more: of equal scores the earlier one wins.
During a turn the score of its player lies below the goal, so that scores and whose turn it is say how a game stands.
"""

from collections.abc import Sequence
from typing import Any

from forms.toml import Kind
from solver.errors import OptionError

NONE, ALL, SECOND = "", "all", "second"
FORMS = (ALL, SECOND)


def read_last_round(given: Any) -> str:
    """Return the kind of last round that a rule names: true, "all" or "second", or false for none.

    Raises OptionError for anything else.
    """
    if given is None or given is False or given == NONE:
        return NONE
    if given is True or given == ALL:
        return ALL
    if given == SECOND:
        return SECOND
    raise OptionError(f"there is no last round {given!r:.40}: write all (or true) or second")


LAST_ROUND = Kind("all (or true) or second", read_last_round, NONE)
"""What a file takes for it."""


def winner_of(scores: Sequence[int], player: int, goal: int, last_round: str) -> int | None:
    """Return the seat that has won before a turn of `player`, None while the game is on."""
    if max(scores) < goal:
        return None
    begun = scores[player] < goal if last_round == ALL else player != 0
    if last_round != NONE and begun:  # the turn has not come back to the one who was first
        return None
    order = ((player + step) % len(scores) for step in range(len(scores)))
    return max(order, key=lambda seat: scores[seat])  # of equal scores the first one in order of play


def to_beat(scores: Sequence[int], goal: int) -> int | None:
    """Return the score that the player whose turn it is must beat, None before anybody has reached the goal."""
    return max(scores) if max(scores) >= goal else None


def wins_with(score: int, scores: Sequence[int], player: int, goal: int, last_round: str) -> bool:
    """Return whether `player` has won at once who ends a turn with `score`."""
    after = (*scores[:player], score, *scores[player + 1 :])
    return winner_of(after, (player + 1) % len(scores), goal, last_round) == player

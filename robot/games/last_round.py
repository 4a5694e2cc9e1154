"""The last round in words: its rules, the score that is to be beaten, and that it begins."""

from typing import Protocol

from robot.saying import Saying
from solver.last_round import NONE


class LastRoundState(Protocol):
    """A solver's state of a game that may have a last round."""

    @property
    def to_beat(self) -> int | None:
        """The score that the player must beat in the last round, None at all other times."""


def winning_rules(goal: int, last_round: str) -> tuple[Saying, ...]:
    """Return how a game to a goal is won."""
    if last_round == NONE:
        return (Saying("rules-win-goal", {"goal": goal}),)
    return (
        Saying("rules-last-round", {"goal": goal}),
        Saying(f"rules-last-round-{last_round}"),
        Saying("rules-last-win"),
    )


def last_turn(state: LastRoundState) -> Saying | None:
    """Return the remark that a last turn is on, None if it is not."""
    return None if state.to_beat is None else Saying("last-turn", {"score": state.to_beat})


def add_last_round(told: Saying, before: LastRoundState, after: LastRoundState) -> Saying:
    """Return what is told of a move, and that the last round begins where it does."""
    if after.to_beat is None or before.to_beat is not None:
        return told
    return Saying("last-round-begins", {"told": told, "score": after.to_beat})

"""Races to a goal, and their last round: its rules, the score to beat, and the sentence that it begins."""

from collections.abc import Sequence
from typing import Any, ClassVar

from robot.games.game import Position
from robot.saying import Saying
from solver.action import Action
from solver.last_round import NONE


class Raced(Position):
    """A position of a race. The first to bank the goal wins alone, or the player with the most after a last round."""

    __slots__ = ()
    end: ClassVar = "pig-end"

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.state.winner is None else (self.state.winner,)

    @property
    def to_beat(self) -> int | None:
        """The score that the player must beat in the last round, None at all other times."""
        score: int | None = getattr(self.state, "to_beat", None)
        return score

    @property
    def remark(self) -> Saying | None:
        return None if self.to_beat is None else Saying("last-turn", {"score": self.to_beat})

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        (seat,) = self.winners
        return {"winner": names[seat], "seat": seat + 1, "scores": list(self.scores)}

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        return self._add_last_round(super().describe_throw(name, action, values), self.after(action, values))

    def describe_booking(self, name: str, action: Action) -> Saying:
        return self._add_last_round(super().describe_booking(name, action), self.after(action))

    def _add_last_round(self, told: Saying, after: "Raced") -> Saying:
        """Return what is told about a move. Add that the last round begins, if it does."""
        if after.to_beat is None or self.to_beat is not None:
            return told
        return Saying("last-round-begins", {"told": told, "score": after.to_beat})


def winning_rules(goal: int, last_round: str) -> tuple[Saying, ...]:
    """Return how a game to a goal is won."""
    if last_round == NONE:
        return (Saying("rules-win-goal", {"goal": goal}),)
    return (
        Saying("rules-last-round", {"goal": goal}),
        Saying(f"rules-last-round-{last_round}"),
        Saying("rules-last-win"),
    )

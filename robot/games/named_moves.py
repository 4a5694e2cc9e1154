"""Positions whose moves have names: one answer chooses, and nothing is chosen step by step."""

from abc import abstractmethod

from robot.games.choices import MoveChoice, MoveStep, TakeAction, refused
from robot.games.game import Move, Tally


class NamedMoves:
    """What such positions have in common."""

    __slots__ = ()

    @property
    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The moves that are legal now; a move that continues the turn comes before one that ends it."""

    @property
    def actions(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(move.action for move in self.moves)

    @property
    def draft(self) -> Tally | None:
        """What a choice begins with: nothing."""
        return None

    @property
    def asking(self) -> Tally | None:
        """What it begins with where people have three big buttons alone: nothing, for each move has its own."""
        return None

    def goes_back(self, draft: Tally) -> bool:  # noqa: ARG002
        """Return that NEW goes back in no draft."""
        return False

    def drafted(self, draft: Tally, step: MoveStep) -> Tally:  # noqa: ARG002
        """Raise IllegalAnswerError."""
        raise refused("refused-answer")

    def chosen(self, choice: MoveChoice) -> Move:
        """Return the move of a choice. Raises IllegalAnswerError where it is not legal now."""
        if not isinstance(choice, TakeAction):
            raise refused("refused-answer")
        for move in self.moves:
            if move.action == choice.action:
                return move
        raise refused("refused-move")

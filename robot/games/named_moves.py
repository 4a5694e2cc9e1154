"""Positions whose moves have names: one answer chooses, and nothing is chosen step by step."""

from abc import abstractmethod

from robot.games.choices import MoveStep, TakeAction, ThrowDice, ToldChoice, refused
from robot.games.game import Move, Tally
from robot.games.table_position import TablePosition

THROW = "roll"
"""The move that throws."""


class NamedMoves(TablePosition):
    """What such positions have in common."""

    __slots__ = ()

    @property
    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The moves that are legal now; a move that continues the turn comes before one that ends it."""

    @abstractmethod
    def wells_for(self, move: Move, /) -> tuple[int, ...]: ...

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

    def drafted(self, _draft: Tally, _step: MoveStep, /) -> Tally:
        """Raise IllegalAnswerError."""
        raise refused("refused-answer")

    def chosen(self, choice: ToldChoice) -> Move:
        """Return the move of a choice. Raises IllegalAnswerError where it is not legal now."""
        match choice:
            case ThrowDice(None):
                action = THROW
            case TakeAction(action):
                pass
            case _:
                raise refused("coach-refused-here")
        for move in self.moves:
            if move.action == action:
                return move
        raise refused("refused-move")

    def choose_throw(self, _dice: int, /) -> Move:
        """Return the throw, however many dice it has."""
        return self.chosen(ThrowDice())

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice the throw has."""
        return (len(self.wells_for(pending or self.chosen(ThrowDice()))),)

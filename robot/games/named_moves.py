"""Positions whose actions have names: one answer chooses, and nothing is chosen step by step."""

from abc import abstractmethod

from hardware.panel import Button
from robot.errors import IllegalAnswerError
from robot.games.actions import make_refusal
from robot.games.game import Offer, Position
from robot.games.thrown import wells_for
from robot.saying import Saying
from solver.action import HOLD, ROLL, SIT, Action

ENDS = (HOLD, SIT)
"""What the button HOLD does."""


class NamedMoves(Position):
    """A position whose actions have names: one answer chooses, and nothing is chosen step by step."""

    __slots__ = ()

    @property
    @abstractmethod
    def moves(self) -> dict[Action, Saying]:
        """What is legal now, what continues the turn first, each with what its button is said to do."""

    @property
    @abstractmethod
    def dice(self) -> int:
        """How many dice every throw has."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is legal now."""
        return tuple(self.moves)

    @property
    def offer(self) -> Offer:
        acts = self.moves.items()
        return Offer({Button.HOLD if one in ENDS else Button.ROLL: (one, words) for one, words in acts})

    def find_move(self, action: Action) -> Action:
        if action != Action(action.verb):
            raise make_refusal("coach-refused-here")
        if action not in self.actions:
            raise self.refuse(action)
        return action

    def refuse(self, _action: Action, /) -> IllegalAnswerError:
        """Return why an action that is none of `actions` is not allowed."""
        return make_refusal("refused-move")

    def choose_throw(self, _dice: int, /) -> Action:
        """Return the throw, however many dice it has."""
        return self.find_move(ROLL)

    def due(self, pending: Action | None) -> tuple[int, ...]:
        """Return how many dice the throw has."""
        return (len(self.wells_for(pending or self.find_move(ROLL))),)

    def wells_for(self, _action: Action, /) -> tuple[int, ...]:  # every throw is of all dice
        return wells_for(self.dice)

"""Positions whose moves have names: one answer chooses, and nothing is chosen step by step."""

from abc import abstractmethod

from hardware.panel import Button
from robot.errors import IllegalAnswerError
from robot.games.actions import THROW, Action, make_refusal
from robot.games.game import Move, Offer, Position
from robot.games.thrown import wells_for
from robot.saying import Saying

ROLL = Move("roll", {})
HOLD = Move("hold")
ENDS = ("hold", "sit")
"""The moves that the button HOLD makes."""


class NamedMoves(Position):
    """A position whose moves have names: one answer chooses, and nothing is chosen step by step."""

    __slots__ = ()

    @property
    @abstractmethod
    def moves(self) -> dict[str, Saying]:
        """The moves that are legal now, one that continues the turn first, each with what its button is said to do."""

    @property
    @abstractmethod
    def dice(self) -> int:
        """How many dice every throw has."""

    @property
    def actions(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self.moves)

    @property
    def offer(self) -> Offer:
        acts = ((name, Action(THROW if name == ROLL.action else name), words) for name, words in self.moves.items())
        return Offer({Button.HOLD if name in ENDS else Button.ROLL: (action, words) for name, action, words in acts})

    def find_move(self, action: Action) -> Move:
        if action != Action(action.verb):
            raise make_refusal("coach-refused-here")
        name = ROLL.action if action.verb == THROW else action.verb
        if name not in self.actions:
            raise self.refuse(action.verb)
        return self.move_of(name)

    def refuse(self, _verb: str, /) -> IllegalAnswerError:
        """Return why a move that is none of `actions` is not allowed."""
        return make_refusal("refused-move")

    def choose_throw(self, _dice: int, /) -> Move:
        """Return the throw, however many dice it has."""
        return self.find_move(Action(THROW))

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice the throw has."""
        return (len(self.wells_for(pending or self.find_move(Action(THROW)))),)

    def move_of(self, action: str) -> Move:
        return ROLL if action == ROLL.action else Move(str(action))

    def wells_for(self, _move: Move, /) -> tuple[int, ...]:  # every throw is of all dice
        return wells_for(self.dice)

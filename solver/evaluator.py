"""What perfect play gets from a game: the worth of its states and of each action, in one form for all families."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, Self, TypeVar

from solver.action import Action
from solver.decision import ABOUT, Unit
from solver.errors import PositionError


class State(Protocol):
    """An immutable state of a game."""

    @property
    def player(self) -> int:
        """The seat whose turn it is, from 0."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def __hash__(self) -> int: ...

    def legal_actions(self) -> Sequence[Action]:
        """Return what the player may do, () if the game is over."""

    def apply(self, action: Action, throw: Sequence[int] = (), /) -> Self:
        """Return the state after an action, which comes with the dice that it throws. Raises RuleError."""


S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Evaluator(ABC, Generic[S_contra]):
    """The worth of the states and actions of a game under perfect play, and the words for them.

    Worth is counted in the `unit`: chances to win are 0 to 1, and points are those at the end of the game. Methods
    raise SolverError where a state is not one of the game.
    """

    @property
    def unit(self) -> Unit:
        """The unit of worth."""
        return Unit.WINS

    @property
    def about(self) -> bool:
        """Whether worth is approximate."""
        return False

    @property
    def off(self) -> float:
        """How wrong worth may be; 0 if all its digits are known."""
        return ABOUT if self.about else 0.0

    @abstractmethod
    def options(self, state: S_contra) -> Sequence[tuple[Action, float]]:
        """Return what each action is worth to the player whose turn it is, best first. The game is not over."""

    @abstractmethod
    def worth(self, state: S_contra) -> tuple[float, ...]:
        """Return what a state is worth to each player, also at the end of a game."""

    def after_turn(self, _state: S_contra, _after: S_contra, worth: float, /) -> float:
        """Return what `_after`, the next turn's beginning, is worth to the player of `_state`, whose turn has ended.

        `worth` is the result of `worth(_after)`. An approximation that weighs each turn for its own player differs.
        """
        return worth

    @abstractmethod
    def place(self, state: S_contra) -> str:
        """Return in words what lies on the table and what there is to lose."""

    def turn(self, _state: S_contra, /) -> int:
        """Return which turn of its player this is, from 1; 0 if the state does not say it."""
        return 0

    def option(self, _state: S_contra, action: Action, /) -> Action:
        """Return the option that is equivalent to a legal action."""
        return action

    def words(self, _state: S_contra, action: Action, /) -> str:
        """Return an action in the words of a sentence."""
        return str(action)


def check_rules(state: State, asked: object, made: object) -> None:
    """Raise PositionError if the state's rules, `asked`, are not the rules that the values are `made` for."""
    if asked != made:
        raise PositionError(f"{state} has other rules than these values: ask a game with its rules")


def split_wins(mine: float, player: int) -> tuple[float, float]:
    """Return the chances to win of both players; `player` has the chance `mine`."""
    return (mine, 1.0 - mine) if player == 0 else (1.0 - mine, mine)

"""What perfect play makes of a game: the worth of its states and of each action. One form for all families."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, Self, TypeVar

from solver.action import Action
from solver.decision import ABOUT, Unit
from solver.errors import PositionError


class State(Protocol):
    """A state of a game by its rules. It never changes."""

    @property
    def player(self) -> int:
        """The seat whose turn it is, from 0."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def __hash__(self) -> int: ...

    def legal_actions(self) -> Sequence[Action]:
        """Return what the player may do, nothing once the game is over."""

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
        """In what worth is counted."""
        return Unit.WINS

    @property
    def about(self) -> bool:
        """Whether worth is approximate."""
        return False

    @property
    def off(self) -> float:
        """What worth may be off by, 0 where all its digits are known."""
        return ABOUT if self.about else 0.0

    @abstractmethod
    def options(self, state: S_contra) -> Sequence[tuple[Action, float]]:
        """Return what each action is worth to the player whose turn it is, best first. The game is not over."""

    @abstractmethod
    def worth(self, state: S_contra) -> tuple[float, ...]:
        """Return what a state, also one at the end of a game, is worth to each player."""

    def after_turn(self, _state: S_contra, _after: S_contra, worth: float, /) -> float:
        """Return what `_after`, where the next turn begins, is worth to the player of `_state`, who has ended a turn.

        `worth` is what `worth(_after)` says. An approximation that weighs each turn for its own player says otherwise.
        """
        return worth

    @abstractmethod
    def place(self, state: S_contra) -> str:
        """Return in words what lies on the table and what there is to lose."""

    def turn(self, _state: S_contra, /) -> int:
        """Return which turn of its player is on, from 1; 0 where the state does not say it."""
        return 0

    def option(self, _state: S_contra, action: Action, /) -> Action:
        """Return the one of the options that comes to the same as a legal action."""
        return action

    def words(self, _state: S_contra, action: Action, /) -> str:
        """Return an action in words, as they stand in a sentence."""
        return str(action)


def check_rules(state: State, asked: object, made: object) -> None:
    """Raise PositionError for a state whose rules, which are `asked` for, are not those that values are `made` for."""
    if asked != made:
        raise PositionError(f"{state} is by other rules than these values: ask a game by its rules")


def split_wins(mine: float, player: int) -> tuple[float, float]:
    """Return both chances to win of two players, of whom `player` has the chance `mine`."""
    return (mine, 1.0 - mine) if player == 0 else (1.0 - mine, mine)

"""What all races for two have in common: scores, a turn total, a throw that is judged, and the hold."""

import enum
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from solver.errors import PositionError, RuleError
from solver.goal import check_goal
from solver.law import Chance, Effect, ThrowLaw, fair_die, throw_law


class Action(enum.StrEnum):
    """What a player can do on a turn."""

    ROLL = "roll"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class RaceState(ABC):
    """Where a race stands.

    The player whose turn it is throws: points are added to the turn total, or the turn ends. Holding banks the turn
    total; whoever banks the goal wins. Every turn has at least one throw.

    `goal` is from 2 to 1000, `scores` are banked points (0 and up), `player` is 0 or 1, `turn_total` is what the
    player stands to lose. Raises GoalError or PositionError for anything else.
    """

    goal: int = 100
    scores: tuple[int, int] = (0, 0)
    player: int = 0
    turn_total: int = 0

    game: ClassVar[str]
    rules: ClassVar[str]
    usual_goal: ClassVar[int] = 100
    dice: ClassVar[int] = 1
    faces: ClassVar[int] = 6
    thing: ClassVar[str] = "die"

    def __post_init__(self) -> None:
        check_goal(self.goal)
        if self.player not in (0, 1):
            raise PositionError(f"player {self.player} does not exist: {self.game} is for players 0 and 1")
        if min(self.scores) < 0 or self.turn_total < 0:
            raise PositionError("scores and turn totals cannot be negative: give points from 0 up")
        if min(self.scores) >= self.goal:
            raise PositionError(f"both scores have reached {self.goal}: only one player can win")
        if self.winner is not None and self.turn_total > 0:
            raise PositionError(f"the game is over at {self.goal} points: the turn total must be 0")

    @classmethod
    @abstractmethod
    def judge(cls, throw: tuple[int, ...]) -> tuple[Effect, int]:
        """Return what a throw of `dice` faces does, and the points that it gains or, ending the turn, banks."""

    @classmethod
    def die(cls) -> Sequence[Chance]:
        """Return the chances of the faces where nothing was measured."""
        return fair_die(cls.faces)

    @classmethod
    def law(cls, die: Sequence[Chance]) -> ThrowLaw:
        """Return the law of one throw with dice whose face f has chance `die[f - 1]`. Raises LawError."""
        return throw_law(cls.judge, cls.dice, die)

    @property
    def winner(self) -> int | None:
        """The player who has banked the goal, or None while the game is on."""
        for player, score in enumerate(self.scores):
            if score >= self.goal:
                return player
        return None

    @property
    def me(self) -> int:
        """Banked points of the player whose turn it is."""
        return self.scores[self.player]

    @property
    def opponent(self) -> int:
        """Banked points of the player who waits."""
        return self.scores[1 - self.player]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player may do: nothing once the game is over, only throw at the start of a turn."""
        if self.winner is not None:
            return ()
        return (Action.ROLL,) if self.turn_total == 0 else (Action.ROLL, Action.HOLD)

    def apply(self, action: Action, throw: tuple[int, ...] = ()) -> Self:
        """Return the state after `action`; ROLL comes with its `throw` of all dice, HOLD with none.

        Raises RuleError if the rules forbid the action here or the throw is not one of these dice.
        """
        if action not in self.legal_actions():
            reason = "the game is over" if self.winner is not None else "a turn has at least one throw"
            raise RuleError(f"{action} is not allowed here: {reason}")
        if action is Action.HOLD:
            if throw:
                raise RuleError(f"a hold has no throw, but {throw} was given: leave it out")
            return self._hand_over(self.me + self.turn_total)
        if len(throw) != self.dice or not all(face in range(1, self.faces + 1) for face in throw):
            one = f"one {self.thing}" if self.dice == 1 else f"{self.dice} {self.thing}"
            raise RuleError(f"{throw} is no throw of {one}: give {self.dice} of the faces 1 to {self.faces}")
        effect, gain = self.judge(throw)
        if effect is Effect.ON:
            return replace(self, turn_total=self.turn_total + gain)
        return self._hand_over(0 if effect is Effect.RUIN else self.me + gain)

    def returns(self) -> tuple[float, float]:
        """Return what the game is worth to each player: 1 to the winner, -1 to the other, 0 to both while it is on."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)

    def _hand_over(self, score: int) -> Self:
        scores = (score, self.scores[1]) if self.player == 0 else (self.scores[0], score)
        return replace(self, scores=scores, player=1 - self.player, turn_total=0)

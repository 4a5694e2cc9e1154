"""The rules of Pig for two players, as an immutable state."""

import enum
from dataclasses import dataclass, replace

from solver.errors import PositionError, RuleError
from solver.goal import check_goal

FACES = 6
PIG_OUT = 1


class Action(enum.StrEnum):
    """What a player can do on a turn."""

    ROLL = "roll"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class PigState:
    """Where a game of Pig stands.

    The player whose turn it is throws one die: a 1 ends the turn with nothing, any other face is added to the turn
    total. Holding banks the turn total; whoever banks the goal wins. Every turn has at least one throw.

    `goal` is from 2 to 1000, `scores` are banked points (0 and up), `player` is 0 or 1, `turn_total` is what the
    player stands to lose. Raises GoalError or PositionError for anything else.
    """

    goal: int = 100
    scores: tuple[int, int] = (0, 0)
    player: int = 0
    turn_total: int = 0

    def __post_init__(self) -> None:
        check_goal(self.goal)
        if self.player not in (0, 1):
            raise PositionError(f"player {self.player} does not exist: Pig is for players 0 and 1")
        if min(self.scores) < 0 or self.turn_total < 0:
            raise PositionError("scores and turn totals cannot be negative: give points from 0 up")
        if min(self.scores) >= self.goal:
            raise PositionError(f"both scores have reached {self.goal}: only one player can win")
        if self.winner is not None and self.turn_total > 0:
            raise PositionError(f"the game is over at {self.goal} points: the turn total must be 0")

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

    def apply(self, action: Action, throw: tuple[int, ...] = ()) -> "PigState":
        """Return the state after `action`; ROLL comes with its `throw` of one die, HOLD with none.

        Raises RuleError if the rules forbid the action here or the throw is not one face from 1 to 6.
        """
        if action not in self.legal_actions():
            reason = "the game is over" if self.winner is not None else "a turn has at least one throw"
            raise RuleError(f"{action} is not allowed here: {reason}")
        if action is Action.HOLD:
            if throw:
                raise RuleError(f"a hold has no throw, but {throw} was given: leave it out")
            return self._hand_over(self.turn_total)
        if len(throw) != 1 or throw[0] not in range(1, FACES + 1):
            raise RuleError(f"{throw} is no throw of one die: give one face from 1 to {FACES}")
        if throw[0] == PIG_OUT:
            return self._hand_over(0)
        return replace(self, turn_total=self.turn_total + throw[0])

    def returns(self) -> tuple[float, float]:
        """Return what the game is worth to each player: 1 to the winner, -1 to the other, 0 to both while it is on."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)

    def _hand_over(self, points: int) -> "PigState":
        first, second = self.scores
        scores = (first + points, second) if self.player == 0 else (first, second + points)
        return replace(self, scores=scores, player=1 - self.player, turn_total=0)


def reachable(me: int, opponent: int, turn: int, goal: int) -> bool:
    """Whether some play leads to `me` and `opponent` banked and `turn` at risk, if whoever can hold and win does so.

    A turn total is 0 or a sum of gains of 2 to 6, so never 1, and neither is a score. The total before the last throw
    did not yet reach the goal.
    """
    if not (_sum_of_gains(me) and _sum_of_gains(opponent) and max(me, opponent) < goal):
        return False
    return turn == 0 or any(
        _sum_of_gains(turn - gain) and me + turn - gain < goal for gain in range(PIG_OUT + 1, FACES + 1)
    )


def _sum_of_gains(total: int) -> bool:
    return total == 0 or total > PIG_OUT

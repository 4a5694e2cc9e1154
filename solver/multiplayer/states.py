"""The rules of Pig for three to ten players, as an immutable state."""

from dataclasses import dataclass, replace

from solver.decision import counted
from solver.errors import PositionError, RuleError
from solver.goal import check_goal, cost
from solver.race.pig import PigState
from solver.race.state import Action
from solver.throw_distribution import Effect

LEAST_PLAYERS = 3
MOST_PLAYERS = 10
MOST_CROWD_GOAL = 200


def check_multiplayer_goal(goal: int, players: int) -> int:
    """Return `goal` if Pig to it can be played and solved here for so many players, else raise GoalError."""

    def need(goal: int) -> str:
        if players == LEAST_PLAYERS:
            # All positions are solved: three doubles a triple of scores, and nine bits a state.
            states = goal**3 * (goal + 1) // 2
            return cost(24 * goal**3 + 9 * states // 8, 27 * states)
        return cost(players * goal**3 // 4, 8 * players * goal**3)

    return check_goal(goal, need, MOST_CROWD_GOAL)


@dataclass(frozen=True, slots=True)
class MultiplayerState:
    """The state of a game of Pig for three to ten players.

    A turn is as in Pig for two; then the next player's begins, and after the last the first one's. Whoever banks the
    goal first wins. `scores` are banked points in order of play. Raises GoalError or PositionError.
    """

    scores: tuple[int, ...]
    goal: int = 100
    player: int = 0
    turn_total: int = 0

    def __post_init__(self) -> None:
        if not LEAST_PLAYERS <= len(self.scores) <= MOST_PLAYERS:
            players = counted(len(self.scores), "player is", "players are")
            raise PositionError(f"{players} no crowd: give {LEAST_PLAYERS} to {MOST_PLAYERS} scores")
        check_multiplayer_goal(self.goal, len(self.scores))
        if self.player not in range(len(self.scores)):
            raise PositionError(f"player {self.player} does not exist: the last one is {len(self.scores) - 1}")
        if min(self.scores) < 0 or self.turn_total < 0:
            raise PositionError("scores and turn totals cannot be negative: give points from 0 up")
        if sum(score >= self.goal for score in self.scores) > 1:
            raise PositionError(f"two scores have reached {self.goal}: only one player can win")
        if self.winner is not None and self.turn_total > 0:
            raise PositionError(f"the game is over at {self.goal} points: the turn total must be 0")

    @property
    def winner(self) -> int | None:
        """The player who has banked the goal, or None while the game is on."""
        return next((player for player, score in enumerate(self.scores) if score >= self.goal), None)

    @property
    def me(self) -> int:
        """Banked points of the player whose turn it is."""
        return self.scores[self.player]

    @property
    def in_order(self) -> tuple[int, ...]:
        """The scores in order of play from the player whose turn it is."""
        return self.scores[self.player :] + self.scores[: self.player]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player may do: nothing once the game is over, only throw at the start of a turn."""
        if self.winner is not None:
            return ()
        return (Action.ROLL,) if self.turn_total == 0 else (Action.ROLL, Action.HOLD)

    def apply(self, action: Action, throw: tuple[int, ...] = ()) -> "MultiplayerState":
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
        if len(throw) != 1 or throw[0] not in range(1, PigState.faces + 1):
            raise RuleError(f"{throw} is no throw of one die: give one face from 1 to {PigState.faces}")
        effect, gain = PigState.judge(throw)
        return self._hand_over(0) if effect is Effect.BUST else replace(self, turn_total=self.turn_total + gain)

    def returns(self) -> tuple[float, ...]:
        """Return what the game is worth to each player: 1 to the winner, 0 to all others, 0 to all while it is on."""
        return tuple(float(player == self.winner) for player in range(len(self.scores)))

    def _hand_over(self, points: int) -> "MultiplayerState":
        scores = list(self.scores)
        scores[self.player] += points
        return replace(self, scores=tuple(scores), player=(self.player + 1) % len(scores), turn_total=0)

"""The rules of Pig for three to ten players, as an immutable state."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from solver.decision import count_in_words
from solver.errors import PositionError
from solver.goal import check_goal
from solver.notation import Noted, tell_unusual
from solver.race.rules import PigState
from solver.race.state import RaceState, RollOrHold

LEAST_PLAYERS = 3
MOST_PLAYERS = 10
MOST_CROWD_GOAL = 200
USUAL_GOAL = 100
NAMES = ("three", "four", "five", "six", "seven", "eight", "nine", "ten")


def name_of(players: int) -> str:
    """Return the name of Pig for this many players."""
    return f"pig-{NAMES[players - LEAST_PLAYERS]}"


@dataclass(frozen=True, slots=True)
class MultiplayerState(RollOrHold):
    """The state of a game of Pig for three to ten players.

    A turn is as in Pig for two. Then the next player's turn begins; after the last player's the first one's. The first
    player to bank the goal wins. `scores` are banked points in order of play. Raises OptionError or PositionError.
    """

    scores: tuple[int, ...]
    goal: int = 100
    player: int = 0
    turn_total: int = 0

    thrown: ClassVar[type[RaceState]] = PigState

    def __post_init__(self) -> None:
        if not LEAST_PLAYERS <= len(self.scores) <= MOST_PLAYERS:
            players = count_in_words(len(self.scores), "player is", "players are")
            raise PositionError(f"{players} not enough or too many: give {LEAST_PLAYERS} to {MOST_PLAYERS} scores")
        check_goal(self.goal, MOST_CROWD_GOAL)
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
        """The player who has banked the goal, or None while the game goes on."""
        return next((player for player, score in enumerate(self.scores) if score >= self.goal), None)

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def to_beat(self) -> None:
        """None, because the goal wins at once."""

    @property
    def banked(self) -> int:
        return self.scores[self.player]

    @property
    def in_order(self) -> tuple[int, ...]:
        """The scores in order of play from the player whose turn it is."""
        return self.scores[self.player :] + self.scores[: self.player]

    @property
    def noted(self) -> Noted:
        scores, rules = tuple(map(str, self.scores)), tell_unusual(goal=(self.goal, USUAL_GOAL))
        return Noted(name_of(len(scores)), scores, rules, self.player, self.turn_total)

    def returns(self) -> tuple[float, ...]:
        """Return what the game is worth to each player: 1 to the winner, else 0; 0 to all while it goes on."""
        return tuple(float(player == self.winner) for player in range(len(self.scores)))

    def _end_turn(self, score: int) -> Self:
        scores = (*self.scores[: self.player], score, *self.scores[self.player + 1 :])
        return replace(self, scores=scores, player=(self.player + 1) % len(scores), turn_total=0)

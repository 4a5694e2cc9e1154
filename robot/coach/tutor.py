"""A tutor, which warns of a choice that costs much before it counts, as the tutor mode of GNU Backgammon does."""

from dataclasses import dataclass
from typing import Self

from robot.coach.advice import CoachAdvice
from robot.errors import UsageError
from robot.games.game import Position
from robot.games.reasons import Robot
from robot.match.players import is_person
from robot.match.seats import Seating
from robot.saying import Saying, chain_parts
from solver.action import Action
from solver.reason import explain_safely


@dataclass(frozen=True, slots=True)
class Tutor:
    """Weighs choices by the best `robot` of a game."""

    robot: Robot

    @classmethod
    def of(cls, seating: Seating) -> Self:
        """Return the tutor of a game. Raises UsageError where nobody plays or nobody knows costs, and SolverError."""
        game = seating.game
        if not any(map(is_person, seating.players)):
            raise UsageError("a tutor warns people, and only robots play: leave out --tutor, or play yourself")
        if not game.reviewable:
            raise UsageError(f"nobody has solved {game.name}, so no tutor knows what choices cost: leave out --tutor")
        return cls(game.robot("", None))

    def warn(self, position: Position, action: Action) -> Saying | None:
        """Return what an action costs, None where it is no error. A tutor that fails stops nobody."""
        return explain_safely(lambda: self._weigh(position, action), None) if position.chooses else None

    def _weigh(self, position: Position, action: Action) -> Saying | None:
        advice = CoachAdvice.of(position, self.robot)
        if not advice.costs_much(action):
            return None
        return Saying("tutor-warns", {"told": chain_parts("sentences", advice.tell_against(action))})

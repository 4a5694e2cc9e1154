"""What each choice of a position is worth, and what it costs beside the best one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot.errors import RobotError
from robot.games.game import Position, Strategist
from robot.games.reasons import ORDER, event_decision, tell_reason
from robot.saying import Saying
from solver.action import Action
from solver.decision import Decision
from solver.reason import explain_safely
from solver.units import Unit

LEAST_COST = 1e-9
"""A choice that costs less is as good as the best."""
NOTHING: Mapping[str, Any] = {"action": None, "value": None, "options": [], "why": None}
"""What stands in an answer that says nothing of a choice."""


@dataclass(frozen=True, slots=True)
class CoachAdvice:
    """The best choice of a `position`, and all others.

    `action` and `decision` are those of the best robot. `options` are all actions with what they are worth in `unit`,
    best first.
    """

    position: Position
    action: Action
    decision: Decision
    options: tuple[tuple[Action, float], ...]

    @classmethod
    def of(cls, position: Position, robot: Strategist[Any]) -> "CoachAdvice":
        """Return the advice of a game's best `robot` in a position where there is something to do. Raises SolverError.

        A race says what holding before the first throw is worth, which its rules forbid: that option is kept.
        """
        chosen, decision = robot.decide(position)
        action, sign = chosen.bare, -1.0 if decision.unit.fewer else 1.0
        best_first = sorted(decision.options.items(), key=lambda option: (option[0] != action, -sign * option[1]))
        return cls(position, action, decision, tuple(best_first))

    @property
    def unit(self) -> Unit:
        return self.decision.unit

    @property
    def by_rule(self) -> bool:
        """Whether it is by a rule of thumb, since nobody has solved the game: then nobody knows what choices cost."""
        return self.decision.by_rule

    @property
    def value(self) -> float:
        """What the best action is worth."""
        return self.options[0][1]

    def worth(self, action: Action) -> float:
        """Return what an action of the options is worth. Raises RobotError for any other."""
        for option, value in self.options:
            if option == action.bare:
                return value
        raise RobotError(f"{action} is not an option here: give one of the {len(self.options)} options")

    def cost(self, action: Action) -> float:
        """Return how much less than the best an action is worth: in the unit, 0 or more for all that is legal."""
        lost = self.value - self.worth(action)
        return (-lost if self.unit.fewer else lost) + 0.0  # never -0.0

    def tell_against(self, action: Action) -> Saying:
        """Return why the best action is better than another one. What cannot be said is only the best action."""
        best = self.action

        def told() -> Saying:
            return tell_reason(self.decision.reason_for(best, action.bare), self.position.doing)

        return explain_safely(told, self.position.doing(ORDER, best))

    def to_json(self) -> dict[str, Any]:
        """Return `action`, `value`, `options` and `why` as `pipsqueak advise` has them, with the cost of each option.

        Options that are a list have a `cost` each; of those that are numbers by name, the costs are beside them. They
        are null by a rule of thumb.
        """
        found = event_decision(self.decision, self.position.doing)
        answer = {"action": found["action"], "value": found["value"]}
        costs = [None if self.by_rule else self.cost(action) for action in self.decision.options]
        if isinstance(found["options"], dict):
            costs_by_name = dict(zip(found["options"], costs, strict=True))
            return answer | {"options": found["options"], "cost": costs_by_name, "why": found["why"]}
        options = [one | {"cost": cost} for one, cost in zip(found["options"], costs, strict=True)]
        return answer | {"options": options, "why": found["why"]}

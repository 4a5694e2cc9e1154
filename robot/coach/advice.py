"""The value of each choice in a position, its cost against the best one, and a tutor that warns of such costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from robot.errors import UsageError
from robot.games.game import Position
from robot.games.reasons import ORDER, SUBJECT, Doing, Robot, event_decision, tell_reason
from robot.saying import Saying, chain_parts
from solver.action import Action
from solver.decision import NOTHING, Decision, Unit
from solver.reason import Reason, explain_safely

if TYPE_CHECKING:
    from robot.match.seats import Seating

LEAST_SAID = 0.05
"""A smaller cost, in points or in games of 100, rounds to nothing."""
COSTLY: Mapping[Unit, float] = {Unit.WINS: 0.01, Unit.POINTS: 0.5, Unit.FEWEST: 0.1, Unit.TURNS: 0.1}
"""The least cost of an error: 1 game in 100, half a point, or a tenth of a point or turn where fewer win."""
NO_ADVICE: Mapping[str, Any] = {"action": None, "value": None, "options": [], "why": None}
"""The fields of an answer without advice."""


@dataclass(frozen=True, slots=True)
class CoachAdvice:
    """The `decision` of a game's best robot in a `position`, and what all other choices cost."""

    position: Position
    decision: Decision

    @classmethod
    def of(cls, position: Position, robot: Robot) -> "CoachAdvice":
        """Return the advice in a position with something to do. Raises SolverError."""
        return cls(position, robot.decide(position)[1])

    @property
    def action(self) -> Action:
        """The best action."""
        return self.decision.action

    @property
    def by_rule(self) -> bool:
        """Whether the advice is a rule of thumb, as the game is not solved. Then the costs of choices are unknown."""
        return self.decision.by_rule

    def cost(self, action: Action) -> float:
        """Return the cost of an action against the best one, in the decision's unit; at least 0 for legal actions."""
        return self.decision.loss(action.bare) + 0.0  # never -0.0

    def costs_much(self, action: Action) -> bool:
        """Return whether an action is an error; False where the advice is a rule of thumb."""
        return not self.by_rule and self.cost(action) >= COSTLY[self.decision.unit]

    def tell(self, key: str, action: Action) -> Saying:
        """Return a message about an action, with its name as `move`, its `cost`, and the `best` action."""
        return tell_cost(key, self.decision, self.position.tell, action)

    def tell_against(self, action: Action) -> tuple[Saying, ...]:
        """Return what the function `tell_against` returns."""
        return tell_against(self.decision, self.position.tell, action)

    def choice_json(self, action: Action) -> dict[str, Any]:
        """Return an action with its cost, and the best action."""
        numbers = {"cost": self.cost(action), "unit": self.decision.unit.value}
        return {"action": action.to_json(), **numbers, "best": self.action.to_json()}

    def to_json(self) -> dict[str, Any]:
        """Return `action`, `value`, `options` and `why` as `pipsqueak advise` does, with the cost of each option.

        Where `options` is a list, each has a `cost`. Where it maps names to values, `cost` maps the names to costs. A
        rule of thumb has null for costs.
        """
        found = event_decision(self.decision, self.position.tell)
        costs = [None if self.by_rule else self.cost(action) for action in self.decision.options]
        told = {"action": found["action"], "value": found["value"], "options": found["options"]}
        if isinstance(told["options"], dict):
            told["cost"] = dict(zip(told["options"], costs, strict=True))
        else:
            told["options"] = [one | {"cost": cost} for one, cost in zip(told["options"], costs, strict=True)]
        return told | {"why": found["why"]}


def tell_cost(key: str, decision: Decision, doing: Doing, action: Action) -> Saying:
    """Return a message about an action, with its name as `move`, its `cost`, and the `best` action."""
    cost = cost_saying(decision.unit, decision.loss(action.bare))
    return Saying(key, {"move": doing(SUBJECT, action), "cost": cost, "best": doing(SUBJECT, decision.action)})


def tell_against(decision: Decision, doing: Doing, action: Action) -> tuple[Saying, ...]:
    """Return the cost of an action, unless the reason tells it, and the reason why the best action is better.

    If the reason cannot be told, return the cost and the best action.
    """
    cost = tell_cost("coach-chose", decision, doing, action)

    def find_reasons() -> tuple[Saying, ...]:
        reason = decision.reason_for(decision.action, action.bare)
        why = tell_reason(reason, doing)
        return (why,) if tells_cost(reason) else (cost, why)

    return explain_safely(find_reasons, (cost, doing(ORDER, decision.action)))


def tell_choice(decision: Decision, doing: Doing, action: Action) -> tuple[Saying, ...]:
    """Return the cost of a choice, and the reason."""
    if decision.by_rule:
        same = action.bare == decision.action.bare
        return (Saying("coach-chose-rule") if same else tell_cost("coach-chose-other", decision, doing, action),)
    if decision.loss(action.bare) <= NOTHING:
        return (Saying("coach-chose-best"),)
    return tell_against(decision, doing, action)


def tells_cost(reason: Reason) -> bool:
    """Return whether a reason itself tells the cost of the other action."""
    told = reason.values.get("told")
    return reason.key.startswith(("costs", "by")) or (isinstance(told, Reason) and tells_cost(told))


def cost_saying(unit: Unit, cost: float) -> Saying:
    """Return the cost of a choice, in words that follow the choice in a sentence."""
    if cost <= NOTHING:
        return Saying("coach-cost-none")
    shown = 100 * cost if unit is Unit.WINS else cost
    key = f"coach-cost-{'points' if unit is Unit.FEWEST else unit.value}"
    return Saying(f"{key}-least") if shown < LEAST_SAID else Saying(key, {"cost": round(shown, 1)})


@dataclass(frozen=True, slots=True)
class Tutor:
    """Warns of a costly choice before it counts, as GNU Backgammon does. `robot` is the best one of the game."""

    robot: Robot

    @classmethod
    def of(cls, seating: "Seating") -> Self:
        """Return the tutor of a game. Raises UsageError if only robots play or costs are unknown, and SolverError."""
        from robot.match.players import is_person  # imported here: advice on a line does not need it

        game = seating.game
        if not any(map(is_person, seating.players)):
            raise UsageError("--tutor warns people, but only robots play: leave it out, or play yourself")
        if not game.reviewable:
            raise UsageError(f"{game.name} is not solved, so the cost of choices is unknown: leave out --tutor")
        return cls(game.robot("", None))

    def warn(self, position: Position, action: Action) -> Saying | None:
        """Return a warning with an action's cost, None if it is no error. If the tutor fails, the game goes on."""
        return explain_safely(lambda: self._weigh(position, action), None) if position.chooses else None

    def _weigh(self, position: Position, action: Action) -> Saying | None:
        advice = CoachAdvice.of(position, self.robot)
        if not advice.costs_much(action):
            return None
        return Saying("tutor-warns", {"told": chain_parts("sentences", advice.tell_against(action))})

"""What each choice of a position is worth, what it costs beside the best one, and a tutor who warns of such costs."""

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
"""A choice that costs so much is an error: 1 game in 100, half a point, a tenth of a point or turn where fewer win."""
NO_ADVICE: Mapping[str, Any] = {"action": None, "value": None, "options": [], "why": None}
"""What stands in an answer that says nothing of a choice."""


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
        """Whether it is by a rule of thumb, since nobody has solved the game: then nobody knows what choices cost."""
        return self.decision.by_rule

    def cost(self, action: Action) -> float:
        """Return how much less than the best one of the options is worth, in its unit: 0 or more for all legal ones."""
        return self.decision.loss(action.bare) + 0.0  # never -0.0

    def costs_much(self, action: Action) -> bool:
        """Return whether one of the options is an error. Nobody knows that where a rule of thumb advises."""
        return not self.by_rule and self.cost(action) >= COSTLY[self.decision.unit]

    def tell(self, key: str, action: Action) -> Saying:
        """Return a message about an action: which `move` it is, what it has `cost`, and which one is `best`."""
        return tell_cost(key, self.decision, self.position.doing, action)

    def tell_against(self, action: Action) -> tuple[Saying, ...]:
        """Return what `tell_against` does."""
        return tell_against(self.decision, self.position.doing, action)

    def choice_json(self, action: Action) -> dict[str, Any]:
        """Return what a choice has cost, and which one is best."""
        numbers = {"cost": self.cost(action), "unit": self.decision.unit.value}
        return {"action": action.to_json(), **numbers, "best": self.action.to_json()}

    def to_json(self) -> dict[str, Any]:
        """Return `action`, `value`, `options` and `why` as `pipsqueak advise` has them, with the cost of each option.

        Options that are a list have a `cost` each; of those that are numbers by name, the costs are beside them. They
        are null by a rule of thumb.
        """
        found = event_decision(self.decision, self.position.doing)
        costs = [None if self.by_rule else self.cost(action) for action in self.decision.options]
        told = {"action": found["action"], "value": found["value"], "options": found["options"]}
        if isinstance(told["options"], dict):
            told["cost"] = dict(zip(told["options"], costs, strict=True))
        else:
            told["options"] = [one | {"cost": cost} for one, cost in zip(told["options"], costs, strict=True)]
        return told | {"why": found["why"]}


def tell_cost(key: str, decision: Decision, doing: Doing, action: Action) -> Saying:
    """Return a message about an action: which `move` it is, what it has `cost`, and which one is `best`."""
    cost = cost_saying(decision.unit, decision.loss(action.bare))
    return Saying(key, {"move": doing(SUBJECT, action), "cost": cost, "best": doing(SUBJECT, decision.action)})


def tell_against(decision: Decision, doing: Doing, action: Action) -> tuple[Saying, ...]:
    """Return why the best action is better than another one; before it what that costs, unless the reason says so.

    What cannot be said is only the best action.
    """
    cost = tell_cost("coach-chose", decision, doing, action)

    def told() -> tuple[Saying, ...]:
        reason = decision.reason_for(decision.action, action.bare)
        why = tell_reason(reason, doing)
        return (why,) if tells_cost(reason) else (cost, why)

    return explain_safely(told, (cost, doing(ORDER, decision.action)))


def tell_choice(decision: Decision, doing: Doing, action: Action) -> tuple[Saying, ...]:
    """Return what a choice has cost, and why."""
    if decision.by_rule:
        same = action.bare == decision.action.bare
        return (Saying("coach-chose-rule") if same else tell_cost("coach-chose-other", decision, doing, action),)
    if decision.loss(action.bare) <= NOTHING:
        return (Saying("coach-chose-best"),)
    return tell_against(decision, doing, action)


def tells_cost(reason: Reason) -> bool:
    """Return whether a reason says itself what the other action costs."""
    told = reason.values.get("told")
    return reason.key.startswith(("costs", "by")) or (isinstance(told, Reason) and tells_cost(told))


def cost_saying(unit: Unit, cost: float) -> Saying:
    """Return what a choice costs, as it follows the choice in a sentence."""
    if cost <= NOTHING:
        return Saying("coach-cost-none")
    shown = 100 * cost if unit is Unit.WINS else cost
    key = f"coach-cost-{'points' if unit is Unit.FEWEST else unit.value}"
    return Saying(f"{key}-least") if shown < LEAST_SAID else Saying(key, {"cost": round(shown, 1)})


@dataclass(frozen=True, slots=True)
class Tutor:
    """Warns of a choice that costs much before it counts, as GNU Backgammon does, by the best `robot` of a game."""

    robot: Robot

    @classmethod
    def of(cls, seating: "Seating") -> Self:
        """Return the tutor of a game. Raises UsageError where nobody plays or nobody knows costs, and SolverError."""
        from robot.match.players import is_person  # here, because advice on a line does not need it

        game = seating.game
        if not any(map(is_person, seating.players)):
            raise UsageError("--tutor warns people, but only robots play: leave it out, or play yourself")
        if not game.reviewable:
            raise UsageError(f"{game.name} is not solved, so the cost of choices is unknown: leave out --tutor")
        return cls(game.robot("", None))

    def warn(self, position: Position, action: Action) -> Saying | None:
        """Return what an action costs, None if it is no mistake. If the tutor fails, the game goes on."""
        return explain_safely(lambda: self._weigh(position, action), None) if position.chooses else None

    def _weigh(self, position: Position, action: Action) -> Saying | None:
        advice = CoachAdvice.of(position, self.robot)
        if not advice.costs_much(action):
            return None
        return Saying("tutor-warns", {"told": chain_parts("sentences", advice.tell_against(action))})

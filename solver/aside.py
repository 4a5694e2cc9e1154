"""What games share in which dice or tiles are chosen after each throw: decisions among choices."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.action import Action
from solver.decision import Decision
from solver.reason import Reason
from solver.units import Unit

TIE = 1e-12
"""Values nearer than this are equal: rounding of sums is as large."""


@dataclass(frozen=True, slots=True)
class WeighedChoice:
    """One choice: its `value` in the aim of the player, and the `cost`, how much worse that is than the best.

    Where dice are set aside, `points` is what they add, and `places` says which of the thrown dice they are, from 0.
    """

    action: Action
    value: float
    cost: float = 0.0
    points: int = 0
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class ChoiceDecision(Decision):
    """A decision whose `choices`, the best first, are its options, and `taken` which is taken."""

    choices: tuple[WeighedChoice, ...]
    taken: WeighedChoice

    def to_json(self) -> dict[str, Any]:
        options = [one.action.to_json() | {"value": one.value, "cost": one.cost} for one in self.choices]
        return {"action": self.action.to_json(), "value": self.value, "options": options}

    def instead(self, taken: WeighedChoice, rule: Reason | None) -> Self:
        """Return the decision of a strategy for another choice, which it takes by that rule."""
        return replace(self, action=taken.action, value=taken.value, taken=taken, rule=rule)


def decision_of(ranked: Iterable[WeighedChoice], unit: Unit = Unit.WINS, **more: Any) -> ChoiceDecision:
    """Return the decision for the first of the choices, which are ranked; `more` are fields of a decision."""
    choices = tuple(ranked)
    best, options = choices[0], {one.action: one.value for one in choices}
    return ChoiceDecision(best.action, best.value, options, choices, best, unit=unit, **more)
